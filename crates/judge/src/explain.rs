//! Explains wrong hands by few changes of the rules.
//!
//! The hands are counted by what the rules depend on, so what the design does instead of the rules
//! can be read off the counts, for each choice of what it may see and of what may be a natural. The
//! choice that the fewest draws and lights contradict is taken, and of several the one with the
//! fewest changes of the rules.

use std::collections::BTreeMap;

use super::Cause;
use super::cause::{Lights, ThirdCardFault};
use super::hand_counts::{Count, Decisions, HandCounts, SCORES, Table, pairs};
use super::small_set::SmallSet;
use punto_banco::{Side, banker_draws, is_natural, player_draws};

/// Causes that explain wrong hands.
#[derive(Clone, Debug, Default)]
pub(super) struct Explanation {
    pub causes: Vec<(Cause, Count)>,
    /// Draws and lights that are not as the causes say.
    pub contradicting: u64,
}

impl Explanation {
    fn push(&mut self, cause: Cause, count: Count) {
        if count.hands > 0 {
            self.causes.push((cause, count));
        }
    }

    fn add(&mut self, other: Explanation) {
        self.causes.extend(other.causes);
        self.contradicting += other.contradicting;
    }

    fn cost(&self) -> (u64, usize) {
        (self.contradicting, self.causes.iter().map(|(cause, _)| cause.changes()).sum())
    }

    /// The first one with the lowest cost.
    fn best(candidates: impl Iterator<Item = Explanation>) -> Explanation {
        candidates.min_by_key(Explanation::cost).unwrap_or_default()
    }
}

/// Explains all wrong hands: each has a cause.
pub(super) fn explain(counts: &HandCounts) -> Explanation {
    let decisions = counts.decisions();
    let [by_cards, by_ledr] = decisions.each_ref().map(|decisions| {
        let mut draws = after_four_cards(decisions);
        draws.add(after_third_card(decisions));
        draws
    });
    // A display of scores that is wrong has a cause of its own, so LEDR has to explain more.
    let mut explanation = by_cards;
    if by_ledr.contradicting < explanation.contradicting {
        explanation = by_ledr;
        explanation.causes.extend(counts.causes_of_openings.clone());
    }
    let [by_cards, by_ledr] = decisions.each_ref().map(|decisions| lights(&decisions.lights));
    let is_by_ledr = by_ledr.contradicting < by_cards.contradicting;
    explanation.add(if is_by_ledr { by_ledr } else { by_cards });
    explanation.causes.extend(displays(&counts.causes, counts.wrong_cards));
    if explanation.causes.is_empty() {
        explanation.push(Cause::Other, counts.wrong);
    }
    explanation
}

/// The draws of the player, and of the banker if the player stands.
fn after_four_cards(decisions: &Decisions) -> Explanation {
    // Each side's 7, 8 and 9 may be treated as a natural or not.
    // So may more than 9, if LEDR shows that.
    let changes =
        |bits: usize| (7..SCORES).filter(move |score| bits >> (score - 7).min(3) & 1 == 1);
    let changed = |bits: usize| [bits & 15, bits >> 4].map(|bits| changes(bits).collect());
    Explanation::best((0..256).map(|bits| opening(decisions, changed(bits))))
}

fn natural(score: usize) -> bool {
    score > 9 || is_natural(score as u8)
}

/// A rule that depends on the score of one side, and the scores that break it.
struct Limit<'d> {
    side: Side,
    rule: fn(usize) -> bool,
    /// By the scores of both sides, whether this one draws.
    draws: &'d Table<2>,
    broken: SmallSet,
}

