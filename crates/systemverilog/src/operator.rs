//! Operators and their symbols.

use rust_hdl_rtl::{BinaryOperator, Expression, Type, UnaryOperator};

/// Returns the SystemVerilog symbol of an operator on operands of type `ty`: `&&` and `||` for
/// [booleans](is_boolean), `&` and `|` for vectors.
///
/// ```
/// use rust_hdl_systemverilog::operator_symbol;
/// use rust_hdl_systemverilog::rtl::{BinaryOperator, Type};
///
/// assert_eq!(operator_symbol(BinaryOperator::And, Type::Bit), "&&");
/// assert_eq!(operator_symbol(BinaryOperator::And, Type::Bits(4)), "&");
/// ```
pub fn operator_symbol(operator: BinaryOperator, ty: Type) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::And if is_boolean(ty) => "&&",
        BinaryOperator::And => "&",
        BinaryOperator::Or if is_boolean(ty) => "||",
        BinaryOperator::Or => "|",
        BinaryOperator::Xor => "^",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessOrEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterOrEqual => ">=",
    }
}

/// Whether a type is a single bit ([`Type::Bit`] or [`Type::Clock`]), which is printed with logical
/// operators (`&&`, `||`, `!`) instead of bitwise ones.
pub fn is_boolean(ty: Type) -> bool {
    matches!(ty, Type::Bit | Type::Clock)
}

pub(super) fn is_associative(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor
    )
}

pub(super) fn unary_symbol(operator: UnaryOperator, operand: &Expression) -> &'static str {
    match operator {
        UnaryOperator::Not if is_boolean(operand.ty) => "!",
        UnaryOperator::Not => "~",
        UnaryOperator::Negate => "-",
        UnaryOperator::All => "&",
        UnaryOperator::Any => "|",
        UnaryOperator::Parity => "^",
    }
}
