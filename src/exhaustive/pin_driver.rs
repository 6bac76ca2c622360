//! Keys and clock: how a card is dealt at the pins.

use crate::engine::Clocking;
use crate::machine::{rank_after_reset, shortest_wait};
use rust_hdl_gates::lanes::ALL;
use rust_hdl_gates::{Lanes, Word};
use rust_hdl_rtl::Oscillation;

/// The pins of the top that a hand is played with, as leaves of the netlist.
#[derive(Clone, Copy, Debug)]
struct PinLeaves {
    clock: u32,
    step_key: u32,
    reset_key: u32,
}

/// Somebody at the keys of many boards. Each board waits its own time; the keys of all are released together.
pub(super) struct PinDriver {
    pub lanes: Lanes,
    pins: PinLeaves,
    clocking: Clocking,
    everywhere: Vec<Word>,
}

impl PinDriver {
    /// Sits down at boards fresh from power-up, all keys up. `None` if the design has no such pins.
    pub fn new(mut lanes: Lanes, clocking: Clocking) -> Option<PinDriver> {
        let netlist = lanes.netlist();
        let (clock, keys) = (netlist.input("CLOCK_50")?.leaf, netlist.input("KEY")?);
        if keys.width != 4 {
            return None;
        }
        let pins = PinLeaves { clock, step_key: keys.leaf, reset_key: keys.leaf + 3 };
        let up: Vec<u32> = (keys.leaf..keys.leaf + 4).collect();
        up.into_iter().for_each(|key| lanes.fill(key, true));
        let everywhere = vec![ALL; lanes.chunks()];
        // Keys that are up at power-up make no edge: the machine knows no other level of them.
        lanes.ignore_edges();
        Some(PinDriver { lanes, pins, clocking, everywhere })
    }

    /// See [`shortest_wait`].
    pub fn shortest_wait(&self) -> usize {
        shortest_wait(self.clocking)
    }

    /// See [`rank_after_reset`].
    pub fn rank_after_reset(&self) -> usize {
        rank_after_reset(self.clocking)
    }

    /// A new hand: KEY\[0\] pressed and released while KEY\[3\] is down.
    pub fn new_hand(&mut self) -> Result<(), Oscillation> {
        self.lanes.fill(self.pins.reset_key, false);
        self.cycle_all(1)?;
        self.press()?;
        self.lanes.fill(self.pins.reset_key, true);
        Ok(())
    }

    /// CLOCK_50 goes on for some cycles on all boards.
    pub fn cycle_all(&mut self, cycles: usize) -> Result<(), Oscillation> {
        (0..cycles).try_for_each(|_| self.lanes.pulse(self.pins.clock, &self.everywhere))
    }

    /// CLOCK_50 goes on for a cycle on some boards.
    pub fn cycle(&mut self, boards: &[Word]) -> Result<(), Oscillation> {
        self.lanes.pulse(self.pins.clock, boards)
    }

    /// The shortest press of KEY\[0\] that deals, on all boards.
    pub fn press(&mut self) -> Result<(), Oscillation> {
        match self.clocking {
            Clocking::Direct => {
                self.cycle_all(1)?;
                self.lanes.pulse(self.pins.step_key, &self.everywhere)
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
