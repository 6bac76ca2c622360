//! What a display shows, and in which order the displays are dealt.

use std::fmt;

use super::outputs::segments;
use de1_soc::lit_segments;
use punto_banco::{Rank, Side};

/// The reading of a seven-segment display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    Blank,
    Card(Rank),
    /// Segments that are neither a card nor blank, active low.
    Unrecognised(u64),
}

impl Glyph {
    /// Reads seven segments, active low; bit 0 is segment a.
    pub fn of(active_low: u64) -> Glyph {
        let mut ranks = Rank::ALL.into_iter();
        match ranks.find(|rank| segments(Some(*rank)) == active_low) {
            Some(rank) => Glyph::Card(rank),
            None if active_low == segments(None) => Glyph::Blank,
            None => Glyph::Unrecognised(active_low),
        }
    }

    /// Returns one character: the card as displayed, `.` for blank, `?` for unrecognised.
    pub fn character(self) -> char {
        match self {
            Glyph::Blank => '.',
            Glyph::Card(rank) => ['A', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'J', 'q', 'H']
                [usize::from(rank.number()) - 1],
            Glyph::Unrecognised(_) => '?',
        }
    }
}

/// Writes `blank`, `A`, `H (a king)` or `no card (segments a, d, g)`.
impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Glyph::Blank => f.write_str("blank"),
            Glyph::Card(rank) => {
                write!(f, "{}", self.character())?;
                match rank {
                    Rank::Ten => f.write_str(" (a ten)"),
                    Rank::Queen => f.write_str(" (a queen)"),
                    Rank::King => f.write_str(" (a king)"),
                    _ => Ok(()),
                }
            }
            Glyph::Unrecognised(active_low) => {
                let lit: Vec<String> =
                    lit_segments(*active_low).map(|letter| letter.to_string()).collect();
                write!(f, "no card (segments {})", lit.join(", "))
            }
        }
    }
}

/// The displays in the order in which they are dealt, each with its side.
pub const DEAL_ORDER: [(usize, Side); 6] = [
    (0, Side::Player),
    (3, Side::Banker),
    (1, Side::Player),
    (4, Side::Banker),
    (2, Side::Player),
    (5, Side::Banker),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HandOutputs;
    use de1_soc::BoardOutputs;
    use punto_banco::Outcome;

    #[test]
    fn every_pattern_of_segments_has_one_reading() {
        let mut cards = Vec::new();
        for pattern in 0..128 {
            match Glyph::of(pattern) {
                Glyph::Blank => assert_eq!(pattern, 0x7f),
                Glyph::Card(rank) => cards.push(rank),
                Glyph::Unrecognised(same) => assert_eq!(same, pattern),
            }
        }
        cards.sort();
        assert_eq!(cards, Rank::ALL);
    }

    #[test]
    fn glyphs_are_described_in_words() {
        let cases = [
            (0x7f, "blank"),
            (0b000_1000, "A"),
            (0b100_0000, "0 (a ten)"),
            (0b000_1001, "H (a king)"),
            (0b011_0110, "no card (segments a, d, g)"),
        ];
        for (segments, text) in cases {
            assert_eq!(Glyph::of(segments).to_string(), text);
        }
    }

    #[test]
    fn a_number_is_read_digit_by_digit() {
        assert_eq!(BoardOutputs::number(10_987).characters_or_digits(), ". 1 0 9 8 7");
        assert_eq!(BoardOutputs::number(10_987).characters(), ". ? 0 9 8 7");
    }

    #[test]
    fn scores_and_outcomes_are_read_from_the_lights() {
        let player = [Some(Rank::Nine), Some(Rank::King), None];
        let banker = [Some(Rank::Two), Some(Rank::Queen), Some(Rank::Ten)];
        let outputs = BoardOutputs::showing(player, banker, Some(Outcome::Player));
        assert_eq!((outputs.score(Side::Player), outputs.score(Side::Banker)), (9, 2));
        assert_eq!(outputs.verdict(), "player wins");
        for outcome in Outcome::ALL.map(Some).into_iter().chain([None]) {
            assert_eq!(BoardOutputs::showing([None; 3], [None; 3], outcome).outcome(), outcome);
        }
    }
}
