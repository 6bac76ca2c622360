//! The typed design: what a `rust-hdl` block says, with every width settled and every name legal.

mod expression;
mod items;
mod types;

use std::collections::BTreeMap;

pub use expression::*;
pub use items::*;
pub use types::*;

/// A set of modules that instantiate each other, children before their parents.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// The modules, each after those that it instantiates.
    pub modules: Vec<Module>,
}

impl Design {
    /// The module of that name.
    pub fn find(&self, name: &str) -> Option<ModuleId> {
        self.modules.iter().position(|module| module.name == name).map(ModuleId)
    }

    /// The module that an identifier stands for.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0]
    }
}

/// A module of a [`Design`], by its place in [`Design::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ModuleId(pub usize);

/// A signal of a [`Module`], by its place in [`Module::signals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SignalId(pub usize);

/// An enum type of a [`Module`], by its place in [`Module::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnumId(pub usize);

/// A struct type of a [`Module`], by its place in [`Module::structs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StructId(pub usize);

/// A memory of a [`Module`], by its place in [`Module::memories`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemoryId(pub usize);

/// A module: its ports, what it declares, and what drives them.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Legal, and the only one like it in the design, whatever the case of its letters.
    pub name: String,
    /// What it is, in its author's words; empty if it does not say.
    pub documentation: String,
    /// The Rust file that it came from, if it says.
    pub source: Option<String>,
    /// Every enum of its signals, and others that its kernel names.
    pub enums: Vec<Enum>,
    /// Each after those that its fields are of.
    pub structs: Vec<Struct>,
    /// The ports, in their author's order; then the internal signals.
    pub signals: Vec<Signal>,
    /// What its items read and write by address.
    pub memories: Vec<Memory>,
    /// Instances, processes and registers, in their author's order.
    pub items: Vec<Item>,
    /// What stands in the place of items, if its author wrote it in Verilog.
    pub black_box: Option<BlackBox>,
}

impl Module {
    /// The signal that an identifier stands for.
    pub fn signal(&self, id: SignalId) -> &Signal {
        &self.signals[id.0]
    }

    /// Every signal with its identifier.
    pub fn signals(&self) -> impl Iterator<Item = (SignalId, &Signal)> {
        self.signals.iter().enumerate().map(|(index, signal)| (SignalId(index), signal))
    }

    /// The ports with their identifiers, in order.
    pub fn ports(&self) -> impl Iterator<Item = (SignalId, &Signal)> {
        self.signals().filter(|(_, signal)| signal.kind != SignalKind::Internal)
    }

    /// The memory that an identifier stands for.
    pub fn memory(&self, id: MemoryId) -> &Memory {
        &self.memories[id.0]
    }

    /// The signal of that name.
    pub fn find(&self, name: &str) -> Option<SignalId> {
        self.signals.iter().position(|signal| signal.name == name).map(SignalId)
    }

    /// How many bits values of a type have.
    pub fn width(&self, ty: Type) -> u32 {
        match ty {
            Type::Bit | Type::Clock => 1,
            Type::Bits(width) | Type::Signed(width) => width,
            Type::Enum(id) => self.enums[id.0].width,
            Type::Struct(id) => self.structs[id.0].width,
        }
    }

    /// How many bits a signal has.
    pub fn signal_width(&self, id: SignalId) -> u32 {
        self.width(self.signal(id).ty)
    }
}

/// A port or an internal signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    /// Legal, and the only one like it in the module, whatever the case of its letters.
    pub name: String,
    /// What it is, in its author's words; empty if it does not say.
    pub documentation: String,
    /// Whether it is a port, and which way.
    pub kind: SignalKind,
    /// What its values are.
    pub ty: Type,
    /// How a person reads its values.
    pub radix: Radix,
    /// The value at power-up, if the signal is a register.
    pub power_up: Option<u128>,
}

/// What a signal is to the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    /// Driven from outside.
    Input,
    /// Driven by the module, which may read it too.
    Output,
    /// A wire that several drive in turn; whoever does not drives `z`.
    InOut,
    /// No port.
    Internal,
}

/// Words that registers read by address, and that are written by address on a clock edge: block RAM where there is any.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    pub name: String,
    /// The type of a word.
    pub ty: Type,
    /// Bits of an address; there are as many words as it has values.
    pub address_width: u32,
    /// The words that are not 0 at power-up, by address.
    pub contents: BTreeMap<u128, u128>,
}

impl Memory {
    /// How many words there are.
    pub fn words(&self) -> usize {
        1 << self.address_width
    }
}

/// A module's body in Verilog, as its author gave it.
#[derive(Clone, Debug, PartialEq)]
pub enum BlackBox {
    /// What stands between the ports and `endmodule`, and other modules that it needs.
    Body { text: String, cores: String },
    /// A whole module.
    Module(String),
}
