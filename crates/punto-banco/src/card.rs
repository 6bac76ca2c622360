//! Cards with suits.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::rank::{ParseRankError, Rank};

/// The letters of the suits in the order of [`Card::suit`].
const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// Their symbols.
const SYMBOLS: [char; 4] = ['♣', '♦', '♥', '♠'];

/// A card with its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    pub rank: Rank,
    /// 0 to 3: clubs, diamonds, hearts, spades.
    pub suit: u8,
}

impl Card {
    /// Returns the rank and the symbol of the suit: `10♥`.
    pub fn with_symbol(self) -> String {
        format!("{}{}", self.rank, SYMBOLS[usize::from(self.suit % 4)])
    }
}

/// Writes the rank and the letter of the suit: `10H`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.rank, SUITS[usize::from(self.suit % 4)]))
    }
}

/// A wanted card: a rank, of one suit or of any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardChoice {
    pub rank: Rank,
    /// As in [`Card`]; `None` is any suit.
    pub suit: Option<u8>,
}

impl CardChoice {
    /// Whether a card is a wanted one.
    pub fn matches(self, card: Card) -> bool {
        card.rank == self.rank && self.suit.is_none_or(|suit| card.suit == suit)
    }
}

impl From<Rank> for CardChoice {
    fn from(rank: Rank) -> CardChoice {
        CardChoice { rank, suit: None }
    }
}

impl From<Card> for CardChoice {
    fn from(card: Card) -> CardChoice {
        CardChoice { rank: card.rank, suit: Some(card.suit) }
    }
}

/// Writes what [`FromStr`] reads: `10H`, or `10` for any suit.
impl fmt::Display for CardChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit {
            Some(suit) => Card { rank: self.rank, suit }.fmt(f),
            None => self.rank.fmt(f),
        }
    }
}

/// The text is not a card.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{text:?} is not a card: write A, 2 to 10 (or T for 10), J, Q or K, with a suit like KS or without"
)]
pub struct ParseCardError {
    text: String,
}

/// Reads a rank, and perhaps a suit as letter or symbol, in either case.
impl FromStr for CardChoice {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<CardChoice, ParseCardError> {
        let suit = text.chars().last().and_then(|last| {
            let is_last = |letter: &char| *letter == last.to_ascii_uppercase();
            SUITS.iter().position(is_last).or_else(|| SYMBOLS.iter().position(is_last))
        });
        let rank = match suit {
            Some(_) => text.char_indices().last().map_or("", |(end, _)| &text[..end]),
            None => text,
        };
        let rank =
            rank.parse().map_err(|_: ParseRankError| ParseCardError { text: text.into() })?;
        Ok(CardChoice { rank, suit: suit.map(|suit| suit as u8) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_written_with_letters_and_with_symbols() {
        let cases =
            [(Rank::King, 3, "KS", "K♠"), (Rank::Ten, 2, "10H", "10♥"), (Rank::Ace, 0, "AC", "A♣")];
        for (rank, suit, letters, symbols) in cases {
            let card = Card { rank, suit };
            assert_eq!(
                (card.to_string().as_str(), card.with_symbol().as_str()),
                (letters, symbols)
            );
            for text in [letters.to_string(), letters.to_lowercase(), symbols.to_string()] {
                let choice: CardChoice = text.parse().expect("a card");
                assert_eq!(choice, CardChoice { rank, suit: Some(suit) }, "{text}");
                assert_eq!(choice.to_string(), letters);
            }
        }
    }

    #[test]
    fn a_choice_without_a_suit_matches_every_suit() {
        let any: CardChoice = "t".parse().expect("a card");
        let hearts: CardChoice = "TH".parse().expect("a card");
        for suit in 0..4 {
            assert!(any.matches(Card { rank: Rank::Ten, suit }));
            assert_eq!(hearts.matches(Card { rank: Rank::Ten, suit }), suit == 2);
            assert!(!any.matches(Card { rank: Rank::Nine, suit }));
        }
    }

    #[test]
    fn other_text_is_not_a_card() {
        for text in ["", "S", "1S", "KX", "SK", "K S", "♠", "KSS"] {
            assert!(text.parse::<CardChoice>().is_err(), "{text:?}");
        }
    }
}
