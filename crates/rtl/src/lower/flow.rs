//! The order of reads and writes in a kernel.
//!
//! Rust runs a kernel from top to bottom; hardware has concurrent processes. Statements can go to
//! different processes unless one reads a signal before its last assignment. Then both stay in the
//! same process.

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

/// Returns every read of bits of a local signal or an output that are assigned again afterwards.
/// Reads of others return the settled value.
pub(super) fn early_reads(statements: &[Statement], symbols: &Symbols) -> BTreeSet<EarlyRead> {
    let mut found = early_reads_in(statements, symbols);
    let is_early = |signal| matches!(symbols.draft(signal).role, Role::Local | Role::Output);
    found.retain(|read| is_early(read.signal));
    found
}

/// Returns every read of bits of any signal that are assigned again afterwards.
fn early_reads_in(statements: &[Statement], widths: &impl Widths) -> BTreeSet<EarlyRead> {
    let mut search = Search { widths, found: BTreeSet::new() };
    search.block(statements, &mut Assigned::new(), &Assigned::new());
    search.found
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
    for read in early_reads_in(body, widths) {
        unite(&mut groups, BTreeSet::from([read.signal, read.reader]));
    }
    groups
}

struct Search<'a, W> {
    widths: &'a W,
    found: BTreeSet<EarlyRead>,
}

impl<W: Widths> Search<'_, W> {
    /// Searches a block; `later` has the bits that may be assigned after it.
    fn block(&mut self, statements: &[Statement], assigned: &mut Assigned, later: &Assigned) {
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
            self.reads_of(statement, assigned, &pair[0]);
            for block in statement.blocks() {
                self.block(block, &mut assigned.clone(), &pair[1]);
            }
            assign(std::slice::from_ref(statement), self.widths, assigned);
        }
    }

    fn add_targets(&self, statement: &Statement, to: &mut Assigned) {
        walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
            *to.entry(target.signal).or_default() |= bits(target, self.widths);
        });
    }

    fn reads_of(&mut self, statement: &Statement, assigned: &Assigned, later: &Assigned) {
        let Some(expression) = statement.expression() else {
            return;
        };
        let mut readers = BTreeSet::new();
        walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
            readers.insert(target.signal);
        });
        expression.for_each_read(&mut |signal, read| {
            let read = self.widths.bits(signal, read);
            if later.get(&signal).is_none_or(|later| (later & &read).is_zero()) {
                return;
            }
            let settled = assigned.get(&signal).is_some_and(|assigned| assigned & &read == read);
            self.found.extend(readers.iter().map(|reader| EarlyRead {
                signal,
                reader: *reader,
                settled,
            }));
        });
    }
}