impl Limit<'_> {
    /// The rule of `side`, broken by the scores that draw or stand against it in any of the hands
    /// that may draw.
    fn new<'d>(
        side: Side,
        rule: fn(usize) -> bool,
        draws: &'d Table<2>,
        may_draw: impl Fn(&[usize; 2]) -> bool,
    ) -> Limit<'d> {
        let breaks = |scores: [usize; 2]| {
            let score = scores[side as usize];
            (draws.at(scores)[usize::from(!rule(score))].hands > 0).then_some(score)
        };
        let broken = pairs().filter(may_draw).filter_map(breaks).collect();
        Limit { side, rule, draws, broken }
    }

    /// Whether a score draws in a hand that may draw.
    fn draws(&self, score: usize) -> bool {
        (self.rule)(score) != self.broken.contains(score)
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

/// The draws if these scores of the player and of the banker are naturals where they should not be,
/// or the other way round.
fn opening(decisions: &Decisions, changed: [SmallSet; 2]) -> Explanation {
    let by_rules = |[player, banker]: [usize; 2]| natural(player) || natural(banker);
    let is_natural = |[player, banker]: [usize; 2]| {
        (natural(player) != changed[0].contains(player))
            || (natural(banker) != changed[1].contains(banker))
    };
    let may_draw = |scores: &[usize; 2]| !is_natural(*scores);
    let bankers_rule = |score: usize| banker_draws(score as u8, None);
    let limits = [
        Limit::new(Side::Player, |score| player_draws(score as u8), &decisions.player, may_draw),
        Limit::new(Side::Banker, bankers_rule, &decisions.after_stand, may_draw),
    ];
    let mut explanation = Explanation::default();
    let mut naturals = [[Count::NONE; 2]; 2];
    let (mut on_natural, mut other) = (Count::NONE, Count::NONE);
    for limit in limits {
        let mut broken = [Count::NONE; 2];
        for scores in pairs() {
            let score = scores[limit.side as usize];
            let done = limit.draws.at(scores);
            let right = !by_rules(scores) && (limit.rule)(score);
            let predicted = !is_natural(scores) && limit.draws(score);
            explanation.contradicting += done[usize::from(!predicted)].hands;
            let is_limit = !is_natural(scores) && limit.broken.contains(score);
            let changed_side = usize::from(!changed[0].contains(scores[0]));
            // A hand that follows the rules differs from them only by a broken limit. One that is a
            // natural only here, or no longer, does so if that explains its draw.
            let cause = match (by_rules(scores), is_natural(scores)) {
                (true, true) => &mut on_natural,
                (_, false) if is_limit && predicted != right => &mut broken[usize::from(predicted)],
                (false, true) if predicted == right => &mut other,
                (_, is_natural) => &mut naturals[changed_side][usize::from(is_natural)],
            };
            cause.add(done[usize::from(!right)]);
        }
        for draws in [false, true] {
            explanation.push(limit.cause(draws), broken[usize::from(draws)]);
        }
    }
    add_naturals(&mut explanation, changed, naturals);
    explanation.push(Cause::DrawnOnNatural, on_natural);
    explanation.push(Cause::Other, other);
    explanation
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
            let scores =
                (0..SCORES).filter(|score| changed.contains(*score) && natural(*score) != ends);
            let mut count = Count::NONE;
            (first..=last).for_each(|side| count.add(hands[side][usize::from(ends)]));
            explanation.push(Cause::Natural { side, scores: scores.collect(), ends }, count);
        }
    }
}

/// The draws of the banker after a third card of the player.
fn after_third_card(decisions: &Decisions) -> Explanation {
    let faults = [None, Some(ThirdCardFault::Zero), Some(ThirdCardFault::EarlierHand)];
    let by_value = faults.into_iter().zip(&decisions.third);
    let by_value = by_value.map(|(fault, seen)| by_value_seen(fault, seen));
    let by_score = (0..=SCORES).map(|limit| by_score(&decisions.third[0], limit));
    Explanation::best(by_value.chain(by_score))
}

fn by_table([banker, value]: [usize; 2]) -> bool {
    banker_draws(banker as u8, Some(value as u8))
}

/// Whether a draw, as [`Decisions::third`] counts it, draws, and whether it is wrong.
fn draw(done: usize) -> (bool, bool) {
    (done & 1 == 1, done & 2 == 2)
}

/// The banker's draws by the values of a third card that it sees.
fn by_value_seen(fault: Option<ThirdCardFault>, seen: &Table<4>) -> Explanation {
    let mut explanation = Explanation::default();
    let mut by_fault = Count::NONE;
    let is_own = fault.is_none();
    for score in 0..SCORES {
        let [mut stands, mut draws] = [SmallSet::default(); 2];
        let mut by_row = Count::NONE;
        for value in 0..SCORES {
            let cell = [score, value];
            let counts = || seen.at(cell).iter().enumerate();
            let breaks =
                |(done, count): (usize, &Count)| draw(done).0 != by_table(cell) && count.hands > 0;
            let is_broken = counts().any(breaks);
            let predicted = by_table(cell) != is_broken;
            if is_broken {
                if predicted { &mut draws } else { &mut stands }.insert(value);
            }
            for (done, count) in counts() {
                let (has_drawn, is_wrong) = draw(done);
                explanation.contradicting += if has_drawn == predicted { 0 } else { count.hands };
                if is_wrong {
                    if is_broken { &mut by_row } else { &mut by_fault }.add(*count);
                }
            }
        }
        explanation.push(Cause::Banker { score: score as u8, draws, stands, is_own }, by_row);
    }
    if let Some(fault) = fault {
        explanation.push(Cause::ThirdCard(fault), by_fault);
    }
    explanation
}

/// The banker's draws if it draws on scores below a limit, whatever the third card is. Scores with
/// which it does not are judged by the table.
fn by_score(seen: &Table<4>, limit: usize) -> Explanation {
    let of = |score: usize, draws: bool| {
        let counts = (0..SCORES).flat_map(move |value| seen.at([score, value]).iter().enumerate());
        counts.filter(move |(done, count)| draw(*done).0 == draws && count.hands > 0)
    };
    let except: SmallSet =
        (0..SCORES).filter(|score| of(*score, *score >= limit).next().is_some()).collect();
    let mut count = Count::NONE;
    for score in (0..SCORES).filter(|score| !except.contains(*score)) {
        let wrong = of(score, score < limit).filter(|(done, _)| draw(*done).1);
        wrong.for_each(|(_, wrong)| count.add(*wrong));
    }
    let mut explanation = Explanation::default();
    let draws = (0..limit).collect();
    explanation.push(Cause::ThirdCard(ThirdCardFault::ByScore { draws, except }), count);
    let excepted = by_value_seen(None, &seen.only_rows(except));
    explanation.add(excepted);
    explanation
}

