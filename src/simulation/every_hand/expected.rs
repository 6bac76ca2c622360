//! The expected outputs of the hands of a batch, from the rules.

use super::batch::{CHUNKS, HANDS_PER_BATCH, cards};
use super::results::kind;
use crate::de1_soc::{BoardOutputs, OUTPUT_BITS};
use crate::game::{Rank, Round, play};
use crate::simulation::RANKS;
use rust_hdl_gates::lanes::NONE;
use rust_hdl_gates::{LANES_PER_WORD, Word, lane_planes};

/// The expected outputs of a batch after a press, and the kind of each hand.
pub(super) struct Expected {
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
    pub fn new() -> Expected {
        let (lanes, columns) = (vec![0; CHUNKS * LANES_PER_WORD], vec![[NONE; 64]; CHUNKS]);
        Expected { rules: Rules::new(), lanes, columns }
    }

    /// Computes the outputs of a batch after 4 to 6 presses; hands that differ only in later cards
    /// have equal outputs. The kinds are computed after the last press.
    pub fn prepare(&mut self, batch: usize, presses: usize) {
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

/// Returns the expected outputs of all lanes after 0 to 3 presses.
pub(super) fn common_outputs(batch: usize, presses: usize) -> BoardOutputs {
    let round: Round = play(cards(batch, 0));
    BoardOutputs::of(&round, presses)
}

/// [`BoardOutputs::of`] from a table: the rules see only the scores of both sides after four cards
/// and the values of two more.
struct Rules {
    /// For 4, 5 and 6 presses, by these scores and values.
    ends: [Vec<End>; 3],
    /// For HEX0 to HEX5 and the codes of cards, from 0 for none: the bits that differ from blank
    /// displays.
    cards: [[u64; RANKS + 1]; 6],
}

/// The outputs after four to six presses.
struct End {
    /// LEDR, and blank displays.
    lights: u64,
    /// The displays of the fifth and of the sixth card, if they are on the table.
    displays: [Option<usize>; 2],
}

/// The number of scores, and of values of a card.
const VALUES: usize = 10;

impl Rules {
    fn new() -> Rules {
        let ends = |presses: usize| {
            (0..VALUES.pow(4)).map(|index| End::of(index, presses)).collect::<Vec<_>>()
        };
        let blank = BoardOutputs::dark().0;
        let bits = |display: usize, card: usize| {
            let mut shown = [None; 6];
            shown[display] = card.checked_sub(1).map(|index| Rank::ALL[index]);
            let [player @ .., first, second, third] = shown;
            (BoardOutputs::showing(player, [first, second, third], None).0 ^ blank) & !LEDR
        };
        Rules {
            ends: [4, 5, 6].map(ends),
            cards: std::array::from_fn(|display| std::array::from_fn(|card| bits(display, card))),
        }
    }

    /// Returns the outputs of a hand after 4 to 6 presses.
    fn outputs(&self, hand: [Rank; 6], presses: usize) -> u64 {
        let value = |place: usize| {
            usize::from(hand[place].number()) % VALUES * usize::from(hand[place].number() < 10)
        };
        let player = (value(0) + value(2)) % VALUES;
        let banker = (value(1) + value(3)) % VALUES;
        let index = [player, banker, value(4), value(5)]
            .into_iter()
            .fold(0, |index, digit| index * VALUES + digit);
        let end = &self.ends[presses - 4][index];
        let opening = [(0, 0), (3, 1), (1, 2), (4, 3)];
        let third = end
            .displays
            .into_iter()
            .zip([4, 5])
            .filter_map(|(display, place)| Some((display?, place)));
        let bits = |(display, place): (usize, usize)| {
            self.cards[display][usize::from(hand[place].number())]
        };
        opening.into_iter().chain(third).fold(end.lights, |outputs, card| outputs ^ bits(card))
    }
}

/// The bits of LEDR in [`BoardOutputs`].
const LEDR: u64 = 0x3ff;

impl End {
    /// Applies the rules to the hand with these scores and values, the digits of the index. Both
    /// second cards are tens.
    fn of(index: usize, presses: usize) -> End {
        let card = |place: u32| Rank::ALL[(index / VALUES.pow(place) + VALUES - 1) % VALUES];
        let round = play([card(3), card(2), Rank::Ten, Rank::Ten, card(1), card(0)]);
        let blank = BoardOutputs::dark().0;
        let dealt = presses.min(round.cards_dealt());
        let fifth = if round.player.third.is_some() { 2 } else { 5 };
        End {
            lights: blank | BoardOutputs::of(&round, presses).ledr(),
            displays: [(dealt >= 5).then_some(fifth), (dealt >= 6).then_some(5)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::batch::BATCHES;
    use super::*;

    #[test]
    fn the_table_gives_the_outputs_of_every_hand() {
        let rules = Rules::new();
        for batch in 0..BATCHES {
            for lane in 0..HANDS_PER_BATCH {
                let hand = cards(batch, lane);
                let round = play(hand);
                for presses in 4..=6 {
                    let expected = BoardOutputs::of(&round, presses).0;
                    assert_eq!(rules.outputs(hand, presses), expected, "{hand:?}, {presses}");
                }
            }
        }
    }
}
