//! The table: the money, the shoe and the score card, whoever deals.
//!
//! Nothing here knows of hardware, a terminal or a page. Somebody deals; the table is told each card as it falls, and the
//! outcome, and says what follows from them.
//!
//! | room | what happens there |
//! |---|---|
//! | `money` | sums in whole cents |
//! | `stakes` | what is staked and what it pays |
//! | `purse` | the bankroll, and stakes placed, taken back, repeated, settled |
//! | `name` | what the bettor is called |
//! | `shoe` | some decks shuffled, burned, dealt to the cut card |
//! | `score_card` | the rounds of a shoe |
//! | `roads` | how players draw them |
//! | `session` | all of it together, round by round |
//!
//! ```
//! use baccarat::rules::{Bet, Outcome, Rank};
//! use baccarat::table::{Cents, Phase, Supply, Table};
//!
//! let bankroll: Cents = "100".parse()?;
//! let mut table = Table::new(bankroll, Supply::Infinite, fastrand::Rng::with_seed(1));
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

mod money;
mod name;
mod purse;
pub mod roads;
mod score_card;
mod session;
mod shoe;
mod stakes;

pub use money::{Cents, CentsError};
pub use name::{Name, NameError};
pub use purse::{BetError, Purse};
pub use score_card::{Entry, ScoreCard};
pub use session::{Phase, Supply, Table, TableError};
pub use shoe::{Shoe, ShoeError, ShoeSize, Stage};
pub use stakes::{CHIPS, LEAST_STAKE, Payout, Stakes};
