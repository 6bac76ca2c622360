//! Driving keys and clock of many boards to deal cards.

use crate::de1_soc::KEYS;
use crate::generator::Clocking;
use crate::simulation::{RESET_KEY, STEP_KEY, rank_after_reset, shortest_wait};
use rust_hdl_gates::lanes::ALL;
use rust_hdl_gates::{Lanes, Word};
use rust_hdl_rtl::Oscillation;

/// The input pins, as leaves of the netlist.
#[derive(Clone, Copy, Debug)]
struct PinLeaves {
    clock: u32,
    step_key: u32,
    reset_key: u32,
}

/// Drives the pins of many boards. Each board waits its own number of cycles; the keys change on
/// all boards at once.
pub(super) struct PinDriver {
    pub lanes: Lanes,
    pins: PinLeaves,
    clocking: Clocking,
    all_boards: Vec<Word>,
}

impl PinDriver {
    /// Takes boards at power-up and releases all keys. `None` if the netlist does not have these
    /// pins.
    pub fn new(mut lanes: Lanes, clocking: Clocking) -> Option<PinDriver> {
        let netlist = lanes.netlist();
        let (clock, keys) = (netlist.input("CLOCK_50")?.leaf, netlist.input("KEY")?);
        if keys.width as usize != KEYS {
            return None;
        }
        let key = |number: usize| keys.leaf + number as u32;
        let pins = PinLeaves { clock, step_key: key(STEP_KEY), reset_key: key(RESET_KEY) };
        let up: Vec<u32> = (0..KEYS).map(key).collect();
        up.into_iter().for_each(|key| lanes.fill(key, true));
        let all_boards = vec![ALL; lanes.chunks()];
        // Keys that are up at power-up are not clock edges.
        lanes.ignore_edges();
        Some(PinDriver { lanes, pins, clocking, all_boards })
    }

    /// See [`shortest_wait`].
    pub fn shortest_wait(&self) -> usize {
        shortest_wait(self.clocking)
    }

    /// See [`rank_after_reset`].
    pub fn rank_after_reset(&self) -> usize {
        rank_after_reset(self.clocking)
    }

    /// Starts a new hand: presses and releases KEY\[0\] while KEY\[3\] is down.
    pub fn new_hand(&mut self) -> Result<(), Oscillation> {
        self.lanes.fill(self.pins.reset_key, false);
        self.cycle_all(1)?;
        self.press()?;
        self.lanes.fill(self.pins.reset_key, true);
        Ok(())
    }

    /// Runs CLOCK_50 of all boards for a number of cycles.
    pub fn cycle_all(&mut self, cycles: usize) -> Result<(), Oscillation> {
        (0..cycles).try_for_each(|_| self.lanes.pulse(self.pins.clock, &self.all_boards))
    }

    /// Runs CLOCK_50 of some boards for one cycle.
    pub fn cycle(&mut self, boards: &[Word]) -> Result<(), Oscillation> {
        self.lanes.pulse(self.pins.clock, boards)
    }

    /// Presses KEY\[0\] of all boards as briefly as the hardware detects.
    pub fn press(&mut self) -> Result<(), Oscillation> {
        match self.clocking {
            Clocking::Direct => {
                self.cycle_all(1)?;
                self.lanes.pulse(self.pins.step_key, &self.all_boards)
            }
            Clocking::Synchronised => {
                self.lanes.fill(self.pins.step_key, false);
                self.cycle_all(1)?;
                self.lanes.fill(self.pins.step_key, true);
                self.cycle_all(3)
            }
        }
    }
}
