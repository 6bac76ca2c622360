//! Explains wrong hands by few changes of the rules.
//!
//! The hands are counted by what the rules depend on, so what the design does instead of the rules
//! can be read off the counts, for each choice of what it may see and of what may be a natural. The
//! choice that the fewest draws and lights contradict is taken, and of several the one with the
//! fewest changes of the rules.

use std::collections::BTreeMap;

use super::Cause;
use super::hand_counts::{Count, HandCounts};
use super::seen::SeenCounts;
use super::small_set::SmallSet;
use four_cards::FourCards;
use third_card::after_third_card;

mod four_cards;
mod lights;
mod third_card;
mod unexplained;

/// Causes that explain wrong hands.
#[derive(Clone, Debug, Default)]
pub(super) struct Explanation {
    pub causes: Vec<(Cause, Count)>,
    /// Draws and lights that are not as the causes say.
    pub contradicting: u64,
    /// Changes of the rules that make no hand wrong.
    without_wrong_hands: usize,
    /// Whether it explains draws by the scores on LEDR instead of those of the cards.
    is_by_ledr: bool,
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
        self.without_wrong_hands += other.without_wrong_hands;
    }

    fn cost(&self) -> (u64, usize) {
        let changes: usize = self.causes.iter().map(|(cause, _)| cause.changes()).sum();
        (self.contradicting, changes + self.without_wrong_hands)
    }

    /// How many causes a wrong design has that needs no closer look.
    const FEW: usize = 3;

    /// Whether the cards that decisions see may explain more: something is contradicted, or there
    /// are many causes.
    pub fn is_doubtful(&self) -> bool {
        let is_score = |(cause, _): &(Cause, Count)| matches!(cause, Cause::Score { .. });
        self.contradicting > 0 || self.causes.len() > Self::FEW || self.causes.iter().any(is_score)
    }

    /// The first one with the lowest cost.
    fn best(candidates: impl Iterator<Item = Explanation>) -> Explanation {
        candidates.min_by_key(Explanation::cost).unwrap_or_default()
    }
}

/// Explains all wrong hands: each has a cause. What is contradicted is no explanation: hands are
/// shown instead.
pub(super) fn explain(counts: &HandCounts) -> Explanation {
    let decisions = counts.decisions();
    let [by_cards, mut by_ledr] = decisions.each_ref().map(|decisions| {
        let four = FourCards::by_scores(decisions).explanation();
        [four, after_third_card(decisions), lights::by_scores(&decisions.lights)]
    });
    by_ledr.iter_mut().for_each(|explanation| explanation.is_by_ledr = true);
    let on_ledr = counts.seen.as_ref().and_then(SeenCounts::sum_fault);
    let [mut four, mut third, mut light] = by_cards;
    // A display of scores that is wrong has a cause of its own, so LEDR has to explain more.
    let [four_by_ledr, third_by_ledr, light_by_ledr] = by_ledr;
    if four_by_ledr.contradicting + third_by_ledr.contradicting
        < four.contradicting + third.contradicting
    {
        (four, third) = (four_by_ledr, third_by_ledr);
    }
    if light_by_ledr.contradicting < light.contradicting {
        light = light_by_ledr;
    }
    if let Some(seen) = &counts.seen {
        four = Explanation::best([four, four_cards::by_what_is_seen(seen, on_ledr)].into_iter());
        third = Explanation::best([third, third_card::by_what_is_seen(seen, on_ledr)].into_iter());
        light = Explanation::best([light, lights::by_what_is_seen(seen)].into_iter());
    }
    let is_by_ledr = four.is_by_ledr || third.is_by_ledr;
    let mut explanation = Explanation::default();
    let parts = [
        (four, &unexplained::AFTER_FOUR_CARDS[..]),
        (third, &unexplained::AFTER_THIRD_CARD[..]),
        (light, &unexplained::LIGHTS[..]),
    ];
    for (part, of) in parts {
        explanation.contradicting += part.contradicting;
        match part.contradicting {
            0 => explanation.causes.extend(part.causes),
            _ => of.iter().for_each(|decision| {
                explanation.causes.extend(unexplained::causes(&decisions[0], *decision));
            }),
        }
    }
    if is_by_ledr && on_ledr.is_none() {
        explanation.causes.extend(counts.causes_of_openings.clone());
    }
    let mut others = displays(&counts.causes, counts.wrong_cards);
    if let Some(fault) = on_ledr.filter(|_| counts.wrong_scores.hands > 0) {
        others.retain(|cause, _| !matches!(cause, Cause::Score { .. }));
        others.insert(Cause::Sums(fault), counts.wrong_scores);
    }
    explanation.causes.extend(others);
    if explanation.causes.is_empty() {
        explanation.push(Cause::Other, counts.wrong);
    }
    explanation
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
mod seen_tests;
#[cfg(test)]
mod tests;
