//! The typed design: what a `rust-hdl` block says, with every width settled and every name legal.

use std::collections::BTreeMap;

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
    pub name: String,
    /// What it is, in its author's words; empty if it does not say.
    pub documentation: String,
    /// The Rust file that it came from, if it says.
    pub source: Option<String>,
    pub enums: Vec<Enum>,
    /// Each after those that its fields are of.
    pub structs: Vec<Struct>,
    /// The ports, in their author's order; then the internal signals.
    pub signals: Vec<Signal>,
    pub memories: Vec<Memory>,
    /// Instances, processes and registers, in their author's order.
    pub items: Vec<Item>,
    /// What stands in the place of items, if its author wrote it in Verilog.
    pub foreign: Option<Foreign>,
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

/// An enumeration; a variant's encoding is its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    pub name: String,
    pub documentation: String,
    /// Bits of an encoding.
    pub width: u32,
    pub variants: Vec<Variant>,
    /// The package that defines it, if several modules share it.
    pub package: Option<String>,
}

/// Several values in one, each with a name: a packed struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    pub name: String,
    pub width: u32,
    /// The lowest bits first.
    pub fields: Vec<Field>,
    /// The package that defines it, if several modules share it.
    pub package: Option<String>,
}

/// One value of a [`Struct`].
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    /// The place of its lowest bit.
    pub offset: u32,
    pub ty: Type,
}

/// One value of an [`Enum`].
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub name: String,
    pub documentation: String,
}

/// A port or an internal signal.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    pub name: String,
    pub documentation: String,
    pub kind: SignalKind,
    pub ty: Type,
    /// How a person reads its values.
    pub radix: Radix,
    /// The value at power-up, if the signal is a register.
    pub power_up: Option<u128>,
}

/// What a signal is to the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalKind {
    Input,
    Output,
    /// A wire that several drive in turn; whoever does not drives `z`.
    InOut,
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
pub enum Foreign {
    /// What stands between the ports and `endmodule`, and other modules that it needs.
    Body { text: String, cores: String },
    /// A whole module.
    Module(String),
}

/// The base that literals of a signal are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Radix {
    #[default]
    Decimal,
    /// A pattern of bits.
    Binary,
    Hexadecimal,
}

/// What kind of value: it decides width and meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A truth value.
    Bit,
    /// A clock.
    Clock,
    /// An unsigned number of that many bits; it wraps.
    Bits(u32),
    /// A number in two's complement of that many bits; it wraps. Values stand as their bit patterns.
    Signed(u32),
    Enum(EnumId),
    Struct(StructId),
}

impl Type {
    /// Whether its highest bit is a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::Signed(_))
    }
}

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

/// The lowest `width` bits, at most 128.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// A bit pattern with all bits above its width like its sign, or 0 if its type has none.
pub fn sign_extended(value: u128, ty: Type) -> u128 {
    match ty {
        Type::Signed(width) if value >> (width - 1) & 1 == 1 => value | !mask(width),
        _ => value,
    }
}

/// A value with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    pub kind: ExpressionKind,
    pub ty: Type,
}

/// How an [`Expression`] comes by its value.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    Signal(SignalId),
    /// A number that fits the width; for an enum, the encoding.
    Literal(u128),
    Unary(UnaryOperator, Box<Expression>),
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `width` bits of `base` from `offset` up.
    Slice {
        base: Box<Expression>,
        offset: u32,
        width: u32,
    },
    /// One bit of `base`, chosen by a value; 0 beyond its end.
    Index {
        base: Box<Expression>,
        index: Box<Expression>,
    },
    /// The operand cut off or filled up to the type's width: with its sign if it has one, else with zeros.
    Resize(Box<Expression>),
    /// `base` with one bit, chosen by a value, put to another; as it is beyond its end.
    ReplaceBit {
        base: Box<Expression>,
        index: Box<Expression>,
        bit: Box<Expression>,
    },
    /// A word of a memory, for registers to take.
    Element {
        memory: MemoryId,
        address: Box<Expression>,
    },
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// Every bit the other way round.
    Not,
    /// Two's complement.
    Negate,
    /// 1 if every bit is.
    All,
    /// 1 if any bit is.
    Any,
    /// 1 if an odd number of bits is.
    Parity,
}

