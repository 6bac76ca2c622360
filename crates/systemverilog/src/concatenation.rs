//! Values side by side.
//!
//! rust-hdl has no concatenation: who wants one widens the values, shifts them apart and joins them with `|`. SystemVerilog
//! has `{high, low}` for that.

use super::expression::text;
use rust_hdl_rtl::{BinaryOperator, Expression, ExpressionKind, Module, Radix, Type};

/// The parts of a value that is others side by side, as text, the highest first.
pub(super) fn parts(expression: &Expression, module: &Module, radix: Radix) -> Option<Vec<String>> {
    let text = |part: &Part| match part {
        Part::Value(value) => text(value, module, radix),
        Part::Zeros(width) => zeros(*width),
    };
    Some(side_by_side(expression, module)?.iter().map(text).collect())
}

/// Whether a value is others side by side.
pub(super) fn is_concatenation(expression: &Expression, module: &Module) -> bool {
    side_by_side(expression, module).is_some()
}

enum Part<'e> {
    Value(&'e Expression),
    Zeros(u32),
}

fn side_by_side<'e>(expression: &'e Expression, module: &Module) -> Option<Vec<Part<'e>>> {
    let ExpressionKind::Binary(..) = expression.kind else { return None };
    let mut placed = Vec::new();
    place(expression, 0, module, &mut placed)?;
    placed.sort_by_key(|(offset, _)| *offset);

    let gap = |from: u32, to: u32| {
        // Where they overlap, or the highest bits are lost, they are more than side by side.
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

/// Takes down the values that are joined here, with their lowest bits' places.
fn place<'e>(
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
            place(left, offset, module, placed)?;
            place(right, offset, module, placed)?;
        }
        ExpressionKind::Binary(BinaryOperator::ShiftLeft, value, amount) => {
            let amount = amount.as_literal().filter(|amount| *amount < width.into())? as u32;
            place(value, offset + amount, module, placed)?;
        }
        _ => return None,
    }
    Some(())
}

/// So many bits of 0.
pub(super) fn zeros(count: u32) -> String {
    if count == 1 { "1'b0".to_string() } else { format!("{count}'d0") }
}
