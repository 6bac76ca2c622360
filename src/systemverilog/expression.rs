//! Expressions.
//!
//! SystemVerilog widens operands to their context; the design does not. What is printed here means the same in every
//! context: an operand that a wider context would change stands in `{}`, where no context reaches it.

use crate::rtl::{
    BinaryOperator, Expression, ExpressionKind, Module, Radix, SignalId, Target, Type,
    UnaryOperator,
};

/// The expression as text; numbers that stand alone are written in `radix`.
pub(super) fn text(expression: &Expression, module: &Module, radix: Radix) -> String {
    let width = module.width(expression.ty);
    match &expression.kind {
        ExpressionKind::Signal(id) => module.signal(*id).name.clone(),
        ExpressionKind::Literal(value) => literal(*value, expression.ty, module, radix),
        ExpressionKind::Unary(operator, operand) => {
            let symbol = match operator {
                UnaryOperator::Not if is_truth(operand.ty) => "!",
                UnaryOperator::Not => "~",
                UnaryOperator::Negate => "-",
                UnaryOperator::All => "&",
                UnaryOperator::Any => "|",
                UnaryOperator::Parity => "^",
            };
            format!("{symbol}{}", operand_text(operand, module, radix))
        }
        ExpressionKind::Binary(operator, left, right) => {
            binary(*operator, left, right, module, radix)
        }
        ExpressionKind::Slice { base, offset } => match base.as_signal() {
            Some(id) => slice(id, *offset, width, module),
            None => format!("{width}'({{{}}} >> {offset})", text(base, module, radix)),
        },
        ExpressionKind::Index { base, index } => {
            let index = text(index, module, Radix::Decimal);
            match base.as_signal() {
                Some(id) => format!("{}[{index}]", module.signal(id).name),
                None => format!("1'({{{}}} >> {index})", text(base, module, radix)),
            }
        }
        ExpressionKind::Resize(operand) => resize(operand, width, module, radix),
    }
}

/// What a target is called.
pub(super) fn target(target: &Target, module: &Module) -> String {
    match target.slice {
        Some(bits) => slice(target.signal, bits.offset, bits.width, module),
        None => module.signal(target.signal).name.clone(),
    }
}

/// The chain of operands of `a && b && c`, with its operator, if it can be broken over lines.
pub(super) fn chain(
    expression: &Expression,
    module: &Module,
    radix: Radix,
) -> Option<(&'static str, Vec<String>)> {
    let ExpressionKind::Binary(operator, left, right) = &expression.kind else {
        return None;
    };
    let symbol = symbol(*operator, left.ty);
    let mut operands = match chain(left, module, radix) {
        Some((inner, operands)) if inner == symbol && associates(*operator) => operands,
        _ => vec![operand_text(left, module, radix)],
    };
    operands.push(operand_text(right, module, radix));
    Some((symbol, operands))
}

fn slice(signal: SignalId, offset: u32, width: u32, module: &Module) -> String {
    let name = &module.signal(signal).name;
    match width {
        _ if module.signal_width(signal) == 1 => name.clone(),
        1 => format!("{name}[{offset}]"),
        _ => format!("{name}[{}:{offset}]", offset + width - 1),
    }
}

fn literal(value: u128, ty: Type, module: &Module, radix: Radix) -> String {
    match (ty, radix) {
        (Type::Bit | Type::Clock, _) => format!("1'b{value}"),
        (Type::Enum(id), _) => match module.enums[id.0].variants.get(value as usize) {
            Some(variant) => variant.name.clone(),
            None => format!("{}'d{value}", module.width(ty)),
        },
        (Type::Bits(width), Radix::Decimal) => format!("{width}'d{value}"),
        (Type::Bits(width), Radix::Binary) => {
            format!("{width}'b{value:0digits$b}", digits = width as usize)
        }
        (Type::Bits(width), Radix::Hexadecimal) => {
            format!("{width}'h{value:0digits$x}", digits = width.div_ceil(4) as usize)
        }
    }
}

fn binary(
    operator: BinaryOperator,
    left: &Expression,
    right: &Expression,
    module: &Module,
    radix: Radix,
) -> String {
    let symbol = symbol(operator, left.ty);
    if operator.is_shift() {
        let amount = match right.as_literal() {
            Some(amount) => amount.to_string(),
            None => operand_text(right, module, Radix::Decimal),
        };
        return format!("{} {symbol} {amount}", operand_text(left, module, radix));
    }
    // A number that meets a signal is written as that signal's values are.
    let met = |other: &Expression| other.as_signal().map_or(radix, |id| module.signal(id).radix);
    let left_text = match &left.kind {
        ExpressionKind::Binary(inner, ..) if *inner == operator && associates(operator) => {
            text(left, module, met(right))
        }
        _ => operand_text(left, module, met(right)),
    };
    format!("{left_text} {symbol} {}", operand_text(right, module, met(left)))
}

/// An operand in brackets if it has an operator of its own.
pub(super) fn operand_text(operand: &Expression, module: &Module, radix: Radix) -> String {
    let text = text(operand, module, radix);
    match operand.kind {
        ExpressionKind::Binary(..) => format!("({text})"),
        ExpressionKind::Unary(UnaryOperator::Not, ref inner)
            if !matches!(inner.kind, ExpressionKind::Unary(..)) =>
        {
            text
        }
        ExpressionKind::Unary(..) => format!("({text})"),
        _ => text,
    }
}

fn resize(operand: &Expression, width: u32, module: &Module, radix: Radix) -> String {
    let from = module.width(operand.ty);
    if width > from {
        let zeros = match width - from {
            1 => "1'b0".to_string(),
            count => format!("{count}'d0"),
        };
        return format!("{{{zeros}, {}}}", text(operand, module, radix));
    }
    let text = text(operand, module, radix);
    if low_bits_stand_alone(operand) {
        format!("{width}'({text})")
    } else {
        format!("{width}'({{{text}}})")
    }
}

/// Whether the low bits of a value are the same when its operands are widened with zeros.
fn low_bits_stand_alone(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Binary(BinaryOperator::ShiftRight, ..) => false,
        ExpressionKind::Binary(BinaryOperator::ShiftLeft, left, _) => low_bits_stand_alone(left),
        ExpressionKind::Binary(operator, ..) if operator.is_comparison() => true,
        ExpressionKind::Binary(_, left, right) => {
            low_bits_stand_alone(left) && low_bits_stand_alone(right)
        }
        ExpressionKind::Unary(UnaryOperator::Not | UnaryOperator::Negate, operand) => {
            low_bits_stand_alone(operand)
        }
        _ => true,
    }
}

fn symbol(operator: BinaryOperator, ty: Type) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::And if is_truth(ty) => "&&",
        BinaryOperator::And => "&",
        BinaryOperator::Or if is_truth(ty) => "||",
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

fn is_truth(ty: Type) -> bool {
    matches!(ty, Type::Bit | Type::Clock)
}

fn associates(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor
    )
}
