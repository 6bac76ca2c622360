//! Where the reset of a register stands.

use rust_hdl_rtl::{Statement, StatementKind};

/// `..; if (c) q <= constant;` becomes `if (c) q <= constant; else ..`.
///
/// An override at the end of a kernel goes to the top, where readers and synthesis tools look for a reset. A body without
/// one comes back as it is.
pub(super) fn hoisted(body: &[Statement]) -> Vec<Statement> {
    let Some((last, rest)) = body.split_last().filter(|(last, _)| is_override(last)) else {
        return body.to_vec();
    };
    let mut reset = last.clone();
    if let StatementKind::If { otherwise, .. } = &mut reset.kind {
        *otherwise = rest.to_vec();
    }
    vec![reset]
}

/// Whether it assigns a constant on a condition, and does nothing else.
fn is_override(statement: &Statement) -> bool {
    let StatementKind::If { then, otherwise, .. } = &statement.kind else {
        return false;
    };
    let [Statement { kind: StatementKind::Assign(target, value), .. }] = then.as_slice() else {
        return false;
    };
    otherwise.is_empty() && target.slice.is_none() && value.as_literal().is_some()
}
