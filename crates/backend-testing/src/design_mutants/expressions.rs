//! Faults in expressions.

use std::collections::BTreeSet;

use rust_hdl_rtl::*;

use super::Faulty;

/// Every single fault of an expression, of its operands too.
pub(super) fn faults(module: &Module, expression: &Expression) -> Vec<Faulty<Expression>> {
    let ty = expression.ty;
    let mut faults: Vec<Faulty<Expression>> = here(module, expression)
        .into_iter()
        .map(|(fault, kind)| (fault, Expression { kind, ty }))
        .collect();
    for (place, operand) in expression.operands().into_iter().enumerate() {
        for (fault, operand) in self::faults(module, operand) {
            let mut faulty = expression.clone();
            *faulty.operands_mut()[place] = operand;
            faults.push((fault, faulty));
        }
    }
    faults
}

/// The faults of an expression that are not its operands'.
fn here(module: &Module, expression: &Expression) -> Vec<Faulty<ExpressionKind>> {
    let is_truth_value = matches!(expression.ty, Type::Bit | Type::Clock);
    match &expression.kind {
        ExpressionKind::Signal(id) => {
            let name = |id: &SignalId| &module.signal(*id).name;
            let others = module.signals().filter(|(other, signal)| {
                other != id
                    && module.width(signal.ty) == module.width(expression.ty)
                    && is_clock(signal.ty) == is_clock(expression.ty)
            });
            let others = others.map(|(other, _)| {
                (format!("{} becomes {}", name(id), name(&other)), ExpressionKind::Signal(other))
            });
            let inverted = is_truth_value.then(|| {
                let operand = Box::new(expression.clone());
                (
                    format!("{} inverted", name(id)),
                    ExpressionKind::Unary(UnaryOperator::Not, operand),
                )
            });
            others.chain(inverted).collect()
        }
        ExpressionKind::Literal(value, _) => other_values(module, expression.ty, value)
            .into_iter()
            .map(|other| {
                (format!("constant {value} becomes {other}"), ExpressionKind::Literal(other, None))
            })
            .collect(),
        ExpressionKind::Unary(operator, operand) => {
            let width = module.width(operand.ty);
            let mut faults: Vec<_> = unary_alternatives(*operator, width)
                .iter()
                .map(|other| {
                    (exchanged(operator, other), ExpressionKind::Unary(*other, operand.clone()))
                })
                .collect();
            if *operator == UnaryOperator::Not {
                faults.push(("Not left out".to_string(), operand.kind.clone()));
            }
            faults
        }
        ExpressionKind::Binary(operator, left, right) => {
            binary_alternatives(*operator, module.width(left.ty))
                .iter()
                .filter(|other| *other != operator)
                .map(|other| {
                    let kind = ExpressionKind::Binary(*other, left.clone(), right.clone());
                    (exchanged(operator, other), kind)
                })
                .collect()
        }
        ExpressionKind::Slice { base, offset, width } => {
            let end = module.width(base.ty) - width;
            [offset.checked_sub(1), offset.checked_add(1).filter(|offset| *offset <= end)]
                .into_iter()
                .flatten()
                .map(|other| {
                    let (base, width) = (base.clone(), *width);
                    let kind = ExpressionKind::Slice { base, offset: other, width };
                    (format!("bit {offset} becomes bit {other}"), kind)
                })
                .collect()
        }
        ExpressionKind::Index { .. }
        | ExpressionKind::Resize(_)
        | ExpressionKind::ReplaceBit { .. }
        | ExpressionKind::Element { .. } => vec![],
    }
}

fn is_clock(ty: Type) -> bool {
    ty == Type::Clock
}

fn exchanged(operator: &impl std::fmt::Debug, other: &impl std::fmt::Debug) -> String {
    format!("{operator:?} becomes {other:?}")
}

/// Returns the operators that can replace one, without itself.
fn unary_alternatives(operator: UnaryOperator, width: u32) -> &'static [UnaryOperator] {
    use UnaryOperator::*;
    match operator {
        // The negation of one bit is the bit itself: that fault is a missing Not.
        Not if width == 1 => &[],
        Not => &[Negate],
        Negate => &[Not],
        // On one bit, each of them is the bit itself.
        All | Any | Parity if width == 1 => &[],
        All => &[Any, Parity],
        Any => &[All, Parity],
        Parity => &[All, Any],
    }
}

/// Returns the operators that can replace one.
fn binary_alternatives(operator: BinaryOperator, width: u32) -> &'static [BinaryOperator] {
    use BinaryOperator::*;
    match operator {
        ShiftLeft | ShiftRight => &[ShiftLeft, ShiftRight],
        _ if operator.is_comparison() => {
            &[Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual]
        }
        // On one bit, sum and difference are the exclusive or.
        Add | Subtract | Xor if width == 1 => &[And, Or],
        _ if width == 1 => &[And, Or, Xor],
        _ => &[Add, Subtract, And, Or, Xor],
    }
}

/// Returns the faulty values of a constant: one more, one less, or with one bit inverted; for an
/// enum, each other variant.
pub(super) fn other_values(module: &Module, ty: Type, value: &Value) -> BTreeSet<Value> {
    let mut others: BTreeSet<Value> = match ty {
        Type::Enum(id) => {
            (0..module.enums[id.0].variants.len()).map(|variant| (variant as u128).into()).collect()
        }
        _ => {
            let width = module.width(ty);
            let one = Value::from(1);
            let turned = (0..width).map(|bit| value.with_bit(bit, !value.bit(bit)));
            turned
                .chain([value.wrapping_add(&one, width), value.wrapping_sub(&one, width)])
                .collect()
        }
    };
    others.remove(value);
    others
}
