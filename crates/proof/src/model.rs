//! The meaning of a module, read from a design or from text.
//!
//! A module is cut at its state and at its instances: what registers, memories, instances,
//! bidirectional wires and input ports supply are leaves of a graph of gates, identified by name.
//! What they receive, and the output ports, are the roots. Two modules mean the same if their
//! declarations are equal and each root of one computes the same as its counterpart in the other.
//! Internal combinational signals do not appear.
//!
//! All words have their lowest bit first. Values are two-valued: whoever builds a model rejects
//! what could be X, or adds an [`Obligation`].

use std::collections::{BTreeMap, HashMap};

pub use rust_hdl_gates::graph::{Edge, Graph};
pub use rust_hdl_gates::words::Word;

/// A constant, the lowest bit first.
pub type Constant = Vec<bool>;

/// What supplies the value of a leaf.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// An input port, a register or a bidirectional wire of the module, by name.
    Signal(String),
    /// An output port of an instance.
    Instance {
        /// The name of the instance.
        instance: String,
        /// The name of the port.
        port: String,
    },
    /// The word of a memory before the clock edge.
    Memory {
        /// The name of the memory.
        memory: String,
        /// Its address, without leading zeros. [`Gates::memory_word`] removes them.
        address: Word,
    },
}

/// One bit of a source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leaf {
    /// What supplies the value.
    pub source: Source,
    /// The index of the bit.
    pub bit: usize,
}

/// A graph of gates and the names of its leaves, shared by the models that are compared.
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// The gates. The number of a leaf is an index into [`leaves`](Gates::leaves).
    pub graph: Graph,
    leaves: Vec<Leaf>,
    numbers: HashMap<Leaf, u32>,
}

impl Gates {
    /// Returns the value of an input port, a register or a bidirectional wire of `width` bits.
    pub fn signal(&mut self, name: &str, width: usize) -> Word {
        self.read(&Source::Signal(name.to_string()), width)
    }

    /// Returns the value of an output port of an instance.
    pub fn instance_output(&mut self, instance: &str, port: &str, width: usize) -> Word {
        let (instance, port) = (instance.to_string(), port.to_string());
        self.read(&Source::Instance { instance, port }, width)
    }

    /// Returns a word of a memory, of `width` bits. The same address gives the same leaves.
    pub fn memory_word(&mut self, memory: &str, address: &[Edge], width: usize) -> Word {
        let used = address.iter().rposition(|bit| *bit != Edge::ZERO).map_or(0, |last| last + 1);
        let (memory, address) = (memory.to_string(), address[..used].to_vec());
        self.read(&Source::Memory { memory, address }, width)
    }

    /// Adds whether two addresses of a memory are equal. The shorter one has leading zeros.
    pub fn same_address(&mut self, left: &[Edge], right: &[Edge]) -> Edge {
        let width = left.len().max(right.len());
        let [left, right] = [left, right].map(|address| {
            let mut padded = address.to_vec();
            padded.resize(width, Edge::ZERO);
            padded
        });
        self.graph.equal(&left, &right)
    }

    /// Returns all leaves, in the order of their numbers.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Returns all bits of a source that were read so far.
    pub fn word(&mut self, source: &Source) -> Word {
        let bits = (0..).map_while(|bit| self.numbers.get(&Leaf { source: source.clone(), bit }));
        bits.map(|number| self.graph.leaf(*number)).collect()
    }

    fn read(&mut self, source: &Source, width: usize) -> Word {
        let bit = |bit| self.leaf(Leaf { source: source.clone(), bit });
        (0..width).map(bit).collect()
    }

    fn leaf(&mut self, leaf: Leaf) -> Edge {
        let next = self.leaves.len() as u32;
        let number = *self.numbers.entry(leaf.clone()).or_insert(next);
        if number == next {
            self.leaves.push(leaf);
        }
        self.graph.leaf(number)
    }
}

/// The meaning of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The name of the module.
    pub name: String,
    /// The ports, in order.
    pub ports: Vec<Port>,
    /// The value of each output port. That of a register is its leaf.
    pub outputs: BTreeMap<String, Word>,
    /// The registers: variables, ports among them, that a clocked process assigns or that have an
    /// initial value.
    pub registers: BTreeMap<String, Register>,
    /// The properties, by name.
    pub properties: BTreeMap<String, Property>,
    /// The instances.
    pub instances: BTreeMap<String, Instance>,
    /// The memories.
    pub memories: BTreeMap<String, Memory>,
    /// The bidirectional ports, and the internal wires that tristate drivers drive or that connect
    /// bidirectional ports.
    pub nets: BTreeMap<String, Net>,
    /// The types that the module defines itself, not those of packages.
    pub types: BTreeMap<String, Type>,
    /// What has to hold so that the module is two-valued.
    pub obligations: Vec<Obligation>,
    /// The body between the ports and `endmodule`, if it was supplied as Verilog text. Then there
    /// are only ports.
    pub text: Option<String>,
}

/// A port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Its direction.
    pub direction: Direction,
    /// Its width in bits.
    pub width: usize,
    /// The enum that it is declared as: the name of the type, after that of its package.
    pub enumeration: Option<String>,
}

/// The direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `input`
    Input,
    /// `output`
    Output,
    /// `inout`
    InOut,
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// It loads [`next`](Register::next) when this rises: the inverted clock for a falling edge, or
    /// constant 0 if it always holds.
    pub clock: Edge,
    /// The value that it loads. A bit that holds has its own leaf.
    pub next: Word,
    /// The initialiser of its declaration.
    pub power_up: Option<Constant>,
    /// The attributes of its declaration: names and values, in order.
    pub attributes: Vec<(String, String)>,
}

/// A property that simulators and formal tools check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// `assert`, `assume` or `cover`.
    pub kind: &'static str,
    /// It is sampled when this rises.
    pub clock: Edge,
    /// 1 if it holds.
    pub condition: Edge,
}

/// An instance of another module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// The name of the other module.
    pub module: String,
    /// The value at each of its input ports.
    pub inputs: BTreeMap<String, Word>,
    /// The wire that each of its bidirectional ports is connected to.
    pub nets: BTreeMap<String, String>,
}

/// A memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The width of a word in bits.
    pub width: usize,
    /// The number of words.
    pub words: usize,
    /// The words that are not 0 at power-up, by address.
    pub contents: BTreeMap<usize, Constant>,
    /// The write ports, in order.
    pub writes: Vec<Write>,
}

/// A write port of a memory: if `enable` is 1 when `clock` rises, the word at `address` becomes
/// `data`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The clock, inverted for a falling edge.
    pub clock: Edge,
    /// The write enable.
    pub enable: Edge,
    /// The address, of any width.
    pub address: Word,
    /// The new word.
    pub data: Word,
}

/// A wire with several drivers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// Its width in bits.
    pub width: usize,
    /// The drivers, in order.
    pub drivers: Vec<Driver>,
}

/// A tristate driver: it drives `value` while `enable` is 1, otherwise `z`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// The output enable; constant 1 for a driver that is never `z`.
    pub enable: Edge,
    /// The value that it drives.
    pub value: Word,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// The constants of an enum with their encodings, in order.
    Enum(Vec<(String, Constant)>),
    /// The fields of a packed struct with their widths in bits, the lowest bits first.
    Struct(Vec<(String, usize)>),
}

/// A condition without which the text could have the value X.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What has to hold: `the index of a[b] is less than 5`.
    pub meaning: String,
    /// 1 if it holds.
    pub holds: Edge,
}
