//! Expressions.
//!
//! SystemVerilog widens operands to their context; the design does not. What is printed here means the same in every
//! context: an operand that a wider context would change stands in `{}`, where no context reaches it.

use std::cmp::Ordering;

use super::concatenation::{self, is_concatenation, zeros};
use super::layout::{listed, wrapped};
use rust_hdl_rtl::{
    BinaryOperator, Expression, ExpressionKind, Module, Radix, SignalId, StructId, Target, Type,
    UnaryOperator, mask,
};

/// The expression as text; numbers that stand alone are written in `radix`.
pub(super) fn text(expression: &Expression, module: &Module, radix: Radix) -> String {
    let width = module.width(expression.ty);
    match &expression.kind {
        ExpressionKind::Signal(id) => module.signal(*id).name.clone(),
        ExpressionKind::Literal(value) => literal(*value, expression.ty, module, radix),
        ExpressionKind::Unary(operator, operand) => {
            format!("{}{}", unary_symbol(*operator, operand), unary_operand(operand, module, radix))
        }
        ExpressionKind::Binary(operator, left, right) => {
            match concatenation::parts(expression, module, radix) {
                Some(parts) => format!("{{{}}}", parts.join(", ")),
                None => binary(*operator, left, right, module, radix),
            }
        }
        ExpressionKind::Slice { base, offset, .. } => match base.as_signal() {
            Some(id) => slice(id, *offset, width, module),
            None => format!("{width}'({{{}}} >> {offset})", text(base, module, radix)),
        },
        ExpressionKind::Index { base, index } => self::index(base, index, module, radix),
        ExpressionKind::Resize(operand) => resize(operand, expression.ty, module, radix),
        ExpressionKind::Element { memory, address } => {
            let name = &module.memory(*memory).name;
            format!("{name}[{}]", text(address, module, Radix::Decimal))
        }
        ExpressionKind::ReplaceBit { base, index, bit } => {
            replace_bit(base, index, bit, module, radix).join(" ")
        }
    }
}

/// What a target is called.
pub(super) fn target(target: &Target, module: &Module) -> String {
    match target.slice {
        Some(bits) => slice(target.signal, bits.offset, bits.width, module),
        None => module.signal(target.signal).name.clone(),
    }
}

/// The expression over several lines of at most `room` columns, broken at its outermost operators, if it needs them.
pub(super) fn lines(
    expression: &Expression,
    module: &Module,
    radix: Radix,
    room: usize,
) -> Vec<String> {
    let text = text(expression, module, radix);
    if text.len() <= room {
        return vec![text];
    }
    if let Some(parts) = concatenation::parts(expression, module, radix) {
        return wrapped("{", listed(&parts, room.saturating_sub(2)), "}");
    }
    match &expression.kind {
        ExpressionKind::Unary(operator, operand) => {
            let symbol = unary_symbol(*operator, operand);
            let brackets =
                unary_operand(operand, module, radix) != self::text(operand, module, radix);
            let (open, close) = if brackets { ("(", ")") } else { ("", "") };
            wrapped(
                &format!("{symbol}{open}"),
                lines(operand, module, radix, room.saturating_sub(3)),
                close,
            )
        }
        ExpressionKind::Binary(operator, left, right) if operator.is_shift() => {
            let by = format!(" {} {}", symbol(*operator, left.ty), shift_amount(right, module));
            let left = operand_lines(left, module, radix, room.saturating_sub(by.len()));
            wrapped("", left, &by)
        }
        ExpressionKind::Binary(operator, left, _) => {
            let symbol = symbol(*operator, left.ty);
            let operands = chain(expression, module, radix);
            let last = operands.len() - 1;
            let broken = operands.iter().enumerate().flat_map(|(index, (operand, radix))| {
                let behind = if index == last { String::new() } else { format!(" {symbol}") };
                let room = room.saturating_sub(behind.len());
                wrapped("", operand_lines(operand, module, *radix, room), &behind)
            });
            broken.collect()
        }
        ExpressionKind::ReplaceBit { base, index, bit } => {
            replace_bit(base, index, bit, module, radix).to_vec()
        }
        ExpressionKind::Resize(operand) => {
            let (before, after) = around_resized(operand, expression.ty, module);
            let room = room.saturating_sub(before.len() + after.len());
            wrapped(&before, lines(operand, module, radix, room), &after)
        }
        _ => vec![text],
    }
}

fn operand_lines(operand: &Expression, module: &Module, radix: Radix, room: usize) -> Vec<String> {
    let bracketed = operand_text(operand, module, radix);
    if bracketed.len() <= room {
        vec![bracketed]
    } else if bracketed != text(operand, module, radix) {
        wrapped("(", lines(operand, module, radix, room.saturating_sub(2)), ")")
    } else {
        lines(operand, module, radix, room)
    }
}

