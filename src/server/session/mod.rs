//! One board in real time, with what its page shows.
//!
//! | module | contents |
//! |---|---|
//! | `board` | what all machines share: real time, keys, internals, waveform |
//! | `task5` | `task5` with a table that keeps shoe and bets |
//! | `monitor` | the monitor of `casino` |
//! | `casino` | `casino`, which keeps shoe and bets itself |
//! | `foreign` | a foreign design |
//! | `history` | the hands that were played |
//! | `probes` | the internal signals |
//! | `real_time` | the clock at 50 MHz |
//! | `roads` | a score card as a message |
//! | `timing` | a timing diagram as a message |

mod board;
mod casino;
mod foreign;
mod history;
mod monitor;
mod probes;
mod real_time;
mod roads;
mod task5;
mod timing;

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::protocol::{Reply, Request, Saved};
use crate::de1_soc::{KEYS, SWITCHES};
use crate::foreign::Elaborated;
use crate::game::casino::ParseCardError;
use crate::generator::{Clocking, Top};
use crate::simulation::{SimulatedBoard, SimulationError};
use casino::CasinoSession;
use foreign::ForeignSession;
pub use monitor::Monitors;
use task5::Task5Session;

/// The name of the page of foreign designs.
pub const FOREIGN: &str = "design";

/// The board of one tab.
pub trait Session: Send {
    /// How our machine is clocked; `None` for a foreign design.
    fn clocking(&self) -> Option<Clocking>;

    /// How often it is simulated, and its page gets what has changed.
    fn interval(&self) -> Duration {
        Duration::from_millis(250)
    }

    /// Sends the whole state to a page that has just connected.
    fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>);

    /// Simulates until `now`.
    fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>);

    /// Handles a request of the page.
    fn handle(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>);
}

/// What new sessions copy.
pub enum Template {
    /// One of our machines just after power-up.
    Machine(Box<SimulatedBoard>),
    Foreign(Arc<Elaborated>),
}

impl Template {
    /// The name of its page.
    pub fn page(&self) -> &'static str {
        match self {
            Template::Machine(machine) => machine.top().module(),
            Template::Foreign(_) => FOREIGN,
        }
    }
}

/// Starts a session at power-up. `saved` and `seed` are for machines whose table the server keeps.
pub fn start(
    template: &Template,
    monitors: &Arc<Monitors>,
    saved: Option<Saved>,
    seed: u64,
    now: Instant,
) -> Result<Box<dyn Session>, SimulationError> {
    Ok(match template {
        Template::Machine(machine) => {
            let machine = SimulatedBoard::clone(machine);
            match machine.top() {
                Top::Task5(_) => Box::new(Task5Session::new(machine, saved, seed, now)),
                Top::Casino => Box::new(CasinoSession::new(machine, monitors.clone(), now)?),
            }
        }
        Template::Foreign(elaborated) => Box::new(ForeignSession::new(elaborated.clone(), now)),
    })
}

/// Why a request fails, on any machine.
#[derive(Debug, thiserror::Error)]
enum BoardError {
    #[error(transparent)]
    Machine(#[from] SimulationError),
    #[error("there is no KEY{0}: the board has KEY0 to KEY{last}", last = KEYS - 1)]
    UnknownKey(usize),
    #[error("the clock is paused: let it run first")]
    Paused,
    #[error("the clock runs: pause it first")]
    NotPaused,
    #[error("`hello` was already sent")]
    DuplicateHello,
    #[error("there is no SW{0}: the board has SW0 to SW{last}", last = SWITCHES - 1)]
    UnknownSwitch(usize),
    #[error("this is not a request for {0}")]
    NotFor(&'static str),
    #[error("release the keys first")]
    KeysHeld,
    #[error(transparent)]
    NotACard(#[from] ParseCardError),
    #[error("cards can be chosen only in a hand without bets")]
    HandHasStakes,
    #[error(
        "the clock can be paused only without bets: take them back, or play the hand to its end"
    )]
    PausedWithBets,
    #[error("no bets are taken while the clock is paused")]
    BetWhilePaused,
    #[error("no card is due: start a new hand first")]
    NoCardDue,
}
