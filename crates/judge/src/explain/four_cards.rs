//! The draws of the player, and of the banker if the player stands.

use super::Explanation;
use crate::cause::{Cause, SumFault};
use crate::hand_counts::{Count, Decisions, SCORES, Table, pairs};
use crate::seen::{FourCardsSeen, SeenCounts, faulty_score};
use crate::small_set::SmallSet;
use punto_banco::{Side, banker_draws, is_natural, player_draws};

/// Hands that look the same to the decisions after four cards.
pub(super) struct DrawCell {
    /// The scores of both sides in which naturals are looked for.
    natural: [usize; 2],
    /// The score that the rule of the side sees.
    score: usize,
    /// The hands in which the side stands and draws.
    draws: [Count; 2],
    /// Those of them in which that is wrong.
    wrong: [Count; 2],
}

/// The draws after four cards, by what a design may see.
pub(super) struct FourCards {
    /// Those of the player, and of the banker if the player stands.
    sides: [Vec<DrawCell>; 2],
    /// Why it does not see what the rules mean.
    fault: Option<Cause>,
}

const RULES: [fn(usize) -> bool; 2] =
    [|score| player_draws(score as u8), |score| banker_draws(score as u8, None)];

fn natural(score: usize) -> bool {
    score > 9 || is_natural(score as u8)
}

/// Whether a side draws by the rules.
fn is_draw(natural_scores: [usize; 2], side: Side, score: usize) -> bool {
    !natural_scores.into_iter().any(natural) && RULES[side as usize](score)
}

impl FourCards {
    /// By the scores of two cards.
    pub fn by_scores(decisions: &Decisions) -> FourCards {
        let cells = |side: Side, table: &Table<2>| {
            let cell = |scores: [usize; 2]| {
                let (score, draws) = (scores[side as usize], *table.at(scores));
                let mut wrong = draws;
                wrong[usize::from(is_draw(scores, side, score))] = Count::NONE;
                DrawCell { natural: scores, score, draws, wrong }
            };
            pairs().map(cell).collect()
        };
        let sides =
            [cells(Side::Player, &decisions.player), cells(Side::Banker, &decisions.after_stand)];
        FourCards { sides, fault: None }
    }

    /// By the cards that are seen, whose scores have a fault if `decided_by` is one. The rules mean
    /// those that LEDR shows.
    pub fn seen(
        counts: &SeenCounts,
        seen: FourCardsSeen,
        decided_by: Option<SumFault>,
        on_ledr: Option<SumFault>,
    ) -> FourCards {
        let sides = Side::BOTH.map(|side| {
            let mut cells: Vec<DrawCell> = Vec::new();
            let mut places = vec![usize::MAX; SCORES * SCORES * SCORES];
            for (values, played) in counts.after_four_cards() {
                let score = |of: Side, cards: usize, fault| {
                    let sum = (0..cards).map(|card| values[2 * card + of as usize]).sum();
                    faulty_score(fault, sum)
                };
                let natural = Side::BOTH.map(|of| score(of, seen.natural[of as usize], decided_by));
                let own = score(side, seen.rule[side as usize], decided_by);
                let shown = Side::BOTH.map(|of| score(of, 2, on_ledr));
                let right = is_draw(shown, side, shown[side as usize]);
                // Else the player should have drawn, and the banker had nothing to decide.
                let is_decided = side == Side::Player || !is_draw(shown, Side::Player, shown[0]);
                let place = &mut places[(natural[0] * SCORES + natural[1]) * SCORES + own];
                if *place == usize::MAX {
                    *place = cells.len();
                    let none = [Count::NONE; 2];
                    cells.push(DrawCell { natural, score: own, draws: none, wrong: none });
                }
                let cell = &mut cells[*place];
                for (done, count) in played.draws(side).into_iter().enumerate() {
                    cell.draws[done].add(count);
                    if is_decided && (done == 1) != right {
                        cell.wrong[done].add(count);
                    }
                }
            }
            cells
        });
        let by_sum = decided_by.filter(|fault| on_ledr != Some(*fault));
        let by_sum = by_sum.map(|fault| Cause::DecidedBySum { fault, after_third: false });
        let fault = seen.fault.map(Cause::Early).or(by_sum);
        FourCards { sides, fault }
    }

    /// The fewest changes of naturals and of the rules that explain the draws.
    pub fn explanation(&self) -> Explanation {
        // Each side's 7, 8 and 9 may be treated as a natural or not.
        // So may more than 9, if LEDR shows that.
        let changes =
            |bits: usize| (7..SCORES).filter(move |score| bits >> (score - 7).min(3) & 1 == 1);
        let changed = |bits: usize| [bits & 15, bits >> 4].map(|bits| changes(bits).collect());
        Explanation::best((0..256).map(|bits| self.with_naturals(changed(bits))))
    }

