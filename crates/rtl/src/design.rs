//! The typed design: the modules of a `rust-hdl` block with exact widths and legal names.

mod checker;
mod expression;
mod items;
mod types;
mod value;

use std::collections::BTreeMap;

pub use checker::*;
pub use expression::*;
pub use items::*;
pub use types::*;
pub use value::*;

/// A set of modules that instantiate each other, children before their parents.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Design {
    /// The modules, each after those that it instantiates.
    pub modules: Vec<Module>,
    /// The modules of the blocks that were [elaborated](super::elaborate), in the order in which
    /// they were given.
    pub tops: Vec<ModuleId>,
    /// The modules that only black boxes instantiate.
    pub cores: Vec<Core>,
    /// The properties of modules, and the modules that check them.
    pub checkers: Vec<Checker>,
}

impl Design {
    /// Finds a module by name.
    pub fn find(&self, name: &str) -> Option<ModuleId> {
        self.modules.iter().position(|module| module.name == name).map(ModuleId)
    }

    /// Returns the module of the first block that was elaborated.
    ///
    /// # Panics
    ///
    /// If the design is empty.
    pub fn top(&self) -> ModuleId {
        self.tops[0]
    }

    /// Returns the module with that index.
    ///
    /// # Panics
    ///
    /// If the index comes from another design and is out of range.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0]
    }

    /// Returns the modules in the hierarchy below `top`, each after those that it instantiates,
    /// `top` at the end.
    ///
    /// # Panics
    ///
    /// If the index comes from another design and is out of range.
    pub fn hierarchy(&self, top: ModuleId) -> Vec<ModuleId> {
        let mut found = vec![];
        self.add_hierarchy(top, &mut found);
        found
    }

    fn add_hierarchy(&self, id: ModuleId, found: &mut Vec<ModuleId>) {
        for item in &self.module(id).items {
            if let ItemKind::Instance(instance) = &item.kind
                && !found.contains(&instance.module)
            {
                self.add_hierarchy(instance.module, found);
            }
        }
        found.push(id);
    }
}

/// The index of a module in [`Design::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct ModuleId(pub usize);

/// The index of a signal in [`Module::signals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct SignalId(pub usize);

/// The index of an enum type in [`Module::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct EnumId(pub usize);

/// The index of a struct type in [`Module::structs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct StructId(pub usize);

/// The index of a memory in [`Module::memories`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct MemoryId(pub usize);

/// A module: its ports, its declarations and its body.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Module {
    /// A legal SystemVerilog name, unique in the design even if case is ignored.
    pub name: String,
    /// The doc comment of the Rust struct; empty if there is none.
    pub documentation: String,
    /// The Rust source file, if the block describes itself.
    pub source: Option<String>,
    /// The enum types of its signals, and others that its kernel names.
    pub enums: Vec<Enum>,
    /// The struct types, each after those of its fields.
    pub structs: Vec<Struct>,
    /// The named constants of its items.
    #[cfg_attr(feature = "serde", serde(default))]
    pub constants: Vec<NamedConstant>,
    /// The ports in source order, then the internal signals.
    pub signals: Vec<Signal>,
    /// The memories that its items read and write.
    pub memories: Vec<Memory>,
    /// Instances, processes and registers in source order.
    pub items: Vec<Item>,
    /// The body, if the author wrote it in Verilog; then `items` is empty.
    pub black_box: Option<BlackBox>,
}

impl Module {
    /// Returns the signal with that index.
    pub fn signal(&self, id: SignalId) -> &Signal {
        &self.signals[id.0]
    }

    /// Returns every signal with its index.
    pub fn signals(&self) -> impl Iterator<Item = (SignalId, &Signal)> {
        self.signals.iter().enumerate().map(|(index, signal)| (SignalId(index), signal))
    }

    /// Returns the ports with their indices, in order.
    pub fn ports(&self) -> impl Iterator<Item = (SignalId, &Signal)> {
        self.signals().filter(|(_, signal)| signal.kind != SignalKind::Internal)
    }

    /// Returns the memory with that index.
    pub fn memory(&self, id: MemoryId) -> &Memory {
        &self.memories[id.0]
    }

    /// Finds the constant that a named literal is.
    pub fn constant(&self, literal: &Expression) -> Option<&NamedConstant> {
        let ExpressionKind::Literal(value, Some(name)) = &literal.kind else { return None };
        self.constants.iter().find(|known| known.value == *value && *known.written == **name)
    }

