//! Punto banco in plain Rust: the reference that the hardware is checked against.
//!
//! Suits never matter to the game, so a card is its [`Rank`].
//!
//! - [`play`] plays a round from the next six cards. It allocates nothing and is fast enough to run
//!   through every possible round.
//! - [`Step`] follows a round card by card: who gets the next card, and why.
//! - [`Bet`] settles a bet, at its [`Odds`].
//! - [`tally`] counts the exact number of ways to each outcome from a number of [`Decks`]; a
//!   [`Tally`] gives the house edges.
//! - [`banker_draws`] and [`player_draws`] are the drawing rules, the *tableau*.
//!
//! ```
//! use punto_banco::{Outcome, Rank, Side, Step, play};
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
//! // The same round in one call. It ends with the fifth card, so the sixth does not matter.
//! let round = play([Rank::Two, Rank::King, Rank::Three, Rank::Four, Rank::Nine, Rank::Ace]);
//! assert_eq!(round.player.score(), 4);
//! assert_eq!(round.outcome(), Outcome::Tie);
//! ```
//!
//! [`Table`] is a table with one bettor: bankroll and stakes, shoe, score card and roads. The
//! caller deals the cards and reports each card and the outcome to the table, so the cards can come
//! from hardware.
//!
//! ```
//! use punto_banco::{Bet, Cents, Outcome, Phase, Rank, CardSource, Table};
//!
//! let bankroll: Cents = "100".parse()?;
//! let mut table = Table::new(bankroll, CardSource::Infinite, fastrand::Rng::with_seed(1));
//! table.bet(Bet::Banker, "20".parse()?)?;
//! for rank in [Rank::King, Rank::Nine, Rank::Two, Rank::King] {
//!     let side = table.step().next_card().expect("a card is due");
//!     table.deal(side, rank)?;
//! }
//! table.settle(Outcome::Banker)?;
//! assert_eq!(table.phase(), Phase::Over);
//! assert_eq!(table.purse().bankroll().to_string(), "119.00");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bet;
mod card;
pub mod casino;
mod money;
mod name;
mod odds;
mod purse;
mod rank;
pub mod roads;
mod round;
mod score_card;
mod shoe;
mod stakes;
mod step;
mod table;
mod tableau;

pub use bet::{Bet, Odds, Settlement};
pub use money::{Cents, CentsError, grouped};
pub use name::{Name, NameError};
pub use odds::{DeckCountError, Decks, Tally, tally};
pub use purse::{BetError, Purse};
pub use rank::{ParseRankError, Rank, in_order, score};
pub use round::{Hand, Outcome, Round, Side, play};
pub use score_card::{Entry, ScoreCard};
pub use shoe::{Shoe, ShoeError, ShoeSize, ShoeStage};
pub use stakes::{CHIPS, MIN_STAKE, Payout, Stakes};
pub use step::Step;
pub use table::{CardSource, Phase, Table, TableError};
pub use tableau::{banker_draws, is_natural, player_draws};
