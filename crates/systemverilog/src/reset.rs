//! Moves a register's reset to the top of its process.

use rust_hdl_rtl::{Module, Register, Statement, StatementKind, Value};

/// Changes `..; if (c) q <= constant;` to `if (c) q <= constant; else ..`. The constant may be
/// assigned in parts, such as the fields of a struct.
///
/// Readers and synthesis tools look for a reset at the top. A body that does not end in such an
/// override is returned unchanged.
pub(super) fn moved_first(register: &Register, module: &Module) -> Vec<Statement> {
    let body = register.body.as_slice();
    let all = module.bits(register.target, None);
    let is_reset = |last: &Statement| overridden(last, module).as_ref() == Some(&all);
    let Some((last, rest)) = body.split_last().filter(|(last, _)| is_reset(last)) else {
        return body.to_vec();
    };
    let mut reset = last.clone();
    if let StatementKind::If { otherwise, .. } = &mut reset.kind {
        *otherwise = rest.to_vec();
    }
    vec![reset]
}

/// Returns the bits to which a statement assigns constants under a condition, if it does nothing
/// else.
fn overridden(statement: &Statement, module: &Module) -> Option<Value> {
    let StatementKind::If { then, otherwise, .. } = &statement.kind else {
        return None;
    };
    let mut bits = Value::ZERO;
    for statement in then {
        match &statement.kind {
            StatementKind::Assign(target, value) if value.as_literal().is_some() => {
                bits |= module.bits(target.signal, target.slice);
            }
            _ => return None,
        }
    }
    otherwise.is_empty().then_some(bits)
}
