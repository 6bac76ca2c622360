//! Expressions of the kernel, with the types that they have in Rust.
//!
//! The tree has no types. Those of signals are known, those of operators follow from their
//! operands, and a number takes the type of the other operand. Without `#[kernel]`, the width of
//! `signed_bit_cast` is lost; it takes the type that its context expects.

use rust_hdl::prelude::ast::VerilogExpression;
use rust_hdl_describe::Conversion;

use super::super::design::{Expression, MAXIMUM_WIDTH, Type, Value};
use super::super::error::Error;
use super::super::identifiers::identifier_error;
use super::array_index::Variables;
use super::kernel::KernelLowering;
use super::literal;

/// A typed value, or a number that takes its type from the context, like a Rust literal. A number
/// has a name if it is a constant.
pub(super) enum Operand {
    Typed(Expression),
    Number(i128, Option<Box<str>>),
}

impl Operand {
    /// A number without a name.
    pub fn number(value: i128) -> Operand {
        Operand::Number(value, None)
    }
}

impl KernelLowering<'_> {
    /// Lowers an expression to a value of type `ty`. `place` is for error messages.
    pub(super) fn value(
        &self,
        tree: &VerilogExpression,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        let operand = self.operand(tree, Some(ty), place)?;
        let expression = self.adapt(operand, ty, place)?;
        self.check_conversion(expression.ty, ty, place)?;
        Ok(expression)
    }

    /// Lowers an expression to a single bit.
    pub(super) fn condition(
        &self,
        tree: &VerilogExpression,
        place: &str,
    ) -> Result<Expression, Error> {
        self.value(tree, Type::Bit, place)
    }

    /// Lowers an expression that must not be a bare number.
    pub(super) fn typed(
        &self,
        tree: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Expression, Error> {
        match self.operand(tree, wanted, place)? {
            Operand::Typed(expression) => Ok(expression),
            Operand::Number(value, _) => Err(self.symbols.unsupported(
                &format!("the number {value} without a width {place}"),
                "give it a width with `bits`",
            )),
        }
    }

    /// Lowers an expression; `wanted` is the type that the context expects, if known.
    pub(super) fn operand(
        &self,
        tree: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Operand, Error> {
        let typed = |expression| Ok(Operand::Typed(expression));
        if let Some((Conversion::Bits, value)) = self.conversion(tree) {
            return self.integer_to_bits(value, wanted, place);
        }
        match tree {
            VerilogExpression::Signal(name) => self.named(name, wanted),
            VerilogExpression::Literal(value) => literal::value_of(value)
                .and_then(|value| i128::try_from(value.to_u128()?).ok())
                .map(Operand::number)
                .ok_or_else(|| {
                    self.symbols.unsupported(
                        &format!("the number {value} {place}"),
                        "make it a `Constant` field",
                    )
                }),
            VerilogExpression::Paren(inner) => self.operand(inner, wanted, place),
            VerilogExpression::Cast(inner, width) => typed(self.cast(inner, *width, place)?),
            VerilogExpression::Signed(inner) => self.signed(inner, wanted, place),
            VerilogExpression::Unsigned(inner) => typed(self.unsigned(inner, place)?),
            VerilogExpression::Unary(operator, inner) => self.unary(operator, inner, wanted, place),
            VerilogExpression::Binary(left, operator, right) => {
                self.binary(left, operator, right, wanted, place)
            }
            VerilogExpression::Index(base, index) => typed(self.index(base, index, place)?),
            VerilogExpression::Slice(base, width, offset) => {
                typed(self.slice(base, *width, offset, place)?)
            }
            VerilogExpression::IndexReplace(base, index, bit) => {
                typed(self.replace_bit(base, index, bit, wanted, place)?)
            }
        }
    }

    fn named(&self, name: &str, wanted: Option<Type>) -> Result<Operand, Error> {
        if name.contains("$next$") {
            return Err(self.symbols.unsupported(
                &format!("a read of `{}`", name.replace('$', ".")),
                "read `.val()` instead of `.next`",
            ));
        }
        let resolved = self.resolve(name)?;
        if let Some(variable) = self.variables.get(&resolved) {
            let name = variable.is_constant.then(|| constant_name(&resolved)).flatten();
            return Ok(Operand::Number(variable.value, name));
        }
        if let Some(id) = self.symbols.signal(&resolved) {
            return Ok(Operand::Typed(Expression::signal(id, self.symbols.draft(id).ty)));
        }
        if let Some((signal, offset, ty)) = self.symbols.field(&resolved) {
            let base = Expression::signal(signal, self.symbols.draft(signal).ty);
            return Ok(Operand::Typed(self.symbols.part(base, offset, ty)));
        }
        let constant = self.symbols.constant(&resolved, wanted).map(Operand::Typed);
        constant.ok_or_else(|| self.unknown(name))
    }

    /// Gives a number the type `ty`; a typed value keeps its own.
    pub(super) fn adapt(
        &self,
        operand: Operand,
        ty: Type,
        place: &str,
    ) -> Result<Expression, Error> {
        let (value, name) = match operand {
            Operand::Typed(expression) => return Ok(expression),
            Operand::Number(value, name) => (value, name),
        };
        if matches!(ty, Type::Enum(_) | Type::Struct(_)) {
            let construct = format!("the number {value} as {} {place}", self.symbols.type_name(ty));
            return Err(self.symbols.unsupported(
                &construct,
                "rust-hdl has no such conversion, and does not record one of your own: write `Enum::Variant`, or \
                 assign the fields",
            ));
        }
        let pattern = self.pattern_of(value, ty).ok_or_else(|| Error::LiteralTooLarge {
            module: self.symbols.module.clone(),
            place: place.into(),
            value,
            width: self.symbols.width(ty),
        })?;
        Ok(Expression::named(pattern, ty, name))
    }

    /// Lowers `bit_cast`, which truncates or zero-extends, and `bits`, which gives a number its
    /// width.
    fn cast(
        &self,
        inner: &VerilogExpression,
        width: usize,
        place: &str,
    ) -> Result<Expression, Error> {
        let ty = self.bits(width, place)?;
        let operand = match self.conversion(inner) {
            Some((Conversion::Integer, value)) => self.number_from_bits(value, place)?,
            Some((Conversion::Bits, value)) => self.integer_to_bits(value, Some(ty), place)?,
            Some((Conversion::Operand, value)) => Operand::Typed(self.value(value, ty, place)?),
            Some((Conversion::Signed | Conversion::Past, _)) | None => {
                self.operand(inner, None, place)?
            }
        };
        match operand {
            Operand::Typed(expression) => {
                let own = Type::Bits(self.symbols.width(expression.ty));
                self.check_conversion(expression.ty, own, place)?;
                let expression = self.symbols.resized(expression, own);
                Ok(self.symbols.resized(expression, ty))
            }
            // rust-hdl has already called the function, which panics if the number does not fit.
            Operand::Number(number @ 0.., name) => {
                let number = Value::from(number as u128);
                let pattern = number.clone().truncated(self.symbols.width(ty));
                let name = name.filter(|_| pattern == number);
                Ok(Expression::named(pattern, ty, name))
            }
            number => self.adapt(number, ty, place),
        }
    }

    /// Lowers `signed_cast`, which reinterprets bits as a signed number, and `signed_bit_cast`,
    /// which changes its width.
    fn signed(
        &self,
        inner: &VerilogExpression,
        wanted: Option<Type>,
        place: &str,
    ) -> Result<Operand, Error> {
        let (inner, wanted) = match self.signed_width(inner) {
            Some((operand, ty)) => (operand, Some(ty)),
            None => (inner, wanted),
        };
        let value = match self.operand(inner, None, place)? {
            Operand::Typed(value) => value,
            number => return Ok(number),
        };
        match (value.ty, wanted) {
            (Type::Signed(_), Some(ty)) if ty.is_signed() => {
                Ok(Operand::Typed(self.symbols.resized(value, ty)))
            }
            (Type::Signed(_), _) => Err(self.symbols.unsupported(
                &format!("a `signed_bit_cast` of unknown width {place}"),
                "use `#[kernel]` and write `signed_bit_cast::<M, N>`, or assign it to a local signal first",
            )),
            (ty, _) => {
                let width = self.symbols.width(ty);
                self.check_conversion(ty, Type::Bits(width), place)?;
                Ok(Operand::Typed(self.symbols.resized(value, Type::Signed(width))))
            }
        }
    }

    /// Lowers `unsigned_cast`.
    fn unsigned(&self, inner: &VerilogExpression, place: &str) -> Result<Expression, Error> {
        let value = self.typed(inner, None, place)?;
        let width = self.symbols.width(value.ty);
        self.check_conversion(value.ty, Type::Signed(width), place)?;
        Ok(self.symbols.resized(value, Type::Bits(width)))
    }

    /// Returns the unsigned type of that width, or an error if no signal can have it.
    pub(super) fn bits(&self, width: usize, place: &str) -> Result<Type, Error> {
        match u32::try_from(width) {
            Ok(width @ 1..=MAXIMUM_WIDTH) => Ok(Type::Bits(width)),
            _ => Err(self.symbols.unsupported(
                &format!("a value of {width} bits {place}"),
                &format!("use widths from 1 to {MAXIMUM_WIDTH}"),
            )),
        }
    }

    pub(super) fn width_error(&self, place: &str, left: u32, right: u32) -> Error {
        Error::WidthMismatch {
            module: self.symbols.module.clone(),
            place: place.into(),
            left,
            right,
        }
    }

    pub(super) fn unknown(&self, name: &str) -> Error {
        let name = name.trim_end_matches("$next").replace('$', ".");
        let module = self.symbols.module.clone();
        if name.split('.').any(|part| part.starts_with('_')) {
            let reason = "begins with `_`, and rust-hdl skips such fields".to_string();
            return Error::IllegalName { module, name, reason };
        }
        let scope =
            name.rsplit_once('.').map(|(scope, _)| scope.rsplit('.').next().unwrap_or(scope));
        if let Some(ty) = scope.filter(|scope| scope.starts_with(char::is_uppercase)) {
            if self.symbols.enums.iter().filter(|known| known.name == ty).count() > 1 {
                return self.symbols.unsupported(
                    &format!("`{}`, whose type the block has two of,", name.replace('.', "::")),
                    "assign it to a signal of its type first, or rename one of the types",
                );
            }
            return self.symbols.unsupported(
                &format!("`{}`, whose type no signal of the block has,", name.replace('.', "::")),
                &format!(
                    "if `{ty}` is another name of an enum, write the enum's own; write constants as numbers"
                ),
            );
        }
        Error::UnknownName { module, name }
    }

    pub(super) fn variables(&self) -> &Variables {
        &self.variables
    }
}

/// Returns the name in SystemVerilog of a constant that the tree calls `LIMIT`, `Self$LIMIT` or
/// `limits$LIMIT`; `None` if it is not legal there.
fn constant_name(name: &str) -> Option<Box<str>> {
    let name = name.strip_prefix("Self$").unwrap_or(name).replace('$', "_").to_uppercase();
    identifier_error(&name).is_none().then(|| name.into())
}

/// Turns a constant value into a number.
pub(super) fn prefer_constant(operand: Operand) -> Operand {
    match operand {
        Operand::Typed(expression) => match expression.as_literal().and_then(Value::to_u128) {
            Some(value) if value <= i128::MAX as u128 => Operand::number(value as i128),
            _ => Operand::Typed(expression),
        },
        number => number,
    }
}
