//! The body of a module: instances, processes, registers, and the statements in them.

use super::{Expression, MemoryId, ModuleId, SignalId, Value, mask};

/// An item in the body of a module.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Item {
    /// The comments above it, one entry for each line.
    pub comments: Vec<String>,
    /// The line of [`Module::source`](super::Module::source) that it comes from, counted from 1.
    /// Known for kernels under `#[kernel]` only.
    pub line: Option<u32>,
    /// The item itself.
    pub kind: ItemKind,
}

/// Without comments and without a source line.
impl From<ItemKind> for Item {
    fn from(kind: ItemKind) -> Item {
        Item { comments: vec![], line: None, kind }
    }
}

impl Item {
    /// Returns the plain assignment of a whole signal.
    pub(crate) fn assignment(target: SignalId, value: Expression) -> Item {
        let assignment = StatementKind::Assign(Target::whole(target), value);
        ItemKind::Combinational(vec![assignment.into()]).into()
    }
}

/// The kinds of [`Item`]s.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum ItemKind {
    /// An instance of another module.
    Instance(Instance),
    /// A combinational process. It assigns each of its targets on every path.
    Combinational(Vec<Statement>),
    /// A register and its clocked process.
    Register(Register),
    /// A write port of a memory.
    MemoryWrite(MemoryWrite),
    /// A tristate driver.
    Tristate(Tristate),
}

/// An instance of a module inside another.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Instance {
    /// A legal SystemVerilog name, different from every signal of this module and of the
    /// instantiated one.
    pub name: String,
    /// The module that is instantiated.
    pub module: ModuleId,
    /// One connection for each port of that module, in port order.
    pub connections: Vec<Connection>,
}

/// What a port of an instance is connected to.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Connection {
    /// The value of an input.
    Input(Expression),
    /// The signal that an output drives.
    Output(Target),
    /// The wire that a bidirectional port is connected to.
    InOut(SignalId),
}

/// A register. On a rising edge of `clock` it loads the value that `body` assigns, or holds its
/// value.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Register {
    /// The signal that holds its value.
    pub target: SignalId,
    /// A clock signal, inverted for a falling edge.
    pub clock: Expression,
    /// Assigns nothing but `target`. On a path that does not assign it, the register holds.
    pub body: Vec<Statement>,
}

/// A write port. On a rising edge of `clock` the word at `address` becomes `data` if `enable` is 1.
/// A read of that word on the same edge returns the old value.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct MemoryWrite {
    /// The memory.
    pub memory: MemoryId,
    /// The write clock.
    pub clock: Expression,
    /// The write enable, a single bit.
    pub enable: Expression,
    /// The address of the word.
    pub address: Expression,
    /// The new word.
    pub data: Expression,
}

impl MemoryWrite {
    /// Returns the expressions that it reads.
    pub fn operands(&self) -> [&Expression; 4] {
        [&self.clock, &self.enable, &self.address, &self.data]
    }

    /// Returns the expressions that it reads, mutably.
    pub fn operands_mut(&mut self) -> [&mut Expression; 4] {
        [&mut self.clock, &mut self.enable, &mut self.address, &mut self.data]
    }
}

/// A tristate driver of a wire: it drives `value` while `enable` is 1, otherwise `z`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Tristate {
    /// The wire.
    pub target: SignalId,
    /// The output enable, a single bit.
    pub enable: Expression,
    /// The value that is driven.
    pub value: Expression,
}

/// A statement with the comments above it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Statement {
    /// The comments above it, one entry for each line.
    pub comments: Vec<String>,
    /// The source line, as in [`Item::line`]. Known at the top level of a kernel only.
    pub line: Option<u32>,
    /// The statement itself.
    pub kind: StatementKind,
}

/// Without comments and without a source line.
impl From<StatementKind> for Statement {
    fn from(kind: StatementKind) -> Statement {
        Statement { comments: vec![], line: None, kind }
    }
}

/// The kinds of [`Statement`]s.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum StatementKind {
    /// An assignment of a value of the target's width.
    Assign(Target, Expression),
    /// An `if`.
    If {
        /// A single bit.
        condition: Expression,
        /// Runs if the condition is 1.
        then: Vec<Statement>,
        /// Runs if the condition is 0.
        otherwise: Vec<Statement>,
    },
    /// A `case`.
    Case {
        /// The value that selects an arm.
        subject: Expression,
        /// The arms, with distinct values.
        arms: Vec<Arm>,
        /// Runs if no arm has the subject's value.
        default: Option<Vec<Statement>>,
    },
    /// Comments without a statement below them.
    Comment,
}

/// An arm of a case.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Arm {
    /// The values of the subject that select this arm. No other arm has them.
    pub values: Vec<Value>,
    /// Runs if the subject has one of these values.
    pub body: Vec<Statement>,
}

/// The target of an assignment: a signal or a slice of one.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Target {
    /// The signal that is assigned.
    pub signal: SignalId,
    /// The bits that are assigned; `None` for all.
    pub slice: Option<Slice>,
}

impl Target {
    /// Returns a target that covers a whole signal.
    pub fn whole(signal: SignalId) -> Target {
        Target { signal, slice: None }
    }
}

/// Adjacent bits of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Slice {
    /// The index of the lowest bit.
    pub offset: u32,
    /// The number of bits.
    pub width: u32,
}

impl Slice {
    /// Returns a mask of these bits.
    pub fn mask(self) -> Value {
        &mask(self.width) << self.offset
    }

    /// Whether two slices of a signal have a bit in common; `None` is the whole signal.
    pub fn overlap(one: Option<Slice>, other: Option<Slice>) -> bool {
        one.zip(other).is_none_or(|(one, other)| {
            one.offset < other.offset + other.width && other.offset < one.offset + one.width
        })
    }
}
