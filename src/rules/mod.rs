//! Punto banco in plain Rust: the reference that the hardware is checked against.
//!
//! Nothing here knows that there is hardware. Suits never matter to the game, so a card is its
//! [`Rank`].
//!
//! - [`play`] settles a round from the six cards that could come next. It is a plain function that
//!   allocates nothing, quick enough to run through every possible round.
//! - [`Step`] follows a round card by card: who is due the next card, and why.
//! - [`Bet`] says what a bet pays, [`Odds`] how much.
//! - [`tally`] counts how often each outcome comes from so many [`Decks`], exactly; a [`Tally`]
//!   gives the house edges.
//!
//! ```
//! use baccarat::rules::{Outcome, Rank, Side, Step, play};
//!
//! let mut dealt = vec![Rank::Two, Rank::King, Rank::Three, Rank::Four];
//! let step = Step::after(&dealt);
//! assert_eq!(step.next_card(), Some(Side::Player));
//! assert_eq!(step.to_string(), "player 5 draws");
//!
//! dealt.push(Rank::Nine);
//! let step = Step::after(&dealt);
//! assert_eq!(step.next_card(), None);
//! assert_eq!(step.to_string(), "banker 4 stands: player's third card is 9");
//!
//! // The same round at once. It ends with the fifth card, so the sixth does not matter.
//! let round = play([Rank::Two, Rank::King, Rank::Three, Rank::Four, Rank::Nine, Rank::Ace]);
//! assert_eq!(round.player.score(), 4);
//! assert_eq!(round.outcome(), Outcome::Tie);
//! ```

mod bet;
mod odds;
mod rank;
mod round;
mod step;
mod tableau;

pub use bet::{Bet, Odds, Settlement};
pub use odds::{DeckCountError, Decks, Tally, tally};
pub use rank::{ParseRankError, Rank, score};
pub use round::{Hand, Outcome, Round, Side, play};
pub use step::Step;
pub use tableau::{banker_draws, is_natural, player_draws};
