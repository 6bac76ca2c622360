//! The cards of a hand on the command line.

use std::str::FromStr;

use thiserror::Error;

use command_line::usage_error;
use punto_banco::casino::{CardChoice, ParseCardError};
use punto_banco::{Rank, Step};

/// The most cards of a hand.
const MOST: usize = 6;

/// The cards of a whole hand in the order in which they are dealt, and cards after its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cards {
    cards: Vec<CardChoice>,
    /// How many of them the hand has.
    dealt: usize,
}

#[derive(Debug, PartialEq, Eq, Error)]
pub enum CardsError {
    #[error(transparent)]
    Card(#[from] ParseCardError),
    #[error("{0} cards: a hand has at most {MOST}")]
    TooMany(usize),
    #[error("{} not a whole hand; next: {due}", count_phrase(*given))]
    TooFew { given: usize, due: Step },
}

fn count_phrase(cards: usize) -> String {
    match cards {
        0 => "an empty list is".into(),
        1 => "one card is".into(),
        _ => format!("these {cards} cards are"),
    }
}

/// Cards between commas, spaces or both.
impl FromStr for Cards {
    type Err = CardsError;

    fn from_str(text: &str) -> Result<Cards, CardsError> {
        let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        let cards = words.map(CardChoice::from_str).collect::<Result<Vec<_>, _>>()?;
        if cards.len() > MOST {
            return Err(CardsError::TooMany(cards.len()));
        }
        let ranks: Vec<Rank> = cards.iter().map(|card| card.rank).collect();
        let is_whole = |dealt: &usize| Step::after(&ranks[..*dealt]).next_card().is_none();
        match (0..=cards.len()).find(is_whole) {
            Some(dealt) => Ok(Cards { cards, dealt }),
            None => Err(CardsError::TooFew { given: cards.len(), due: Step::after(&ranks) }),
        }
    }
}

impl Cards {
    /// The cards of the hand.
    pub fn dealt(&self) -> &[CardChoice] {
        &self.cards[..self.dealt]
    }

    /// The ranks of these cards.
    pub fn ranks(&self) -> Vec<Rank> {
        self.dealt().iter().map(|card| card.rank).collect()
    }

    /// The ranks of these cards, for `task5`.
    ///
    /// # Errors
    /// A card has a suit: a usage error.
    pub fn ranks_without_suits(&self) -> anyhow::Result<Vec<Rank>> {
        match self.cards.iter().find(|card| card.suit.is_some()) {
            Some(card) => {
                let rank = card.rank;
                let message =
                    format!("--cards: task5 has no suits: write {rank} instead of {card}");
                Err(usage_error(message))
            }
            None => Ok(self.ranks()),
        }
    }

    /// The cards after the end of the hand.
    pub fn left_over(&self) -> &[CardChoice] {
        &self.cards[self.dealt..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    #[test]
    fn ranks_can_be_written_in_several_ways() {
        use Rank::{Ace, Jack, King, Queen, Ten, Two};
        for text in ["A,2,10,J,Q,K", "a,2,10,j,q,k", "A 2 T J Q K", " a, 2, t, j, q, k, "] {
            let ranks: Vec<Rank> = cards(text).cards.iter().map(|card| card.rank).collect();
            assert_eq!(ranks, [Ace, Two, Ten, Jack, Queen, King], "{text}");
        }
    }

    #[test]
    fn an_invalid_hand_is_an_error_with_the_reason() {
        let cases = [
            (
                "5,K,X,2",
                "\"X\" is not a card: write A, 2 to 10 (or T for 10), J, Q or K, with a suit like KS or without",
            ),
            (
                "1,2,3,4",
                "\"1\" is not a card: write A, 2 to 10 (or T for 10), J, Q or K, with a suit like KS or without",
            ),
            ("2,2,2,2,2,2,2", "7 cards: a hand has at most 6"),
            ("", "an empty list is not a whole hand; next: opening deal: player's first card"),
            ("9", "one card is not a whole hand; next: opening deal: banker's first card"),
            ("2,K,3,K", "these 4 cards are not a whole hand; next: player 5 draws"),
            (
                "2,K,3,5,6",
                "these 5 cards are not a whole hand; next: banker 5 draws: player's third card is 6",
            ),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Cards>().expect_err(text);
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn cards_may_have_suits() {
        let cards = cards("9,KS,10H,2c");
        let written: Vec<String> = cards.dealt().iter().map(CardChoice::to_string).collect();
        assert_eq!(written, ["9", "KS", "10H", "2C"]);
        let refused = cards.ranks_without_suits().expect_err("a suit").to_string();
        assert!(refused.contains("write K instead of KS"), "{refused}");
    }

    #[test]
    fn a_hand_ends_by_the_rules() {
        for (text, dealt) in [("9,2,K,3,5,6", 4), ("6,2,K,3,5,6", 5), ("5,2,K,3,4,6", 6)] {
            let cards = cards(text);
            assert_eq!(cards.dealt().len(), dealt, "{text}");
            assert_eq!(cards.left_over().len(), 6 - dealt, "{text}");
        }
    }
}
