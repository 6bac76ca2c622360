//! The hands of a batch: one lane per hand, with its waits.
//!
//! All hands of a batch have the same first three cards, so all lanes wait for those together. The
//! last three cards take all 2197 combinations. Their waits are the same in every batch, except
//! from the third card to the fourth, and around a fifth card that varies from batch to batch.

use super::conventions::{Conventions, FURTHER_PRESSES};
use crate::RANKS;
use punto_banco::Rank;
use rust_hdl_lanes::masks::{Countdown, lanes_where};
use rust_hdl_lanes::{LANES_PER_WORD, Word};
use std::collections::BTreeMap;

/// The number of batches.
pub const BATCHES: usize = RANKS * RANKS * RANKS;

/// The number of hands in a batch.
pub const HANDS_PER_BATCH: usize = RANKS * RANKS * RANKS;

/// The number of chunks of lanes for a batch.
pub const CHUNKS: usize = HANDS_PER_BATCH.div_ceil(LANES_PER_WORD);

/// Six cards, in the order in which the shoe offers them.
pub type Hand = [Rank; 6];

/// Returns the first three ranks of a batch, or the last three of a lane: the digits of the index
/// in base 13. Surplus lanes repeat the last hand.
fn three_ranks(index: usize) -> [Rank; 3] {
    let index = index.min(HANDS_PER_BATCH - 1);
    [index / (RANKS * RANKS), index / RANKS, index].map(|digits| Rank::ALL[digits % RANKS])
}

/// Returns the six cards of a lane.
pub fn cards(batch: usize, lane: usize) -> Hand {
    let ([a, b, c], [d, e, f]) = (three_ranks(batch), three_ranks(lane));
    [a, b, c, d, e, f]
}

/// The cards of a lane if the fifth one varies.
pub fn varied_cards(batch: usize, lane: usize) -> Hand {
    let [a, b, c, d, e, f] = cards(batch, lane);
    [a, b, c, d, Order::Varied.fifth(batch, e), f]
}

/// Whether the fifth card of a lane is the same in all batches, or the next one in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Fixed,
    /// So that boards that remember the last hand do not play it with the same third card again.
    Varied,
}

impl Order {
    fn fifth(self, batch: usize, fixed: Rank) -> Rank {
        match self {
            Order::Fixed => fixed,
            Order::Varied => Rank::ALL[(usize::from(fixed.number()) - 1 + batch) % RANKS],
        }
    }
}

/// Returns the lanes of a chunk that are not surplus.
pub(super) fn used_lanes(chunk: usize) -> Word {
    lanes_where(chunk, |lane| lane < HANDS_PER_BATCH)
}

/// The waits of all lanes for each card.
pub(super) struct Schedule {
    conventions: Conventions,
    /// The same wait in all lanes, by the number of cycles.
    common: Vec<Countdown>,
    /// For the fourth card, by the rank of the third.
    fourth: Vec<Countdown>,
    /// After the fourth card by the press, for each batch if the fifth card varies.
    last: Vec<BTreeMap<usize, Countdown>>,
}

impl Schedule {
    pub fn new(conventions: Conventions, order: Order) -> Schedule {
        let waits = |press: usize, third: Rank, batch: usize| {
            Countdown::new(CHUNKS, |lane| {
                let [fourth, fifth, sixth] = three_ranks(lane);
                let offered = [third, third, third, fourth, order.fifth(batch, fifth), sixth];
                conventions.wait_before(offered, press).unwrap_or(0)
            })
        };
        let any = Rank::ALL[0];
        let batches = if order == Order::Varied { RANKS } else { 1 };
        let [.., fourth, fifth, sixth] = conventions.captures;
        let presses: Vec<usize> = match conventions.third_presses {
            Some(_) => (fourth + 1..=conventions.presses() + FURTHER_PRESSES).collect(),
            None => vec![fifth, sixth],
        };
        let last = |batch| presses.iter().map(move |press| (*press, waits(*press, any, batch)));
        Schedule {
            common: (0..RANKS).map(|cycles| Countdown::new(CHUNKS, |_| cycles)).collect(),
            fourth: Rank::ALL.map(|third| waits(fourth, third, 0)).into(),
            last: (0..batches).map(|batch| last(batch).collect()).collect(),
            conventions,
        }
    }

    /// Returns the waits of a batch before a press, from 0; `None` if it deals no card.
    pub fn waits(&self, batch: usize, press: usize) -> Option<&Countdown> {
        let first = three_ranks(batch);
        match self.conventions.card_of(press) {
            Some(card @ 0..3) => {
                let before = first[card.saturating_sub(1)];
                Some(&self.common[self.conventions.wait(card, before, first[card])])
            }
            Some(3) => Some(&self.fourth[usize::from(first[2].number()) - 1]),
            _ => self.last[batch % self.last.len()].get(&press),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_exactly_one_lane() {
        for cards in [cards, varied_cards] {
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
}
