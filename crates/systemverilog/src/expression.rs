//! Expressions.
//!
//! In SystemVerilog, the context of an expression can widen its operands; in the design it cannot.
//! The printed text means the same in every context: an operand whose value would change is
//! enclosed in `{}`, which makes it self-determined.

use super::concatenation::{self, is_concatenation, zeros};
use super::layout::{listed, wrapped};
use super::operator::{is_associative, operator_symbol, unary_symbol};
use super::types::scoped;
use rust_hdl_rtl::{
    BinaryOperator, EnumId, Expression, ExpressionKind, Module, Radix, Signal, SignalId, StructId,
    Target, Type, UnaryOperator, Value, Variant,
};

/// Formats an expression on one line. Literals that are not beside a signal are written in `radix`.
pub(super) fn text(expression: &Expression, module: &Module, radix: Radix) -> String {
    let width = module.width(expression.ty);
    match &expression.kind {
        ExpressionKind::Signal(id) => module.signal(*id).name.clone(),
        ExpressionKind::Literal(value, _) => match module.constant(expression) {
            Some(constant) if constant.width == width => constant.name.clone(),
            Some(constant) => {
                format!("{{{}, {}}}", zeros(width - constant.width), constant.name)
            }
            None => literal(value, expression.ty, module, radix),
        },
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
            Some(id) => part_of_field(id, *offset, width, module)
                .unwrap_or_else(|| slice(id, *offset, width, module)),
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

/// The text of an assignment's target: a name, with its bit range if it has one.
pub(super) fn target(target: &Target, module: &Module) -> String {
    match target.slice {
        Some(bits) => slice(target.signal, bits.offset, bits.width, module),
        None => module.signal(target.signal).name.clone(),
    }
}

/// Formats an expression on lines of at most `limit` columns, broken at its outermost operators if
/// necessary.
pub(super) fn lines(
    expression: &Expression,
    module: &Module,
    radix: Radix,
    limit: usize,
) -> Vec<String> {
    let text = text(expression, module, radix);
    if text.len() <= limit {
        return vec![text];
    }
    if let Some(parts) = concatenation::parts(expression, module, radix) {
        return wrapped("{", listed(&parts, limit.saturating_sub(2)), "}");
    }
    match &expression.kind {
        ExpressionKind::Unary(operator, operand) => {
            let symbol = unary_symbol(*operator, operand);
            let has_parentheses =
                unary_operand(operand, module, radix) != self::text(operand, module, radix);
            let (open, close) = if has_parentheses { ("(", ")") } else { ("", "") };
            wrapped(
                &format!("{symbol}{open}"),
                lines(operand, module, radix, limit.saturating_sub(3)),
                close,
            )
        }
        ExpressionKind::Binary(operator, left, right) if operator.is_shift() => {
            let symbol = operator_symbol(*operator, left.ty);
            let shift = format!(" {symbol} {}", shift_amount(right, module));
            let left = operand_lines(left, module, radix, limit.saturating_sub(shift.len()));
            wrapped("", left, &shift)
        }
        ExpressionKind::Binary(operator, left, _) => {
            let symbol = operator_symbol(*operator, left.ty);
            let operands = chain(expression, module, radix);
            let last = operands.len() - 1;
            let broken = operands.iter().enumerate().flat_map(|(index, (operand, radix))| {
                let after = if index == last { String::new() } else { format!(" {symbol}") };
                let limit = limit.saturating_sub(after.len());
                wrapped("", operand_lines(operand, module, *radix, limit), &after)
            });
            broken.collect()
        }
        ExpressionKind::ReplaceBit { base, index, bit } => {
            replace_bit(base, index, bit, module, radix).to_vec()
        }
        ExpressionKind::Resize(operand) => {
            let (before, after) = around_resized(operand, expression.ty, module);
            let limit = limit.saturating_sub(before.len() + after.len());
            wrapped(&before, lines(operand, module, radix, limit), &after)
        }
        _ => vec![text],
    }
}

fn operand_lines(operand: &Expression, module: &Module, radix: Radix, limit: usize) -> Vec<String> {
    let parenthesised = operand_text(operand, module, radix);
    if parenthesised.len() <= limit {
        vec![parenthesised]
    } else if parenthesised != text(operand, module, radix) {
        wrapped("(", lines(operand, module, radix, limit.saturating_sub(2)), ")")
    } else {
        lines(operand, module, radix, limit)
    }
}

/// The operands of a chain such as `a && b && c`, each with the radix of its literals. An operator
/// that is not associative has two.
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
            if inner == operator
                && is_associative(*operator)
                && !is_concatenation(left, module) =>
        {
            chain(left, module, radix)
        }
        _ => vec![(left.as_ref(), radix_beside(right, module, radix))],
    };
    operands.push((right, radix_beside(left, module, radix)));
    operands
}

