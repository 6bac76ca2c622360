//! The score card: the rounds of a shoe.

use serde::Serialize;

use super::roads::Roads;
use crate::{Outcome, Round};

/// A round on the score card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Entry {
    pub outcome: Outcome,
    /// Whether either side had a natural.
    pub natural: bool,
}

impl From<&Round> for Entry {
    fn from(round: &Round) -> Entry {
        Entry { outcome: round.outcome(), natural: round.has_natural() }
    }
}

/// The rounds of a shoe in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreCard {
    entries: Vec<Entry>,
}

impl ScoreCard {
    /// The number of rounds that fit: the most that eight decks can give, at four cards each. With
    /// the infinite deck, which never runs out, a new score card starts when this one is full.
    pub const CAPACITY: usize = 8 * 52 / 4;

    pub const fn new() -> ScoreCard {
        ScoreCard { entries: Vec::new() }
    }

    /// Records a round. A full card is cleared first.
    pub fn record(&mut self, entry: Entry) {
        if self.is_full() {
            self.entries.clear();
        }
        self.entries.push(entry);
    }

    pub fn is_full(&self) -> bool {
        self.entries.len() >= ScoreCard::CAPACITY
    }

    /// Returns the rounds in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the roads of these rounds.
    pub fn roads(&self) -> Roads {
        Roads::of(&self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_after_a_full_card_begins_a_new_one() {
        let mut card = ScoreCard::new();
        let entry = |outcome| Entry { outcome, natural: false };
        for _ in 0..104 {
            assert!(!card.is_full());
            card.record(entry(Outcome::Banker));
        }
        assert!(card.is_full());
        card.record(entry(Outcome::Tie));
        assert_eq!(card.entries(), [entry(Outcome::Tie)]);
    }
}
