//! What random shoes dealt.

use punto_banco::casino::{Casino, Release};
use punto_banco::{Outcome, Tally};

/// The shoes and hands that were dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Shoes dealt to the end.
    pub shoes: u64,
    /// Cards drawn, burn cards included.
    pub cards: u64,
    /// Hands dealt by keys that bounce.
    pub bounced: u64,
    /// The outcomes of the hands whose cards were drawn at random instants.
    pub tally: Tally,
}

impl Results {
    /// Counts a card, and the hand that it ends.
    pub(super) fn count(&mut self, casino: &Casino, release: Release, bounced: bool) {
        self.cards += 1;
        match (casino.outcome(), release) {
            (Some(_), Release::Dealt(_)) if bounced => self.bounced += 1,
            (Some(outcome), Release::Dealt(_)) => self.tally.add(outcome, 1),
            _ => {}
        }
    }

    /// Returns how far the number of hands with an outcome is from the one expected, in standard
    /// deviations. `exact` is the tally of all possible hands.
    pub fn deviation(&self, exact: &Tally, outcome: Outcome) -> f64 {
        let share = exact.of(outcome) as f64 / exact.total() as f64;
        let hands = self.tally.total() as f64;
        (self.tally.of(outcome) as f64 - hands * share) / (hands * share * (1.0 - share)).sqrt()
    }

    /// Returns the number of hands.
    pub fn hands(&self) -> u64 {
        self.tally.total() as u64 + self.bounced
    }

    /// Adds the results of other boards.
    pub(super) fn merge(&mut self, other: &Results) {
        self.shoes += other.shoes;
        self.cards += other.cards;
        self.bounced += other.bounced;
        self.tally.player += other.tally.player;
        self.tally.banker += other.tally.banker;
        self.tally.tie += other.tally.tie;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_count_standard_deviations() {
        let exact = Tally { player: 1, banker: 2, tie: 1 };
        let tally = Tally { player: 2_600, banker: 5_000, tie: 2_400 };
        let results = Results { tally, ..Results::default() };
        let deviation = |outcome| (1_000.0 * results.deviation(&exact, outcome)).round() / 1_000.0;
        // The standard deviations are those of the binomial distribution: 43.30 for a quarter of
        // 10,000, 50 for a half.
        assert_eq!(Outcome::ALL.map(deviation), [2.309, 0.0, -2.309]);
    }
}
