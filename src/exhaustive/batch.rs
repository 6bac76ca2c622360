//! Which lane plays which hand.
//!
//! The hands of a batch have their first three cards in common, so that all boards wait for those together. The other
//! three go through all 2197 possibilities, and how long a lane waits for them is the same in every batch but for the
//! way from the third card to the fourth.

use super::results::kind;
use crate::game::{Rank, Round, play};
use crate::machine::{BoardOutputs, RANKS, extra_wait};
use rust_hdl_gates::lanes::NONE;
use rust_hdl_gates::{LANES_PER_WORD, Word};

/// How many batches make up all hands.
pub const BATCHES: usize = RANKS * RANKS * RANKS;

/// How many hands a batch has.
pub const HANDS_PER_BATCH: usize = RANKS * RANKS * RANKS;

/// How many chunks of lanes play a batch.
pub(super) const CHUNKS: usize = HANDS_PER_BATCH.div_ceil(LANES_PER_WORD);

/// Three ranks of a hand, from 1.
pub(super) type Three = [usize; 3];

/// The first three ranks of a batch, or the last three of a lane: places in the order of counting. Lanes that are left
/// over play the last hand again.
pub(super) fn three(place: usize) -> Three {
    let place = place.min(HANDS_PER_BATCH - 1);
    [place / (RANKS * RANKS) % RANKS + 1, place / RANKS % RANKS + 1, place % RANKS + 1]
}

/// The six cards of a lane.
pub(super) fn cards(batch: usize, lane: usize) -> [Rank; 6] {
    let (first, last) = (three(batch), three(lane));
    let rank = |index: usize| if index < 3 { first[index] } else { last[index - 3] };
    std::array::from_fn(|index| Rank::ALL[rank(index) - 1])
}

/// The lanes of a chunk that play a hand of their own.
pub(super) fn players(chunk: usize) -> Word {
    collect(chunk, |lane| lane < HANDS_PER_BATCH)
}

fn collect(chunk: usize, mut is_in: impl FnMut(usize) -> bool) -> Word {
    let mut word = NONE;
    for lane in 0..LANES_PER_WORD {
        word[lane / 64] |= u64::from(is_in(chunk * LANES_PER_WORD + lane)) << (lane % 64);
    }
    word
}

/// Boards that wait on, cycle by cycle: in the n-th place those that have not waited n cycles yet.
pub(super) type Waits = Vec<Vec<Word>>;

/// How long each lane waits for its last three cards.
pub(super) struct Schedule {
    /// For the fourth card, by the rank of the third.
    pub fourth: Vec<Waits>,
    pub fifth: Waits,
    pub sixth: Waits,
}

impl Schedule {
    pub fn new(shortest: usize) -> Schedule {
        let waits = |from: &dyn Fn(Three) -> usize, to: usize| -> Waits {
            let extra = |lane: usize| extra_wait(from(three(lane)), three(lane)[to], shortest);
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

/// What the boards of a batch should show after a press, and which of eleven kinds each hand is.
pub(super) struct Expected {
    /// For each lane the outputs, and its kind from bit 52 on.
    lanes: Vec<u64>,
    /// The same by columns: for each chunk and each bit, the lanes.
    columns: Vec<[Word; 64]>,
}

/// Where the kind of a hand stands in a lane's pattern.
pub(super) const KIND_BIT: usize = crate::machine::OUTPUT_BITS;

/// Bits of a kind.
pub(super) const KIND_BITS: usize = 4;

impl Expected {
    pub fn new() -> Expected {
        let (lanes, columns) = (vec![0; CHUNKS * LANES_PER_WORD], vec![[NONE; 64]; CHUNKS]);
        Expected { lanes, columns }
    }

    /// Works out a batch after so many presses, 4 to 6. Hands that differ only in cards to come
    /// show the same. The kinds come with the last press.
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
                let mut square: [u64; 64] = std::array::from_fn(|row| block[row]);
                transpose(&mut square);
                (0..64).for_each(|bit| columns[bit][part] = square[bit]);
            }
        }
    }

    /// The lanes of a chunk in which an output should be 1.
    pub fn output(&self, chunk: usize, output: usize) -> Word {
        self.columns[chunk][output]
    }

    /// The kinds of the hands in a chunk, bit by bit.
    pub fn kinds(&self, chunk: usize) -> &[Word] {
        &self.columns[chunk][KIND_BIT..KIND_BIT + KIND_BITS]
    }
}

/// What every board shows after one of the first three presses.
pub(super) fn common_outputs(batch: usize, presses: usize) -> BoardOutputs {
    let round: Round = play(cards(batch, 0));
    BoardOutputs::of(&round, presses)
}

/// Rows become columns: bit `c` of row `r` goes to bit `r` of row `c`.
fn transpose(square: &mut [u64; 64]) {
    let mut distance = 32;
    let mut mask: u64 = 0xffff_ffff;
    while distance > 0 {
        for row in (0..64).filter(|row| row & distance == 0) {
            let swapped = (square[row] >> distance ^ square[row + distance]) & mask;
            square[row] ^= swapped << distance;
            square[row + distance] ^= swapped;
        }
        distance /= 2;
        mask ^= mask << distance;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut random = fastrand::Rng::with_seed(3);
        let square: [u64; 64] = std::array::from_fn(|_| random.u64(..));
        let mut transposed = square;
        transpose(&mut transposed);
        for (row, bits) in square.iter().enumerate() {
            for (column, turned) in transposed.iter().enumerate() {
                assert_eq!(turned >> row & 1, bits >> column & 1);
            }
        }
    }

    #[test]
    fn waiting_takes_the_shoe_from_rank_to_rank() {
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
    fn every_hand_is_played_once() {
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
