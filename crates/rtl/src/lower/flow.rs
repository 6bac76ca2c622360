//! The order of reads and writes in a kernel.
//!
//! Rust runs a kernel from top to bottom; hardware has concurrent processes. Statements can go to
//! different processes unless one reads a signal between its assignments. Then both stay in the
//! same process. A read before the first assignment returns the final value, since rust-hdl runs
//! the kernel until nothing changes. Then they need different processes.

use std::collections::BTreeSet;

use super::super::design::{SignalId, Statement, Type};
use super::super::paths::{Assigned, Widths, assign, bits};
use super::super::walk;
use super::symbols::{Role, Symbols};
use super::unite;

impl Widths for Symbols {
    fn signal_width(&self, id: SignalId) -> u32 {
        self.width(self.draft(id).ty)
    }

    fn width(&self, ty: Type) -> u32 {
        Symbols::width(self, ty)
    }
}

/// A read of a signal that is assigned again afterwards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EarlyRead {
    pub signal: SignalId,
    /// The signal that is assigned from it.
    pub reader: SignalId,
    /// Whether the signal is assigned on every path before the read. If not, the read returns an
    /// old value.
    pub settled: bool,
}

/// A read of a signal that is only assigned afterwards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FinalRead {
    pub signal: SignalId,
    /// The signal that is assigned from it.
    pub reader: SignalId,
    /// Whether bits are assigned from themselves.
    pub is_loop: bool,
}

/// The reads of signals that are assigned afterwards.
#[derive(Default)]
pub(super) struct Reads {
    /// Those of a value between two assignments.
    pub early: BTreeSet<EarlyRead>,
    /// Those before the first assignment.
    pub of_final_values: BTreeSet<FinalRead>,
}

/// Returns every read of bits of a local signal or an output that are assigned afterwards. Reads of
/// others return the settled value.
pub(super) fn reads(statements: &[Statement], symbols: &Symbols) -> Reads {
    let mut found = reads_in(statements, symbols);
    let is_early = |signal| matches!(symbols.draft(signal).role, Role::Local | Role::Output);
    found.early.retain(|read| is_early(read.signal));
    found.of_final_values.retain(|read| is_early(read.signal));
    found
}

/// Returns every read of bits of any signal that are assigned afterwards.
fn reads_in(statements: &[Statement], widths: &impl Widths) -> Reads {
    let mut search = Search { widths, found: Reads::default() };
    search.block(statements, &mut Before::default(), &Assigned::new());
    search.found
}

/// The bits that are assigned before a statement.
#[derive(Clone, Default)]
struct Before {
    /// On every path.
    always: Assigned,
    /// On some path.
    sometimes: Assigned,
}

/// Returns the signals that a process drives, in groups: one is assigned from an intermediate value
/// of another.
pub(crate) fn signals_together(
    body: &[Statement],
    widths: &impl Widths,
) -> Vec<BTreeSet<SignalId>> {
    let mut groups = Vec::new();
    walk::for_each_target(body, &mut |target| {
        unite(&mut groups, BTreeSet::from([target.signal]));
    });
    for read in reads_in(body, widths).early {
        unite(&mut groups, BTreeSet::from([read.signal, read.reader]));
    }
    groups
}

struct Search<'a, W> {
    widths: &'a W,
    found: Reads,
}

impl<W: Widths> Search<'_, W> {
    /// Searches a block; `later` has the bits that may be assigned after it.
    fn block(&mut self, statements: &[Statement], before: &mut Before, later: &Assigned) {
        let mut after = vec![later.clone()];
        for statement in statements.iter().rev() {
            let mut with_this = after.last().cloned().unwrap_or_default();
            self.add_targets(statement, &mut with_this);
            after.push(with_this);
        }
        // Now `after[n]` is what statement `n` and all later ones assign.
        after.reverse();
        for (statement, pair) in statements.iter().zip(after.windows(2)) {
            // A statement reads before it assigns, and before its blocks do.
            self.reads_of(statement, before, &pair[0]);
            for block in statement.blocks() {
                self.block(block, &mut before.clone(), &pair[1]);
            }
            assign(std::slice::from_ref(statement), self.widths, &mut before.always);
            self.add_targets(statement, &mut before.sometimes);
        }
    }

    fn add_targets(&self, statement: &Statement, to: &mut Assigned) {
        walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
            *to.entry(target.signal).or_default() |= bits(target, self.widths);
        });
    }

    fn reads_of(&mut self, statement: &Statement, before: &Before, later: &Assigned) {
        let Some(expression) = statement.expression() else {
            return;
        };
        let mut targets = Assigned::new();
        self.add_targets(statement, &mut targets);
        expression.for_each_read(&mut |signal, read| {
            let read = self.widths.bits(signal, read);
            if later.get(&signal).is_none_or(|later| (later & &read).is_zero()) {
                return;
            }
            let assigned = before.always.get(&signal);
            let settled = assigned.is_some_and(|assigned| assigned & &read == read);
            let assigned = before.sometimes.get(&signal);
            if assigned.is_none_or(|assigned| (assigned & &read).is_zero()) {
                let reads = targets.iter().map(|(reader, bits)| {
                    let is_loop = *reader == signal && !(bits & &read).is_zero();
                    FinalRead { signal, reader: *reader, is_loop }
                });
                return self.found.of_final_values.extend(reads);
            }
            self.found.early.extend(targets.keys().map(|reader| EarlyRead {
                signal,
                reader: *reader,
                settled,
            }));
        });
    }
}
