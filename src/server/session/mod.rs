//! One machine in real time, with what its page shows.
//!
//! | module | contents |
//! |---|---|
//! | `board` | what all machines share: real time, keys, internals, waveform |
//! | `task5` | `task5` with a table that keeps shoe and bets |
//! | `monitor` | the monitor of `casino` |
//! | `casino` | `casino`, which keeps shoe and bets itself |
//! | `history` | the hands that were played |
//! | `probes` | the internal signals |
//! | `real_time` | the clock at 50 MHz |
//! | `roads` | a score card as a message |
//! | `timing` | a timing diagram as a message |

mod board;
mod casino;
mod history;
mod monitor;
mod probes;
mod real_time;
mod roads;
mod task5;
mod timing;

use std::sync::Arc;
use std::time::Instant;

use super::protocol::{Reply, Request, Saved};
use crate::engine::Top;
use crate::game::casino::ParseCardError;
use crate::machine::{KEYS, Machine, MachineError, SWITCHES};
use casino::CasinoSession;
pub use monitor::Monitors;
use task5::Task5Session;

/// The machine of one player.
pub trait Session: Send {
    fn top(&self) -> Top;

    /// Sends the whole state to a page that has just connected.
    fn connect(&mut self, now: Instant, replies: &mut Vec<Reply>);

    /// Simulates until `now`.
    fn advance(&mut self, now: Instant, replies: &mut Vec<Reply>);

    /// Handles a request of the page.
    fn handle(&mut self, request: Request, now: Instant, replies: &mut Vec<Reply>);
}

/// Starts a session with a machine just after power-up. `saved` and `seed` are for machines whose table the server keeps.
pub fn start(
    machine: Machine,
    monitors: &Arc<Monitors>,
    saved: Option<Saved>,
    seed: u64,
    now: Instant,
) -> Result<Box<dyn Session>, MachineError> {
    Ok(match machine.top() {
        Top::Task5(_) => Box::new(Task5Session::new(machine, saved, seed, now)),
        Top::Casino => Box::new(CasinoSession::new(machine, monitors.clone(), now)?),
    })
}

/// Why a request fails, on any machine.
#[derive(Debug, thiserror::Error)]
enum BoardError {
    #[error(transparent)]
    Machine(#[from] MachineError),
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
    #[error("this is not a request for {}", .0.module())]
    NotFor(Top),
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