/// The lights. Of each pair of scores, they are predicted to be as most of its wrong ones, if any
/// are wrong.
fn lights(table: &Table<4>) -> Explanation {
    let mut explanation = Explanation::default();
    let mut wrong: BTreeMap<[Lights; 2], BTreeMap<[usize; 2], Count>> = BTreeMap::new();
    for scores in pairs() {
        let right = Lights::winner(scores);
        let counts = table.at(scores);
        let shown = || (0..).map(Lights).zip(counts);
        let others = || shown().filter(|(shown, count)| *shown != right && count.hands > 0);
        if let Some(most) = others().map(|(_, count)| count.hands).max() {
            let all: u64 = counts.iter().map(|count| count.hands).sum();
            explanation.contradicting += all - most;
        }
        for (shown, count) in others() {
            wrong.entry([right, shown]).or_default().insert(scores, *count);
        }
    }
    for ([right, shown], cells) in wrong {
        let played = |scores: &[usize; 2]| {
            let counts = table.at(*scores);
            Lights::winner(*scores) == right && counts.iter().any(|count| count.hands > 0)
        };
        let all: Vec<[usize; 2]> = pairs().filter(played).collect();
        for (sides, count) in rectangles(&cells, &all) {
            let [player, banker] = sides;
            explanation.push(Cause::Winner { right, shown, player, banker }, count);
        }
    }
    explanation
}

/// Sets of scores of the player and of the banker, `None` for all of `all`, whose combinations in
/// `all` are these cells: one if possible, else for each score of the player.
fn rectangles(
    cells: &BTreeMap<[usize; 2], Count>,
    all: &[[usize; 2]],
) -> Vec<([Option<SmallSet>; 2], Count)> {
    let mut count = Count::NONE;
    cells.values().for_each(|one| count.add(*one));
    let of = |side: usize| cells.keys().map(|scores| scores[side]).collect::<SmallSet>();
    let [player, banker] = [of(0), of(1)];
    let fits = |player: Option<SmallSet>, banker: Option<SmallSet>| {
        let within = |set: Option<SmallSet>, score| set.is_none_or(|set| set.contains(score));
        all.iter().all(|scores| {
            (within(player, scores[0]) && within(banker, scores[1])) == cells.contains_key(scores)
        })
    };
    let choices =
        [(None, None), (Some(player), None), (None, Some(banker)), (Some(player), Some(banker))];
    if let Some((player, banker)) = choices.into_iter().find(|(one, other)| fits(*one, *other)) {
        return vec![([player, banker], count)];
    }
    let row = |score: usize| cells.iter().filter(move |(scores, _)| scores[0] == score);
    let rows = (0..SCORES).filter(|score| player.contains(*score)).map(|score| {
        let mut count = Count::NONE;
        row(score).for_each(|(_, one)| count.add(*one));
        let others = row(score).map(|(scores, _)| scores[1]).collect();
        ([Some([score].into_iter().collect()), Some(others)], count)
    });
    rows.collect()
}

/// How many different wrong patterns are listed one by one.
const PATTERNS: usize = 3;

/// Joins the causes that differ only in the displays. `wrong_cards` counts the hands with any of
/// these causes.
fn displays(causes: &BTreeMap<Cause, Count>, wrong_cards: Count) -> BTreeMap<Cause, Count> {
    let mut patterns: BTreeMap<_, (SmallSet, Count)> = BTreeMap::new();
    let mut joined: BTreeMap<Cause, Count> = BTreeMap::new();
    let mut empty = (SmallSet::default(), Count::NONE);
    for (cause, count) in causes {
        match cause {
            Cause::Card { displays, dealt, shown } => {
                let known = patterns.entry((*dealt, *shown));
                let (all, sum) = known.or_insert((SmallSet::default(), Count::NONE));
                *all = all.union(*displays);
                sum.add(*count);
            }
            Cause::NotEmpty { displays } => {
                empty.0 = empty.0.union(*displays);
                empty.1.add(*count);
            }
            _ => drop(joined.insert(cause.clone(), *count)),
        }
    }
    if empty.1.hands > 0 {
        joined.insert(Cause::NotEmpty { displays: empty.0 }, empty.1);
    }
    if patterns.len() > PATTERNS {
        let all = patterns.into_values().map(|(displays, _)| displays);
        let displays = all.fold(SmallSet::default(), SmallSet::union);
        joined.insert(Cause::Cards { displays }, wrong_cards);
        return joined;
    }
    joined.extend(patterns.into_iter().map(|((dealt, shown), (displays, count))| {
        (Cause::Card { displays, dealt, shown }, count)
    }));
    joined
}

#[cfg(test)]
mod tests;
