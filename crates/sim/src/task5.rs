//! Dealing with `task5`: new hands and chosen cards.

use super::{RESET_KEY, STEP_KEY, SimulatedBoard, SimulationError, dealcard};
use baccarat_hdl::top::Clocking;
use baccarat_hdl::{field_path, task5::Task5};
use punto_banco::Rank;
use rust_hdl_rtl::{Oscillation, SignalId};

/// Cycles of CLOCK_50 after which the outputs have settled after a key change, with either
/// clocking: twice the latency of the synchroniser and the deal.
pub const SETTLING: u64 = 8;

/// The path of the top card of the shoe.
pub(super) const SHOE: &str = field_path!(Task5, dp.new_card);

impl SimulatedBoard {
    /// Returns the top card of the shoe, if the design has it.
    pub fn shoe(&self) -> Option<SignalId> {
        self.hierarchy.find(SHOE).map(|signal| signal.id)
    }

    /// Starts a new hand: presses and releases KEY\[0\] while KEY\[3\] is down, within a few
    /// cycles.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn new_hand(&mut self) -> Result<(), Oscillation> {
        self.set_key(RESET_KEY, true)?;
        self.run(1)?;
        self.press()?;
        self.set_key(RESET_KEY, false)
    }

    /// Presses and releases KEY\[0\] as briefly as the hardware detects, and waits for the outputs
    /// to settle.
    ///
    /// # Errors
    ///
    /// [`Oscillation`]
    pub fn press(&mut self) -> Result<(), Oscillation> {
        match self.clocking() {
            Clocking::Direct => {
                self.run(1)?;
                self.set_key(STEP_KEY, true)?;
                self.set_key(STEP_KEY, false)
            }
            Clocking::Synchronised => {
                self.set_key(STEP_KEY, true)?;
                self.run(1)?;
                self.set_key(STEP_KEY, false)?;
                self.run(dealcard::lag(self.clocking()) + 1)
            }
        }
    }

    /// Waits for the cycle in which releasing KEY\[0\] deals a rank: 12 cycles at most.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoShoe`] if the design has no such counter, or [`Oscillation`].
    pub fn wait_for(&mut self, rank: Rank) -> Result<(), SimulationError> {
        let shoe = self.shoe().ok_or(SimulationError::NoShoe)?;
        let top = self.number(shoe);
        Ok(self.run(dealcard::wait(top, rank, self.clocking()))?)
    }

    /// Deals a rank by releasing KEY\[0\] in the cycle in which the shoe shows it. Has no effect if
    /// the hand is over.
    ///
    /// # Errors
    ///
    /// Those of [`wait_for`](Self::wait_for).
    pub fn deal(&mut self, rank: Rank) -> Result<(), SimulationError> {
        self.set_key(STEP_KEY, true)?;
        // The press has to be sampled before the release.
        self.run(1)?;
        self.wait_for(rank)?;
        self.set_key(STEP_KEY, false)?;
        Ok(self.run(dealcard::lag(self.clocking()) + 1)?)
    }
}
