//! The conversions and the types of operands that rust-hdl defines. The tree records neither
//! `.into()` nor operators of an author's own, so any other type means that there is one.

use super::super::design::{BinaryOperator, Type, UnaryOperator, Value, mask};
use super::super::error::Error;
use super::kernel::KernelLowering;
use super::symbols::Symbols;

/// The greatest width at which rust-hdl panics on a number that does not fit. Wider `Bits` drop the
/// high bits.
const CHECKED_WIDTH: u32 = 32;

impl Symbols {
    /// Describes a type as Rust has it.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Bit => "`Bit`".to_string(),
            Type::Clock => "`Clock`".to_string(),
            Type::Bits(width) => format!("`Bits<{width}>`"),
            Type::Signed(width) => format!("`Signed<{width}>`"),
            Type::Enum(id) => format!("the enum `{}`", self.enums[id.0].name),
            Type::Struct(id) => format!("the struct `{}`", self.structs[id.0].name),
        }
    }

    /// Whether rust-hdl converts values of a type to another with `.into()`.
    pub fn converts(&self, from: Type, to: Type) -> bool {
        match (from, to) {
            (Type::Bit, Type::Bits(1) | Type::Clock) | (Type::Bits(1), Type::Bit) => true,
            (Type::Enum(_) | Type::Struct(_), Type::Bits(width)) => self.width(from) == width,
            _ => from == to,
        }
    }
}

impl KernelLowering<'_> {
    /// Checks that rust-hdl converts a value to the type that is expected.
    pub(super) fn check_conversion(&self, from: Type, to: Type, place: &str) -> Result<(), Error> {
        if self.symbols.converts(from, to) {
            return Ok(());
        }
        if let (Type::Bits(found), Type::Bits(wanted))
        | (Type::Signed(found), Type::Signed(wanted)) = (from, to)
        {
            return Err(self.width_error(place, wanted, found));
        }
        let (from, to) = (self.symbols.type_name(from), self.symbols.type_name(to));
        Err(self.symbols.unsupported(
            &format!("{from} as {to} {place}"),
            "rust-hdl has no such conversion, and does not record one of your own: write a `match`",
        ))
    }

    /// Checks that two operands have the same type; a `Bit` and `Bits<1>` can be compared.
    pub(super) fn check_same(&self, left: Type, right: Type, place: &str) -> Result<(), Error> {
        match (left, right) {
            (Type::Bit, Type::Bits(1)) | (Type::Bits(1), Type::Bit) => Ok(()),
            _ if left == right => Ok(()),
            (Type::Bits(left), Type::Bits(right)) | (Type::Signed(left), Type::Signed(right)) => {
                Err(self.width_error(place, left, right))
            }
            _ => Err(self.symbols.unsupported(
                &format!(
                    "{} beside {} {place}",
                    self.symbols.type_name(left),
                    self.symbols.type_name(right)
                ),
                "rust-hdl does not record a conversion or an operator of your own: use operands of one type",
            )),
        }
    }

    /// Checks that rust-hdl has a unary operator for a type.
    pub(super) fn check_unary(
        &self,
        operator: UnaryOperator,
        ty: Type,
        place: &str,
    ) -> Result<(), Error> {
        let (name, exists) = match operator {
            UnaryOperator::Not => ("!", matches!(ty, Type::Bit | Type::Bits(_) | Type::Clock)),
            UnaryOperator::Negate => ("-", ty.is_signed()),
            UnaryOperator::All => ("all", matches!(ty, Type::Bits(_))),
            UnaryOperator::Any => ("any", matches!(ty, Type::Bits(_))),
            UnaryOperator::Parity => ("xor", matches!(ty, Type::Bits(_))),
        };
        self.check_operator(exists, name, ty, place)
    }

    /// Checks that rust-hdl has a binary operator for operands of a type.
    pub(super) fn check_binary(
        &self,
        operator: BinaryOperator,
        ty: Type,
        place: &str,
    ) -> Result<(), Error> {
        use BinaryOperator::*;
        let is_bits = matches!(ty, Type::Bits(_));
        let (name, exists) = match operator {
            Add => ("+", is_bits || ty.is_signed()),
            Subtract => ("-", is_bits || ty.is_signed()),
            Multiply => ("*", is_bits || ty.is_signed()),
            And => ("&", is_bits || ty == Type::Bit),
            Or => ("|", is_bits || ty == Type::Bit),
            Xor => ("^", is_bits || ty == Type::Bit),
            ShiftLeft => ("<<", is_bits),
            ShiftRight => (">>", is_bits),
            Equal => ("==", true),
            NotEqual => ("!=", true),
            // That of an enum follows its encoding; that of a struct begins with the first field,
            // which has the lowest bits.
            Less => ("<", !matches!(ty, Type::Struct(_) | Type::Clock)),
            LessOrEqual => ("<=", !matches!(ty, Type::Struct(_) | Type::Clock)),
            Greater => (">", !matches!(ty, Type::Struct(_) | Type::Clock)),
            GreaterOrEqual => (">=", !matches!(ty, Type::Struct(_) | Type::Clock)),
        };
        self.check_operator(exists, name, ty, place)
    }

    /// Checks that rust-hdl has a method that selects or replaces bits for a type.
    pub(super) fn check_selection(&self, method: &str, ty: Type, place: &str) -> Result<(), Error> {
        let exists = matches!(ty, Type::Bits(_)) || ty.is_signed() && method != "replace_bit";
        self.check_operator(exists, method, ty, place)
    }

    fn check_operator(&self, exists: bool, name: &str, ty: Type, place: &str) -> Result<(), Error> {
        if exists {
            return Ok(());
        }
        Err(self.symbols.unsupported(
            &format!("`{name}` on {} {place}", self.symbols.type_name(ty)),
            "rust-hdl has no such operator, and does not record one of your own: use one on `Bits`",
        ))
    }

    /// Returns the bit pattern that rust-hdl gives a number in a type; `None` if it panics.
    pub(super) fn pattern_of(&self, number: i128, ty: Type) -> Option<Value> {
        let width = self.symbols.width(ty);
        let magnitude = Value::from(number.unsigned_abs());
        let is_cut = width > CHECKED_WIDTH && u64::try_from(number.unsigned_abs()).is_ok();
        if number < 0 && !ty.is_signed() || magnitude > mask(width) && !is_cut {
            return None;
        }
        let magnitude = magnitude.truncated(width);
        Some(if number < 0 { Value::ZERO.wrapping_sub(&magnitude, width) } else { magnitude })
    }
}