    /// Finds a signal by name.
    pub fn find(&self, name: &str) -> Option<SignalId> {
        self.signals.iter().position(|signal| signal.name == name).map(SignalId)
    }

    /// Adds an internal signal without documentation.
    pub(crate) fn add_internal(&mut self, name: String, ty: Type, radix: Radix) -> SignalId {
        self.signals.push(Signal {
            name,
            documentation: String::new(),
            kind: SignalKind::Internal,
            ty,
            radix,
            power_up: None,
            attributes: vec![],
        });
        SignalId(self.signals.len() - 1)
    }

    /// Returns the width of a type, in bits.
    pub fn width(&self, ty: Type) -> u32 {
        match ty {
            Type::Bit | Type::Clock => 1,
            Type::Bits(width) | Type::Signed(width) => width,
            Type::Enum(id) => self.enums[id.0].width,
            Type::Struct(id) => self.structs[id.0].width,
        }
    }

    /// Returns the width of a signal, in bits.
    pub fn signal_width(&self, id: SignalId) -> u32 {
        self.width(self.signal(id).ty)
    }

    /// Whether a signal has a bit at every index that a value can be.
    pub fn is_in_range(&self, signal: SignalId, index: &Expression) -> bool {
        let size = self.signal_width(signal);
        match index.as_literal().map(|number| number.to_index(size)) {
            Some(Some(_)) => size > 1,
            _ => size > 1 && self.width(index.ty) <= size.ilog2(),
        }
    }

    /// Returns a mask of the bits of a signal in the slice, of all bits without one.
    pub fn bits(&self, id: SignalId, slice: Option<Slice>) -> Value {
        slice.map_or_else(|| mask(self.signal_width(id)), Slice::mask)
    }
}

/// A port or an internal signal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Signal {
    /// A legal SystemVerilog name, unique in the module even if case is ignored.
    pub name: String,
    /// The doc comment of the Rust field; empty if there is none.
    pub documentation: String,
    /// Its direction, if it is a port.
    pub kind: SignalKind,
    /// The type of its values.
    pub ty: Type,
    /// The base in which its literals are printed.
    pub radix: Radix,
    /// The value at power-up, if the signal is a register.
    pub power_up: Option<Value>,
    /// The attributes for tools, if the signal is a register.
    #[cfg_attr(feature = "serde", serde(default))]
    pub attributes: Vec<Attribute>,
}

/// An attribute of a declaration: `(* name = "value" *)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Attribute {
    /// A legal SystemVerilog name.
    pub name: String,
    /// The value: printable ASCII characters, not escaped.
    pub value: String,
}

/// A Rust constant that the items of a module read by name.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct NamedConstant {
    /// A legal SystemVerilog name, unique in the module even if case is ignored.
    pub name: String,
    /// The name in the literals, which another name of the module may equal.
    pub written: String,
    /// The value.
    pub value: Value,
    /// The width of the narrowest of the literals, in bits.
    pub width: u32,
}

/// The direction of a port, or that a signal is internal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum SignalKind {
    /// Driven from outside.
    Input,
    /// Driven by the module, which may also read it.
    Output,
    /// A bidirectional wire with several drivers; a driver that is not enabled drives `z`.
    InOut,
    /// Not a port.
    Internal,
}

/// A memory: registers read it by address, and [`MemoryWrite`]s write it on a clock edge. Synthesis
/// tools infer block RAM.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Memory {
    /// A legal SystemVerilog name, unique in the module even if case is ignored.
    pub name: String,
    /// The type of a word.
    pub ty: Type,
    /// The width of an address, in bits. There are `1 << address_width` words.
    pub address_width: u32,
    /// The words that are not 0 at power-up, by address.
    pub contents: BTreeMap<usize, Value>,
}

impl Memory {
    /// Returns the number of words.
    pub fn words(&self) -> usize {
        1 << self.address_width
    }
}

/// Verilog text that the author gave for a module. Of it, only the names, directions and widths of
/// ports are interpreted.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum BlackBox {
    /// The text between the ports and `endmodule`.
    Body(String),
    /// A complete module, with the comments, attributes and directives around it.
    Module(String),
}

/// A module in Verilog that black boxes instantiate.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Core {
    /// Its name, unique in the design even if case is ignored.
    pub name: String,
    /// The complete module, with the comments, attributes and directives around it.
    pub text: String,
}