/// The radix of a literal beside `other`: that of the signal, if `other` is one.
fn radix_beside(other: &Expression, module: &Module, radix: Radix) -> Radix {
    other.as_signal().map_or(radix, |id| module.signal(id).radix)
}

/// One bit, selected by a value. An out-of-range select reads X, so `[]` is used only if every
/// index is in range; otherwise a shift is.
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

/// The bit-select of a signal by a value, if every value is in range.
pub(super) fn select(signal: SignalId, index: &Expression, module: &Module) -> Option<String> {
    if !module.is_in_range(signal, index) {
        return None;
    }
    let name = &module.signal(signal).name;
    if let Some(number) = index.as_literal() {
        return Some(format!("{name}[{number}]"));
    }
    let width = module.width(index.ty);
    // The width of an index into all bits.
    let wanted = module.signal_width(signal).next_power_of_two().trailing_zeros();
    let index = text(index, module, Radix::Decimal);
    match wanted - width {
        0 => Some(format!("{name}[{index}]")),
        missing => Some(format!("{name}[{{{}, {index}}}]", zeros(missing))),
    }
}

/// The operand of a unary operator, in parentheses if necessary: after another unary operator (`^~`
/// is a different one), and around a cast (Yosys 0.23 reads `|3'(x)` as `(|3)'(x)`).
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
        && let Some((path, ty)) = field(module, id, offset, width)
        // Icarus Verilog 12 does not know its width in a concatenation.
        && (!path.contains('.') || matches!(ty, Type::Enum(_) | Type::Struct(_)))
    {
        return format!("{name}.{path}");
    }
    match width {
        _ if module.signal_width(signal) == 1 => name.clone(),
        _ => format!("{name}{}", bits(offset, width)),
    }
}

/// The path to the field at these bits of a struct, and its type.
fn field(module: &Module, id: StructId, offset: u32, width: u32) -> Option<(String, Type)> {
    module.structs[id.0].fields.iter().find_map(|part| match part.ty {
        ty if part.offset == offset && module.width(ty) == width => Some((part.name.clone(), ty)),
        Type::Struct(inner) => {
            let (path, ty) = field(module, inner, offset.checked_sub(part.offset)?, width)?;
            Some((format!("{}.{path}", part.name), ty))
        }
        _ => None,
    })
}

/// The name of some adjacent bits of a field of a struct; `None` for all bits of it, or others.
fn part_of_field(signal: SignalId, offset: u32, width: u32, module: &Module) -> Option<String> {
    let Signal { name, ty: Type::Struct(id), .. } = module.signal(signal) else {
        return None;
    };
    module.structs[id.0].fields.iter().find_map(|field| {
        let offset = offset.checked_sub(field.offset)?;
        let is_vector = matches!(field.ty, Type::Bits(_) | Type::Signed(_));
        let size = module.width(field.ty);
        let is_part = is_vector && width < size && offset + width <= size;
        is_part.then(|| format!("{name}.{}{}", field.name, bits(offset, width)))
    })
}

/// A constant select.
fn bits(offset: u32, width: u32) -> String {
    match width {
        1 => format!("[{offset}]"),
        _ => format!("[{}:{offset}]", offset + width - 1),
    }
}

