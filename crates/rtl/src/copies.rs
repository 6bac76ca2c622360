//! Assignments of several signals' bits side by side, split where a part has a driver of its own.
//!
//! A struct that is assigned field by field and then connected as a whole would make every field
//! depend on all of them, and so would bits that are shifted and joined.

use std::collections::{BTreeMap, BTreeSet};

use super::design::*;
use super::walk;

/// For each signal, the bits at which a part begins or ends.
type Cuts = BTreeMap<SignalId, BTreeSet<u32>>;

/// Returns the items of a module, in which an assignment is one assignment for each part.
pub(super) fn split_copies(module: &Module) -> Vec<Item> {
    let cuts = cuts(module);
    let split = |item: &Item| match &item.kind {
        ItemKind::Combinational(body) => {
            let kind = ItemKind::Combinational(split_body(body, &cuts, module));
            Item { kind, ..item.clone() }
        }
        _ => item.clone(),
    };
    module.items.iter().map(split).collect()
}

/// Returns the cuts that targets and values make, in all signals that are copied from each other.
fn cuts(module: &Module) -> Cuts {
    let mut cuts = Cuts::new();
    let mut copies = Vec::new();
    for item in &module.items {
        let ItemKind::Combinational(body) = &item.kind else {
            continue;
        };
        walk::for_each(body, &mut |statement| {
            let StatementKind::Assign(target, value) = &statement.kind else {
                return;
            };
            let Slice { offset, width } = slice_of(target, module);
            let shape = Shape::of(value, module);
            let own = cuts.entry(target.signal).or_default();
            own.extend([offset, offset + width]);
            own.extend(shape.cuts.iter().map(|cut| offset + cut));
            for Copy { at, signal, from, width } in shape.copies {
                copies.push((target.signal, offset + at, signal, from, width));
            }
        });
    }
    loop {
        let mut is_settled = true;
        for (target, offset, signal, from, width) in &copies {
            for (one, at, other, start) in
                [(target, offset, signal, from), (signal, from, target, offset)]
            {
                let own = cuts.get(one).into_iter().flatten();
                let inside = own.filter(|cut| (*at..=at + width).contains(cut));
                let moved: Vec<u32> = inside.map(|cut| cut - at + start).collect();
                let others = cuts.entry(*other).or_default();
                is_settled &= moved.iter().all(|cut| others.contains(cut));
                others.extend(moved);
            }
        }
        if is_settled {
            return cuts;
        }
    }
}

/// Bits of a value that only depend on the bits of a signal, each on one.
struct Copy {
    at: u32,
    signal: SignalId,
    from: u32,
    width: u32,
}

/// What the bits of a value consist of.
#[derive(Default)]
struct Shape {
    cuts: BTreeSet<u32>,
    copies: Vec<Copy>,
}

impl Shape {
    fn of(value: &Expression, module: &Module) -> Shape {
        let width = module.width(value.ty);
        let mut shape = match &value.kind {
            ExpressionKind::Signal(id) => {
                let copy = Copy { at: 0, signal: *id, from: 0, width };
                Shape { copies: vec![copy], ..Shape::default() }
            }
            ExpressionKind::Slice { base, offset, .. } => {
                Shape::of(base, module).moved(*offset, 0, width)
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand) => Shape::of(operand, module),
            ExpressionKind::Resize(operand) => Shape::of(operand, module).moved(0, 0, width),
            ExpressionKind::Binary(operator, left, right) => match (operator, shift(right)) {
                (BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor, _) => {
                    let (mut both, right) = (Shape::of(left, module), Shape::of(right, module));
                    both.cuts.extend(right.cuts);
                    both.copies.extend(right.copies);
                    both
                }
                (BinaryOperator::ShiftLeft, Some(by)) => {
                    Shape::of(left, module).moved(0, by, width)
                }
                (BinaryOperator::ShiftRight, Some(by)) => {
                    Shape::of(left, module).moved(by, 0, width)
                }
                _ => Shape::default(),
            },
            _ => Shape::default(),
        };
        shape.cuts.extend([0, width]);
        shape
    }

    /// Removes the lowest `without` bits and adds others below, and cuts off what exceeds a width.
    fn moved(self, without: u32, below: u32, width: u32) -> Shape {
        let moved = |at: u32| (at.saturating_sub(without)).saturating_add(below).min(width);
        let copies = self.copies.into_iter().filter_map(|copy| {
            let (at, end) = (moved(copy.at), moved(copy.at + copy.width));
            let from = copy.from.saturating_add(without.saturating_sub(copy.at));
            (at < end).then_some(Copy { at, from, width: end - at, ..copy })
        });
        Shape { cuts: self.cuts.into_iter().map(moved).collect(), copies: copies.collect() }
    }
}