    /// The draws if these scores of the player and of the banker are naturals where they should not
    /// be, or the other way round.
    fn with_naturals(&self, changed: [SmallSet; 2]) -> Explanation {
        let is_natural = |scores: [usize; 2]| {
            (natural(scores[0]) != changed[0].contains(scores[0]))
                || (natural(scores[1]) != changed[1].contains(scores[1]))
        };
        let mut explanation = Explanation::default();
        let mut naturals = [[Count::NONE; 2]; 2];
        let [mut on_natural, mut other, mut by_fault] = [Count::NONE; 3];
        for (side, cells) in Side::BOTH.into_iter().zip(&self.sides) {
            let limit = Limit::new(side, cells, |scores| !is_natural(scores));
            let mut broken = [Count::NONE; 2];
            for DrawCell { natural: scores, score, draws, wrong } in cells {
                let by_rules = scores.iter().any(|score| natural(*score));
                let right = is_draw(*scores, side, *score);
                let predicted = !is_natural(*scores) && limit.draws(*score);
                explanation.contradicting += draws[usize::from(!predicted)].hands;
                let is_limit = !is_natural(*scores) && limit.broken.contains(*score);
                let changed_side = usize::from(!changed[0].contains(scores[0]));
                // A hand that follows the rules by what is seen differs from them only by what is
                // not seen, and others by a broken limit. One that is a natural only here, or no
                // longer, does so if that explains its draw.
                let cause = match (by_rules, is_natural(*scores)) {
                    _ if self.fault.is_some() && predicted == right => &mut by_fault,
                    (true, true) => &mut on_natural,
                    (_, false) if is_limit && predicted != right => {
                        &mut broken[usize::from(predicted)]
                    }
                    (false, true) if predicted == right => &mut other,
                    (_, is_natural) => &mut naturals[changed_side][usize::from(is_natural)],
                };
                wrong.iter().for_each(|count| cause.add(*count));
            }
            for draws in [false, true] {
                let count = broken[usize::from(draws)];
                let has_scores = (0..SCORES)
                    .any(|score| limit.broken.contains(score) && limit.draws(score) == draws);
                explanation.without_wrong_hands += usize::from(has_scores && count.hands == 0);
                explanation.push(limit.cause(draws), count);
            }
        }
        add_naturals(&mut explanation, changed, naturals);
        explanation.push(Cause::DrawnOnNatural, on_natural);
        explanation.push(Cause::Other, other);
        self.fault.iter().for_each(|fault| explanation.push(fault.clone(), by_fault));
        explanation
    }
}

/// A rule that depends on the score of one side, and the scores that break it.
struct Limit {
    side: Side,
    broken: SmallSet,
}

impl Limit {
    /// The rule of `side`, broken by the scores that draw or stand against it in any of the hands
    /// that may draw.
    fn new(side: Side, cells: &[DrawCell], may_draw: impl Fn([usize; 2]) -> bool) -> Limit {
        let breaks = |cell: &DrawCell| {
            let against = cell.draws[usize::from(!RULES[side as usize](cell.score))];
            (may_draw(cell.natural) && against.hands > 0).then_some(cell.score)
        };
        Limit { side, broken: cells.iter().filter_map(breaks).collect() }
    }

    /// Whether a score draws in a hand that may draw.
    fn draws(&self, score: usize) -> bool {
        RULES[self.side as usize](score) != self.broken.contains(score)
    }

    /// The cause that these scores draw or stand.
    fn cause(&self, draws: bool) -> Cause {
        let scores = (0..SCORES).filter(|score| self.broken.contains(*score));
        let scores = scores.filter(|score| self.draws(*score) == draws).collect();
        match self.side {
            Side::Player => Cause::Player { scores, draws },
            Side::Banker => Cause::BankerAfterStand { scores, draws },
        }
    }
}

/// Adds what is wrong with naturals, from the hands of each side, and whether they end there.
fn add_naturals(explanation: &mut Explanation, changed: [SmallSet; 2], hands: [[Count; 2]; 2]) {
    let [player, banker] = changed;
    let sides = match player == banker {
        true => vec![(None, player, [0, 1])],
        false => vec![(Some(Side::Player), player, [0, 0]), (Some(Side::Banker), banker, [1, 1])],
    };
    for (side, changed, [first, last]) in sides {
        for ends in [false, true] {
            let scores: SmallSet = (0..SCORES)
                .filter(|score| changed.contains(*score) && natural(*score) != ends)
                .collect();
            let mut count = Count::NONE;
            (first..=last).for_each(|side| count.add(hands[side][usize::from(ends)]));
            let has_no_effect = !scores.is_empty() && count.hands == 0;
            explanation.without_wrong_hands += usize::from(has_no_effect);
            explanation.push(Cause::Natural { side, scores, ends }, count);
        }
    }
}

/// The draws by what a design may see instead of all cards, or by sums with a fault.
pub(super) fn by_what_is_seen(counts: &SeenCounts, on_ledr: Option<SumFault>) -> Explanation {
    let early = FourCardsSeen::EARLY.map(|seen| (seen, on_ledr));
    let sums = SumFault::ALL.map(|fault| (FourCardsSeen::RIGHT, Some(fault)));
    let candidates = early
        .into_iter()
        .chain(sums)
        .map(|(seen, decided_by)| FourCards::seen(counts, seen, decided_by, on_ledr).explanation());
    Explanation::best(candidates)
}