/// An operator with two operands, of equal widths but for shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOperator {
    Add,
    Subtract,
    /// The low bits of the product, as many as each operand has.
    Multiply,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl BinaryOperator {
    /// Whether the result is a truth value, whatever the operands' width.
    pub fn is_comparison(self) -> bool {
        use BinaryOperator::*;
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }

    /// Whether it is a shift, whose right operand has a width of its own.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
    }
}

impl Expression {
    /// The value of a signal of that type.
    pub fn signal(id: SignalId, ty: Type) -> Expression {
        Expression { kind: ExpressionKind::Signal(id), ty }
    }

    /// A constant of that type.
    pub fn literal(value: u128, ty: Type) -> Expression {
        Expression { kind: ExpressionKind::Literal(value), ty }
    }

    /// The constant that it is, if it is one.
    pub fn as_literal(&self) -> Option<u128> {
        match self.kind {
            ExpressionKind::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The signal that it is, if it is nothing but one.
    pub fn as_signal(&self) -> Option<SignalId> {
        match self.kind {
            ExpressionKind::Signal(id) => Some(id),
            _ => None,
        }
    }

    /// Its operands, left to right.
    pub fn operands(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Signal(_) | ExpressionKind::Literal(_) => vec![],
            ExpressionKind::Unary(_, operand) | ExpressionKind::Resize(operand) => vec![operand],
            ExpressionKind::Slice { base, .. } => vec![base],
            ExpressionKind::Binary(_, left, right) => vec![left, right],
            ExpressionKind::Index { base, index } => vec![base, index],
            ExpressionKind::ReplaceBit { base, index, bit } => vec![base, index, bit],
            ExpressionKind::Element { address, .. } => vec![address],
        }
    }

    /// Its operands, to be changed, left to right.
    pub fn operands_mut(&mut self) -> Vec<&mut Expression> {
        match &mut self.kind {
            ExpressionKind::Signal(_) | ExpressionKind::Literal(_) => vec![],
            ExpressionKind::Unary(_, operand) | ExpressionKind::Resize(operand) => vec![operand],
            ExpressionKind::Slice { base, .. } => vec![base],
            ExpressionKind::Binary(_, left, right) => vec![left, right],
            ExpressionKind::Index { base, index } => vec![base, index],
            ExpressionKind::ReplaceBit { base, index, bit } => vec![base, index, bit],
            ExpressionKind::Element { address, .. } => vec![address],
        }
    }

    /// Calls `visit` with every signal that it reads.
    pub fn for_each_signal(&self, visit: &mut impl FnMut(SignalId)) {
        self.for_each_read(&mut |signal, _| visit(signal));
    }

    /// Calls `visit` with every signal that it reads, and a mask of the bits; of a whole signal it has every bit set.
    pub fn for_each_read(&self, visit: &mut impl FnMut(SignalId, u128)) {
        match &self.kind {
            ExpressionKind::Signal(id) => visit(*id, u128::MAX),
            ExpressionKind::Slice { base, offset, width } => match base.as_signal() {
                Some(id) => visit(id, Slice { offset: *offset, width: *width }.mask()),
                None => base.for_each_read(visit),
            },
            _ => self.operands().into_iter().for_each(|operand| operand.for_each_read(visit)),
        }
    }
}

impl Expression {
    /// The opposite of a truth value; of a comparison, the opposite comparison.
    pub fn negated(self) -> Expression {
        use BinaryOperator::*;
        let ty = self.ty;
        match self.kind {
            ExpressionKind::Unary(UnaryOperator::Not, operand) => *operand,
            ExpressionKind::Binary(operator, left, right) if operator.is_comparison() => {
                let opposite = match operator {
                    Equal => NotEqual,
                    NotEqual => Equal,
                    Less => GreaterOrEqual,
                    GreaterOrEqual => Less,
                    Greater => LessOrEqual,
                    _ => Greater,
                };
                Expression { kind: ExpressionKind::Binary(opposite, left, right), ty }
            }
            kind => {
                let operand = Box::new(Expression { kind, ty });
                Expression { kind: ExpressionKind::Unary(UnaryOperator::Not, operand), ty }
            }
        }
    }
}

impl Expression {
    /// Puts other signals in the place of those that it reads.
    pub fn rename(&mut self, new: &mut impl FnMut(SignalId) -> SignalId) {
        if let ExpressionKind::Signal(id) = &mut self.kind {
            *id = new(*id);
        }
        for operand in self.operands_mut() {
            operand.rename(new);
        }
    }
}
