//! The hands of a batch: one lane per hand, with its waits.
//!
//! All hands of a batch have the same first three cards, so all lanes wait for those together. The
//! last three cards take all 2197 combinations. Their waits are the same in every batch, except
//! from the third card to the fourth.

use crate::game::Rank;
use crate::simulation::{RANKS, extra_wait};
use rust_hdl_gates::masks::{Countdown, lanes_where};
use rust_hdl_gates::{LANES_PER_WORD, Word};

/// The number of batches.
pub const BATCHES: usize = RANKS * RANKS * RANKS;

/// The number of hands in a batch.
pub const HANDS_PER_BATCH: usize = RANKS * RANKS * RANKS;

/// The number of chunks of lanes for a batch.
pub(super) const CHUNKS: usize = HANDS_PER_BATCH.div_ceil(LANES_PER_WORD);

/// Three ranks of a hand, 1 to 13.
pub(super) type ThreeRanks = [usize; 3];

/// Returns the first three ranks of a batch, or the last three of a lane: the digits of the index
/// in base 13. Surplus lanes repeat the last hand.
pub(super) fn three_ranks(index: usize) -> ThreeRanks {
    let index = index.min(HANDS_PER_BATCH - 1);
    [index / (RANKS * RANKS) % RANKS + 1, index / RANKS % RANKS + 1, index % RANKS + 1]
}

/// Returns the six cards of a lane.
pub(super) fn cards(batch: usize, lane: usize) -> [Rank; 6] {
    let (first, last) = (three_ranks(batch), three_ranks(lane));
    let rank = |index: usize| if index < 3 { first[index] } else { last[index - 3] };
    std::array::from_fn(|index| Rank::ALL[rank(index) - 1])
}

/// Returns the lanes of a chunk that are not surplus.
pub(super) fn used_lanes(chunk: usize) -> Word {
    lanes_where(chunk, |lane| lane < HANDS_PER_BATCH)
}

/// The waits of all lanes for their last three cards.
pub(super) struct Schedule {
    /// For the fourth card, by the rank of the third.
    pub fourth: Vec<Countdown>,
    /// For the fifth card.
    pub fifth: Countdown,
    /// For the sixth card.
    pub sixth: Countdown,
}

impl Schedule {
    pub fn new(shortest: usize) -> Schedule {
        let waits = |from: &dyn Fn(ThreeRanks) -> usize, to: usize| {
            Countdown::new(CHUNKS, |lane| {
                extra_wait(from(three_ranks(lane)), three_ranks(lane)[to], shortest)
            })
        };
        Schedule {
            fourth: (0..=RANKS).map(|third| waits(&|_| third, 0)).collect(),
            fifth: waits(&|last| last[0], 1),
            sixth: waits(&|last| last[1], 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_lead_from_any_rank_to_any_rank() {
        for shortest in [1, 4] {
            for from in 0..=RANKS {
                for to in 1..=RANKS {
                    let wait = extra_wait(from, to, shortest);
                    assert!(wait < RANKS);
                    assert_eq!((from + shortest + wait) % RANKS, to % RANKS);
                }
            }
        }
    }

    #[test]
    fn every_hand_has_exactly_one_lane() {
        let mut seen = vec![false; super::super::HANDS];
        for batch in 0..BATCHES {
            for lane in 0..HANDS_PER_BATCH {
                let number = cards(batch, lane)
                    .iter()
                    .fold(0, |number, card| number * RANKS + usize::from(card.number()) - 1);
                assert!(!std::mem::replace(&mut seen[number], true));
            }
        }
        assert!(seen.iter().all(|seen| *seen));
    }
}
