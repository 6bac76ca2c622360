//! The outcomes of all hands, and their weights for a shoe.

use punto_banco::{Outcome, Rank, Tally};

/// The kinds of hands: the multiplicities of the ranks among six cards.
const KINDS: [&[u32]; 11] = [
    &[6],
    &[5, 1],
    &[4, 2],
    &[4, 1, 1],
    &[3, 3],
    &[3, 2, 1],
    &[3, 1, 1, 1],
    &[2, 2, 2],
    &[2, 2, 1, 1],
    &[2, 1, 1, 1, 1],
    &[1, 1, 1, 1, 1, 1],
];

/// The number of kinds.
pub(super) const KIND_COUNT: usize = KINDS.len();

/// Returns the kind of a hand, which determines the number of ways to deal it from a shoe.
pub(super) fn kind(cards: [Rank; 6]) -> u8 {
    // The number of cards of each rank so far, four bits per rank.
    let mut counts: u64 = 0;
    let mut pairs = 0;
    let mut ranks = 0;
    for card in cards {
        let shift = 4 * u32::from(card.number());
        let before = counts >> shift & 15;
        pairs += before;
        ranks += u32::from(before == 0);
        counts += 1 << shift;
    }
    match (pairs, ranks) {
        (15, _) => 0,
        (10, _) => 1,
        (7, _) => 2,
        (6, 3) => 3,
        (6, _) => 4,
        (4, _) => 5,
        (3, 4) => 6,
        (3, _) => 7,
        (2, _) => 8,
        (1, _) => 9,
        _ => 10,
    }
}

/// The outcomes of all hands, as shown by the win lights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// For each kind, the number of hands won by the banker, won by the player, and tied.
    counts: [[u64; 3]; KIND_COUNT],
}

/// The outcomes in the order of the counts.
pub(super) const OUTCOMES: [Outcome; 3] = [Outcome::Banker, Outcome::Player, Outcome::Tie];

impl Results {
    pub(super) fn add(&mut self, kind: usize, outcome: usize, hands: u64) {
        self.counts[kind][outcome] += hands;
    }

    pub(super) fn merge(&mut self, other: &Results) {
        for (counts, others) in self.counts.iter_mut().zip(other.counts) {
            for (count, other) in counts.iter_mut().zip(others) {
                *count += other;
            }
        }
    }

    /// Returns the outcomes with each hand weighted by the number of ways to deal it from a shoe of
    /// `decks` decks; with `None`, the infinite deck, each weighs 1. Exact up to 100 decks.
    pub fn tally(&self, decks: Option<u32>) -> Tally {
        let mut tally = Tally::default();
        for (multiplicities, counts) in KINDS.iter().zip(self.counts) {
            let ways = decks.map_or(1, |decks| ways(multiplicities, decks));
            for (outcome, count) in OUTCOMES.into_iter().zip(counts) {
                tally.add(outcome, ways * u128::from(count));
            }
        }
        tally
    }
}

/// Returns the number of ways to draw cards with these multiplicities, in order, from a shoe with
/// four of each rank per deck.
fn ways(multiplicities: &[u32], decks: u32) -> u128 {
    let available = 4 * u128::from(decks);
    let take = |count: u32| -> u128 {
        (0..u128::from(count)).map(|taken| available.saturating_sub(taken)).product()
    };
    multiplicities.iter().map(|count| take(*count)).product()
}

#[cfg(test)]
mod tests {
    use super::super::batch::{BATCHES, HANDS_PER_BATCH, cards};
    use super::*;
    use punto_banco::Decks;

    #[test]
    fn the_kind_determines_the_number_of_ways() {
        let decks = [1, 6, 100].map(|count| Decks::new(count).expect("a number of decks"));
        for batch in (0..BATCHES).step_by(7) {
            for lane in 0..HANDS_PER_BATCH {
                let cards = cards(batch, lane);
                let multiplicities = KINDS[usize::from(kind(cards))];
                for (decks, count) in decks.iter().zip([1, 6, 100]) {
                    assert_eq!(ways(multiplicities, count), decks.ways(cards), "{cards:?}");
                }
            }
        }
    }
}
