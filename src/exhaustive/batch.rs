//! The hands of a batch: one lane per hand, with its waits and its expected outputs.
//!
//! All hands of a batch have the same first three cards, so all lanes wait for those together. The last three cards take
//! all 2197 combinations. Their waits are the same in every batch, except from the third card to the fourth.

use super::results::kind;
use crate::game::{Rank, Round, play};
use crate::machine::{BoardOutputs, RANKS, extra_wait};
use rust_hdl_gates::lanes::NONE;
use rust_hdl_gates::{LANES_PER_WORD, Word};

/// The number of batches.
pub const BATCHES: usize = RANKS * RANKS * RANKS;

/// The number of hands in a batch.
pub const HANDS_PER_BATCH: usize = RANKS * RANKS * RANKS;

/// The number of chunks of lanes for a batch.
pub(super) const CHUNKS: usize = HANDS_PER_BATCH.div_ceil(LANES_PER_WORD);

/// Three ranks of a hand, 1 to 13.
pub(super) type ThreeRanks = [usize; 3];

/// Returns the first three ranks of a batch, or the last three of a lane: the digits of the index in base 13. Surplus
/// lanes repeat the last hand.
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
    collect(chunk, |lane| lane < HANDS_PER_BATCH)
}

fn collect(chunk: usize, mut is_in: impl FnMut(usize) -> bool) -> Word {
    let mut word = NONE;
    for lane in 0..LANES_PER_WORD {
        word[lane / 64] |= u64::from(is_in(chunk * LANES_PER_WORD + lane)) << (lane % 64);
    }
    word
}

/// For each cycle of waiting and each chunk, the lanes that still wait.
pub(super) type Waits = Vec<Vec<Word>>;

/// The waits of all lanes for their last three cards.
pub(super) struct Schedule {
    /// For the fourth card, by the rank of the third.
    pub fourth: Vec<Waits>,
    /// For the fifth card.
    pub fifth: Waits,
    /// For the sixth card.
    pub sixth: Waits,
}

impl Schedule {
    pub fn new(shortest: usize) -> Schedule {
        let waits = |from: &dyn Fn(ThreeRanks) -> usize, to: usize| -> Waits {
            let extra =
                |lane: usize| extra_wait(from(three_ranks(lane)), three_ranks(lane)[to], shortest);
            (0..RANKS - 1)
                .map(|cycle| {
                    (0..CHUNKS).map(|chunk| collect(chunk, |lane| extra(lane) > cycle)).collect()
                })
                .collect()
        };
        Schedule {
            fourth: (0..=RANKS).map(|third| waits(&|_| third, 0)).collect(),
            fifth: waits(&|last| last[0], 1),
            sixth: waits(&|last| last[1], 2),
        }
    }
}

/// The expected outputs of a batch after a press, and the kind of each hand.
pub(super) struct Expected {
    /// For each lane, the outputs, and the kind from bit 52.
    lanes: Vec<u64>,
    /// The same transposed: for each chunk and each bit, the lanes.
    columns: Vec<[Word; 64]>,
}

/// The lowest bit of the kind in the word of a lane.
pub(super) const KIND_BIT: usize = crate::machine::OUTPUT_BITS;

/// The width of a kind in bits.
pub(super) const KIND_BITS: usize = 4;

impl Expected {
    pub fn new() -> Expected {
        let (lanes, columns) = (vec![0; CHUNKS * LANES_PER_WORD], vec![[NONE; 64]; CHUNKS]);
        Expected { lanes, columns }
    }

    /// Computes the outputs of a batch after 4 to 6 presses; hands that differ only in later cards have equal outputs. The
    /// kinds are computed after the last press.
    pub fn prepare(&mut self, batch: usize, presses: usize) {
        let alike = RANKS.pow(6 - presses as u32);
        for first in (0..HANDS_PER_BATCH).step_by(alike) {
            let hand = cards(batch, first);
            let outputs = BoardOutputs::of(&play(hand), presses).0;
            let kind = if presses == 6 { u64::from(kind(hand)) } else { 0 };
            self.lanes[first..first + alike].fill(outputs | kind << KIND_BIT);
        }
        let last = self.lanes[HANDS_PER_BATCH - 1];
        self.lanes[HANDS_PER_BATCH..].fill(last);
        for (lanes, columns) in self.lanes.chunks_exact(LANES_PER_WORD).zip(&mut self.columns) {
            for (part, block) in lanes.chunks_exact(64).enumerate() {
                let mut block_bits: [u64; 64] = std::array::from_fn(|row| block[row]);
                transpose(&mut block_bits);
                (0..64).for_each(|bit| columns[bit][part] = block_bits[bit]);
            }
        }
    }

    /// Returns the lanes of a chunk in which an output bit is expected to be 1.
    pub fn output(&self, chunk: usize, output: usize) -> Word {
        self.columns[chunk][output]
    }

    /// Returns the kinds of the hands in a chunk, bit by bit.
    pub fn kinds(&self, chunk: usize) -> &[Word] {
        &self.columns[chunk][KIND_BIT..KIND_BIT + KIND_BITS]
    }
}

/// Returns the expected outputs of all lanes after 0 to 3 presses.
pub(super) fn common_outputs(batch: usize, presses: usize) -> BoardOutputs {
    let round: Round = play(cards(batch, 0));
    BoardOutputs::of(&round, presses)
}

/// Transposes a matrix of 64 x 64 bits.
pub(crate) fn transpose(square: &mut [u64; 64]) {
    let mut distance = 32;
    let mut mask: u64 = 0xffff_ffff;
    while distance > 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (square[row] >> distance ^ square[row + distance]) & mask;
            square[row] ^= swapped << distance;
            square[row + distance] ^= swapped;
            // The next row without the bit of the distance.
            row = (row + distance + 1) & !distance;
        }
        distance /= 2;
        mask ^= mask << distance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpose_swaps_rows_and_columns() {
        let mut random = fastrand::Rng::with_seed(3);
        let square: [u64; 64] = std::array::from_fn(|_| random.u64(..));
        let mut transposed = square;
        transpose(&mut transposed);
        for (row, bits) in square.iter().enumerate() {
            for (column, bits_of_column) in transposed.iter().enumerate() {
                assert_eq!(bits_of_column >> row & 1, bits >> column & 1);
            }
        }
    }

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