/// Returns by how many bits a constant shifts.
fn shift(amount: &Expression) -> Option<u32> {
    amount.as_literal()?.to_u128()?.try_into().ok()
}

/// Returns some bits of a value. Where its shape permits, only the same bits of signals are read.
fn part(value: &Expression, offset: u32, width: u32, module: &Module) -> Expression {
    let (whole, ty) = (module.width(value.ty), Type::Bits(width));
    let zero = || Expression::literal(0u128, ty);
    let end = offset + width;
    match &value.kind {
        _ if (offset, width) == (0, whole) => return value.clone(),
        ExpressionKind::Literal(value, _) => {
            return Expression::literal(value.slice(offset, width), ty);
        }
        ExpressionKind::Slice { base, offset: lowest, .. } => {
            return part(base, lowest + offset, width, module);
        }
        ExpressionKind::Unary(UnaryOperator::Not, operand) => {
            let operand = Box::new(part(operand, offset, width, module));
            return Expression { kind: ExpressionKind::Unary(UnaryOperator::Not, operand), ty };
        }
        ExpressionKind::Resize(operand) => {
            let inside = module.width(operand.ty);
            if end <= inside {
                return part(operand, offset, width, module);
            }
            if offset >= inside && !operand.ty.is_signed() {
                return zero();
            }
        }
        ExpressionKind::Binary(operator, left, right) => match (operator, shift(right)) {
            (BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor, _) => {
                let [left, right] = [left, right].map(|side| part(side, offset, width, module));
                return joined(*operator, left, right, ty);
            }
            (BinaryOperator::ShiftLeft, Some(by)) if end <= by => return zero(),
            (BinaryOperator::ShiftLeft, Some(by)) if offset >= by => {
                return part(left, offset - by, width, module);
            }
            (BinaryOperator::ShiftRight, Some(by)) if offset.saturating_add(by) >= whole => {
                return zero();
            }
            (BinaryOperator::ShiftRight, Some(by)) if end.saturating_add(by) <= whole => {
                return part(left, offset + by, width, module);
            }
            _ => {}
        },
        _ => {}
    }
    Expression { kind: ExpressionKind::Slice { base: Box::new(value.clone()), offset, width }, ty }
}

/// Returns a bitwise operation, without an operand that is 0.
fn joined(operator: BinaryOperator, left: Expression, right: Expression, ty: Type) -> Expression {
    let is_zero = |value: &Expression| value.as_literal().is_some_and(Value::is_zero);
    match (operator, is_zero(&left), is_zero(&right)) {
        (BinaryOperator::And, true, _) => left,
        (BinaryOperator::And, _, true) => right,
        (_, true, _) => right,
        (_, _, true) => left,
        _ => {
            let kind = ExpressionKind::Binary(operator, Box::new(left), Box::new(right));
            Expression { kind, ty }
        }
    }
}

fn slice_of(target: &Target, module: &Module) -> Slice {
    let whole = Slice { offset: 0, width: module.signal_width(target.signal) };
    target.slice.unwrap_or(whole)
}

fn split_body(body: &[Statement], cuts: &Cuts, module: &Module) -> Vec<Statement> {
    let mut split = Vec::new();
    for statement in body {
        match &statement.kind {
            StatementKind::Assign(target, value) => {
                split.extend(parts(statement, target, value, cuts, module));
            }
            _ => {
                let mut statement = statement.clone();
                for block in statement.blocks_mut() {
                    *block = split_body(block, cuts, module);
                }
                split.push(statement);
            }
        }
    }
    split
}

/// Returns an assignment as one for each part.
fn parts(
    statement: &Statement,
    target: &Target,
    value: &Expression,
    cuts: &Cuts,
    module: &Module,
) -> Vec<Statement> {
    let Slice { offset, width } = slice_of(target, module);
    let own = cuts.get(&target.signal).into_iter().flatten().copied();
    let edges: Vec<u32> = own.filter(|cut| (offset..=offset + width).contains(cut)).collect();
    if edges.len() <= 2 {
        return vec![statement.clone()];
    }
    let assignment = |edges: &[u32]| {
        let slice = Slice { offset: edges[0], width: edges[1] - edges[0] };
        let value = part(value, slice.offset - offset, slice.width, module);
        let target = Target { signal: target.signal, slice: Some(slice) };
        Statement { kind: StatementKind::Assign(target, value), ..statement.clone() }
    };
    edges.windows(2).map(assignment).collect()
}
