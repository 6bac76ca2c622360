//! How changes of signals pass through expressions.

use crate::design::*;
use crate::order::overlap;

/// Bits of a signal that may change in response to one event, such as a rising clock.
///
/// SystemVerilog and Rust count time differently. In SystemVerilog, all registers that one edge
/// clocks load together, in the nonblocking assignment region (IEEE 1800-2012, 4.4); what changes
/// then, with all logic behind it, is the next phase. In Rust, a value takes a delta cycle from a
/// block to the one around it or inside it.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub bits: Value,
    /// The number of times that registers have loaded before.
    pub phase: usize,
    /// The first delta cycle in which a kernel may see it.
    pub earliest: u32,
    /// The last delta cycle in which a kernel may see it.
    pub latest: u32,
    pub edge: Edge,
    /// Whether it happens in one step, without a glitch.
    pub is_single: bool,
    pub source: Source,
    /// Another one, if there are several.
    pub other_source: Option<Source>,
}

/// Where a change comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An input or a register.
    Signal(SignalId),
    Memory(MemoryId),
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Rise,
    Fall,
    Either,
}

impl Edge {
    fn inverted(self) -> Edge {
        match self {
            Edge::Rise => Edge::Fall,
            Edge::Fall => Edge::Rise,
            Edge::Either => Edge::Either,
        }
    }
}

impl Change {
    /// Returns the first change after an event: that of an input.
    pub fn of_input(input: SignalId, bits: Value, edge: Edge) -> Change {
        Change {
            bits,
            phase: 0,
            earliest: 0,
            latest: 0,
            edge,
            is_single: true,
            source: Source::Signal(input),
            other_source: None,
        }
    }

    /// Returns it after some delta cycles: at least `least` and at most `most`.
    pub fn delayed(self, least: u32, most: u32) -> Change {
        let latest = self.latest.saturating_add(most);
        Change { earliest: self.earliest.saturating_add(least), latest, ..self }
    }

    /// Merges it with another change of the same phase.
    fn merge(&mut self, other: &Change, exclusive: bool) {
        self.bits |= &other.bits;
        self.earliest = self.earliest.min(other.earliest);
        self.latest = self.latest.max(other.latest);
        self.is_single &= exclusive && other.is_single;
        if self.source != other.source {
            self.other_source = Some(other.source);
        }
        if self.edge != other.edge {
            self.edge = Edge::Either;
        }
    }
}

/// Adds changes that may happen beside those in the list. If both affect a bit in one phase, it may
/// change twice.
pub(super) fn join(list: &mut Vec<Change>, more: Vec<Change>) {
    more.into_iter().for_each(|change| add(list, change, false));
}

/// Adds changes of which only they or those in the list happen.
fn join_exclusive(list: &mut Vec<Change>, more: Vec<Change>) {
    more.into_iter().for_each(|change| add(list, change, true));
}

fn add(list: &mut Vec<Change>, mut change: Change, exclusive: bool) {
    list.retain(|other| {
        let apart = other.phase != change.phase || !overlap(&other.bits, &change.bits);
        if !apart {
            change.merge(other, exclusive);
        }
        apart
    });
    list.push(change);
}

/// Returns the changes of a value. `seen` returns those of a signal, as the reading kernel sees
/// them.
pub(super) fn of_value(
    value: &Expression,
    module: &Module,
    seen: &impl Fn(SignalId) -> Vec<Change>,
) -> Vec<Change> {
    let changes = |value: &Expression| of_value(value, module, seen);
    let width = module.width(value.ty);
    let moved = |list: Vec<Change>, bits: &dyn Fn(&Value) -> Value| -> Vec<Change> {
        let moved = list.into_iter().map(|change| Change { bits: bits(&change.bits), ..change });
        moved.filter(|change| !change.bits.is_zero()).collect()
    };
    match &value.kind {
        ExpressionKind::Signal(id) => seen(*id),
        ExpressionKind::Literal(..) => vec![],
        ExpressionKind::Slice { base, offset, width } => {
            moved(changes(base), &|bits| bits.slice(*offset, *width))
        }
        ExpressionKind::Resize(operand) if !operand.ty.is_signed() => {
            moved(changes(operand), &|bits| bits.clone().truncated(width))
        }
        ExpressionKind::Unary(UnaryOperator::Not, operand) => {
            let inverted = changes(operand).into_iter();
            inverted.map(|change| Change { edge: change.edge.inverted(), ..change }).collect()
        }
        ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
            let mut list = changes(left);
            join(&mut list, changes(right));
            list
        }
        ExpressionKind::Binary(operator, operand, amount) if operator.is_shift() => {
            match (operator, constant(amount)) {
                (BinaryOperator::ShiftLeft, Some(amount)) => {
                    moved(changes(operand), &|bits| (bits << amount).truncated(width))
                }
                (_, Some(amount)) if !operand.ty.is_signed() => {
                    moved(changes(operand), &|bits| bits >> amount)
                }
                _ => of_all_bits([changes(operand), changes(amount)].into_iter(), width),
            }
        }
        _ => of_all_bits(value.operands().into_iter().map(changes), width),
    }
}

fn constant(amount: &Expression) -> Option<u32> {
    amount.as_literal()?.to_u64()?.try_into().ok()
}

/// Returns the changes of a value of which every bit depends on every bit of its operands.
pub(super) fn of_all_bits(operands: impl Iterator<Item = Vec<Change>>, width: u32) -> Vec<Change> {
    let mut all = Vec::new();
    for change in operands.flatten() {
        join(&mut all, vec![Change { bits: mask(width), edge: Edge::Either, ..change }]);
    }
    all
}

/// Returns the changes of `condition ? yes : no`.
pub(super) fn of_choice(
    condition: Vec<Change>,
    yes: Vec<Change>,
    no: Vec<Change>,
    width: u32,
) -> Vec<Change> {
    let mut list = yes;
    join_exclusive(&mut list, no);
    join(&mut list, of_all_bits([condition].into_iter(), width));
    list
}
