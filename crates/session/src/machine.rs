//! What the sessions of our machines begin with.

use std::sync::Arc;
use std::time::Instant;

use super::casino::Monitors;
use super::protocol::Saved;
use super::{CasinoSession, Session, Task5Session};
use baccarat_hdl::top::Top;
use baccarat_sim::{SimulatedBoard, SimulationError};
use rust_hdl_rtl::Design;

/// One of our machines just after power-up, which every session copies.
pub struct Machine {
    board: SimulatedBoard,
    monitors: Arc<Monitors>,
}

impl Machine {
    /// Prepares a machine.
    ///
    /// # Errors
    ///
    /// [`SimulationError`] if the design does not have the pins of the board.
    pub fn of(design: Design, top: Top) -> Result<Machine, SimulationError> {
        let board = SimulatedBoard::of(&design, top)?;
        Ok(Machine { board, monitors: Arc::new(Monitors::new(design)) })
    }

    /// Starts a session. The shoe of `task5` is shuffled with the seed.
    ///
    /// # Errors
    ///
    /// [`SimulationError`] if the design does not have the signals that the page shows.
    pub fn start(
        &self,
        saved: Option<Saved>,
        seed: u64,
        now: Instant,
    ) -> Result<Box<dyn Session>, SimulationError> {
        let board = self.board.clone();
        Ok(match board.top() {
            Top::Task5(_) => Box::new(Task5Session::new(board, saved, seed, now)),
            Top::Casino => Box::new(CasinoSession::new(board, self.monitors.clone(), now)?),
        })
    }
}
