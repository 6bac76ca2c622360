//! Ranks of cards, and their values.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The rank of a card. Its number is 1 for the ace, 2 to 10 for the number cards, 11 for the jack,
/// 12 for the queen and 13 for the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    Ace = 1,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// Every rank, from ace to king.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// Returns the rank with this number, 1 to 13; `None` for any other number.
    pub const fn new(number: u8) -> Option<Rank> {
        match number {
            1..=13 => Some(Rank::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// Returns the number of the rank, 1 for the ace to 13 for the king.
    #[inline]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Returns the value of the card, 0 to 9: the ace 1, two to nine their number, the others 0.
    #[inline]
    pub const fn value(self) -> u8 {
        match self {
            Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 0,
            ace_to_nine => ace_to_nine.number(),
        }
    }
}

/// What is printed on the cards, from ace to king.
const NAMES: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// Writes `A`, `2` to `10`, `J`, `Q` or `K`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[usize::from(self.number()) - 1])
    }
}

/// The text is not a rank.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a rank: write A, 2 to 10 (or T for 10), J, Q or K")]
pub struct ParseRankError {
    text: String,
}

/// Reads what [`Display`](fmt::Display) writes, in either case, and `T` for the ten. Numbers are
/// those printed on the card, not [`Rank::number`]: the ace is not `1` and the jack is not `11`.
impl FromStr for Rank {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<Rank, ParseRankError> {
        let name = if text.eq_ignore_ascii_case("T") { "10" } else { text };
        let place = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        place.map(|place| Rank::ALL[place]).ok_or_else(|| ParseRankError { text: text.into() })
    }
}

/// Returns the score of the cards, 0 to 9: the sum of their values modulo 10. No cards score 0.
#[inline]
pub fn score(cards: impl IntoIterator<Item = Rank>) -> u8 {
    cards.into_iter().fold(0, |sum, card| (sum + card.value()) % 10)
}

/// The cards in the order in which they are dealt: `9 K 4 5 6 2`.
pub fn in_order(cards: [Rank; 6]) -> String {
    cards.map(|card| card.to_string()).join(" ")
}
