//! Expressions of the kernel, with the widths that Rust gives them.

use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

use super::super::design::{BinaryOperator, Expression, ExpressionKind, Type, UnaryOperator, mask};
use super::super::error::Error;
use super::array_index::LoopVariables;
use super::kernel::Kernel;
use super::literal;
use super::symbols::{MAXIMUM_WIDTH, Role};

/// A value, or a number that takes its width from what it meets, as a Rust literal does.
pub(super) enum Operand {
    Typed(Expression),
    Number(u128),
}

impl Kernel<'_> {
    /// The expression as a value of type `ty`, in the place that an error would name.
    pub(super) fn value(
        &self,
        tree: &VerilogExpression,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        let operand = self.operand(tree, place)?;
        let expression = self.adapt(operand, ty, place)?;
        let (wanted, found) = (self.symbols.width(ty), self.symbols.width(expression.ty));
        if wanted != found {
            return Err(self.width_error(place, wanted, found));
        }
        Ok(expression)
    }

    /// The expression as a truth value.
    pub(super) fn condition(
        &self,
        tree: &VerilogExpression,
        place: &str,
    ) -> Result<Expression, Error> {
        self.value(tree, Type::Bit, place)
    }

    /// The expression, which must have a type of its own.
    pub(super) fn typed(&self, tree: &VerilogExpression, place: &str) -> Result<Expression, Error> {
        match self.operand(tree, place)? {
            Operand::Typed(expression) => Ok(expression),
            Operand::Number(value) => Err(self.symbols.unsupported(
                &format!("the bare number {value} {place}"),
                "give it a width with `bits`",
            )),
        }
    }

    pub(super) fn operand(&self, tree: &VerilogExpression, place: &str) -> Result<Operand, Error> {
        let typed = |expression| Ok(Operand::Typed(expression));
        match tree {
            VerilogExpression::Signal(name) => self.named(name),
            VerilogExpression::Literal(value) => {
                literal::value_of(value).map(Operand::Number).ok_or_else(|| {
                    self.symbols
                        .unsupported(&format!("the negative number {place}"), "use its bit pattern")
                })
            }
            VerilogExpression::Paren(inner) => self.operand(inner, place),
            VerilogExpression::Cast(inner, width) => typed(self.cast(inner, *width, place)?),
            VerilogExpression::Unary(operator, inner) => typed(self.unary(operator, inner, place)?),
            VerilogExpression::Binary(left, operator, right) => {
                self.binary(left, operator, right, place)
            }
            VerilogExpression::Index(base, index) => typed(self.index(base, index, place)?),
            VerilogExpression::Slice(base, width, offset) => {
                typed(self.slice(base, *width, offset, place)?)
            }
            VerilogExpression::Signed(_) | VerilogExpression::Unsigned(_) => {
                Err(self.symbols.unsupported(
                    &format!("signed arithmetic {place}"),
                    "use `Bits` in two's complement",
                ))
            }
            VerilogExpression::IndexReplace(..) => Err(self.symbols.unsupported(
                &format!("`replace_bit` {place}"),
                "combine the bits with `&` and `|`, or use a `LogicStruct`",
            )),
        }
    }

    fn named(&self, name: &str) -> Result<Operand, Error> {
        let resolved = self.resolve(name)?;
        if let Some(value) = self.variables.get(&resolved) {
            return u128::try_from(*value).map(Operand::Number).map_err(|_| {
                self.symbols
                    .unsupported(&format!("the negative loop index `{name}`"), "count from 0")
            });
        }
        if let Some(id) = self.symbols.signal(&resolved) {
            let draft = self.symbols.draft(id);
            if matches!(draft.role, Role::ChildInput(..) | Role::Next(_) | Role::RegisterClock(_)) {
                return Err(self.symbols.unsupported(
                    &format!(
                        "reading `{}`, which the kernel drives in a child,",
                        self.symbols.kernel_name(id)
                    ),
                    "read what drives it",
                ));
            }
            return Ok(Operand::Typed(Expression::signal(id, draft.ty)));
        }
        self.symbols.constant(&resolved).map(Operand::Typed).ok_or_else(|| self.unknown(name))
    }

    /// A number takes the type that it meets; everything else keeps its own.
    pub(super) fn adapt(
        &self,
        operand: Operand,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        match operand {
            Operand::Typed(expression) => Ok(expression),
            Operand::Number(value) => {
                let width = self.symbols.width(ty);
                if value > mask(width) {
                    let module = self.symbols.module.clone();
                    return Err(Error::LiteralTooLarge {
                        module,
                        place: place.into(),
                        value,
                        width,
                    });
                }
                Ok(Expression::literal(value, ty))
            }
        }
    }

    /// `bit_cast` cuts off or fills with zeros; `bits` gives a number its width.
    fn cast(
        &self,
        inner: &VerilogExpression,
        width: usize,
        place: &str,
    ) -> Result<Expression, Error> {
        let ty = self.bits(width, place)?;
        match self.operand(inner, place)? {
            Operand::Typed(expression) => {
                Ok(resize(expression, ty, self.symbols.width(ty), |ty| self.symbols.width(ty)))
            }
            number => self.adapt(number, ty, place),
        }
    }

    fn unary(
        &self,
        operator: &VerilogOpUnary,
        inner: &VerilogExpression,
        place: &str,
    ) -> Result<Expression, Error> {
        let operand = self.typed(inner, place)?;
        let (operator, ty) = match operator {
            VerilogOpUnary::Not => (UnaryOperator::Not, operand.ty),
            VerilogOpUnary::Neg => (UnaryOperator::Negate, operand.ty),
            VerilogOpUnary::All => (UnaryOperator::All, Type::Bit),
            VerilogOpUnary::Any => (UnaryOperator::Any, Type::Bit),
            VerilogOpUnary::Xor => (UnaryOperator::Parity, Type::Bit),
        };
        Ok(Expression { kind: ExpressionKind::Unary(operator, Box::new(operand)), ty })
    }

    fn binary(
        &self,
        left: &VerilogExpression,
        operator: &VerilogOp,
        right: &VerilogExpression,
        place: &str,
    ) -> Result<Operand, Error> {
        let operands = (self.operand(left, place)?, self.operand(right, place)?);
        if let (VerilogOp::Mul, (Operand::Number(left), Operand::Number(right))) =
            (operator, &operands)
            && let Some(product) = left.checked_mul(*right)
        {
            return Ok(Operand::Number(product));
        }
        let operator = self.binary_operator(operator, place)?;
        let (left, right) = match operands {
            (Operand::Number(left), Operand::Number(right)) => {
                return fold(left, operator, right).ok_or_else(|| {
                    self.symbols.unsupported(
                        &format!("the arithmetic between numbers {place}"),
                        "write the result",
                    )
                });
            }
            (Operand::Typed(left), right) if operator.is_shift() => {
                (left, self.adapt(right, Type::Bits(64), place)?)
            }
            (Operand::Number(_), _) if operator.is_shift() => {
                return Err(self
                    .symbols
                    .unsupported(&format!("the shift of a bare number {place}"), "use `bits`"));
            }
            // A number plus a truth value is the one arithmetic across widths that rust-hdl has.
            (Operand::Typed(left), Operand::Typed(right))
                if operator == BinaryOperator::Add && right.ty == Type::Bit =>
            {
                let (ty, width) = (left.ty, self.symbols.width(left.ty));
                (left, resize(right, ty, width, |ty| self.symbols.width(ty)))
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
        let ty = if operator.is_comparison() { Type::Bit } else { left.ty };
        let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
        Ok(Operand::Typed(Expression { kind, ty }))
    }

    fn binary_operator(&self, operator: &VerilogOp, place: &str) -> Result<BinaryOperator, Error> {
        Ok(match operator {
            VerilogOp::Add => BinaryOperator::Add,
            VerilogOp::Sub => BinaryOperator::Subtract,
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
            VerilogOp::Mul => {
                return Err(self
                    .symbols
                    .unsupported(&format!("the multiplication {place}"), "add and shift"));
            }
        })
    }

    fn index(
        &self,
        base: &VerilogExpression,
        index: &VerilogExpression,
        place: &str,
    ) -> Result<Expression, Error> {
        let base = self.typed(base, place)?;
        match constant_first(self.operand(index, place)?) {
            Operand::Number(offset) => self.constant_slice(base, offset, 1, Type::Bit, place),
            Operand::Typed(index) => {
                let kind = ExpressionKind::Index { base: Box::new(base), index: Box::new(index) };
                Ok(Expression { kind, ty: Type::Bit })
            }
        }
    }

    /// `get_bits` shifts right and casts, so what lies beyond the end of `base` reads 0.
    fn slice(
        &self,
        base: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
        place: &str,
    ) -> Result<Expression, Error> {
        let base = self.typed(base, place)?;
        let ty = self.bits(width, place)?;
        match constant_first(self.operand(offset, place)?) {
            Operand::Number(offset) => {
                let base_width = self.symbols.width(base.ty);
                if offset == u128::from(base_width) {
                    return Ok(Expression::literal(0, ty));
                }
                let available = u128::from(base_width).saturating_sub(offset);
                let kept = (available.min(width as u128) as u32).max(1);
                let slice = self.constant_slice(base, offset, kept, Type::Bits(kept), place)?;
                Ok(resize(slice, ty, width as u32, |ty| self.symbols.width(ty)))
            }
            Operand::Typed(offset) => {
                let base_ty = base.ty;
                let kind = ExpressionKind::Binary(
                    BinaryOperator::ShiftRight,
                    Box::new(base),
                    Box::new(offset),
                );
                let shifted = Expression { kind, ty: base_ty };
                Ok(resize(shifted, ty, width as u32, |ty| self.symbols.width(ty)))
            }
        }
    }

    fn constant_slice(
        &self,
        base: Expression,
        offset: u128,
        width: u32,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        let base_width = self.symbols.width(base.ty);
        if offset.saturating_add(width.into()) > base_width.into() {
            return Err(Error::BeyondTheEnd {
                module: self.symbols.module.clone(),
                place: place.into(),
                bit: offset,
                width: base_width,
            });
        }
        if offset == 0 && width == base_width {
            return Ok(Expression { ty, ..base });
        }
        let kind = ExpressionKind::Slice { base: Box::new(base), offset: offset as u32 };
        Ok(Expression { kind, ty })
    }

    /// A number of bits as a type, if there can be signals of it.
    fn bits(&self, width: usize, place: &str) -> Result<Type, Error> {
        match u32::try_from(width) {
            Ok(width) if width > 0 && width as usize <= MAXIMUM_WIDTH => Ok(Type::Bits(width)),
            _ => Err(self.symbols.unsupported(
                &format!("a value of {width} bits {place}"),
                &format!("keep to widths from 1 to {MAXIMUM_WIDTH}"),
            )),
        }
    }

    fn width_error(&self, place: &str, left: u32, right: u32) -> Error {
        Error::Width { module: self.symbols.module.clone(), place: place.into(), left, right }
    }

    pub(super) fn unknown(&self, name: &str) -> Error {
        Error::UnknownName { module: self.symbols.module.clone(), name: name.replace('$', ".") }
    }

    pub(super) fn variables(&self) -> &LoopVariables {
        &self.variables
    }
}

fn resize(
    expression: Expression,
    ty: Type,
    width: u32,
    width_of: impl Fn(Type) -> u32,
) -> Expression {
    if width_of(expression.ty) == width {
        return Expression { ty, ..expression };
    }
    match expression.kind {
        ExpressionKind::Literal(value) => Expression::literal(value & mask(width), ty),
        _ => Expression { kind: ExpressionKind::Resize(Box::new(expression)), ty },
    }
}

/// A constant signal is as good as a number.
fn constant_first(operand: Operand) -> Operand {
    match operand {
        Operand::Typed(expression) => match expression.as_literal() {
            Some(value) => Operand::Number(value),
            None => Operand::Typed(expression),
        },
        number => number,
    }
}

/// Arithmetic that Rust does on plain integers, before any hardware.
fn fold(left: u128, operator: BinaryOperator, right: u128) -> Option<Operand> {
    let truth = |value: bool| Some(Operand::Typed(Expression::literal(value.into(), Type::Bit)));
    let shift = u32::try_from(right).ok();
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::And => Some(left & right),
        BinaryOperator::Or => Some(left | right),
        BinaryOperator::Xor => Some(left ^ right),
        // What a shift of any integer type loses is lost to this one too, or refused as too large.
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
