//! A design as gates: its pins, its register bits and its clocks.

use super::graph::{Edge, Graph};

/// A flat design, bit by bit. The leaves of the graph are the input bits, then what the register bits hold.
#[derive(Clone, Debug)]
pub struct Netlist {
    /// The top module's name.
    pub name: String,
    pub graph: Graph,
    /// The input ports, in order; bit `i` of port `p` is the leaf `p.leaf + i`.
    pub inputs: Vec<InputPort>,
    /// The output ports, in order.
    pub outputs: Vec<OutputPort>,
    pub registers: Vec<RegisterBit>,
    /// The clocks; registers load on their rising edges. A falling-edge clock is an inverted edge.
    pub clocks: Vec<Edge>,
    /// Every signal of the flat design by name, lowest bit first, for those who want to look inside.
    pub signals: Vec<(String, Vec<Edge>)>,
}

/// An input port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPort {
    pub name: String,
    pub width: u32,
    /// The leaf of its lowest bit.
    pub leaf: u32,
}

/// An output port, lowest bit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPort {
    pub name: String,
    pub bits: Vec<Edge>,
}

/// One bit of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterBit {
    /// The register's path and the bit, `dp.pcard1[2]`.
    pub name: String,
    /// The leaf that stands for what it holds.
    pub leaf: u32,
    /// What it takes on a rising edge of its clock.
    pub next: Edge,
    /// Its clock, by place in [`Netlist::clocks`].
    pub clock: usize,
    pub power_up: bool,
}

impl Netlist {
    /// The input port of that name.
    pub fn input(&self, name: &str) -> Option<&InputPort> {
        self.inputs.iter().find(|port| port.name == name)
    }

    /// The output port of that name.
    pub fn output(&self, name: &str) -> Option<&OutputPort> {
        self.outputs.iter().find(|port| port.name == name)
    }

    /// How many leaves there are.
    pub fn leaves(&self) -> usize {
        let inputs: u32 = self.inputs.iter().map(|port| port.width).sum();
        inputs as usize + self.registers.len()
    }
}
