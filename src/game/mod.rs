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
//! use baccarat::game::{Outcome, Rank, Side, Step, play};
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
//!
//! [`Table`] holds what surrounds a round: bankroll and stakes, the shoe, the score card and the roads. The caller deals: it
//! reports each card and the outcome to the table, whatever their source is.
//!
//! ```
//! use baccarat::game::{Bet, Cents, Outcome, Phase, Rank, CardSource, Table};
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
pub use money::{Cents, CentsError};
pub use name::{Name, NameError};
pub use odds::{DeckCountError, Decks, Tally, tally};
pub use purse::{BetError, Purse};
pub use rank::{ParseRankError, Rank, score};
pub use round::{Hand, Outcome, Round, Side, play};
pub use score_card::{Entry, ScoreCard};
pub use shoe::{Shoe, ShoeError, ShoeSize, ShoeStage};
pub use stakes::{CHIPS, MIN_STAKE, Payout, Stakes};
pub use step::Step;
pub use table::{CardSource, Phase, Table, TableError};
pub use tableau::{banker_draws, is_natural, player_draws};
