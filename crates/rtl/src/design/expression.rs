//! Expressions and their operators.

use super::{MemoryId, SignalId, Slice, Type, Value, mask};

/// Returns a bit pattern of type `from` truncated or extended to `width` bits: sign-extended if the
/// type is signed.
pub fn resize(value: Value, from: Type, width: u32) -> Value {
    match from {
        Type::Signed(old) if old < width && value.bit(old - 1) => {
            value | mask(width).without(&mask(old))
        }
        _ => value.truncated(width),
    }
}

/// An expression with its type.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Expression {
    /// The operator and its operands.
    pub kind: ExpressionKind,
    /// The type of its value, which determines its width.
    pub ty: Type,
}

/// The operator of an [`Expression`] and its operands.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum ExpressionKind {
    /// The value of a signal.
    Signal(SignalId),
    /// A constant that fits the width; for an enum, the encoding. A number of type [`Type::Bits`]
    /// can have the name of a Rust constant: see [`Module::constant`](super::Module::constant).
    Literal(Value, Option<Box<str>>),
    /// An operator with one operand.
    Unary(UnaryOperator, Box<Expression>),
    /// An operator with two operands.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// A constant slice of `base`.
    Slice {
        /// The value.
        base: Box<Expression>,
        /// The index of the lowest bit.
        offset: u32,
        /// The number of bits.
        width: u32,
    },
    /// One bit of `base`, selected at run time; 0 if the index is out of range.
    Index {
        /// The value.
        base: Box<Expression>,
        /// The index of the bit.
        index: Box<Expression>,
    },
    /// The operand truncated or extended to the type's width: sign-extended if it is signed, else
    /// zero-extended.
    Resize(Box<Expression>),
    /// `base` with one bit, selected at run time, replaced; unchanged if the index is out of range.
    ReplaceBit {
        /// The value.
        base: Box<Expression>,
        /// The index of the bit.
        index: Box<Expression>,
        /// The new bit.
        bit: Box<Expression>,
    },
    /// A word of a memory. Only a register's body reads one.
    Element {
        /// The memory.
        memory: MemoryId,
        /// The address of the word.
        address: Box<Expression>,
    },
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum UnaryOperator {
    /// Every bit inverted.
    Not,
    /// Two's complement.
    Negate,
    /// AND reduction: 1 if every bit is 1.
    All,
    /// OR reduction: 1 if any bit is 1.
    Any,
    /// XOR reduction: 1 if an odd number of bits is 1.
    Parity,
}

/// An operator with two operands, of equal widths except for shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum BinaryOperator {
    /// The sum, modulo 2^width.
    Add,
    /// The difference, modulo 2^width.
    Subtract,
    /// The low bits of the product, as many as each operand has.
    Multiply,
    /// Bitwise AND.
    And,
    /// Bitwise OR.
    Or,
    /// Bitwise XOR.
    Xor,
    /// Logical shift left; 0 if the amount is the width or more.
    ShiftLeft,
    /// Logical shift right; 0 if the amount is the width or more.
    ShiftRight,
    /// Equality.
    Equal,
    /// Inequality.
    NotEqual,
    /// Less than. The four orderings are signed if the operands are.
    Less,
    /// Less than or equal.
    LessOrEqual,
    /// Greater than.
    Greater,
    /// Greater than or equal.
    GreaterOrEqual,
}

impl BinaryOperator {
    /// Whether the result is a single bit, whatever the operands' width.
    pub fn is_comparison(self) -> bool {
        use BinaryOperator::*;
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }

    /// Whether it is a shift, whose right operand may have another width.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight)
    }
}

impl Expression {
    /// Returns an expression that reads a whole signal of that type.
    pub fn signal(id: SignalId, ty: Type) -> Expression {
        Expression { kind: ExpressionKind::Signal(id), ty }
    }

    /// Returns a constant of that type.
    pub fn literal(value: impl Into<Value>, ty: Type) -> Expression {
        Expression::named(value, ty, None)
    }

