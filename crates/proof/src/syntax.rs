//! The syntax tree of the subset of SystemVerilog that is read. Names are not resolved.

use crate::error::Position;
use crate::lexer::Number;

/// An identifier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Name<'t> {
    pub at: Position,
    pub text: &'t str,
}

/// A unit of a file.
#[derive(Debug)]
pub(crate) enum Unit<'t> {
    Package(Package<'t>),
    Module(Module<'t>),
    /// `bind target module name (…);`.
    Bind {
        target: Name<'t>,
        instance: Instance<'t>,
    },
    /// A text that is not read, by index.
    Verbatim(usize),
}

#[derive(Debug)]
pub(crate) struct Package<'t> {
    pub name: Name<'t>,
    pub types: Vec<Typedef<'t>>,
}

#[derive(Debug)]
pub(crate) struct Module<'t> {
    pub name: Name<'t>,
    pub ports: Vec<Port<'t>>,
    pub items: Vec<Item<'t>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direction {
    Input,
    Output,
    InOut,
}

#[derive(Debug)]
pub(crate) struct Port<'t> {
    pub direction: Direction,
    pub declaration: Declaration<'t>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum DeclarationKind {
    Variable,
    /// `wire`.
    Net,
    /// `localparam`.
    Constant,
}

/// A variable, a net, a constant or a memory.
#[derive(Debug)]
pub(crate) struct Declaration<'t> {
    pub kind: DeclarationKind,
    pub data_type: DataType<'t>,
    pub name: Name<'t>,
    /// The number of words, if it is a memory: `[4]` after the name.
    pub words: Option<u32>,
    pub initial: Option<Expression<'t>>,
    pub attributes: Vec<Attribute<'t>>,
}

/// `(* name = "value" *)`, with the value as it is without escapes.
#[derive(Debug)]
pub(crate) struct Attribute<'t> {
    pub name: Name<'t>,
    pub value: String,
}

#[derive(Debug)]
pub(crate) enum DataType<'t> {
    /// `logic [3:0]`. The width is 1 if it has no range.
    Vector { is_signed: bool, width: u32, has_range: bool },
    /// A name that `typedef` declares, after that of its package if it has one.
    Named { package: Option<Name<'t>>, name: Name<'t> },
}

#[derive(Debug)]
pub(crate) struct Typedef<'t> {
    pub name: Name<'t>,
    pub kind: TypedefKind<'t>,
}

#[derive(Debug)]
pub(crate) enum TypedefKind<'t> {
    Enum {
        width: u32,
        variants: Vec<(Name<'t>, Number)>,
    },
    /// The fields, the most significant first.
    Struct(Vec<(DataType<'t>, Name<'t>)>),
}

#[derive(Debug)]
pub(crate) struct Item<'t> {
    pub at: Position,
    pub kind: ItemKind<'t>,
}

#[derive(Debug)]
pub(crate) enum ItemKind<'t> {
    Typedef(Typedef<'t>),
    Declaration(Declaration<'t>),
    Assign {
        target: Reference<'t>,
        value: Expression<'t>,
    },
    AlwaysComb(Statement<'t>),
    AlwaysFf(Event<'t>, Statement<'t>),
    Always(Event<'t>, Statement<'t>),
    /// An `initial`, and whether it is hidden from synthesis.
    Initial {
        is_simulation_only: bool,
        body: Statement<'t>,
    },
    Instance(Instance<'t>),
    /// `name: assert property (@(posedge clock) condition);`.
    Property {
        name: Name<'t>,
        /// `assert`, `assume` or `cover`.
        kind: &'static str,
        event: Event<'t>,
        condition: Expression<'t>,
    },
    /// A text that is not read, by index.
    Verbatim(usize),
}

/// An edge of a clock.
#[derive(Debug)]
pub(crate) struct Event<'t> {
    pub is_falling: bool,
    pub clock: Expression<'t>,
}

#[derive(Debug)]
pub(crate) struct Instance<'t> {
    pub module: Name<'t>,
    pub name: Name<'t>,
    pub connections: Vec<(Name<'t>, Expression<'t>)>,
}

#[derive(Debug)]
pub(crate) struct Statement<'t> {
    pub at: Position,
    pub kind: StatementKind<'t>,
}

