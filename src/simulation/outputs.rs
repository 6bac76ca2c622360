//! The outputs of the board: LEDR and the displays as bits.

use super::card_code::card_code;
use crate::game::{Outcome, Rank, Round, score};

/// The number of output bits: LEDR\[9:0\], then HEX5 to HEX0, in the order of the ports.
pub const OUTPUT_BITS: usize = 10 + 6 * 7;

/// The values of all outputs. Bit 0 is LEDR\[0\], bits 10 to 16 are HEX5, the last seven HEX0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardOutputs(pub u64);

impl BoardOutputs {
    /// Returns the expected outputs for a round after `presses` presses of KEY\[0\].
    pub fn of(round: &Round, presses: usize) -> BoardOutputs {
        let dealt = |card: Option<Rank>, at: usize| card.filter(|_| presses >= at);
        let (player, banker) = (&round.player, &round.banker);
        let players =
            [dealt(Some(player.first), 1), dealt(Some(player.second), 3), dealt(player.third, 5)];
        let bankers_third = round.cards_dealt();
        let bankers = [
            dealt(Some(banker.first), 2),
            dealt(Some(banker.second), 4),
            dealt(banker.third, bankers_third),
        ];
        let is_over = presses >= round.cards_dealt();
        BoardOutputs::showing(players, bankers, is_over.then(|| round.outcome()))
    }

    /// Returns the expected outputs for these cards and, if the hand is over, its outcome.
    pub fn showing(
        player: [Option<Rank>; 3],
        banker: [Option<Rank>; 3],
        outcome: Option<Outcome>,
    ) -> BoardOutputs {
        let total = |cards: [Option<Rank>; 3]| u64::from(score(cards.into_iter().flatten()));
        let lights = match outcome {
            None => 0,
            Some(Outcome::Player) => 0b01,
            Some(Outcome::Banker) => 0b10,
            Some(Outcome::Tie) => 0b11,
        };
        let mut bits = total(player) | total(banker) << 4 | lights << 8;
        let displays = banker.into_iter().rev().chain(player.into_iter().rev());
        for (index, card) in displays.enumerate() {
            bits |= segments(card) << (10 + 7 * index);
        }
        BoardOutputs(bits)
    }

    /// Returns the outputs that show a number up to 999,999, without leading zeros. The LEDs are dark.
    pub fn number(mut number: u32) -> BoardOutputs {
        let mut bits = 0;
        for place in 0..6 {
            let is_leading_zero = number == 0 && place > 0;
            let display = if is_leading_zero { segments(None) } else { digit(number % 10) };
            bits |= display << (45 - 7 * place);
            number /= 10;
        }
        BoardOutputs(bits)
    }

    /// Returns these outputs with another value of LEDR.
    pub fn with_ledr(self, ledr: u64) -> BoardOutputs {
        BoardOutputs(self.0 & !0x3ff | ledr & 0x3ff)
    }

    /// Returns these outputs with other segments of HEX`number`, active low.
    pub fn with_hex(self, number: usize, segments: u64) -> BoardOutputs {
        let place = 10 + 7 * (5 - number);
        BoardOutputs(self.0 & !(0x7f << place) | (segments & 0x7f) << place)
    }

    /// Returns the value of LEDR.
    pub fn ledr(self) -> u64 {
        self.0 & 0x3ff
    }

    /// Returns the segments of HEX`number`, active low.
    pub fn hex(self, number: usize) -> u64 {
        self.0 >> (10 + 7 * (5 - number)) & 0x7f
    }
}

/// Returns the segments of a card, active low; bit 0 is segment a.
pub(super) fn segments(card: Option<Rank>) -> u64 {
    const BY_CODE: [u64; 14] = {
        let mut segments = [0; 14];
        let mut code = 0;
        while code < segments.len() {
            segments[code] = unlit(GLYPHS[code]);
            code += 1;
        }
        segments
    };
    BY_CODE[card_code(card) as usize]
}

/// The segments of the digit 1, active low. No card looks like it.
pub(super) const ONE: u64 = unlit("bc");

/// Returns the segments of a decimal digit, active low. All digits but 1, which would be an ace, have the glyphs of cards; the
/// ten shows 0.
fn digit(digit: u32) -> u64 {
    match digit {
        0 => segments(Some(Rank::Ten)),
        1 => ONE,
        _ => segments(Rank::new(digit as u8)),
    }
}

/// The lit segments by card code: no card, then the ace to the king. Segment a is on top, b to f follow clockwise, g is in
/// the middle.
const GLYPHS: [&str; 14] = [
    "", "abcefg", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg",
    "abcdef", "bcde", "abcfg", "bcefg",
];

const fn unlit(lit: &str) -> u64 {
    let (letters, mut bits, mut index) = (lit.as_bytes(), 0x7f, 0);
    while index < letters.len() {
        bits &= !(1 << (letters[index] - b'a'));
        index += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play;

    #[test]
    fn numbers_have_no_leading_zeros() {
        let (blank, zero, one, nine) = (0x7f, 0x40, 0x79, 0x10);
        let cases = [
            (0, [blank, blank, blank, blank, blank, zero]),
            (9, [blank, blank, blank, blank, blank, nine]),
            (10_010, [blank, one, zero, zero, one, zero]),
            (999_999, [nine; 6]),
        ];
        for (number, displays) in cases {
            let shown = BoardOutputs::number(number);
            let hex: [u64; 6] = std::array::from_fn(|index| shown.hex(5 - index));
            assert_eq!((hex, shown.ledr()), (displays, 0), "{number}");
            assert_eq!((shown.with_ledr(0x3ff).ledr(), shown.hex(0)), (0x3ff, displays[5]));
            let changed = shown.with_hex(4, nine);
            let others = [0, 1, 2, 3, 5].map(|number| changed.hex(number));
            assert_eq!(
                (changed.hex(4), others),
                (nine, [5, 4, 3, 2, 0].map(|index| displays[index]))
            );
        }
    }

    #[test]
    fn outputs_show_a_hand_card_by_card() {
        use Rank::{Five, Four, King, Nine, Six, Two};
        let round = play([Nine, King, Four, Five, Six, Two]);
        let shown = |presses| BoardOutputs::of(&round, presses);
        let blank = 0x7f;
        let cases = [
            (0, 0x000, [blank; 6]),
            (1, 0x009, [blank, blank, blank, blank, blank, 0x10]),
            (4, 0x053, [blank, 0x12, 0x09, blank, 0x19, 0x10]),
            (5, 0x059, [blank, 0x12, 0x09, 0x02, 0x19, 0x10]),
            (6, 0x179, [0x24, 0x12, 0x09, 0x02, 0x19, 0x10]),
        ];
        for (presses, ledr, displays) in cases {
            assert_eq!(shown(presses).ledr(), ledr, "{presses} presses");
            let hex: [u64; 6] = std::array::from_fn(|index| shown(presses).hex(5 - index));
            assert_eq!(hex, displays, "{presses} presses");
        }
    }
}
