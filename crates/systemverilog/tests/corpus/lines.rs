//! What a script sees of a block between two steps, and what it may change.

use crate::device::{Interface, PortKind};

/// The ports by name.
pub struct Lines<'a> {
    pub interface: &'a Interface,
    /// What the inputs will be.
    pub inputs: &'a mut [u128],
    /// What the outputs are.
    pub outputs: &'a [u128],
    /// The clock that changes next.
    pub next_clock: Option<usize>,
}

impl Lines<'_> {
    /// What an output is, or what an input is about to be.
    ///
    /// # Panics
    ///
    /// If there is no such port.
    pub fn get(&self, name: &str) -> u128 {
        let output = self.interface.outputs.iter().position(|port| port.name == name);
        output.map_or_else(|| self.inputs[self.input(name)], |place| self.outputs[place])
    }

    /// Whether a port is not 0.
    pub fn is_high(&self, name: &str) -> bool {
        self.get(name) != 0
    }

    /// Sets an input that is no clock.
    ///
    /// # Panics
    ///
    /// If there is no such input.
    pub fn set(&mut self, name: &str, value: u128) {
        let place = self.input(name);
        assert!(self.interface.inputs[place].kind != PortKind::Clock, "`{name}` is a clock");
        self.inputs[place] = value;
    }

    /// Whether this clock rises in the step to come.
    pub fn rises(&self, clock: &str) -> bool {
        self.next_clock.is_some_and(|place| {
            self.interface.inputs[place].name == clock && self.inputs[place] == 0
        })
    }

    fn input(&self, name: &str) -> usize {
        let input = self.interface.inputs.iter().position(|port| port.name == name);
        input.unwrap_or_else(|| panic!("there is no port `{name}`"))
    }
}
