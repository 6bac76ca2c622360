//! The next value of a register, shaped as the body of its clocked process.

use super::super::design::{SignalId, Statement, StatementKind};
use super::super::walk;

/// Shapes the statements that assign `next`, where reading `held` is what the register holds.
///
/// What a register holds need not be assigned to it.
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

/// Removes assignments of the held value from paths that have assigned nothing else before.
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
