//! The signals that expressions and assignments read.

use super::super::condition;
use rust_hdl_rtl::{
    Expression, ExpressionKind, MemoryId, Module, SignalId, Slice, Statement, StatementKind,
    Target, Type,
};

/// The length in characters of the longest expression shown in a box.
const SHORT: usize = 36;

/// A signal or a slice of it.
pub(super) type Bits = (SignalId, Option<Slice>);

/// Returns an expression as text, or `logic` if it is too long for a box.
pub(super) fn short(value: &Expression, module: &Module) -> String {
    let text = condition::text(value, module);
    if text.len() <= SHORT { text } else { "logic".to_string() }
}

/// Returns the signals and slices that a value reads, without clocks and duplicates.
pub(super) fn reads(value: &Expression, module: &Module) -> Vec<Bits> {
    let mut reads = Vec::new();
    value.for_each_read(&mut |signal, slice| {
        let read = (signal, slice);
        if module.signal(signal).ty != Type::Clock && !reads.contains(&read) {
            reads.push(read);
        }
    });
    reads
}

/// Returns the assignments of a process that only connects wires: plain values, non-overlapping
/// targets. `None` for others.
pub(super) fn plain_assignments(body: &[Statement]) -> Option<Vec<(&Target, Bits)>> {
    let mut assignments: Vec<(&Target, _)> = Vec::new();
    for statement in body {
        match &statement.kind {
            StatementKind::Comment => {}
            StatementKind::Assign(target, value)
                if assignments.iter().all(|(known, _)| !overlap(known, target)) =>
            {
                assignments.push((target, plain(value)?));
            }
            _ => return None,
        }
    }
    Some(assignments)
}

fn overlap(one: &Target, other: &Target) -> bool {
    one.signal == other.signal && Slice::overlap(one.slice, other.slice)
}

/// Returns the signal or slice that a value is; `None` for other expressions.
pub(super) fn plain(value: &Expression) -> Option<Bits> {
    match &value.kind {
        ExpressionKind::Signal(id) => Some((*id, None)),
        ExpressionKind::Slice { base, offset, width } => {
            Some((base.as_signal()?, Some(Slice { offset: *offset, width: *width })))
        }
        ExpressionKind::Index { base, index } => {
            let offset = index.as_literal()?.to_usize()? as u32;
            Some((base.as_signal()?, Some(Slice { offset, width: 1 })))
        }
        _ => None,
    }
}

pub(super) fn range(bits: Slice) -> String {
    match bits.width {
        1 => format!("[{}]", bits.offset),
        width => format!("[{}:{}]", bits.offset + width - 1, bits.offset),
    }
}

pub(super) fn sized(name: &str, width: u32) -> String {
    match width {
        1 => name.to_string(),
        _ => format!("{name}[{}:0]", width - 1),
    }
}

pub(super) fn for_each_memory(value: &Expression, visit: &mut impl FnMut(MemoryId)) {
    if let ExpressionKind::Element { memory, .. } = &value.kind {
        visit(*memory);
    }
    for operand in value.operands() {
        for_each_memory(operand, visit);
    }
}
