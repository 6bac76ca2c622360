//! The next value of a register, shaped as the body of its clocked process.

use super::super::design::{SignalId, Statement, StatementKind};
use super::super::walk;

/// Shapes the statements that assign `next`, where reading `held` is what the register holds.
///
/// What a register holds need not be assigned to it; an override at the end (`if reset { .. }`) goes to the top, where
/// readers and synthesis tools look for a reset.
pub(super) fn shape(mut body: Vec<Statement>, next: SignalId, held: SignalId) -> Vec<Statement> {
    drop_holds(&mut body, next, held, false);
    hoist_override(body)
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
        if let Some(statement) = walk::tidy(statement) {
            kept.push(statement);
            assigned = true;
        }
    }
    *body = kept;
}

/// `..; if c { q = constant }` becomes `if c { q = constant } else { .. }`.
fn hoist_override(mut body: Vec<Statement>) -> Vec<Statement> {
    let overrides = matches!(
        body.last(),
        Some(Statement { kind: StatementKind::If { then, otherwise, .. }, .. })
            if otherwise.is_empty() && matches!(
                then.as_slice(),
                [Statement { kind: StatementKind::Assign(target, value), .. }]
                    if target.slice.is_none() && value.as_literal().is_some()
            )
    );
    if body.len() < 2 || !overrides {
        return body;
    }
    let Some(mut last) = body.pop() else {
        return body;
    };
    if let StatementKind::If { otherwise, .. } = &mut last.kind {
        *otherwise = body;
    }
    vec![last]
}
