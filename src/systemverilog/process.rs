//! Processes: `assign`, `always_comb`, `always_ff`.

use crate::rtl::{
    Expression, ExpressionKind, Module, Register, SignalId, Slice, Statement, StatementKind,
    Target, UnaryOperator,
};

use super::layout::indent as indented;
use super::statement::{Operator, assignment, block};
use super::{LINE_LENGTH, expression};

/// Where the body of a module begins.
const INDENT: usize = 2;

/// A combinational process: as `assign`s where that says all, else as one `always_comb`.
pub(super) fn combinational(body: &[Statement], module: &Module) -> Vec<String> {
    if let Some(lines) = assigns(body, module).or_else(|| choice(body, module)) {
        return lines;
    }
    let mut lines = vec!["always_comb begin".to_string()];
    lines.extend(indented(block(body, Operator::Blocking, module, INDENT + 2), 2));
    lines.push("end".to_string());
    lines
}

/// The clocked process of registers that share a clock.
pub(super) fn registers(registers: &[&Register], module: &Module) -> Vec<String> {
    let Some(first) = registers.first() else {
        return vec![];
    };
    let (edge, clock) = match &first.clock.kind {
        ExpressionKind::Unary(UnaryOperator::Not, clock) => ("negedge", clock.as_ref()),
        _ => ("posedge", &first.clock),
    };
    let clock = expression::operand_text(clock, module, Default::default());
    let mut lines = vec![format!("always_ff @({edge} {clock}) begin")];
    for register in registers {
        let body = block(&register.body, Operator::Nonblocking, module, INDENT + 2);
        lines.extend(indented(body, 2));
    }
    lines.push("end".to_string());
    lines
}

/// Whether the second register can stand in the process of the first: they have one clock, and
/// neither has a condition.
pub(super) fn share_a_process(first: &Register, second: &Register) -> bool {
    let is_plain = |register: &Register| match register.body.as_slice() {
        [Statement { kind: StatementKind::Assign(..), comments }] => comments.is_empty(),
        _ => false,
    };
    first.clock == second.clock && is_plain(first) && is_plain(second)
}

/// Unconditional assignments, each to bits of its own.
fn assigns(body: &[Statement], module: &Module) -> Option<Vec<String>> {
    let mut seen: Vec<(SignalId, u128)> = Vec::new();
    let mut lines = Vec::new();
    for statement in body {
        let StatementKind::Assign(target, value) = &statement.kind else {
            return None;
        };
        let bits = target.slice.map_or(u128::MAX, Slice::mask);
        let mut taken = seen.iter().any(|(other, own)| *other == target.signal && own & bits != 0);
        value.for_each_signal(&mut |id| taken |= id == target.signal);
        if taken {
            return None;
        }
        seen.push((target.signal, bits));
        lines.extend(super::comment::remarks(&statement.comments, INDENT));
        lines.extend(assignment("assign ", target, Operator::Blocking, value, module, INDENT));
    }
    Some(lines)
}

/// A choice between two values: `assign x = c ? a : b;`, if that fits on a line.
fn choice(body: &[Statement], module: &Module) -> Option<Vec<String>> {
    let (target, condition, yes, no) = match body {
        [Statement { kind: StatementKind::If { condition, then, otherwise }, comments }]
            if comments.is_empty() =>
        {
            let (target, yes) = only_assignment(then)?;
            let (other, no) = only_assignment(otherwise)?;
            (target == other).then_some((target, condition, yes, no))?
        }
        [
            default,
            Statement { kind: StatementKind::If { condition, then, otherwise }, comments },
        ] if comments.is_empty() && otherwise.is_empty() => {
            let (other, no) = only_assignment(std::slice::from_ref(default))?;
            let (target, yes) = only_assignment(then)?;
            (target == other).then_some((target, condition, yes, no))?
        }
        _ => return None,
    };
    let mut own = false;
    [condition, yes, no]
        .iter()
        .for_each(|value| value.for_each_signal(&mut |id| own |= id == target.signal));
    let radix = module.signal(target.signal).radix;
    let operand = |value: &Expression| expression::operand_text(value, module, radix);
    let (name, condition) = (expression::target(target, module), operand(condition));
    let line = format!("assign {name} = {condition} ? {} : {};", operand(yes), operand(no));
    (!own && INDENT + line.len() <= LINE_LENGTH).then(|| vec![line])
}

fn only_assignment(body: &[Statement]) -> Option<(&Target, &Expression)> {
    match body {
        [Statement { kind: StatementKind::Assign(target, value), comments }]
            if comments.is_empty() =>
        {
            Some((target, value))
        }
        _ => None,
    }
}
