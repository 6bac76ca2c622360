//! Operators of the kernel, with Rust's widths.

use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

use super::super::design::{
    BinaryOperator, Expression, ExpressionKind, Type, UnaryOperator, Value, mask,
};
use super::super::error::Error;
use super::super::evaluate::constant;
use super::expression::Operand;
use super::inference::type_of;
use super::kernel::Lowering;

impl Lowering<'_> {
    pub(super) fn unary(
        &self,
        operator: &VerilogOpUnary,
        inner: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Operand, Error> {
        let keeps_type = matches!(operator, VerilogOpUnary::Not | VerilogOpUnary::Neg);
        let operand = match (operator, self.operand(inner, wanted.filter(|_| keeps_type), place)?) {
            (_, Operand::Typed(operand)) => operand,
            (VerilogOpUnary::Neg, Operand::Number(value)) => return Ok(Operand::Number(-value)),
            (_, Operand::Number(value)) => {
                return Err(self.symbols.unsupported(
                    &format!("the number {value} without a width {place}"),
                    "give it a width with `bits`",
                ));
            }
        };
        let (operator, ty) = match operator {
            VerilogOpUnary::Not => (UnaryOperator::Not, operand.ty),
            VerilogOpUnary::Neg => (UnaryOperator::Negate, operand.ty),
            VerilogOpUnary::All => (UnaryOperator::All, Type::Bit),
            VerilogOpUnary::Any => (UnaryOperator::Any, Type::Bit),
            VerilogOpUnary::Xor => (UnaryOperator::Parity, Type::Bit),
        };
        let kind = ExpressionKind::Unary(operator, Box::new(operand));
        Ok(Operand::Typed(folded(Expression { kind, ty })))
    }

    pub(super) fn binary(
        &self,
        left: &VerilogExpression,
        operator: &VerilogOp,
        right: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Operand, Error> {
        let operator = binary_operator(operator);
        if operator == BinaryOperator::Multiply {
            return self.product(left, right, place);
        }
        let common = if operator.is_comparison() { None } else { wanted };
        let common = common.or_else(|| type_of(self, left));
        let common_right = if operator.is_shift() { None } else { common };
        let common_left = common.or_else(|| type_of(self, right).filter(|_| !operator.is_shift()));
        let operands = (
            self.operand(left, common_left, place)?,
            self.operand(right, common_right.or(common_left), place)?,
        );
        let (left, right) = match operands {
            (Operand::Number(left), Operand::Number(right)) => {
                return fold(left, operator, right).ok_or_else(|| {
                    self.symbols.unsupported(
                        &format!("arithmetic on two literals {place}"),
                        "write the result instead",
                    )
                });
            }
            (Operand::Typed(left), right) if operator.is_shift() => {
                (left, self.adapt(right, Type::Bits(64), place)?)
            }
            (Operand::Number(_), _) if operator.is_shift() => {
                return Err(self.symbols.unsupported(
                    &format!("a shift of a number without a width {place}"),
                    "use `bits`",
                ));
            }
            // Adding a single bit is the only arithmetic on different widths that rust-hdl has.
            (Operand::Typed(left), Operand::Typed(right))
                if operator == BinaryOperator::Add && right.ty == Type::Bit =>
            {
                let right = self.symbols.resized(right, left.ty);
                (left, right)
            }
            (Operand::Typed(value), Operand::Number(number))
                if operator.is_comparison() && !self.can_be(value.ty, number) =>
            {
                return Ok(fold_constant_comparison(operator, number < 0));
            }
            (Operand::Number(number), Operand::Typed(value))
                if operator.is_comparison() && !self.can_be(value.ty, number) =>
            {
                return Ok(fold_constant_comparison(operator, number > 0));
            }
            (Operand::Typed(left), right) => {
                let right = self.adapt(right, left.ty, place)?;
                (left, right)
            }
            (left, Operand::Typed(right)) => (self.adapt(left, right.ty, place)?, right),
        };
        let (left_width, right_width) = (self.symbols.width(left.ty), self.symbols.width(right.ty));
        if !operator.is_shift() && left_width != right_width {
            return Err(self.width_error(place, left_width, right_width));
        }
        if let Some(truth) = self.fold_trivial_comparison(operator, &left, &right) {
            return Ok(Operand::Typed(Expression::literal(truth, Type::Bit)));
        }
        let ty = if operator.is_comparison() { Type::Bit } else { left.ty };
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(Operand::Typed(folded(Expression { kind, ty })))
    }

    /// Whether a comparison of a value of that type with the number can be lowered as it is.
    fn can_be(&self, ty: Type, number: i128) -> bool {
        let width = self.symbols.width(ty);
        match ty {
            Type::Signed(_) => mask(width) >= number.unsigned_abs(),
            _ => number >= 0 && mask(width) >= number as u128,
        }
    }

    /// Returns the result of a comparison with the smallest or the greatest number of the type, if it does not depend on the other
    /// operand.
    fn fold_trivial_comparison(
        &self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
    ) -> Option<bool> {
        use BinaryOperator::*;
        let width = self.symbols.width(left.ty);
        let least = Value::ZERO.with_bit(width - 1, left.ty.is_signed());
        let greatest = least.inverted(width);
        let (least, greatest) = (&least, &greatest);
        let is = |operand: &Expression, end| operand.as_literal() == Some(end);
        match operator {
            GreaterOrEqual if is(right, least) || is(left, greatest) => Some(true),
            LessOrEqual if is(left, least) || is(right, greatest) => Some(true),
            Less if is(right, least) || is(left, greatest) => Some(false),
            Greater if is(left, least) || is(right, greatest) => Some(false),
            _ => None,
        }
    }

    /// Lowers a product, which has as many bits as its factors together.
    fn product(
        &self,
        left: &VerilogExpression,
        right: &VerilogExpression,
        place: &str,
    ) -> Result<Operand, Error> {
        let factor = type_of(self, left).or_else(|| type_of(self, right));
        let (left, right) =
            match (self.operand(left, factor, place)?, self.operand(right, factor, place)?) {
                (Operand::Number(left), Operand::Number(right)) => {
                    let product = left.checked_mul(right).map(Operand::Number);
                    return product.ok_or_else(|| {
                        self.symbols.unsupported(
                            &format!("arithmetic on two literals {place}"),
                            "write the result instead",
                        )
                    });
                }
                (Operand::Typed(left), right) => {
                    let right = self.adapt(right, left.ty, place)?;
                    (left, right)
                }
                (left, Operand::Typed(right)) => (self.adapt(left, right.ty, place)?, right),
            };
        let width = self.symbols.width(left.ty) + self.symbols.width(right.ty);
        let mut ty = self.bits(width as usize, place)?;
        if left.ty.is_signed() {
            ty = Type::Signed(width);
        }
        let [left, right] = [left, right].map(|factor| Box::new(self.symbols.resized(factor, ty)));
        let kind = ExpressionKind::Binary(BinaryOperator::Multiply, left, right);
        Ok(Operand::Typed(Expression { kind, ty }))
    }
}

fn binary_operator(operator: &VerilogOp) -> BinaryOperator {
    match operator {
        VerilogOp::Add => BinaryOperator::Add,
        VerilogOp::Sub => BinaryOperator::Subtract,
        VerilogOp::Mul => BinaryOperator::Multiply,
        VerilogOp::LogicalAnd | VerilogOp::BitAnd => BinaryOperator::And,
        VerilogOp::LogicalOr | VerilogOp::BitOr => BinaryOperator::Or,
        VerilogOp::BitXor => BinaryOperator::Xor,
        VerilogOp::Shl => BinaryOperator::ShiftLeft,
        VerilogOp::Shr => BinaryOperator::ShiftRight,
        VerilogOp::Eq => BinaryOperator::Equal,
        VerilogOp::Ne => BinaryOperator::NotEqual,
        VerilogOp::Lt => BinaryOperator::Less,
        VerilogOp::Le => BinaryOperator::LessOrEqual,
        VerilogOp::Gt => BinaryOperator::Greater,
        VerilogOp::Ge => BinaryOperator::GreaterOrEqual,
    }
}

/// Folds a comparison of a value with a number that its type cannot have. Such numbers occur after `.index()`, which compares
/// integers in Rust and is not in the tree; without it, rust-hdl would panic.
fn fold_constant_comparison(operator: BinaryOperator, value_is_greater: bool) -> Operand {
    use BinaryOperator::*;
    let truth = match operator {
        Equal => false,
        NotEqual => true,
        Greater | GreaterOrEqual => value_is_greater,
        _ => !value_is_greater,
    };
    Operand::Typed(Expression::literal(truth, Type::Bit))
}

/// Returns the expression, evaluated if all its operands are constants.
pub(super) fn folded(expression: Expression) -> Expression {
    let operands = expression.operands();
    let is_enum = |operand: &&Expression| matches!(operand.ty, Type::Enum(_));
    if operands.iter().any(is_enum) || operands.iter().any(|operand| operand.as_literal().is_none())
    {
        return expression;
    }
    Expression::literal(constant(&expression), expression.ty)
}

/// Evaluates an operator on two Rust integers; `None` on overflow.
fn fold(left: i128, operator: BinaryOperator, right: i128) -> Option<Operand> {
    let truth = |value: bool| Some(Operand::Typed(Expression::literal(value, Type::Bit)));
    let shift = u32::try_from(right).ok();
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::And => Some(left & right),
        BinaryOperator::Or => Some(left | right),
        BinaryOperator::Xor => Some(left ^ right),
        // Bits that a narrower integer type would lose make the result too large, which is rejected later.
        BinaryOperator::ShiftLeft => {
            shift.filter(|by| *by < left.leading_zeros()).map(|by| left << by)
        }
        BinaryOperator::ShiftRight => shift.and_then(|by| left.checked_shr(by)),
        BinaryOperator::Equal => return truth(left == right),
        BinaryOperator::NotEqual => return truth(left != right),
        BinaryOperator::Less => return truth(left < right),
        BinaryOperator::LessOrEqual => return truth(left <= right),
        BinaryOperator::Greater => return truth(left > right),
        BinaryOperator::GreaterOrEqual => return truth(left >= right),
    };
    number.map(Operand::Number)
}
