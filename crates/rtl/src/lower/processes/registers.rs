//! Registers and their clocked processes.

use super::super::symbols::Symbols;
use super::ProcessPartitioner;
use crate::design::{Expression, ItemKind, Register, SignalId, Statement, StatementKind, Target};
use crate::paths::covers_all;
use crate::walk;

impl ProcessPartitioner<'_> {
    /// Adds a register for each flip-flop, at the position of the first statement that assigns its
    /// next value.
    pub(super) fn registers(&mut self) {
        for draft in &self.symbols.registers {
            let value_of = |wire| Expression::signal(wire, self.symbols.draft(wire).ty);
            let (clocked, clock) = match self.only_value(draft.clock) {
                Some((index, clock)) if !self.wires.contains(&draft.clock) => {
                    (Some(index), clock.clone())
                }
                _ => (None, value_of(draft.clock)),
            };
            let held = self.aliases.replacement(draft.held).unwrap_or(draft.held);
            let indices = self.statements_for(|target| target.signal == draft.next);
            let mut body = Vec::new();
            let mut comments = self.comments(clocked.as_slice());
            if self.wires.contains(&draft.next) {
                let kind = StatementKind::Assign(Target::whole(held), value_of(draft.next));
                let register = Register { target: held, clock, body: vec![kind.into()] };
                self.add(
                    indices.first().copied().unwrap_or(usize::MAX),
                    comments,
                    ItemKind::Register(register),
                );
                continue;
            }
            for index in &indices {
                let statement = std::slice::from_ref(&self.statements[*index]);
                let mut sliced = walk::filter(statement, &|target| target.signal == draft.next);
                if body.is_empty() {
                    comments.append(&mut self.comments(&[*index]));
                    sliced.iter_mut().for_each(|statement| statement.comments.clear());
                } else if !self.used_comments.insert(*index) {
                    sliced.iter_mut().for_each(|statement| statement.comments.clear());
                }
                body.append(&mut sliced);
            }
            let passed_on =
                self.aliases.statements.iter().filter(|(_, source)| **source == draft.held);
            let passed_on: Vec<usize> = passed_on.map(|(index, _)| *index).collect();
            comments.append(&mut self.comments(&passed_on));
            let symbols = self.symbols;
            walk::for_each_mut(&mut body, &mut |statement| drop_unreachable(statement, symbols));
            drop_holds(&mut body, draft.next, held, false);
            if let Some(first) = body.first_mut().filter(|_| comments.is_empty()) {
                comments.append(&mut first.comments);
            }
            walk::for_each_mut(&mut body, &mut |statement| {
                if let StatementKind::Assign(target, _) = &mut statement.kind {
                    target.signal = held;
                }
            });
            let register = Register { target: held, clock, body };
            self.add(
                indices.first().copied().unwrap_or(usize::MAX),
                comments,
                ItemKind::Register(register),
            );
        }
    }
}

/// Removes the default of a case whose arms cover every value: a register holds without one.
fn drop_unreachable(statement: &mut Statement, symbols: &Symbols) {
    if let StatementKind::Case { subject, arms, default } = &mut statement.kind {
        let values = arms.iter().map(|arm| arm.values.len()).sum();
        if covers_all(values, symbols.width(subject.ty)) {
            *default = None;
        }
    }
}

/// Removes assignments of the held value that no other assignment precedes, and what a later
/// assignment in the same block overrides: Yosys 0.70 reads `if (a) begin q <= b; q <= q; end
/// q <= c;` as if the last assignment were missing where `a` holds.
fn drop_holds(body: &mut Vec<Statement>, next: SignalId, held: SignalId, before: bool) {
    let mut kept = Vec::new();
    for mut statement in std::mem::take(body) {
        if let StatementKind::Assign(target, value) = &statement.kind
            && *target == Target::whole(next)
        {
            kept.clear();
            if !before && value.as_signal() == Some(held) {
                continue;
            }
        }
        let is_assigned = before || !kept.is_empty();
        for block in statement.blocks_mut() {
            drop_holds(block, next, held, is_assigned);
        }
        kept.extend(walk::prune_empty(statement));
    }
    *body = kept;
}
