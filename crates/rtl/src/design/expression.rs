//! Values.

use super::{MemoryId, SignalId, Slice, Type};

/// The lowest `width` bits, at most 128.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// A bit pattern with all bits above its width like its sign, or 0 if its type has none.
pub fn sign_extend(value: u128, ty: Type) -> u128 {
    match ty {
        Type::Signed(width) if value >> (width - 1) & 1 == 1 => value | !mask(width),
        _ => value,
    }
}

/// A value with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// How it comes by its value.
    pub kind: ExpressionKind,
    /// The type of its value, which settles its width.
    pub ty: Type,
}

/// How an [`Expression`] comes by its value.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionKind {
    /// What a signal is.
    Signal(SignalId),
    /// A number that fits the width; for an enum, the encoding.
    Literal(u128),
    /// An operator on one value.
    Unary(UnaryOperator, Box<Expression>),
    /// An operator on two values.
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    /// `width` bits of `base` from `offset` up.
    Slice { base: Box<Expression>, offset: u32, width: u32 },
    /// One bit of `base`, chosen by a value; 0 beyond its end.
    Index { base: Box<Expression>, index: Box<Expression> },
    /// The operand cut off or filled up to the type's width: with its sign if it has one, else with zeros.
    Resize(Box<Expression>),
    /// `base` with one bit, chosen by a value, put to another; as it is beyond its end.
    ReplaceBit { base: Box<Expression>, index: Box<Expression>, bit: Box<Expression> },
    /// A word of a memory, for registers to take.
    Element { memory: MemoryId, address: Box<Expression> },
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
    /// The sum, which wraps.
    Add,
    /// The difference, which wraps.
    Subtract,
    /// The low bits of the product, as many as each operand has.
    Multiply,
    /// Bit by bit.
    And,
    /// Bit by bit.
    Or,
    /// Bit by bit.
    Xor,
    /// Zeros come in from below; 0 if the amount is the width or more.
    ShiftLeft,
    /// Zeros come in from above; 0 if the amount is the width or more.
    ShiftRight,
    /// Whether all bits are equal.
    Equal,
    /// Whether any bits differ.
    NotEqual,
    /// Of signed operands by their signs, of others by their patterns; so are the next three.
    Less,
    /// The opposite of [`Greater`](BinaryOperator::Greater).
    LessOrEqual,
    /// [`Less`](BinaryOperator::Less) the other way round.
    Greater,
    /// The opposite of [`Less`](BinaryOperator::Less).
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
