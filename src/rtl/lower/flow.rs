//! The order of reads and writes in a kernel.
//!
//! Rust runs a kernel from top to bottom; hardware has processes side by side. A kernel can be cut into processes where
//! nobody reads a signal before its last assignment. Where somebody does, reader and signal stay in one process.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{SignalId, Statement, Target, Type};
use super::super::paths::{Assigned, Widths, assign, bits};
use super::super::walk;
use super::symbols::{Role, Symbols};

impl Widths for Symbols {
    fn signal_width(&self, id: SignalId) -> u32 {
        self.width(self.draft(id).ty)
    }

    fn width(&self, ty: Type) -> u32 {
        Symbols::width(self, ty)
    }
}

/// A signal that is read before its last assignment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EarlyRead {
    pub signal: SignalId,
    /// What the value read goes into.
    pub reader: SignalId,
    /// Whether the signal has at least been assigned on every path before; else it reads an old value.
    pub settled: bool,
}

/// Every read of a local signal or an output that comes before the last assignment to it.
pub(super) fn early_reads(statements: &[Statement], symbols: &Symbols) -> BTreeSet<EarlyRead> {
    let mut last_write = BTreeMap::new();
    let mut time = 0;
    walk::for_each_target(statements, &mut |target| {
        time += 1;
        last_write.insert(target.signal, time);
    });
    let mut search = Search { symbols, last_write, time: 0, found: BTreeSet::new() };
    search.block(statements, &mut Assigned::new());
    search.found
}

struct Search<'a> {
    symbols: &'a Symbols,
    /// When each signal is assigned for the last time, counted in assignments.
    last_write: BTreeMap<SignalId, usize>,
    time: usize,
    found: BTreeSet<EarlyRead>,
}

impl Search<'_> {
    fn block(&mut self, statements: &[Statement], assigned: &mut Assigned) {
        for statement in statements {
            self.reads_of(statement, assigned);
            if statement.target().is_some() {
                self.time += 1;
            }
            for block in statement.blocks() {
                self.block(block, &mut assigned.clone());
            }
            assign(std::slice::from_ref(statement), self.symbols, assigned);
        }
    }

    fn reads_of(&mut self, statement: &Statement, assigned: &Assigned) {
        let Some(expression) = statement.expression() else {
            return;
        };
        let mut readers = BTreeSet::new();
        walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
            readers.insert(target.signal);
        });
        expression.for_each_signal(&mut |signal| {
            let role = self.symbols.draft(signal).role;
            let later = self.last_write.get(&signal).is_some_and(|last| *last > self.time);
            if !later || !matches!(role, Role::Local | Role::Output) {
                return;
            }
            let whole = bits(&Target::whole(signal), self.symbols);
            let settled = assigned.get(&signal).copied().unwrap_or(0) == whole;
            self.found.extend(readers.iter().map(|reader| EarlyRead {
                signal,
                reader: *reader,
                settled,
            }));
        });
    }
}
