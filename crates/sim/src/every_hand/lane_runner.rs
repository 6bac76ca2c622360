//! The hands of a batch on the boards of its lanes.

use super::batch::{CHUNKS, Order, Schedule};
use super::conventions::Conventions;
use super::driver::Driver;
use crate::SimulationError;
use baccarat_hdl::top::{Clocking, TASK5};
use board_simulation::{BoardLanes, Copies};
use rust_hdl_gates::Netlist;
use rust_hdl_lanes::{Execution, Lanes};

/// Plays hands on the boards of one design. Lane `l` plays hand `l` of a batch.
pub struct LaneRunner<C> {
    pub driver: Driver<C>,
    schedule: Schedule,
}

impl LaneRunner<Lanes> {
    /// Takes boards with our own design at power-up.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoBoard`] if the netlist does not have the input pins of the board.
    pub fn of_netlist(
        netlist: &Netlist,
        clocking: Clocking,
        execution: Execution,
    ) -> Result<LaneRunner<Lanes>, SimulationError> {
        let boards = BoardLanes::new(Lanes::new(netlist.clone(), CHUNKS, execution))?;
        let boards = boards.ok_or(SimulationError::NoBoard(TASK5))?;
        Ok(LaneRunner::new(boards, Conventions::of(clocking), Order::Fixed))
    }
}

impl<C: Copies> LaneRunner<C> {
    /// Takes boards with a design of these conventions.
    pub fn new(boards: BoardLanes<C>, conventions: Conventions, order: Order) -> LaneRunner<C> {
        let driver = Driver::new(boards, conventions.timing);
        LaneRunner { driver, schedule: Schedule::new(conventions, order) }
    }

    /// Returns the lanes, to compare their outputs.
    pub fn lanes(&mut self) -> &mut Lanes {
        self.driver.boards.lanes()
    }

    /// Makes a press of the hands of a batch, from 1; 0 starts a new hand.
    ///
    /// # Errors
    ///
    /// If the design does not settle.
    pub fn deal(&mut self, batch: usize, press: usize) -> Result<(), C::Error> {
        match press.checked_sub(1) {
            None => self.driver.reset(),
            Some(press) => self.driver.press(self.schedule.waits(batch, press)),
        }
    }
}
