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

/// A signal that is read, and assigned once more afterwards.
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

/// Every read of bits of a local signal or an output that are still to be assigned afterwards.
pub(super) fn early_reads(statements: &[Statement], symbols: &Symbols) -> BTreeSet<EarlyRead> {
    let mut search = Search { symbols, found: BTreeSet::new() };
    search.block(statements, &mut Assigned::new(), &Assigned::new());
    search.found
}

struct Search<'a> {
    symbols: &'a Symbols,
    found: BTreeSet<EarlyRead>,
}

impl Search<'_> {
    /// `later` are the bits that may be assigned after the block.
    fn block(&mut self, statements: &[Statement], assigned: &mut Assigned, later: &Assigned) {
        let mut after = vec![later.clone()];
        for statement in statements.iter().rev() {
            let mut with_this = after.last().cloned().unwrap_or_default();
            self.add_targets(statement, &mut with_this);
            after.push(with_this);
        }
        // From here on `after[n]` is what statement `n` and those behind it assign.
        after.reverse();
        for (statement, pair) in statements.iter().zip(after.windows(2)) {
            // A statement reads before it assigns, and before the blocks in it do.
            self.reads_of(statement, assigned, &pair[0]);
            for block in statement.blocks() {
                self.block(block, &mut assigned.clone(), &pair[1]);
            }
            assign(std::slice::from_ref(statement), self.symbols, assigned);
        }
    }

    fn add_targets(&self, statement: &Statement, to: &mut Assigned) {
        walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
            *to.entry(target.signal).or_default() |= bits(target, self.symbols);
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
            let role = self.symbols.draft(signal).role;
            let read = read & bits(&Target::whole(signal), self.symbols);
            let later = later.get(&signal).copied().unwrap_or(0);
            if later & read == 0 || !matches!(role, Role::Local | Role::Output) {
                return;
            }
            let settled = assigned.get(&signal).copied().unwrap_or(0) & read == read;
            self.found.extend(readers.iter().map(|reader| EarlyRead {
                signal,
                reader: *reader,
                settled,
            }));
        });
    }
}
