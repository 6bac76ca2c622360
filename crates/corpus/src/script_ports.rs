//! The ports of a block, for scripts.

use crate::interface::{Interface, PortKind};

/// Access to ports by name, between two steps.
pub struct ScriptPorts<'a> {
    pub interface: &'a Interface,
    /// The inputs of the next step.
    pub inputs: &'a mut [u128],
    /// The current outputs.
    pub outputs: &'a [u128],
    /// The clock that changes next.
    pub next_clock: Option<usize>,
}

impl ScriptPorts<'_> {
    /// Returns the current value of an output, or the next value of an input.
    ///
    /// # Panics
    ///
    /// If there is no such port.
    pub fn get(&self, name: &str) -> u128 {
        let output = self.interface.outputs.iter().position(|port| port.name == name);
        output.map_or_else(|| self.inputs[self.input(name)], |index| self.outputs[index])
    }

    /// Whether a port is not 0.
    pub fn is_high(&self, name: &str) -> bool {
        self.get(name) != 0
    }

    /// Sets an input other than a clock.
    ///
    /// # Panics
    ///
    /// If there is no such input, or it is a clock.
    pub fn set(&mut self, name: &str, value: u128) {
        let index = self.input(name);
        assert!(self.interface.inputs[index].kind != PortKind::Clock, "`{name}` is a clock");
        self.inputs[index] = value;
    }

    /// Whether this clock rises in the next step.
    pub fn rises(&self, clock: &str) -> bool {
        self.next_clock.is_some_and(|index| {
            self.interface.inputs[index].name == clock && self.inputs[index] == 0
        })
    }

    fn input(&self, name: &str) -> usize {
        let input = self.interface.inputs.iter().position(|port| port.name == name);
        input.unwrap_or_else(|| panic!("there is no port `{name}`"))
    }
}
