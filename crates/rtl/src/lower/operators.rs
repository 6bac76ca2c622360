//! Operators of the kernel, with Rust's widths.

use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

use super::super::design::{BinaryOperator, Expression, ExpressionKind, Type, UnaryOperator};
use super::super::error::Error;
use super::super::evaluate::constant;
use super::expression::Operand;
use super::inference::type_of;
use super::kernel::KernelLowering;

/// The greatest width of a shift amount, which rust-hdl converts to a `u64`.
const AMOUNT_WIDTH: u32 = 64;

impl KernelLowering<'_> {
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
            (VerilogOpUnary::Neg, Operand::Number(value, _)) => return Ok(Operand::number(-value)),
            (_, Operand::Number(value, _)) => {
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
        self.check_unary(operator, operand.ty, place)?;
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
        match operator {
            BinaryOperator::Multiply => self.product(left, right, place),
            _ if operator.is_comparison() => self.compared(left, operator, right, place),
            _ if operator.is_shift() => self.shifted(left, operator, right, wanted, place),
            _ => self.combination(left, operator, right, wanted, place),
        }
    }

    /// Lowers an operator whose result has the type of its operands.
    fn combination(
        &self,
        left: &VerilogExpression,
        operator: BinaryOperator,
        right: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Operand, Error> {
        let common = wanted.or_else(|| type_of(self, left)).or_else(|| type_of(self, right));
        let operands = (self.operand(left, common, place)?, self.operand(right, common, place)?);
        let (left, right) = match operands {
            (Operand::Number(left, _), Operand::Number(right, _)) => {
                return fold(left, operator, right).ok_or_else(|| self.unfoldable(place));
            }
            // Adding a single bit is the only arithmetic on different types that rust-hdl has.
            (Operand::Typed(left), Operand::Typed(right))
                if operator == BinaryOperator::Add
                    && matches!(left.ty, Type::Bits(_))
                    && right.ty == Type::Bit =>
            {
                let right = self.symbols.resized(right, left.ty);
                (left, right)
            }
            (Operand::Typed(left), right) => {
                let right = self.adapt(right, left.ty, place)?;
                (left, right)
            }
            (left, Operand::Typed(right)) => (self.adapt(left, right.ty, place)?, right),
        };
        self.check_binary(operator, left.ty, place)?;
        self.check_same(left.ty, right.ty, place)?;
        let ty = left.ty;
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(Operand::Typed(folded(Expression { kind, ty })))
    }

    fn shifted(
        &self,
        left: &VerilogExpression,
        operator: BinaryOperator,
        right: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Operand, Error> {
        let ty = wanted.or_else(|| type_of(self, left));
        let operands = (self.operand(left, ty, place)?, self.operand(right, None, place)?);
        let (left, amount) = match operands {
            (Operand::Number(left, _), Operand::Number(right, _)) => {
                return fold(left, operator, right).ok_or_else(|| self.unfoldable(place));
            }
            (Operand::Number(..), _) => {
                return Err(self.symbols.unsupported(
                    &format!("a shift of a number without a width {place}"),
                    "use `bits`",
                ));
            }
            (Operand::Typed(left), amount) => {
                let amount = self.adapt(amount, Type::Bits(AMOUNT_WIDTH), place)?;
                (left, unnamed(amount))
            }
        };
        self.check_binary(operator, left.ty, place)?;
        match amount.ty {
            Type::Bits(width) if width <= AMOUNT_WIDTH => {}
            ty => {
                return Err(self.symbols.unsupported(
                    &format!("a shift by {} {place}", self.symbols.type_name(ty)),
                    &format!(
                        "shift by `Bits` of at most {AMOUNT_WIDTH} bits, which `bit_cast` makes"
                    ),
                ));
            }
        }
        let ty = left.ty;
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(amount));
        Ok(Operand::Typed(folded(Expression { kind, ty })))
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
                (Operand::Number(left, _), Operand::Number(right, _)) => {
                    let product = fold(left, BinaryOperator::Multiply, right);
                    return product.ok_or_else(|| self.unfoldable(place));
                }
                (Operand::Typed(left), right) => {
                    let right = self.adapt(right, left.ty, place)?;
                    (left, right)
                }
                (left, Operand::Typed(right)) => (self.adapt(left, right.ty, place)?, right),
            };
        for factor in [&left, &right] {
            self.check_binary(BinaryOperator::Multiply, factor.ty, place)?;
        }
        let width = self.symbols.width(left.ty) + self.symbols.width(right.ty);
        let mut ty = self.bits(width as usize, place)?;
        if left.ty.is_signed() {
            ty = Type::Signed(width);
        }
        let [left, right] = [left, right].map(|factor| Box::new(self.symbols.resized(factor, ty)));
        let kind = ExpressionKind::Binary(BinaryOperator::Multiply, left, right);
        Ok(Operand::Typed(Expression { kind, ty }))
    }

    pub(super) fn unfoldable(&self, place: &str) -> Error {
        self.symbols
            .unsupported(&format!("arithmetic on two literals {place}"), "write the result instead")
    }
}

pub(super) fn binary_operator(operator: &VerilogOp) -> BinaryOperator {
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

/// Returns the amount of a shift without the name of a constant: the text has its number.
pub(super) fn unnamed(amount: Expression) -> Expression {
    match amount.as_literal() {
        Some(value) => Expression::literal(value.clone(), amount.ty),
        None => amount,
    }
}

/// Evaluates an operator on two Rust integers; `None` on overflow.
pub(super) fn fold(left: i128, operator: BinaryOperator, right: i128) -> Option<Operand> {
    let truth = |value: bool| Some(Operand::Typed(Expression::literal(value, Type::Bit)));
    let shift = u32::try_from(right).ok();
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::And => Some(left & right),
        BinaryOperator::Or => Some(left | right),
        BinaryOperator::Xor => Some(left ^ right),
        // Bits that a narrower integer type would lose make the result too large, which is rejected
        // later.
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
    number.map(Operand::number)
}
