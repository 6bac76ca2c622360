//! What drives the signals of a module: instances, processes, registers, and the statements in them.

use super::{Expression, MemoryId, ModuleId, SignalId, mask};

/// One thing in the body of a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What its author wrote above it, a line each.
    pub comments: Vec<String>,
    /// The line of [`Module::source`](super::Module::source) that it begins in, from 1, if that is known: of a kernel that is marked `#[kernel]`.
    pub line: Option<u32>,
    /// What it is.
    pub kind: ItemKind,
}

/// Without comments, and from nowhere in particular.
impl From<ItemKind> for Item {
    fn from(kind: ItemKind) -> Item {
        Item { comments: vec![], line: None, kind }
    }
}

/// What an [`Item`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// A module inside this one.
    Instance(Instance),
    /// Statements that settle whenever something they read changes. Each target is assigned on every path.
    Combinational(Vec<Statement>),
    /// A signal that holds its value from one clock edge to the next.
    Register(Register),
    /// What a memory takes on a clock edge.
    MemoryWrite(MemoryWrite),
    /// What drives a wire at times.
    Tristate(Tristate),
}

/// A module inside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Legal, and unlike any signal of this module and of the one inside.
    pub name: String,
    /// What it is an instance of.
    pub module: ModuleId,
    /// One for each port of the module, in its order.
    pub connections: Vec<Connection>,
}

/// What a port of an instance is connected to.
#[derive(Clone, Debug, PartialEq)]
pub enum Connection {
    /// What an input gets.
    Input(Expression),
    /// What an output drives.
    Output(Target),
    /// The wire that both share.
    InOut(SignalId),
}

/// A register: on a rising edge of `clock` it takes the value that `body` assigns, or holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// The signal that shows what it holds.
    pub target: SignalId,
    /// A signal, or one that is turned round for a falling edge.
    pub clock: Expression,
    /// Assigns nothing but `target`; a path that does not assign it holds.
    pub body: Vec<Statement>,
}

/// A write port: on a rising edge of `clock` the word at `address` takes `data`, if `enable` is 1. Whoever reads that word
/// at the same edge gets what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryWrite {
    pub memory: MemoryId,
    pub clock: Expression,
    pub enable: Expression,
    pub address: Expression,
    pub data: Expression,
}

impl MemoryWrite {
    /// All that it reads.
    pub fn operands(&self) -> [&Expression; 4] {
        [&self.clock, &self.enable, &self.address, &self.data]
    }

    /// All that it reads, to be changed.
    pub fn operands_mut(&mut self) -> [&mut Expression; 4] {
        [&mut self.clock, &mut self.enable, &mut self.address, &mut self.data]
    }
}

/// A driver of a wire that has others: it drives `value` while `enable` is 1, else nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Tristate {
    pub target: SignalId,
    pub enable: Expression,
    pub value: Expression,
}

/// A statement with what its author wrote above it.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// A line each.
    pub comments: Vec<String>,
    /// The line that it begins in, as in an [`Item`]. Only those at the top of a kernel know it.
    pub line: Option<u32>,
    /// What it does.
    pub kind: StatementKind,
}

/// Without comments, and from nowhere in particular.
impl From<StatementKind> for Statement {
    fn from(kind: StatementKind) -> Statement {
        Statement { comments: vec![], line: None, kind }
    }
}

/// What a [`Statement`] does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// Gives the target a value of its width.
    Assign(Target, Expression),
    /// Does the one or the other.
    If { condition: Expression, then: Vec<Statement>, otherwise: Vec<Statement> },
    /// Does what the first arm says that has the subject's value; else the default, or nothing.
    Case { subject: Expression, arms: Vec<Arm>, default: Option<Vec<Statement>> },
    /// Nothing: there are only the comments.
    Comment,
}

/// One arm of a case: what to do for some values of the subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// Values of the subject's type, none of which another arm has.
    pub values: Vec<u128>,
    /// What is done for them.
    pub body: Vec<Statement>,
}

/// A signal, or a slice of one, that is driven.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The signal that is driven.
    pub signal: SignalId,
    /// The bits of it, if not all.
    pub slice: Option<Slice>,
}

impl Target {
    /// All of a signal.
    pub fn whole(signal: SignalId) -> Target {
        Target { signal, slice: None }
    }
}

/// Adjacent bits of a signal, from `offset` up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The place of the lowest of them.
    pub offset: u32,
    /// How many there are.
    pub width: u32,
}

impl Slice {
    /// A mask of these bits.
    pub fn mask(self) -> u128 {
        mask(self.width) << self.offset
    }
}