fn literal(value: &Value, ty: Type, module: &Module, radix: Radix) -> String {
    match (ty, radix) {
        (Type::Bit | Type::Clock, _) => format!("1'b{value}"),
        (Type::Enum(id), _) => match variant(value, id, module) {
            Some(variant) => scoped(module.package(ty), &variant.name),
            None => format!("{}'d{value}", module.width(ty)),
        },
        (Type::Struct(_), _) => literal(value, Type::Bits(module.width(ty)), module, radix),
        // A decimal number of more than 20 digits is unreadable.
        (Type::Bits(width), Radix::Decimal) if value.to_u64().is_none() => {
            format!("{width}'h{value:x}")
        }
        (Type::Bits(width), Radix::Decimal) => format!("{width}'d{value}"),
        (Type::Bits(width), Radix::Binary) => {
            format!("{width}'b{value:0digits$b}", digits = width as usize)
        }
        (Type::Bits(width), Radix::Hexadecimal) => {
            format!("{width}'h{value:0digits$x}", digits = width.div_ceil(4) as usize)
        }
        (Type::Signed(width), _) => {
            let negated = Value::ZERO.wrapping_sub(value, width);
            match (value.to_u64(), negated.to_u64()) {
                (Some(number), _) if !value.bit(width - 1) => format!("{width}'sd{number}"),
                // The most negative number has no positive counterpart.
                (_, Some(magnitude)) if negated != *value => format!("-{width}'sd{magnitude}"),
                _ => format!("{width}'sh{value:x}"),
            }
        }
    }
}

fn variant<'a>(encoding: &Value, id: EnumId, module: &'a Module) -> Option<&'a Variant> {
    module.enums[id.0].variants.get(encoding.to_usize()?)
}

fn binary(
    operator: BinaryOperator,
    left: &Expression,
    right: &Expression,
    module: &Module,
    radix: Radix,
) -> String {
    let symbol = operator_symbol(operator, left.ty);
    if operator.is_shift() {
        let amount = shift_amount(right, module);
        return format!("{} {symbol} {amount}", operand_text(left, module, radix));
    }
    let left_radix = radix_beside(right, module, radix);
    let right_radix = radix_beside(left, module, radix);
    let left_text = match &left.kind {
        ExpressionKind::Binary(inner, ..) if *inner == operator && is_associative(operator) => {
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

/// Formats an operand, in parentheses if it has an operator of its own.
pub(super) fn operand_text(operand: &Expression, module: &Module, radix: Radix) -> String {
    let text = text(operand, module, radix);
    match operand.kind {
        ExpressionKind::Binary(..) if is_concatenation(operand, module) => text,
        ExpressionKind::Binary(..) | ExpressionKind::ReplaceBit { .. } => format!("({text})"),
        ExpressionKind::Literal(..) if text.starts_with('-') => format!("({text})"),
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

/// The text before and after a value that changes its width or its signedness.
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
        _ if operand.low_bits_suffice() => around(format!("{width}'("), ")"),
        _ => around(format!("{width}'({{"), "})"),
    }
}

/// A value with one bit replaced: the bit is cleared, then the new one is shifted into place.
fn replace_bit(
    base: &Expression,
    index: &Expression,
    bit: &Expression,
    module: &Module,
    radix: Radix,
) -> [String; 2] {
    let width = module.width(base.ty);
    let (base, position) = (operand_text(base, module, radix), shift_amount(index, module));
    let mut bit = text(bit, module, Radix::Decimal);
    if width > 1 {
        bit = format!("{{{}, {bit}}}", zeros(width - 1));
    }
    [format!("({base} & ~({width}'d1 << {position})) |"), format!("({bit} << {position})")]
}

/// Whether the text of a value may contain a cast to fewer bits.
pub(super) fn contains_cast(expression: &Expression, module: &Module) -> bool {
    let is_cast = match &expression.kind {
        ExpressionKind::Resize(operand) => module.width(operand.ty) > module.width(expression.ty),
        ExpressionKind::Slice { base, .. } => base.as_signal().is_none(),
        ExpressionKind::Index { .. } => true,
        _ => false,
    };
    is_cast || expression.operands().into_iter().any(|operand| contains_cast(operand, module))
}
