//! What drives the signals of a module: instances, processes, registers, and the statements in them.

use super::{Expression, MemoryId, ModuleId, SignalId, mask};

/// One thing in the body of a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What its author wrote above it, a line each.
    pub comments: Vec<String>,
    /// The line of [`Module::source`] that it begins in, from 1, if that is known: of a kernel that is marked `#[kernel]`.
    pub line: Option<u32>,
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
    Instance(Instance),
    /// Statements that settle whenever something they read changes. Each target is assigned on every path.
    Combinational(Vec<Statement>),
    Register(Register),
    MemoryWrite(MemoryWrite),
    Tristate(Tristate),
}

/// A module inside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    pub name: String,
    pub module: ModuleId,
    /// One for each port of the module, in its order.
    pub connections: Vec<Connection>,
}

/// What a port of an instance is connected to.
#[derive(Clone, Debug, PartialEq)]
pub enum Connection {
    Input(Expression),
    Output(Target),
    InOut(SignalId),
}

/// A register: on a rising edge of `clock` it takes the value that `body` assigns, or holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    pub target: SignalId,
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
    pub comments: Vec<String>,
    /// The line that it begins in, as in an [`Item`]. Only those at the top of a kernel know it.
    pub line: Option<u32>,
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
    Assign(Target, Expression),
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Case {
        subject: Expression,
        arms: Vec<Arm>,
        default: Option<Vec<Statement>>,
    },
    /// Nothing: there are only the comments.
    Remark,
}

/// One arm of a case: what to do for some values of the subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    pub values: Vec<u128>,
    pub body: Vec<Statement>,
}

/// A signal, or a slice of one, that is driven.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub signal: SignalId,
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
    pub offset: u32,
    pub width: u32,
}

impl Slice {
    /// A mask of these bits.
    pub fn mask(self) -> u128 {
        mask(self.width) << self.offset
    }
}
