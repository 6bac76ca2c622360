//! The width and the signedness of an expression by itself: IEEE 1800-2012, 11.6 and 11.8.

use super::Elaborator;
use super::place::Place;
use super::types::{Type, TypeKind};
use crate::error::{Problem, ReadError};
use crate::syntax::*;

impl<'t> Elaborator<'_, 't> {
    /// Returns the self-determined type of an expression: Table 11-21 and 11.8.1.
    pub(super) fn shape(&self, expression: &Expression<'t>) -> Result<Type, ReadError> {
        let bit = || Type { width: 1, is_signed: false, kind: TypeKind::Scalar };
        match &expression.kind {
            ExpressionKind::Number(number) => {
                Ok(Type { is_signed: number.is_signed, ..Type::vector(number.width as usize) })
            }
            ExpressionKind::Reference(reference) => self.reference_type(reference),
            ExpressionKind::Unary(Unary::Plus | Unary::Minus | Unary::Not, operand) => {
                self.shape(operand).map(without_name)
            }
            ExpressionKind::Unary(..) => Ok(bit()),
            ExpressionKind::Binary(operator, left, right) => match operator.kind() {
                OperatorKind::Shift => self.shape(left).map(without_name),
                OperatorKind::Comparison | OperatorKind::Logical => Ok(bit()),
                OperatorKind::Arithmetic => {
                    Ok(without_name(common(self.shape(left)?, self.shape(right)?)))
                }
            },
            ExpressionKind::Conditional(_, one, zero) => {
                Ok(common(self.shape(one)?, self.shape(zero)?))
            }
            ExpressionKind::Concatenation(parts) => self.total_width(parts).map(Type::vector),
            ExpressionKind::Replication(count, parts) => {
                let width = self.total_width(parts)?;
                let total = width.checked_mul(*count as usize).filter(|total| *total <= MAXIMUM);
                total.map(Type::vector).ok_or_else(|| Problem::TooWide.at(expression.at))
            }
            ExpressionKind::SizeCast(width, operand) => match *width as usize {
                width if width <= MAXIMUM => {
                    Ok(Type { is_signed: self.shape(operand)?.is_signed, ..Type::vector(width) })
                }
                _ => Err(Problem::TooWide.at(expression.at)),
            },
            ExpressionKind::SignCast { is_signed, operand } => {
                Ok(Type { is_signed: *is_signed, ..Type::vector(self.shape(operand)?.width) })
            }
        }
    }

    fn reference_type(&self, reference: &Reference<'t>) -> Result<Type, ReadError> {
        if self.loop_index(reference).is_some() {
            return Ok(Type { is_signed: true, ..Type::vector(super::INT) });
        }
        Ok(match self.scope.place(reference)? {
            Place::Bits(bits) => bits.ty,
            Place::Word { memory, .. } => self.scope.memories[memory].ty.clone(),
            Place::Constant(ty, _) => ty,
        })
    }

    fn total_width(&self, parts: &[Expression<'t>]) -> Result<usize, ReadError> {
        let mut total = 0;
        for part in parts {
            if is_unsized(part) {
                return Err(Problem::UnsizedInConcatenation.at(part.at));
            }
            total += self.shape(part)?.width;
        }
        if total > MAXIMUM { Err(Problem::TooWide.at(parts[0].at)) } else { Ok(total) }
    }
}

/// Whether the width of an expression depends on a number without a size, which a concatenation
/// must not contain: 11.4.12.
fn is_unsized(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Number(number) => !number.is_sized,
        ExpressionKind::Unary(Unary::Plus | Unary::Minus | Unary::Not, operand)
        | ExpressionKind::SignCast { operand, .. } => is_unsized(operand),
        ExpressionKind::Binary(operator, left, right) => match operator.kind() {
            OperatorKind::Arithmetic => is_unsized(left) || is_unsized(right),
            OperatorKind::Shift => is_unsized(left),
            OperatorKind::Comparison | OperatorKind::Logical => false,
        },
        ExpressionKind::Conditional(_, one, zero) => is_unsized(one) || is_unsized(zero),
        _ => false,
    }
}

/// The limit of the width of a value, in bits.
const MAXIMUM: usize = 1 << 20;

/// The result type of two operands that are extended to the same width.
pub(super) fn common(left: Type, right: Type) -> Type {
    if left == right {
        return left;
    }
    let is_signed = left.is_signed && right.is_signed;
    Type { is_signed, ..Type::vector(left.width.max(right.width)) }
}

/// The same width and signedness, but not an enum or a struct.
fn without_name(ty: Type) -> Type {
    Type { kind: TypeKind::Vector, ..ty }
}

/// How the operands of a binary operator are sized.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum OperatorKind {
    /// Both as wide as the result.
    Arithmetic,
    /// The left one as wide as the result, the right one by itself.
    Shift,
    /// Both as wide as the wider one. The result is one bit.
    Comparison,
    /// Each by itself. The result is one bit.
    Logical,
}

impl Binary {
    pub(super) fn kind(self) -> OperatorKind {
        use Binary::*;
        match self {
            Add | Subtract | Multiply | And | Or | Xor | Xnor => OperatorKind::Arithmetic,
            ShiftLeft | ShiftRight | ArithmeticShiftLeft | ArithmeticShiftRight => {
                OperatorKind::Shift
            }
            Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual => {
                OperatorKind::Comparison
            }
            LogicalAnd | LogicalOr => OperatorKind::Logical,
        }
    }
}
