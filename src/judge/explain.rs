//! Explains wrong hands by the smallest set of changes of the rules.
//!
//! The hands are counted by what the rules depend on, so what the design does instead of the rules
//! can be read off the counts, for each choice of what it may see and of what may be a natural. The
//! choice that contradicts the fewest hands is right, and of several the one with the fewest
//! causes.

use std::collections::BTreeMap;

use super::Cause;
use super::cause::{Lights, Numbers, Third};
use super::tally::{Count, Decisions, SCORES, Table, Tally};
use crate::game::{banker_draws, is_natural, player_draws};

/// Causes that explain wrong hands.
#[derive(Clone, Debug, Default)]
pub(super) struct Explanation {
    pub causes: Vec<(Cause, Count)>,
    /// Hands that do not do what the causes say.
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

    /// The one that contradicts the fewest hands, then the one with the fewest causes, then the
    /// first.
    fn best(candidates: impl Iterator<Item = Explanation>) -> Explanation {
        let cost = |one: &Explanation| (one.contradicting, one.causes.len());
        candidates.min_by_key(cost).unwrap_or_default()
    }
}

/// Explains all wrong hands.
pub(super) fn explain(tally: &Tally) -> Explanation {
    let decisions = tally.decisions();
    let draws = decisions.iter().map(|decisions| {
        let mut draws = after_four_cards(decisions);
        draws.add(after_third_card(decisions));
        draws
    });
    let mut explanation = Explanation::best(draws);
    explanation.add(Explanation::best(decisions.iter().map(|decisions| lights(&decisions.lights))));
    explanation.causes.extend(displays(&tally.causes));
    // What a change of the rules makes right again is needed to find it only.
    explanation.causes.retain(|(_, count)| count.hands > 0);
    explanation
}

/// The draws of the player, and of the banker if the player stands.
fn after_four_cards(decisions: &Decisions) -> Explanation {
    // Each side's 7, 8 and 9 may be treated as a natural or not.
    let changes = |bits: usize| (7..=9).filter(move |score| bits >> (score - 7) & 1 == 1);
    let candidates = (0..64)
        .map(|bits| opening(decisions, [bits & 7, bits >> 3].map(|bits| changes(bits).collect())));
    Explanation::best(candidates)
}

/// The same if these scores of the player and of the banker are naturals where they should not be,
/// or the other way round.
fn opening(decisions: &Decisions, changed: [Numbers; 2]) -> Explanation {
    let mut explanation = Explanation::default();
    let mut on_natural = Count::NONE;
    let mut by_side = [Count::NONE; 2];
    let (mut player, mut banker) = ([[Count::NONE; 2]; SCORES], [[Count::NONE; 2]; SCORES]);
    for (p, b) in (0..SCORES * SCORES).map(|index| (index / SCORES, index % SCORES)) {
        let (draws, after_stand) = (decisions.player.at(p, b), decisions.after_stand.at(p, b));
        let is_right = natural(p) || natural(b);
        let is_natural =
            (natural(p) != changed[0].contains(p)) || (natural(b) != changed[1].contains(b));
        let drawn = [draws[1], after_stand[1]];
        if is_natural {
            let contradicting = drawn.iter().map(|count| count.hands).sum::<u64>();
            explanation.contradicting += contradicting;
            if is_right {
                drawn.into_iter().for_each(|count| on_natural.add(count));
            }
        } else {
            player[p].iter_mut().zip(draws).for_each(|(sum, count)| sum.add(*count));
            banker[b].iter_mut().zip(after_stand).for_each(|(sum, count)| sum.add(*count));
        }
        if is_natural != is_right {
            let side = usize::from(!changed[0].contains(p));
            let wrong = match is_right {
                true => drawn,
                false if player_draws(p as u8) => [draws[0], Count::NONE],
                false if banker_draws(b as u8, None) => [after_stand[0], Count::NONE],
                false => [Count::NONE; 2],
            };
            wrong.into_iter().for_each(|count| by_side[side].add(count));
        }
    }
    naturals(&mut explanation, changed, by_side);
    explanation.push(Cause::DrawnOnNatural, on_natural);
    let player_cause = |scores, draws| Cause::Player { scores, draws };
    limit(&mut explanation, &player, player_draws, player_cause);
    let banker_cause = |scores, draws| Cause::BankerAfterStand { scores, draws };
    limit(&mut explanation, &banker, |score| banker_draws(score, None), banker_cause);
    explanation
}

fn natural(score: usize) -> bool {
    score > 9 || is_natural(score as u8)
}

/// Adds what is wrong with naturals.
fn naturals(explanation: &mut Explanation, changed: [Numbers; 2], mut by_side: [Count; 2]) {
    let mut sides = vec![(Some(0), changed[0]), (Some(1), changed[1])];
    if changed[0] == changed[1] {
        let both = by_side[1];
        by_side[0].add(both);
        sides = vec![(None, changed[0])];
    }
    for (side, scores) in sides {
        let count = by_side[usize::from(side.unwrap_or(0))];
        for ends in [false, true] {
            let scores: Numbers =
                (0..SCORES).filter(|one| scores.contains(*one) && natural(*one) != ends).collect();
            if !scores.is_empty() {
                explanation.push(Cause::Natural { side, scores, ends }, count);
            }
        }
    }
}

