//! The expected outputs of the hands of a batch, from the rules.

use super::batch::{CHUNKS, HANDS_PER_BATCH, Hand, cards};
use super::conventions::Conventions;
use super::results::kind;
use crate::{HandOutputs, RANKS};
use de1_soc::{BoardOutputs, DISPLAYS, OUTPUT_BITS};
use punto_banco::{Rank, play};
use rust_hdl_lanes::masks::NONE;
use rust_hdl_lanes::{LANES_PER_WORD, Word, lane_planes};

/// The expected outputs of a batch after a press, and the kind of each hand.
pub struct Expected {
    rules: Rules,
    /// For each lane, the outputs, and the kind from bit 52.
    lanes: Vec<u64>,
    /// The same transposed: for each chunk and each bit, the lanes.
    columns: Vec<[Word; 64]>,
}

/// The lowest bit of the kind in the word of a lane.
const KIND_BIT: usize = OUTPUT_BITS;

/// The width of a kind in bits.
const KIND_BITS: usize = 4;

impl Expected {
    pub fn new(conventions: &Conventions) -> Expected {
        let (lanes, columns) = (vec![0; CHUNKS * LANES_PER_WORD], vec![[NONE; 64]; CHUNKS]);
        Expected { rules: Rules::new(conventions.clone()), lanes, columns }
    }

