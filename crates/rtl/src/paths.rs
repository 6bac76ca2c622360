//! The bits that statements assign on every path through them.

use std::collections::{BTreeMap, BTreeSet};

use super::design::{Module, SignalId, Slice, Statement, StatementKind, Target, Type, Value, mask};

/// The bits of each signal that are assigned on every path so far.
pub(super) type Assigned = BTreeMap<SignalId, Value>;

/// Knows the widths of signals and types.
pub(super) trait Widths {
    fn signal_width(&self, id: SignalId) -> u32;
    fn width(&self, ty: Type) -> u32;

    /// Returns a mask of the bits of a signal in the slice, of all bits without one.
    fn bits(&self, id: SignalId, slice: Option<Slice>) -> Value {
        slice.map_or_else(|| mask(self.signal_width(id)), Slice::mask)
    }
}

impl Widths for Module {
    fn signal_width(&self, id: SignalId) -> u32 {
        Module::signal_width(self, id)
    }

    fn width(&self, ty: Type) -> u32 {
        Module::width(self, ty)
    }
}

/// Adds to `assigned` the bits that the statements assign on every path.
pub(super) fn assign(statements: &[Statement], widths: &impl Widths, assigned: &mut Assigned) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Assign(target, _) => {
                *assigned.entry(target.signal).or_default() |= bits(target, widths);
            }
            StatementKind::If { then, otherwise, .. } => {
                *assigned = meet([then, otherwise].map(|branch| after(branch, widths, assigned)));
            }
            StatementKind::Case { subject, arms, default } => {
                let mut ends: Vec<Assigned> =
                    arms.iter().map(|arm| after(&arm.body, widths, assigned)).collect();
                let covered: BTreeSet<&Value> = arms.iter().flat_map(|arm| &arm.values).collect();
                match default {
                    Some(body) => ends.push(after(body, widths, assigned)),
                    None if covers_all(covered.len(), widths.width(subject.ty)) => {}
                    None => ends.push(assigned.clone()),
                }
                *assigned = meet(ends);
            }
            StatementKind::Comment => {}
        }
    }
}

/// Returns the bits that are assigned more than once on some path. They can change for a moment
/// even if their value does not.
pub(super) fn assigned_again(statements: &[Statement], widths: &impl Widths) -> Assigned {
    let mut again = Assigned::new();
    find_again(statements, widths, &mut Assigned::new(), &mut again);
    again
}

/// `before` has the bits that may have been assigned.
fn find_again(
    statements: &[Statement],
    widths: &impl Widths,
    before: &mut Assigned,
    again: &mut Assigned,
) {
    for statement in statements {
        if let Some(target) = statement.target() {
            let (bits, before) = (bits(target, widths), before.entry(target.signal).or_default());
            *again.entry(target.signal).or_default() |= &*before & &bits;
            *before |= bits;
        }
        let start = before.clone();
        for block in statement.blocks() {
            let mut after = start.clone();
            find_again(block, widths, &mut after, again);
            for (signal, bits) in after {
                *before.entry(signal).or_default() |= bits;
            }
        }
    }
    again.retain(|_, bits| !bits.is_zero());
}

fn after(branch: &[Statement], widths: &impl Widths, before: &Assigned) -> Assigned {
    let mut assigned = before.clone();
    assign(branch, widths, &mut assigned);
    assigned
}

fn meet(ends: impl IntoIterator<Item = Assigned>) -> Assigned {
    ends.into_iter()
        .reduce(|mut left, right| {
            for (signal, bits) in &mut left {
                *bits &= right.get(signal).unwrap_or(&Value::ZERO);
            }
            left
        })
        .unwrap_or_default()
}

/// Returns a mask of the bits that a target covers.
pub(super) fn bits(target: &Target, widths: &impl Widths) -> Value {
    widths.bits(target.signal, target.slice)
}

/// Whether that many distinct values of `width` bits are all that there are.
pub(super) fn covers_all(values: usize, width: u32) -> bool {
    1_usize.checked_shl(width) == Some(values)
}
