//! The simulated board: a machine at statement level, with its keys, switches, lights and displays;
//! and many boards at once, in the lanes of the gate-level simulator.
//!
//! | module | contents |
//! |---|---|
//! | `simulated_board` | a machine at statement level |
//! | `task5` | its new hands and chosen cards, for `task5` |
//! | `casino` | its keys, cards and state, for `casino` |
//! | `dealcard` | the timing of the counter that is the shoe of `task5` |
//! | `shoe` | the counter of the shoe of `casino`, advanced without simulation |
//! | `card_code` | how the hardware encodes a card |
//! | `keys` | the roles of the keys |
//! | `outputs` | LEDR and the displays of a hand: their expected values, and their cards, scores and outcomes |
//! | `reading` | what a display shows, and in which order the displays are dealt |
//! | `frames` | the frames that `casino` draws on its monitor |
//! | `every_hand` | every hand of a `task5`, in parallel lanes |
//! | `casino_hands` | random shoes, bets and bankrolls of `casino`, in parallel lanes |
//! | `drawing` | timing diagrams and displays of a hand |
//! | `error` | why a board cannot be simulated |

mod card_code;
pub mod casino;
pub mod casino_hands;
#[cfg(feature = "commands")]
pub mod commands;
mod dealcard;
pub mod drawing;
mod error;
pub mod every_hand;
pub mod frames;
mod keys;
mod outputs;
mod reading;
mod shoe;
mod simulated_board;
pub mod task5;

pub use card_code::{card_of, rank_code, rank_of};
pub use dealcard::RANKS;
pub use error::SimulationError;
pub use keys::{BANKROLL_KEY, RESET_KEY, STAKES_KEY, STEP_KEY};
pub use outputs::HandOutputs;
pub use reading::{DEAL_ORDER, Glyph};
pub use simulated_board::SimulatedBoard;
use simulated_board::find;
pub use simulated_board::find_board;

use baccarat_hdl::top::Top;
use rust_hdl_rtl::{self as rtl, Design};

/// Elaborates one of our machines.
///
/// # Errors
///
/// The modules cannot be translated.
pub fn design(top: impl Into<Top>) -> Result<Design, rtl::Error> {
    Top::with_blocks(&[top.into()], rtl::elaborate)
}
