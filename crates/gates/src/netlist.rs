//! A netlist: ports, register bits and clocks over a graph of gates.

use super::graph::{Edge, Graph};

/// A flat design, bit by bit. The leaves of the graph are the input bits, followed by the outputs of the register bits.
#[derive(Clone, Debug)]
pub struct Netlist {
    /// The top module's name.
    pub name: String,
    /// The gates.
    pub graph: Graph,
    /// The input ports, in order; bit `i` of port `p` is the leaf `p.leaf + i`.
    pub inputs: Vec<InputPort>,
    /// The output ports, in order.
    pub outputs: Vec<OutputPort>,
    /// The register bits, in the order of their leaves.
    pub registers: Vec<RegisterBit>,
    /// The clocks. Registers load on rising edges; a falling-edge clock is an inverted [`Edge`].
    pub clocks: Vec<Edge>,
    /// Every signal of the flat design with its name, lowest bit first.
    pub signals: Vec<(String, Vec<Edge>)>,
}

/// An input port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPort {
    /// Its name.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
    /// The leaf of its lowest bit.
    pub leaf: u32,
}

/// An output port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPort {
    /// Its name.
    pub name: String,
    /// Its bits, the lowest first.
    pub bits: Vec<Edge>,
}

/// One bit of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterBit {
    /// The path of the register and the bit: `counter.count[2]`.
    pub name: String,
    /// The leaf for its output.
    pub leaf: u32,
    /// The value that it loads on a rising edge of its clock.
    pub next: Edge,
    /// The index of its clock in [`Netlist::clocks`].
    pub clock: usize,
    /// Its power-up value.
    pub power_up: bool,
}

impl Netlist {
    /// Returns the input port with this name.
    pub fn input(&self, name: &str) -> Option<&InputPort> {
        self.inputs.iter().find(|port| port.name == name)
    }

    /// Returns the output port with this name.
    pub fn output(&self, name: &str) -> Option<&OutputPort> {
        self.outputs.iter().find(|port| port.name == name)
    }

    /// Returns the number of leaves.
    pub fn leaves(&self) -> usize {
        let inputs: u32 = self.inputs.iter().map(|port| port.width).sum();
        inputs as usize + self.registers.len()
    }
}
