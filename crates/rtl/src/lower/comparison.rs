//! Comparisons.

use rust_hdl::prelude::ast::VerilogExpression;

use super::super::design::{BinaryOperator, Expression, ExpressionKind, Type, Value};
use super::super::error::Error;
use super::expression::Operand;
use super::inference::type_of;
use super::kernel::KernelLowering;
use super::operators::{fold, folded};

impl KernelLowering<'_> {
    pub(super) fn compared(
        &self,
        left: &VerilogExpression,
        operator: BinaryOperator,
        right: &VerilogExpression,
        place: &str,
    ) -> Result<Operand, Error> {
        if let Some(result) = self.compared_integers(left, operator, right, place)? {
            return Ok(result);
        }
        let common = type_of(self, left).or_else(|| type_of(self, right));
        let left = self.operand(left, common, place)?;
        let right = self.operand(right, common, place)?;
        let (left, right) = match (left, right) {
            (Operand::Number(left, _), Operand::Number(right, _)) => {
                return fold(left, operator, right).ok_or_else(|| self.unfoldable(place));
            }
            (Operand::Typed(left), Operand::Number(number, name)) => {
                let number = self.compared_number(number, name, left.ty, place)?;
                (left, number)
            }
            (Operand::Number(number, name), Operand::Typed(right)) => {
                (self.compared_number(number, name, right.ty, place)?, right)
            }
            (Operand::Typed(left), Operand::Typed(right)) => (left, right),
        };
        self.check_same(left.ty, right.ty, place)?;
        self.check_binary(operator, left.ty, place)?;
        Ok(self.comparison(operator, left, right))
    }

    /// Gives a number the type of the value that it is compared with.
    fn compared_number(
        &self,
        number: i128,
        name: Option<Box<str>>,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        let is_bits = matches!(ty, Type::Bits(_));
        if is_bits && !self.is_marked && number >= 0 && self.pattern_of(number, ty).is_none() {
            return Err(self.symbols.unsupported(
                &format!(
                    "a comparison of {} bits with {number} {place}, on which rust-hdl panics unless the bits have \
                     `.index()`,",
                    self.symbols.width(ty)
                ),
                "compare with a number that fits, or use `#[kernel]`, which records `.index()`",
            ));
        }
        self.adapt(Operand::Number(number, name), ty, place)
    }

    /// Returns a comparison of operands of one width.
    pub(super) fn comparison(
        &self,
        operator: BinaryOperator,
        left: Expression,
        right: Expression,
    ) -> Operand {
        if let Some(truth) = self.fold_trivial_comparison(operator, &left, &right) {
            return Operand::Typed(Expression::literal(truth, Type::Bit));
        }
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        Operand::Typed(folded(Expression { kind, ty: Type::Bit }))
    }

    /// Returns the result of a comparison with the smallest or the greatest number of the type, if
    /// it does not depend on the other operand.
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
}