    /// Computes the outputs of a batch after 0 to 6 presses that deal a card each; hands that
    /// differ only in later cards have equal outputs. If the banker's third card may be late, only
    /// those after all 6 are right. The kinds are computed after the last press.
    pub fn prepare(&mut self, batch: usize, presses: usize) {
        if presses <= 3 {
            let outputs = self.rules.outputs(cards(batch, 0), presses);
            let planes = std::array::from_fn(|bit| [0_u64.wrapping_sub(outputs >> bit & 1); 4]);
            return self.columns.fill(planes);
        }
        let alike = RANKS.pow(6 - presses as u32);
        for first in (0..HANDS_PER_BATCH).step_by(alike) {
            let hand = cards(batch, first);
            let outputs = self.rules.outputs(hand, presses);
            let kind = if presses == 6 { u64::from(kind(hand)) } else { 0 };
            self.lanes[first..first + alike].fill(outputs | kind << KIND_BIT);
        }
        let last = self.lanes[HANDS_PER_BATCH - 1];
        self.lanes[HANDS_PER_BATCH..].fill(last);
        self.columns = lane_planes(&self.lanes);
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

/// The outputs of a hand from a table: the rules see only the scores of both sides after four cards
/// and the values of two more.
struct Rules {
    conventions: Conventions,
    /// LEDR off, and no card on the displays.
    blank: u64,
    /// For 4, 5 and 6 presses, by these scores and values.
    ends: [Vec<End>; 3],
    /// For HEX0 to HEX5 and the numbers of ranks: the bits that differ from a display without a
    /// card.
    cards: [[u64; RANKS + 1]; DISPLAYS],
}

/// The outputs after four to six presses.
struct End {
    /// LEDR.
    lights: u64,
    /// The displays of the fifth and of the sixth card, if they are on the table.
    displays: [Option<usize>; 2],
}

/// The number of scores, and of values of a card.
const VALUES: usize = 10;

impl Rules {
    fn new(conventions: Conventions) -> Rules {
        let ends = |presses: usize| {
            (0..VALUES.pow(4)).map(|index| End::of(&conventions, index, presses)).collect()
        };
        let blank = conventions.blank.into_iter().enumerate();
        let blank = blank
            .fold(BoardOutputs(0), |blank, (display, pattern)| blank.with_hex(display, pattern));
        let bits = |display: usize, number: usize| {
            let rank = number.checked_sub(1).map(|index| Rank::ALL[index]);
            rank.map_or(0, |rank| blank.with_hex(display, conventions.pattern(rank)).0 ^ blank.0)
        };
        Rules {
            blank: blank.0,
            ends: [4, 5, 6].map(ends),
            cards: std::array::from_fn(|display| std::array::from_fn(|rank| bits(display, rank))),
            conventions,
        }
    }

    /// Returns the outputs of a hand after 0 to 6 presses that deal a card each.
    fn outputs(&self, hand: Hand, presses: usize) -> u64 {
        let shown = |(place, display): (usize, usize)| {
            self.cards[display][usize::from(hand[place].number())]
        };
        let opening = (0..presses.min(4)).map(|place| (place, self.conventions.displays[place]));
        let opening = opening.fold(self.blank, |outputs, card| outputs ^ shown(card));
        let Some(ends) = presses.checked_sub(4).map(|third| &self.ends[third]) else {
            return opening | BoardOutputs::of(&play(hand), presses).ledr();
        };
        let value = |place: usize| {
            usize::from(hand[place].number()) % VALUES * usize::from(hand[place].number() < 10)
        };
        let player = (value(0) + value(2)) % VALUES;
        let banker = (value(1) + value(3)) % VALUES;
        let index = [player, banker, value(4), value(5)]
            .into_iter()
            .fold(0, |index, digit| index * VALUES + digit);
        let End { lights, displays } = &ends[index];
        let third = [4, 5].into_iter().zip(displays);
        third
            .filter_map(|(place, display)| Some((place, (*display)?)))
            .fold(opening | lights, |outputs, card| outputs ^ shown(card))
    }
}

impl End {
    /// Applies the rules to the hand with these scores and values, the digits of the index. Both
    /// second cards are tens.
    fn of(conventions: &Conventions, index: usize, presses: usize) -> End {
        let card = |place: u32| Rank::ALL[(index / VALUES.pow(place) + VALUES - 1) % VALUES];
        let hand = [card(3), card(2), Rank::Ten, Rank::Ten, card(1), card(0)];
        let round = conventions.round(hand);
        let [.., players, bankers] = conventions.displays;
        let thirds = match (round.player.third, round.banker.third) {
            (None, None) => [None; 2],
            (Some(_), None) => [Some(players), None],
            (Some(_), Some(_)) => [Some(players), Some(bankers)],
            (None, Some(_)) if conventions.banker_after_stand == 5 => [None, Some(bankers)],
            (None, Some(_)) => [Some(bankers), None],
        };
        let is_dealt = |place: usize| presses > place;
        End {
            lights: BoardOutputs::of(&round, presses).ledr(),
            displays: [thirds[0].filter(|_| is_dealt(4)), thirds[1].filter(|_| is_dealt(5))],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::batch::BATCHES;
    use super::*;
    use baccarat_hdl::top::Clocking;

    fn every_hand() -> impl Iterator<Item = Hand> {
        (0..BATCHES * HANDS_PER_BATCH)
            .map(|hand| cards(hand / HANDS_PER_BATCH, hand % HANDS_PER_BATCH))
    }

    #[test]
    fn the_table_gives_the_outputs_of_every_hand() {
        let rules = Rules::new(Conventions::of(Clocking::Direct));
        for hand in every_hand() {
            let round = play(hand);
            for presses in 4..=6 {
                let expected = BoardOutputs::of(&round, presses).0;
                assert_eq!(rules.outputs(hand, presses), expected, "{hand:?}, {presses}");
            }
        }
    }

    #[test]
    fn the_table_gives_the_end_of_every_hand_with_other_conventions() {
        let ours = Conventions::of(Clocking::Direct);
        let other = Conventions {
            displays: [5, 0, 4, 1, 3, 2],
            banker_after_stand: 5,
            patterns: std::array::from_fn(|rank| rank as u64 * 9),
            blank: [1, 2, 3, 4, 5, 6],
            ..ours
        };
        let rules = Rules::new(other.clone());
        for hand in every_hand() {
            let expected = other.outputs(&other.round(hand)).0;
            assert_eq!(rules.outputs(hand, 6), expected, "{hand:?}");
        }
    }
}
