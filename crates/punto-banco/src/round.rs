//! A round from its cards to its outcome.

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

use super::rank::{Rank, score};
use super::step::Step;
use super::tableau::{banker_draws, is_natural, player_draws};

/// One of the two hands that are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Player,
    Banker,
}

impl Side {
    /// The player and the banker, as in an array that both index.
    pub const BOTH: [Side; 2] = [Side::Player, Side::Banker];
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Player => "player",
            Side::Banker => "banker",
        })
    }
}

/// How a round ends: the side that wins, or a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Player,
    Banker,
    Tie,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 3] = [Outcome::Player, Outcome::Banker, Outcome::Tie];
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Player => "player wins",
            Outcome::Banker => "banker wins",
            Outcome::Tie => "tie",
        })
    }
}

/// The cards of one side: two from the opening deal and perhaps a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    pub first: Rank,
    pub second: Rank,
    pub third: Option<Rank>,
}

impl Hand {
    /// Returns a hand of the two cards of the opening deal.
    pub const fn new(first: Rank, second: Rank) -> Hand {
        Hand { first, second, third: None }
    }

    /// Returns the two or three cards in deal order.
    #[inline]
    pub fn cards(&self) -> impl Iterator<Item = Rank> + use<> {
        [self.first, self.second].into_iter().chain(self.third)
    }

    /// Returns the score of all cards, 0 to 9.
    #[inline]
    pub fn score(&self) -> u8 {
        score(self.cards())
    }

    /// Returns whether the first two cards score 8 or 9.
    #[inline]
    pub fn is_natural(&self) -> bool {
        is_natural(score([self.first, self.second]))
    }
}

/// A round played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    pub player: Hand,
    pub banker: Hand,
}

impl Round {
    /// Returns the round that these cards make in deal order; `None` while a card is due. Cards
    /// after the end of the round are ignored.
    pub fn of(dealt: &[Rank]) -> Option<Round> {
        if Step::after(dealt).next_card().is_some() {
            return None;
        }
        // The round is over, so the cards that fill up the six do not matter.
        let mut cards = [Rank::Ace; 6];
        for (card, dealt) in cards.iter_mut().zip(dealt) {
            *card = *dealt;
        }
        Some(play(cards))
    }

    /// Returns the number of cards dealt: 4, 5 or 6.
    #[inline]
    pub fn cards_dealt(&self) -> usize {
        4 + usize::from(self.player.third.is_some()) + usize::from(self.banker.third.is_some())
    }

    /// Returns whether either side has a natural.
    #[inline]
    pub fn has_natural(&self) -> bool {
        self.player.is_natural() || self.banker.is_natural()
    }

    /// Returns the outcome: the higher score wins, equal scores tie.
    #[inline]
    pub fn outcome(&self) -> Outcome {
        match self.player.score().cmp(&self.banker.score()) {
            Ordering::Greater => Outcome::Player,
            Ordering::Less => Outcome::Banker,
            Ordering::Equal => Outcome::Tie,
        }
    }
}

/// Plays a round from the next six cards of the shoe in deal order: player, banker, player, banker,
/// then the third cards, the player's first. Cards that the round does not reach are ignored.
#[inline]
pub fn play(cards: [Rank; 6]) -> Round {
    let [player_first, banker_first, player_second, banker_second, fifth, sixth] = cards;
    let mut player = Hand::new(player_first, player_second);
    let mut banker = Hand::new(banker_first, banker_second);

    if player.is_natural() || banker.is_natural() {
        return Round { player, banker };
    }
    if player_draws(player.score()) {
        player.third = Some(fifth);
        if banker_draws(banker.score(), Some(fifth.value())) {
            banker.third = Some(sixth);
        }
    } else if banker_draws(banker.score(), None) {
        banker.third = Some(fifth);
    }
    Round { player, banker }
}