#[derive(Debug)]
pub(crate) enum StatementKind<'t> {
    Block(Vec<Statement<'t>>),
    Assign {
        target: Reference<'t>,
        is_blocking: bool,
        value: Expression<'t>,
    },
    /// `if`, `else if` and so on, then `else`.
    If {
        branches: Vec<(Expression<'t>, Statement<'t>)>,
        otherwise: Option<Box<Statement<'t>>>,
    },
    Case {
        is_unique: bool,
        subject: Expression<'t>,
        arms: Vec<(Vec<Expression<'t>>, Statement<'t>)>,
        default: Option<Box<Statement<'t>>>,
    },
    /// `for (int index = first; condition; index++)`.
    For {
        index: Name<'t>,
        first: Expression<'t>,
        condition: Expression<'t>,
        body: Box<Statement<'t>>,
    },
    Null,
}

#[derive(Debug)]
pub(crate) struct Expression<'t> {
    pub at: Position,
    /// 1 more than that of its highest operand.
    pub height: u32,
    pub kind: ExpressionKind<'t>,
}

#[derive(Debug)]
pub(crate) enum ExpressionKind<'t> {
    Number(Number),
    Reference(Box<Reference<'t>>),
    Unary(Unary, Box<Expression<'t>>),
    Binary(Binary, Box<Expression<'t>>, Box<Expression<'t>>),
    Conditional(Box<Expression<'t>>, Box<Expression<'t>>, Box<Expression<'t>>),
    Concatenation(Vec<Expression<'t>>),
    Replication(u32, Vec<Expression<'t>>),
    /// `4'(x)`.
    SizeCast(u32, Box<Expression<'t>>),
    /// `$signed(x)` or `$unsigned(x)`.
    SignCast {
        is_signed: bool,
        operand: Box<Expression<'t>>,
    },
}

impl<'t> ExpressionKind<'t> {
    /// The operands, those in selects included.
    pub fn operands(&self) -> Vec<&Expression<'t>> {
        match self {
            ExpressionKind::Number(_) => vec![],
            ExpressionKind::Reference(reference) => reference.select_operands(),
            ExpressionKind::Unary(_, operand)
            | ExpressionKind::SizeCast(_, operand)
            | ExpressionKind::SignCast { operand, .. } => vec![operand],
            ExpressionKind::Binary(_, left, right) => vec![left, right],
            ExpressionKind::Conditional(condition, one, zero) => vec![condition, one, zero],
            ExpressionKind::Concatenation(parts) | ExpressionKind::Replication(_, parts) => {
                parts.iter().collect()
            }
        }
    }
}

/// A name with what follows it: `pkg::NAME`, `frame.inner.mode`, `word[3:0]`.
#[derive(Debug)]
pub(crate) struct Reference<'t> {
    pub package: Option<Name<'t>>,
    pub name: Name<'t>,
    pub fields: Vec<Name<'t>>,
    pub select: Option<Select<'t>>,
}

impl<'t> Reference<'t> {
    /// The expressions in its select.
    pub fn select_operands(&self) -> Vec<&Expression<'t>> {
        match &self.select {
            None => vec![],
            Some(Select::Bit(index)) => vec![index],
            Some(Select::Part(first, second) | Select::IndexedPart(first, second)) => {
                vec![first, second]
            }
        }
    }
}

#[derive(Debug)]
pub(crate) enum Select<'t> {
    /// `[3]`.
    Bit(Box<Expression<'t>>),
    /// `[7:4]`.
    Part(Box<Expression<'t>>, Box<Expression<'t>>),
    /// `[i +: 4]`.
    IndexedPart(Box<Expression<'t>>, Box<Expression<'t>>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    LogicalNot,
    Not,
    And,
    Nand,
    Or,
    Nor,
    Xor,
    Xnor,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    And,
    Or,
    Xor,
    Xnor,
    LogicalAnd,
    LogicalOr,
    ShiftLeft,
    ShiftRight,
    ArithmeticShiftLeft,
    ArithmeticShiftRight,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}
