//! The draws of the banker after a third card of the player.

use super::Explanation;
use crate::cause::{Cause, Early, SumFault, ThirdCardFault};
use crate::hand_counts::{Count, Decisions, SCORES, Table};
use crate::seen::SeenCounts;
use crate::small_set::SmallSet;
use punto_banco::banker_draws;

/// The draws, by the scores of two cards.
pub(super) fn after_third_card(decisions: &Decisions) -> Explanation {
    let earlier = Some(ThirdCardFault::EarlierHand);
    let faults = [None, Some(ThirdCardFault::Zero), earlier, earlier];
    let by_value = faults.into_iter().zip(&decisions.third);
    let by_value = by_value
        .map(|(fault, seen)| by_value_seen(fault.map(Cause::ThirdCard), fault.is_none(), seen));
    let by_score = (0..=SCORES).map(|limit| by_score(&decisions.third[0], limit));
    Explanation::best(by_value.chain(by_score))
}

/// The draws by what a design may see instead.
pub(super) fn by_what_is_seen(counts: &SeenCounts, on_ledr: Option<SumFault>) -> Explanation {
    let early = [Early::BankerAfterThird, Early::BankerBeforeThird].map(|early| {
        let is_own = early == Early::BankerAfterThird;
        let seen = counts.third_cards(1, is_own, on_ledr, on_ledr);
        by_value_seen(Some(Cause::Early(early)), is_own, &seen)
    });
    let by_sum = SumFault::ALL.into_iter().map(|sum| {
        let seen = counts.third_cards(2, true, Some(sum), on_ledr);
        let fault =
            (on_ledr != Some(sum)).then_some(Cause::DecidedBySum { fault: sum, after_third: true });
        by_value_seen(fault, true, &seen)
    });
    Explanation::best(early.into_iter().chain(by_sum))
}

fn by_table([banker, value]: [usize; 2]) -> bool {
    banker_draws(banker as u8, Some(value as u8))
}

/// Whether a draw, as [`Decisions::third`] counts it, draws, and whether it is wrong.
fn draw(done: usize) -> (bool, bool) {
    (done & 1 == 1, done & 2 == 2)
}

/// The banker's draws by the scores and the values of a third card, its own or not, that it sees
/// by a fault.
fn by_value_seen(fault: Option<Cause>, is_own: bool, seen: &Table<4>) -> Explanation {
    let mut explanation = Explanation::default();
    let mut by_fault = Count::NONE;
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
        explanation.without_wrong_hands +=
            usize::from(by_row.hands == 0 && !draws.union(stands).is_empty());
        explanation.push(Cause::Banker { score: score as u8, draws, stands, is_own }, by_row);
    }
    if let Some(fault) = fault {
        explanation.push(fault, by_fault);
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
    let excepted = by_value_seen(None, true, &seen.only_rows(except));
    explanation.add(excepted);
    explanation
}