    /// Returns a constant of that type with the name of a Rust constant, if it has one.
    pub fn named(value: impl Into<Value>, ty: Type, name: Option<Box<str>>) -> Expression {
        let name = name.filter(|_| matches!(ty, Type::Bits(_)));
        Expression { kind: ExpressionKind::Literal(value.into(), name), ty }
    }

    /// Returns its value if it is a constant.
    pub fn as_literal(&self) -> Option<&Value> {
        match &self.kind {
            ExpressionKind::Literal(value, _) => Some(value),
            _ => None,
        }
    }

    /// Returns the signal if it is just the value of one.
    pub fn as_signal(&self) -> Option<SignalId> {
        match self.kind {
            ExpressionKind::Signal(id) => Some(id),
            _ => None,
        }
    }

    /// Returns its operands, left to right.
    pub fn operands(&self) -> Vec<&Expression> {
        match &self.kind {
            ExpressionKind::Signal(_) | ExpressionKind::Literal(..) => vec![],
            ExpressionKind::Unary(_, operand) | ExpressionKind::Resize(operand) => vec![operand],
            ExpressionKind::Slice { base, .. } => vec![base],
            ExpressionKind::Binary(_, left, right) => vec![left, right],
            ExpressionKind::Index { base, index } => vec![base, index],
            ExpressionKind::ReplaceBit { base, index, bit } => vec![base, index, bit],
            ExpressionKind::Element { address, .. } => vec![address],
        }
    }

    /// Returns its operands mutably, left to right.
    pub fn operands_mut(&mut self) -> Vec<&mut Expression> {
        match &mut self.kind {
            ExpressionKind::Signal(_) | ExpressionKind::Literal(..) => vec![],
            ExpressionKind::Unary(_, operand) | ExpressionKind::Resize(operand) => vec![operand],
            ExpressionKind::Slice { base, .. } => vec![base],
            ExpressionKind::Binary(_, left, right) => vec![left, right],
            ExpressionKind::Index { base, index } => vec![base, index],
            ExpressionKind::ReplaceBit { base, index, bit } => vec![base, index, bit],
            ExpressionKind::Element { address, .. } => vec![address],
        }
    }

    /// Whether its low bits depend on the low bits of its operands only, and stay the same if these
    /// are extended.
    pub fn low_bits_suffice(&self) -> bool {
        match &self.kind {
            ExpressionKind::Binary(operator, ..) if operator.is_comparison() => true,
            ExpressionKind::Binary(BinaryOperator::ShiftRight, ..) => false,
            ExpressionKind::Binary(BinaryOperator::ShiftLeft, left, _) => left.low_bits_suffice(),
            ExpressionKind::Binary(_, left, right) => {
                left.low_bits_suffice() && right.low_bits_suffice()
            }
            ExpressionKind::Unary(UnaryOperator::Not | UnaryOperator::Negate, operand) => {
                operand.low_bits_suffice()
            }
            ExpressionKind::ReplaceBit { base, .. } => base.low_bits_suffice(),
            _ => true,
        }
    }

    /// Calls `visit` with every signal that it reads.
    pub fn for_each_signal(&self, visit: &mut impl FnMut(SignalId)) {
        self.for_each_read(&mut |signal, _| visit(signal));
    }

    /// Calls `visit` with every signal that it reads and the bits that are read; `None` for all.
    pub fn for_each_read(&self, visit: &mut impl FnMut(SignalId, Option<Slice>)) {
        match &self.kind {
            ExpressionKind::Signal(id) => visit(*id, None),
            ExpressionKind::Slice { base, offset, width } => match base.as_signal() {
                Some(id) => visit(id, Some(Slice { offset: *offset, width: *width })),
                None => base.for_each_read(visit),
            },
            _ => self.operands().into_iter().for_each(|operand| operand.for_each_read(visit)),
        }
    }

    /// Returns the logical negation of a single bit. A comparison becomes the opposite comparison.
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

    /// Replaces each signal that it reads by `new` of that signal.
    pub fn rename(&mut self, new: &mut impl FnMut(SignalId) -> SignalId) {
        if let ExpressionKind::Signal(id) = &mut self.kind {
            *id = new(*id);
        }
        for operand in self.operands_mut() {
            operand.rename(new);
        }
    }
}