/// Adds the scores on which a side draws or stands against a rule that depends on its score only.
fn limit(
    explanation: &mut Explanation,
    decisions: &[[Count; 2]; SCORES],
    rule: impl Fn(u8) -> bool,
    cause: impl Fn(Numbers, bool) -> Cause,
) {
    for draws in [false, true] {
        let (mut scores, mut count) = (Numbers::default(), Count::NONE);
        for (score, done) in decisions.iter().enumerate() {
            let wrong = done[usize::from(draws)];
            if rule(score as u8) != draws && wrong.hands > 0 {
                scores.insert(score);
                count.add(wrong);
                explanation.contradicting += done[usize::from(!draws)].hands;
            }
        }
        explanation.push(cause(scores, draws), count);
    }
}

/// Whether the banker draws, by its score and by what it sees of the player's third card.
type ThirdRule = fn(usize, usize) -> bool;

/// The draws of the banker after a third card of the player.
fn after_third_card(decisions: &Decisions) -> Explanation {
    let candidates: [(Option<Third>, usize, ThirdRule); 6] = [
        (None, 0, by_third),
        (Some(Third::Zero), 1, by_third),
        (Some(Third::EarlierHand), 2, by_third),
        (Some(Third::Always), 0, |_, _| true),
        (Some(Third::Never), 0, |_, _| false),
        (Some(Third::Ignored), 0, |banker, _| banker_draws(banker as u8, None)),
    ];
    Explanation::best(candidates.into_iter().map(|(third, seen, rule)| {
        let mut explanation = Explanation::default();
        let mut by_change = Count::NONE;
        for banker in 0..SCORES {
            let mut wrong = Count::NONE;
            for (.., count, _) in wrong_draws(banker, &decisions.third[0], by_third) {
                wrong.add(count);
            }
            let mut values = [Numbers::default(); 2];
            for (value, draws, _, contradicting) in
                wrong_draws(banker, &decisions.third[seen], rule)
            {
                values[usize::from(draws)].insert(value);
                explanation.contradicting += contradicting;
            }
            let [stands, draws] = values;
            if stands.is_empty() && draws.is_empty() {
                by_change.add(wrong);
            } else {
                let cause = Cause::Banker { score: banker as u8, draws, stands };
                explanation.causes.push((cause, wrong));
            }
        }
        explanation.causes.extend(third.map(|third| (Cause::Third(third), by_change)));
        explanation
    }))
}

fn by_third(banker: usize, value: usize) -> bool {
    banker_draws(banker as u8, Some(value as u8))
}

/// The values of the third card with which the banker with a score draws or stands against a rule:
/// whether it draws, the hands in which it does so, and how many follow the rule nevertheless.
fn wrong_draws(
    banker: usize,
    table: &Table<2>,
    rule: ThirdRule,
) -> impl Iterator<Item = (usize, bool, Count, u64)> {
    (0..10).filter_map(move |value| {
        let done = table.at(banker, value);
        let right = rule(banker, value);
        let wrong = done[usize::from(!right)];
        (wrong.hands > 0).then_some((value, !right, wrong, done[usize::from(right)].hands))
    })
}

/// The lights.
fn lights(table: &Table<4>) -> Explanation {
    let mut causes: BTreeMap<Cause, Count> = BTreeMap::new();
    let mut explanation = Explanation::default();
    for (player, banker) in (0..SCORES * SCORES).map(|index| (index / SCORES, index % SCORES)) {
        let counts = table.at(player, banker);
        let right = Lights::winner([player, banker]);
        let all: u64 = counts.iter().map(|count| count.hands).sum();
        for (shown, count) in (0..).map(Lights).zip(counts) {
            if shown != right && count.hands > 0 {
                causes.entry(Cause::Winner { right, shown }).or_insert(Count::NONE).add(*count);
                explanation.contradicting += all - count.hands;
            }
        }
    }
    explanation.causes = causes.into_iter().collect();
    explanation
}

/// How many different wrong patterns are listed one by one.
const PATTERNS: usize = 3;

/// Joins the causes that differ only in the display.
fn displays(causes: &BTreeMap<Cause, Count>) -> BTreeMap<Cause, Count> {
    let mut patterns: BTreeMap<_, (Numbers, Count)> = BTreeMap::new();
    let mut joined: BTreeMap<Cause, Count> = BTreeMap::new();
    for (cause, count) in causes {
        match cause {
            Cause::Card { displays, dealt, shown } => {
                let known = patterns.entry((*dealt, *shown));
                let (all, sum) = known.or_insert((Numbers::default(), Count::NONE));
                *all = all.union(*displays);
                sum.add(*count);
            }
            _ => drop(joined.insert(cause.clone(), *count)),
        }
    }
    if patterns.len() > PATTERNS {
        let (mut displays, mut sum) = (Numbers::default(), Count::NONE);
        for (others, count) in patterns.into_values() {
            displays = displays.union(others);
            sum.add(count);
        }
        joined.insert(Cause::Cards { displays }, sum);
        return joined;
    }
    joined.extend(patterns.into_iter().map(|((dealt, shown), (displays, count))| {
        (Cause::Card { displays, dealt, shown }, count)
    }));
    joined
}

#[cfg(test)]
mod tests;
