//! The body of a register's clocked process.

use super::super::design::{SignalId, Statement, StatementKind};
use super::super::walk;

/// Turns the statements that assign `next` into the body of a clocked process: assignments of the
/// held value are redundant there. `held` is the register's output.
pub(super) fn shape(mut body: Vec<Statement>, next: SignalId, held: SignalId) -> Vec<Statement> {
    drop_holds(&mut body, next, held, false);
    body
}

fn is_hold(statement: &Statement, next: SignalId, held: SignalId) -> bool {
    match &statement.kind {
        StatementKind::Assign(target, value) => {
            target.signal == next && target.slice.is_none() && value.as_signal() == Some(held)
        }
        _ => false,
    }
}

/// Removes assignments of the held value that no other assignment precedes.
fn drop_holds(body: &mut Vec<Statement>, next: SignalId, held: SignalId, mut assigned: bool) {
    let mut kept = Vec::new();
    for mut statement in std::mem::take(body) {
        if !assigned && is_hold(&statement, next, held) {
            continue;
        }
        for block in statement.blocks_mut() {
            drop_holds(block, next, held, assigned);
        }
        if let Some(statement) = walk::prune_empty(statement) {
            kept.push(statement);
            assigned = true;
        }
    }
    *body = kept;
}
