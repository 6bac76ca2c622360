//! A netlist: ports, register bits and clocks over a graph of gates.

use std::collections::BTreeMap;

use super::graph::{Edge, Graph};
use rust_hdl_rtl::Value;

/// A flat design, bit by bit. The leaves of the graph are the input bits, followed by the outputs
/// of the register bits.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct OutputPort {
    /// Its name.
    pub name: String,
    /// Its bits, the lowest first.
    pub bits: Vec<Edge>,
}

/// One bit of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
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

impl RegisterBit {
    /// Returns the path of the register and the number of the bit: `counter.count` and 2 of
    /// `counter.count[2]`, 0 without a number.
    pub fn path_and_bit(&self) -> (&str, usize) {
        let parts = self.name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        let parts = parts.and_then(|(path, bit)| Some((path, bit.parse().ok()?)));
        parts.unwrap_or((&self.name, 0))
    }
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

/// A netlist beside the memories that are not part of its gates.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct NetlistWithMemories {
    /// The gates and registers. The registers of [`ReadPort`]s are among them, and hold their
    /// values.
    pub netlist: Netlist,
    /// The memories.
    pub memories: Vec<Memory>,
}

impl From<Netlist> for NetlistWithMemories {
    fn from(netlist: Netlist) -> NetlistWithMemories {
        NetlistWithMemories { netlist, memories: vec![] }
    }
}

/// A memory. Ports that have a rising edge at the same time read before they write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Memory {
    /// Its path.
    pub name: String,
    /// The width of a word in bits.
    pub width: u32,
    /// The width of an address in bits. There are `1 << address_width` words.
    pub address_width: u32,
    /// The words that are not 0 at power-up, by address.
    pub contents: BTreeMap<usize, Value>,
    /// The read ports.
    pub reads: Vec<ReadPort>,
    /// The write ports, of which later ones win. A ROM has none.
    pub writes: Vec<WritePort>,
}

impl Memory {
    /// Returns the bytes that a word takes in the simulator, a power of two, as its logarithm.
    pub fn word_shift(&self) -> u32 {
        self.width.div_ceil(8).next_power_of_two().trailing_zeros()
    }

    /// Returns the bytes that all words take in the simulator.
    pub fn bytes(&self) -> u64 {
        1 << self.address_width << self.word_shift()
    }
}

/// A read port with a register: on a rising edge the register loads the word at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct ReadPort {
    /// The index of its clock in [`Netlist::clocks`].
    pub clock: usize,
    /// The address, lowest bit first.
    pub address: Vec<Edge>,
    /// The leaves of the register, the lowest bit first.
    pub register: Vec<u32>,
}

/// A write port: on a rising edge the word at an address is replaced, if `enable` is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct WritePort {
    /// The index of its clock in [`Netlist::clocks`].
    pub clock: usize,
    /// The write enable.
    pub enable: Edge,
    /// The address, lowest bit first.
    pub address: Vec<Edge>,
    /// The new word, lowest bit first.
    pub data: Vec<Edge>,
}
