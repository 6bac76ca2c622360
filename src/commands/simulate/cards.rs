//! The cards of a hand as people write them.

use std::str::FromStr;

use thiserror::Error;

use crate::game::{ParseRankError, Rank, Step};

/// The most cards that a hand takes.
const MOST: usize = 6;

/// Some cards in the order in which they are dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cards(Vec<Rank>);

#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum CardsError {
    #[error(transparent)]
    Rank(#[from] ParseRankError),
    #[error("{0} cards: no hand takes more than {MOST}")]
    TooMany(usize),
    #[error("{} not the whole hand: {due}. Give it more --cards", count_phrase(*given))]
    TooFew { given: usize, due: Step },
}

fn count_phrase(cards: usize) -> String {
    match cards {
        0 => "no cards are".into(),
        1 => "one card is".into(),
        _ => format!("these {cards} cards are"),
    }
}

/// Ranks between commas, spaces or both.
impl FromStr for Cards {
    type Err = CardsError;

    fn from_str(text: &str) -> Result<Cards, CardsError> {
        let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
        let cards = words.map(Rank::from_str).collect::<Result<Vec<_>, _>>()?;
        if cards.len() > MOST {
            return Err(CardsError::TooMany(cards.len()));
        }
        Ok(Cards(cards))
    }
}

impl Cards {
    /// Those that are dealt before the hand is over.
    ///
    /// # Errors
    ///
    /// The hand is not over after all of them.
    pub fn of_the_hand(&self) -> Result<&[Rank], CardsError> {
        (0..=self.0.len())
            .map(|count| &self.0[..count])
            .find(|cards| Step::after(cards).next_card().is_none())
            .ok_or_else(|| CardsError::TooFew { given: self.0.len(), due: Step::after(&self.0) })
    }

    /// Those that the hand does not reach.
    pub fn left_over(&self) -> &[Rank] {
        let dealt = self.of_the_hand().map_or(self.0.len(), <[Rank]>::len);
        &self.0[dealt..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    #[test]
    fn ranks_are_read_as_people_write_them() {
        use Rank::{Ace, Jack, King, Queen, Ten, Two};
        for text in ["A,2,10,J,Q,K", "a,2,10,j,q,k", "A 2 T J Q K", " a, 2, t, j, q, k, "] {
            assert_eq!(cards(text).0, [Ace, Two, Ten, Jack, Queen, King], "{text}");
        }
    }

    #[test]
    fn what_is_no_hand_is_refused_with_the_reason() {
        let cases = [
            ("5,K,X,2", "\"X\" is not a rank: write A, 2 to 10 (or T for 10), J, Q or K"),
            ("1,2,3,4", "\"1\" is not a rank: write A, 2 to 10 (or T for 10), J, Q or K"),
            ("2,2,2,2,2,2,2", "7 cards: no hand takes more than 6"),
            (
                "",
                "no cards are not the whole hand: opening deal: player's first card. Give it more --cards",
            ),
            (
                "9",
                "one card is not the whole hand: opening deal: banker's first card. Give it more --cards",
            ),
            (
                "2,K,3,K",
                "these 4 cards are not the whole hand: player 5 draws. Give it more --cards",
            ),
            (
                "2,K,3,5,6",
                "these 5 cards are not the whole hand: banker 5 draws: player's third card is 6. Give it more --cards",
            ),
        ];
        for (text, expected) in cases {
            let error = match text.parse::<Cards>() {
                Err(error) => error,
                Ok(cards) => cards.of_the_hand().expect_err(text),
            };
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_hand_ends_where_the_rules_say() {
        for (text, dealt) in [("9,2,K,3,5,6", 4), ("6,2,K,3,5,6", 5), ("5,2,K,3,4,6", 6)] {
            let cards = cards(text);
            assert_eq!(cards.of_the_hand().map(<[Rank]>::len), Ok(dealt), "{text}");
            assert_eq!(cards.left_over().len(), 6 - dealt, "{text}");
        }
    }
}