/// The operands of `a && b && c` with the base that their numbers are written in; of another operator, its two.
fn chain<'a>(
    expression: &'a Expression,
    module: &Module,
    radix: Radix,
) -> Vec<(&'a Expression, Radix)> {
    let ExpressionKind::Binary(operator, left, right) = &expression.kind else {
        return vec![(expression, radix)];
    };
    let mut operands = match &left.kind {
        ExpressionKind::Binary(inner, ..)
            if inner == operator && associates(*operator) && !is_concatenation(left, module) =>
        {
            chain(left, module, radix)
        }
        _ => vec![(left.as_ref(), met(right, module, radix))],
    };
    operands.push((right, met(left, module, radix)));
    operands
}

/// A number that meets a signal is written as that signal's values are.
fn met(other: &Expression, module: &Module, radix: Radix) -> Radix {
    other.as_signal().map_or(radix, |id| module.signal(id).radix)
}

/// One bit, chosen by a value. A select beyond the end would read X: it stands only where that cannot be.
fn index(base: &Expression, index: &Expression, module: &Module, radix: Radix) -> String {
    let selected = base.as_signal().and_then(|signal| select(signal, index, module));
    selected.unwrap_or_else(|| {
        let amount = operand_text(index, module, Radix::Decimal);
        match base.as_signal() {
            Some(signal) => format!("1'({} >> {amount})", module.signal(signal).name),
            None => format!("1'({{{}}} >> {amount})", text(base, module, radix)),
        }
    })
}

/// The bit of a signal that a value chooses, if every value chooses one.
pub(super) fn select(signal: SignalId, index: &Expression, module: &Module) -> Option<String> {
    let name = &module.signal(signal).name;
    let (size, width) = (module.signal_width(signal), module.width(index.ty));
    // As many bits as a select of `size` bits takes.
    let wanted = size.next_power_of_two().trailing_zeros();
    match index.as_literal() {
        Some(number) if size > 1 && number < size.into() => {
            return Some(format!("{name}[{number}]"));
        }
        _ => {}
    }
    let index = text(index, module, Radix::Decimal);
    if size > 1 && width == wanted && size.is_power_of_two() {
        Some(format!("{name}[{index}]"))
    } else if width < wanted {
        Some(format!("{name}[{{{}, {index}}}]", zeros(wanted - width)))
    } else {
        None
    }
}

fn unary_symbol(operator: UnaryOperator, operand: &Expression) -> &'static str {
    match operator {
        UnaryOperator::Not if is_truth(operand.ty) => "!",
        UnaryOperator::Not => "~",
        UnaryOperator::Negate => "-",
        UnaryOperator::All => "&",
        UnaryOperator::Any => "|",
        UnaryOperator::Parity => "^",
    }
}

/// What stands behind an operator with one operand. Two such operators never touch: `^~` is a third. Nor does one touch
/// a cast: Yosys 0.23 reads `|3'(x)` as `(|3)'(x)`.
fn unary_operand(operand: &Expression, module: &Module, radix: Radix) -> String {
    let text = text(operand, module, radix);
    if is_concatenation(operand, module) {
        return text;
    }
    let is_cast = text.starts_with(|first: char| first.is_ascii_digit()) && text.ends_with(')');
    match operand.kind {
        ExpressionKind::Unary(..)
        | ExpressionKind::Binary(..)
        | ExpressionKind::ReplaceBit { .. } => format!("({text})"),
        _ if is_cast || text.starts_with('-') => format!("({text})"),
        _ => text,
    }
}

fn slice(signal: SignalId, offset: u32, width: u32, module: &Module) -> String {
    let name = &module.signal(signal).name;
    if let Type::Struct(id) = module.signal(signal).ty
        && let Some(path) = field(module, id, offset, width)
    {
        return format!("{name}.{path}");
    }
    match width {
        _ if module.signal_width(signal) == 1 => name.clone(),
        1 => format!("{name}[{offset}]"),
        _ => format!("{name}[{}:{offset}]", offset + width - 1),
    }
}

/// The way to the field that lies in those bits of a struct.
fn field(module: &Module, id: StructId, offset: u32, width: u32) -> Option<String> {
    module.structs[id.0].fields.iter().find_map(|part| match part.ty {
        _ if part.offset == offset && module.width(part.ty) == width => Some(part.name.clone()),
        Type::Struct(inner) => {
            let path = field(module, inner, offset.checked_sub(part.offset)?, width)?;
            Some(format!("{}.{path}", part.name))
        }
        _ => None,
    })
}

/// A name with that of the package that it comes from.
pub(super) fn scoped(package: &Option<String>, name: &str) -> String {
    match package {
        Some(package) => format!("{package}::{name}"),
        None => name.to_string(),
    }
}

