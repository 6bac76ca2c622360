//! Conditions of transitions, simplified for readers.

use rust_hdl_rtl::{
    BinaryOperator, Expression, ExpressionKind, Module, Radix, Type, UnaryOperator, Value,
};
use rust_hdl_systemverilog::{is_boolean, operator_symbol};

/// A condition in disjunctive normal form: it holds if all guards of at least one conjunction hold.
///
/// Without conjunctions it never holds; with an empty conjunction it always holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Condition(pub Vec<Vec<Expression>>);

impl Condition {
    /// Returns whether it always holds.
    pub fn is_always(&self) -> bool {
        self.0.iter().any(Vec::is_empty)
    }

    /// Returns the number of guards in all conjunctions.
    pub fn guards(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// Returns an equivalent condition with fewer guards where simple rules find one, the simplest
    /// conjunction first.
    pub fn simplified(mut self) -> Condition {
        while self.merge_opposites() || self.drop_implied_guards() || self.absorb() {}
        self.0.sort_by_key(|guards| guards.iter().map(terms).sum::<usize>());
        self
    }

    /// `a && b || a && !b` is `a`.
    fn merge_opposites(&mut self) -> bool {
        for one in 0..self.0.len() {
            for other in one + 1..self.0.len() {
                let Some(guard) = only_difference(&self.0[one], &self.0[other]) else { continue };
                self.0[one].remove(guard);
                self.0.remove(other);
                return true;
            }
        }
        false
    }

    /// `a || !a && b` is `a || b`.
    fn drop_implied_guards(&mut self) -> bool {
        let single: Vec<Expression> = self
            .0
            .iter()
            .filter_map(|guards| match guards.as_slice() {
                [guard] => Some(guard.clone().negated()),
                _ => None,
            })
            .collect();
        let before = self.guards();
        for guards in self.0.iter_mut().filter(|guards| guards.len() > 1) {
            if let Some(implied) = guards.iter().position(|guard| single.contains(guard)) {
                guards.remove(implied);
            }
        }
        self.guards() < before
    }

    /// `a || a && b` is `a`.
    fn absorb(&mut self) -> bool {
        let includes = |outer: &Vec<Expression>, inner: &Vec<Expression>| {
            inner.iter().all(|guard| outer.contains(guard))
        };
        for one in 0..self.0.len() {
            for other in 0..self.0.len() {
                if one != other && includes(&self.0[other], &self.0[one]) {
                    self.0.remove(other);
                    return true;
                }
            }
        }
        false
    }

    /// Returns the conjunctions as text, one per line, joined by `||` at the ends of lines. Empty
    /// if it always holds.
    pub fn lines(&self, module: &Module) -> Vec<String> {
        if self.is_always() {
            return vec![];
        }
        let last = self.0.len().saturating_sub(1);
        let texts = self.0.iter().enumerate().map(|(index, guards)| {
            let text = conjunction(guards, module);
            if index == last { text } else { format!("{text} ||") }
        });
        texts.collect()
    }
}

/// The number of signals and literals in an expression.
fn terms(expression: &Expression) -> usize {
    expression.operands().into_iter().map(terms).sum::<usize>().max(1)
}

/// Returns the index of the guard that is negated in the other conjunction, if they differ in
/// nothing else.
fn only_difference(one: &[Expression], other: &[Expression]) -> Option<usize> {
    let mut differences = one.iter().enumerate().filter(|(_, guard)| !other.contains(guard));
    let (index, guard) = differences.next()?;
    let opposite = guard.clone().negated();
    let only = differences.next().is_none() && one.len() == other.len();
    (only && other.contains(&opposite)).then_some(index)
}

fn conjunction(guards: &[Expression], module: &Module) -> String {
    let texts: Vec<String> = match guards {
        [guard] => vec![text(guard, module)],
        _ => guards.iter().map(|guard| operand(guard, BinaryOperator::And, module)).collect(),
    };
    texts.join(" && ")
}

/// Returns an expression in SystemVerilog syntax, with literals without widths.
pub(super) fn text(expression: &Expression, module: &Module) -> String {
    in_radix(expression, module, Radix::Decimal)
}

fn in_radix(expression: &Expression, module: &Module, radix: Radix) -> String {
    match &expression.kind {
        ExpressionKind::Signal(id) => module.signal(*id).name.clone(),
        ExpressionKind::Literal(value, _) => literal(value, expression.ty, module, radix),
        ExpressionKind::Unary(operator, inner) => {
            let symbol = match operator {
                UnaryOperator::Not if is_boolean(inner.ty) => "!",
                UnaryOperator::Not => "~",
                UnaryOperator::Negate => "-",
                UnaryOperator::All => "&",
                UnaryOperator::Any => "|",
                UnaryOperator::Parity => "^",
            };
            let text = in_radix(inner, module, radix);
            match inner.kind {
                ExpressionKind::Unary(..) | ExpressionKind::Binary(..) => {
                    format!("{symbol}({text})")
                }
                _ => format!("{symbol}{text}"),
            }
        }
        ExpressionKind::Binary(operator, left, right) => {
            let radix_beside =
                |other: &Expression| other.as_signal().map_or(radix, |id| module.signal(id).radix);
            let left_text = parenthesized(left, *operator, module, radix_beside(right));
            let right_text = parenthesized(right, *operator, module, radix_beside(left));
            format!("{left_text} {} {right_text}", operator_symbol(*operator, left.ty))
        }
        ExpressionKind::Slice { base, offset, width } => {
            let base = parenthesized_base(base, module);
            match width {
                1 => format!("{base}[{offset}]"),
                _ => format!("{base}[{}:{offset}]", offset + width - 1),
            }
        }
        ExpressionKind::Index { base, index } => {
            format!("{}[{}]", parenthesized_base(base, module), text(index, module))
        }
        ExpressionKind::Resize(inner) => in_radix(inner, module, radix),
        ExpressionKind::ReplaceBit { base, index, bit } => format!(
            "{} with [{}] = {}",
            parenthesized_base(base, module),
            text(index, module),
            text(bit, module)
        ),
        ExpressionKind::Element { memory, address } => {
            format!("{}[{}]", module.memory(*memory).name, text(address, module))
        }
    }
}

fn parenthesized_base(base: &Expression, module: &Module) -> String {
    match base.as_signal() {
        Some(id) => module.signal(id).name.clone(),
        None => format!("({})", text(base, module)),
    }
}

fn operand(operand: &Expression, of: BinaryOperator, module: &Module) -> String {
    parenthesized(operand, of, module, Radix::Decimal)
}

/// Returns an operand, in parentheses unless it is clear without: comparisons in a conjunction,
/// `a && b && c`.
fn parenthesized(
    operand: &Expression,
    of: BinaryOperator,
    module: &Module,
    radix: Radix,
) -> String {
    let text = in_radix(operand, module, radix);
    match &operand.kind {
        ExpressionKind::Binary(inner, left, _) => {
            let joins = matches!(of, BinaryOperator::And | BinaryOperator::Or);
            let is_plain =
                joins && inner.is_comparison() || *inner == of && joins && is_boolean(left.ty);
            if is_plain { text } else { format!("({text})") }
        }
        ExpressionKind::ReplaceBit { .. } => format!("({text})"),
        _ => text,
    }
}

fn literal(value: &Value, ty: Type, module: &Module, radix: Radix) -> String {
    match (ty, radix) {
        (Type::Enum(id), _) => {
            match value.to_usize().and_then(|value| module.enums[id.0].variants.get(value)) {
                Some(variant) => variant.name.clone(),
                None => value.to_string(),
            }
        }
        (Type::Signed(width), _) if value.bit(width - 1) => {
            format!("-{}", Value::ZERO.wrapping_sub(value, width))
        }
        (Type::Bits(width), Radix::Binary) => {
            format!("0b{value:0digits$b}", digits = width as usize)
        }
        (Type::Bits(width), Radix::Hexadecimal) => {
            format!("0x{value:0digits$x}", digits = width.div_ceil(4) as usize)
        }
        _ if value.to_u64().is_none() => format!("{value:#x}"),
        _ => value.to_string(),
    }
}
