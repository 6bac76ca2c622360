//! The order of reads and writes in a kernel.
//!
//! Rust runs a kernel from top to bottom; hardware has processes side by side. A kernel can be cut into processes where
//! nobody reads a signal before its last assignment. Where somebody does, reader and signal stay in one process.

use std::collections::{BTreeMap, BTreeSet};

use super::super::design::{SignalId, Statement, StatementKind, Target, mask};
use super::super::walk;
use super::symbols::{Role, Symbols};

/// The bits that are assigned on every path so far.
pub(super) type Assigned = BTreeMap<SignalId, u128>;

/// A signal that is read before its last assignment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EarlyRead {
    pub signal: SignalId,
    /// What the value read goes into.
    pub reader: SignalId,
    /// Whether the signal has at least been assigned on every path before; else it reads an old value.
    pub settled: bool,
}

/// Follows the statements from top to bottom, and adds to `assigned` what they assign on every path.
pub(super) fn assign(statements: &[Statement], symbols: &Symbols, assigned: &mut Assigned) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Assign(target, _) => {
                *assigned.entry(target.signal).or_default() |= bits(target, symbols);
            }
            StatementKind::If { then, otherwise, .. } => {
                *assigned = meet([then, otherwise].map(|branch| after(branch, symbols, assigned)));
            }
            StatementKind::Case { subject, arms, default } => {
                let mut ends: Vec<Assigned> =
                    arms.iter().map(|arm| after(&arm.body, symbols, assigned)).collect();
                let covered: usize = arms.iter().map(|arm| arm.values.len()).sum();
                match default {
                    Some(body) => ends.push(after(body, symbols, assigned)),
                    None if covered as u128
                        == mask(symbols.width(subject.ty)).saturating_add(1) => {}
                    None => ends.push(assigned.clone()),
                }
                *assigned = meet(ends);
            }
            StatementKind::Remark => {}
        }
    }
}

fn after(branch: &[Statement], symbols: &Symbols, before: &Assigned) -> Assigned {
    let mut assigned = before.clone();
    assign(branch, symbols, &mut assigned);
    assigned
}

fn meet(ends: impl IntoIterator<Item = Assigned>) -> Assigned {
    ends.into_iter()
        .reduce(|mut left, right| {
            for (signal, bits) in &mut left {
                *bits &= right.get(signal).copied().unwrap_or(0);
            }
            left
        })
        .unwrap_or_default()
}

/// The bits of its signal that a target covers.
pub(super) fn bits(target: &Target, symbols: &Symbols) -> u128 {
    match target.slice {
        Some(slice) => slice.mask(),
        None => mask(symbols.width(symbols.draft(target.signal).ty)),
    }
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