fn literal(value: u128, ty: Type, module: &Module, radix: Radix) -> String {
    match (ty, radix) {
        (Type::Bit | Type::Clock, _) => format!("1'b{value}"),
        (Type::Enum(id), _) => match module.enums[id.0].variants.get(value as usize) {
            Some(variant) => scoped(&module.enums[id.0].package, &variant.name),
            None => format!("{}'d{value}", module.width(ty)),
        },
        (Type::Struct(_), _) => literal(value, Type::Bits(module.width(ty)), module, radix),
        (Type::Bits(width), Radix::Decimal) => format!("{width}'d{value}"),
        (Type::Bits(width), Radix::Binary) => {
            format!("{width}'b{value:0digits$b}", digits = width as usize)
        }
        (Type::Bits(width), Radix::Hexadecimal) => {
            format!("{width}'h{value:0digits$x}", digits = width.div_ceil(4) as usize)
        }
        (Type::Signed(width), _) => match value.cmp(&(1 << (width - 1))) {
            Ordering::Less => format!("{width}'sd{value}"),
            // The least number has no positive counterpart.
            Ordering::Equal => format!("{width}'sh{value:x}"),
            Ordering::Greater => format!("-{width}'sd{}", mask(width) - value + 1),
        },
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
        let amount = shift_amount(right, module);
        return format!("{} {symbol} {amount}", operand_text(left, module, radix));
    }
    let (left_radix, right_radix) = (met(right, module, radix), met(left, module, radix));
    let left_text = match &left.kind {
        ExpressionKind::Binary(inner, ..) if *inner == operator && associates(operator) => {
            text(left, module, left_radix)
        }
        _ => operand_text(left, module, left_radix),
    };
    format!("{left_text} {symbol} {}", operand_text(right, module, right_radix))
}

fn shift_amount(amount: &Expression, module: &Module) -> String {
    match amount.as_literal() {
        Some(amount) => amount.to_string(),
        None => operand_text(amount, module, Radix::Decimal),
    }
}

/// An operand in brackets if it has an operator of its own.
pub(super) fn operand_text(operand: &Expression, module: &Module, radix: Radix) -> String {
    let text = text(operand, module, radix);
    match operand.kind {
        ExpressionKind::Binary(..) if is_concatenation(operand, module) => text,
        ExpressionKind::Binary(..) | ExpressionKind::ReplaceBit { .. } => format!("({text})"),
        ExpressionKind::Literal(_) if text.starts_with('-') => format!("({text})"),
        ExpressionKind::Unary(UnaryOperator::Not, ref inner)
            if !matches!(inner.kind, ExpressionKind::Unary(..)) =>
        {
            text
        }
        ExpressionKind::Unary(..) => format!("({text})"),
        _ => text,
    }
}

fn resize(operand: &Expression, ty: Type, module: &Module, radix: Radix) -> String {
    let (before, after) = around_resized(operand, ty, module);
    format!("{before}{}{after}", text(operand, module, radix))
}

/// What stands before and behind a value to give it another width, or to see it as a value of another kind.
fn around_resized(operand: &Expression, ty: Type, module: &Module) -> (String, String) {
    let (from, width) = (module.width(operand.ty), module.width(ty));
    let around = |before: String, after: &str| (before, after.to_string());
    match (operand.ty.is_signed(), ty.is_signed()) {
        (true, false) if from == width => around("$unsigned(".to_string(), ")"),
        (false, true) if from == width => around("$signed(".to_string(), ")"),
        (true, _) if width > from && operand.as_signal().is_none() => {
            around(format!("{width}'($signed({{"), "}))")
        }
        (true, _) if width > from => around(format!("{width}'("), ")"),
        (false, _) if width > from => around(format!("{{{}, ", zeros(width - from)), "}"),
        _ if low_bits_stand_alone(operand) => around(format!("{width}'("), ")"),
        _ => around(format!("{width}'({{"), "})"),
    }
}

/// A value with one bit put to another, without a name for it: cleared, and the new bit brought to its place.
fn replace_bit(
    base: &Expression,
    index: &Expression,
    bit: &Expression,
    module: &Module,
    radix: Radix,
) -> [String; 2] {
    let width = module.width(base.ty);
    let (base, place) = (operand_text(base, module, radix), shift_amount(index, module));
    let mut bit = text(bit, module, Radix::Decimal);
    if width > 1 {
        bit = format!("{{{}, {bit}}}", zeros(width - 1));
    }
    [format!("({base} & ~({width}'d1 << {place})) |"), format!("({bit} << {place})")]
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

/// An operator as it is written between values of a type.
pub fn symbol(operator: BinaryOperator, ty: Type) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
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

/// Whether values of a type are true or false, so that operators on them are logical ones.
pub fn is_truth(ty: Type) -> bool {
    matches!(ty, Type::Bit | Type::Clock)
}

fn associates(operator: BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Add | BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor
    )
}
