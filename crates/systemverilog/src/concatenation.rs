//! Concatenations.
//!
//! rust-hdl has no concatenation operator: designers widen the values, shift them and join them
//! with `|`. This is printed as `{high, low}`.

use super::expression::text;
use rust_hdl_rtl::{BinaryOperator, Expression, ExpressionKind, Module, Radix, Type};

/// Returns the operands of a concatenation as text, the most significant first.
pub(super) fn parts(expression: &Expression, module: &Module, radix: Radix) -> Option<Vec<String>> {
    let text = |part: &Part| match part {
        Part::Value(value) => text(value, module, radix),
        Part::Zeros(width) => zeros(*width),
    };
    Some(split(expression, module)?.iter().map(text).collect())
}

/// Whether an expression is printed as a concatenation.
pub(super) fn is_concatenation(expression: &Expression, module: &Module) -> bool {
    split(expression, module).is_some()
}

enum Part<'e> {
    Value(&'e Expression),
    Zeros(u32),
}

/// The operands of a concatenation, the most significant first.
fn split<'e>(expression: &'e Expression, module: &Module) -> Option<Vec<Part<'e>>> {
    let ExpressionKind::Binary(..) = expression.kind else { return None };
    let mut placed = Vec::new();
    collect(expression, 0, module, &mut placed)?;
    placed.sort_by_key(|(offset, _)| *offset);

    let gap = |from: u32, to: u32| {
        // `None` if operands overlap or lose their highest bits: then it is not a concatenation.
        let width = to.checked_sub(from)?;
        Some((width > 0).then_some(Part::Zeros(width)))
    };
    let (mut parts, mut end) = (Vec::new(), 0);
    for (offset, value) in placed {
        parts.extend(gap(end, offset)?);
        parts.push(Part::Value(value));
        end = offset + module.width(value.ty);
    }
    parts.extend(gap(end, module.width(expression.ty))?);
    parts.reverse();
    Some(parts)
}

/// Collects the operands that are joined here, each with the position of its lowest bit.
fn collect<'e>(
    expression: &'e Expression,
    offset: u32,
    module: &Module,
    placed: &mut Vec<(u32, &'e Expression)>,
) -> Option<()> {
    let Type::Bits(width) = expression.ty else { return None };
    match &expression.kind {
        ExpressionKind::Resize(value)
            if !value.ty.is_signed() && module.width(value.ty) < width =>
        {
            placed.push((offset, value));
        }
        ExpressionKind::Binary(BinaryOperator::Or, left, right) => {
            collect(left, offset, module, placed)?;
            collect(right, offset, module, placed)?;
        }
        ExpressionKind::Binary(BinaryOperator::ShiftLeft, value, amount) => {
            let amount = amount.as_literal()?.to_index(width)?;
            collect(value, offset + amount, module, placed)?;
        }
        _ => return None,
    }
    Some(())
}

/// A literal of `count` zero bits.
pub(super) fn zeros(count: u32) -> String {
    if count == 1 { "1'b0".to_string() } else { format!("{count}'d0") }
}
