//! Moves a register's reset to the top of its process.

use rust_hdl_rtl::{Statement, StatementKind};

/// Changes `..; if (c) q <= constant;` to `if (c) q <= constant; else ..`.
///
/// Readers and synthesis tools look for a reset at the top. A body that does not end in such an
/// override is returned unchanged.
pub(super) fn moved_first(body: &[Statement]) -> Vec<Statement> {
    let Some((last, rest)) = body.split_last().filter(|(last, _)| is_override(last)) else {
        return body.to_vec();
    };
    let mut reset = last.clone();
    if let StatementKind::If { otherwise, .. } = &mut reset.kind {
        *otherwise = rest.to_vec();
    }
    vec![reset]
}

/// Whether a statement only assigns a constant under a condition.
fn is_override(statement: &Statement) -> bool {
    let StatementKind::If { then, otherwise, .. } = &statement.kind else {
        return false;
    };
    let [Statement { kind: StatementKind::Assign(target, value), .. }] = then.as_slice() else {
        return false;
    };
    otherwise.is_empty() && target.slice.is_none() && value.as_literal().is_some()
}
