//! Selections: bits, slices and fields, and the replacement of a bit.

use rust_hdl::prelude::ast::VerilogExpression;

use super::super::design::{BinaryOperator, Expression, ExpressionKind, Type, UnaryOperator};
use super::super::error::Error;
use super::expression::{Operand, prefer_constant};
use super::kernel::KernelLowering;
use super::operators::folded;

impl KernelLowering<'_> {
    pub(super) fn index(
        &self,
        base: &VerilogExpression,
        index: &VerilogExpression,
        place: &str,
    ) -> Result<Expression, Error> {
        let base = self.typed(base, None, place)?;
        self.check_selection("get_bit", base.ty, place)?;
        match prefer_constant(self.integer(index, place)?) {
            Operand::Number(offset, _) => self.constant_slice(base, offset, 1, Type::Bit, place),
            Operand::Typed(index) => {
                let index = self.narrowed_index(index, base.ty);
                let kind = ExpressionKind::Index { base: Box::new(base), index: Box::new(index) };
                Ok(Expression { kind, ty: Type::Bit })
            }
        }
    }

    pub(super) fn replace_bit(
        &self,
        base: &VerilogExpression,
        index: &VerilogExpression,
        bit: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Expression, Error> {
        let base = self.typed(base, wanted, place)?;
        self.check_selection("replace_bit", base.ty, place)?;
        let index = match prefer_constant(self.integer(index, place)?) {
            Operand::Number(number, _) => {
                let width = self.symbols.width(base.ty);
                if !(0..i128::from(width)).contains(&number) {
                    return Err(self.beyond_the_end(place, number, width));
                }
                Expression::literal(number as u128, Type::Bits(select_bits(width).max(1)))
            }
            Operand::Typed(index) => self.narrowed_index(index, base.ty),
        };
        let bit = self.value(bit, Type::Bit, place)?;
        let ty = base.ty;
        let [base, index, bit] = [base, index, bit].map(Box::new);
        Ok(Expression { kind: ExpressionKind::ReplaceBit { base, index, bit }, ty })
    }

    /// Truncates an index to the bits that select a bit of `base`. `rust-hdl` panics if the higher
    /// bits are not 0.
    fn narrowed_index(&self, index: Expression, base: Type) -> Expression {
        let size = self.symbols.width(base);
        let wanted = select_bits(size);
        if size == 1 || self.symbols.width(index.ty) <= wanted {
            return index;
        }
        match index.as_signal() {
            Some(_) if !size.is_power_of_two() => index,
            Some(_) => {
                let (kind, ty) = (
                    ExpressionKind::Slice { base: Box::new(index), offset: 0, width: wanted },
                    Type::Bits(wanted),
                );
                Expression { kind, ty }
            }
            None => self.low_bits(index, wanted),
        }
    }

    /// Returns the low bits of a value, computed at that width where possible.
    fn low_bits(&self, value: Expression, width: u32) -> Expression {
        use BinaryOperator::*;
        let ty = Type::Bits(width);
        let (from, low) = (self.symbols.width(value.ty), |value| self.low_bits(value, width));
        match value.kind {
            _ if from <= width => self.symbols.resized(value, ty),
            ExpressionKind::Binary(
                operator @ (Add | Subtract | Multiply | And | Or | Xor),
                left,
                right,
            ) => {
                let [left, right] = [*left, *right].map(|operand| Box::new(low(operand)));
                Expression { kind: ExpressionKind::Binary(operator, left, right), ty }
            }
            ExpressionKind::Binary(ShiftLeft, base, amount) => {
                let base = Box::new(low(*base));
                Expression { kind: ExpressionKind::Binary(ShiftLeft, base, amount), ty }
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand) => {
                let operand = Box::new(low(*operand));
                Expression { kind: ExpressionKind::Unary(UnaryOperator::Not, operand), ty }
            }
            // A zero-extension.
            ExpressionKind::Resize(operand) if !operand.ty.is_signed() => low(*operand),
            _ => self.symbols.resized(value, ty),
        }
    }

    /// Lowers `get_bits`, which shifts right and casts: bits beyond the end of `base` are 0, even
    /// if it is signed.
    pub(super) fn slice(
        &self,
        base: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
        place: &str,
    ) -> Result<Expression, Error> {
        let base = self.typed(base, None, place)?;
        let ty = self.bits(width, place)?;
        let offset = prefer_constant(self.integer(offset, place)?);
        if let (Operand::Number(offset, _), Ok(width)) = (&offset, u32::try_from(width))
            && let Ok(offset) = u32::try_from(*offset)
            && let Some(field) = self.symbols.field_at(base.ty, offset, width)
        {
            return Ok(self.symbols.part(base, field.offset, field.ty));
        }
        self.check_selection("get_bits", base.ty, place)?;
        let result =
            if base.ty.is_signed() { Type::Signed(width as u32) } else { Type::Bits(width as u32) };
        let bits = match offset {
            Operand::Number(offset, _) => self.fixed_bits(base, offset, ty, place)?,
            Operand::Typed(mut offset) => {
                let base_ty = Type::Bits(self.symbols.width(base.ty));
                let base = self.symbols.resized(base, base_ty);
                // `rust-hdl` panics above the width itself.
                let offset_bits = select_bits(self.symbols.width(base_ty) + 1);
                if offset.as_signal().is_none() && self.symbols.width(offset.ty) > offset_bits {
                    offset = self.low_bits(offset, offset_bits);
                }
                let kind = ExpressionKind::Binary(
                    BinaryOperator::ShiftRight,
                    Box::new(base),
                    Box::new(offset),
                );
                self.symbols.resized(Expression { kind, ty: base_ty }, ty)
            }
        };
        Ok(self.symbols.resized(bits, result))
    }

    fn fixed_bits(
        &self,
        base: Expression,
        offset: i128,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        let (base_width, width) = (self.symbols.width(base.ty), self.symbols.width(ty));
        if offset == i128::from(base_width) {
            return Ok(Expression::literal(0, ty));
        }
        let available = i128::from(base_width).saturating_sub(offset);
        let kept = available.clamp(1, width.into()) as u32;
        let slice = self.constant_slice(base, offset, kept, Type::Bits(kept), place)?;
        Ok(self.symbols.resized(slice, ty))
    }

    fn constant_slice(
        &self,
        base: Expression,
        offset: i128,
        width: u32,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        let base_width = self.symbols.width(base.ty);
        if offset < 0 || offset.saturating_add(width.into()) > base_width.into() {
            return Err(self.beyond_the_end(place, offset, base_width));
        }
        if offset == 0 && width == base_width {
            return Ok(self.symbols.resized(base, ty));
        }
        let kind = ExpressionKind::Slice { base: Box::new(base), offset: offset as u32, width };
        Ok(folded(Expression { kind, ty }))
    }

    fn beyond_the_end(&self, place: &str, bit: i128, width: u32) -> Error {
        let module = self.symbols.module.clone();
        Error::BitOutOfRange { module, place: place.into(), bit, width }
    }
}

/// Returns the width of an index into `size` bits.
fn select_bits(size: u32) -> u32 {
    size.next_power_of_two().trailing_zeros()
}
