//! Processes: `assign`, `always_comb`, `always_ff`.

use rust_hdl_rtl::{
    Expression, ExpressionKind, Module, Register, Slice, Statement, StatementKind, Target,
    Tristate, Type, UnaryOperator, walk,
};

use super::context::Context;
use super::options::ResetStyle;
use super::statement::{Operator, assignment, block};
use super::{expression, reset};

/// Prints a combinational process: as `assign`s if possible, otherwise as an `always_comb`.
pub(super) fn combinational(body: &[Statement], context: Context) -> Vec<String> {
    if let Some(lines) = assigns(body, context).or_else(|| conditional_assign(body, context)) {
        return lines;
    }
    let mut lines = vec!["always_comb begin".to_string()];
    lines.extend(context.indent(block(body, Operator::Blocking, context.deeper())));
    lines.push("end".to_string());
    lines
}

/// Prints the clocked process of registers that share a clock.
pub(super) fn registers(registers: &[&Register], context: Context) -> Vec<String> {
    let Some(first) = registers.first() else {
        return vec![];
    };
    let mut lines = vec![format!("always_ff @({}) begin", sensitivity(&first.clock, context))];
    for register in registers {
        let body = match context.options.reset {
            ResetStyle::First => &reset::moved_first(&register.body),
            ResetStyle::KernelOrder => &register.body,
        };
        let operator = Operator::Nonblocking { overrides: assigns_again(body) };
        lines.extend(context.indent(block(body, operator, context.deeper())));
    }
    lines.push("end".to_string());
    lines
}

/// Whether some path assigns the register of a body more than once.
fn assigns_again(body: &[Statement]) -> bool {
    let mut is_assigned = false;
    body.iter().any(|statement| {
        let mut assigns = false;
        walk::for_each_target(std::slice::from_ref(statement), &mut |_| assigns = true);
        let again = assigns && std::mem::replace(&mut is_assigned, true);
        again || statement.blocks().into_iter().any(assigns_again)
    })
}

/// Prints a tristate driver: `assign bus = enable ? value : 8'bz;`.
pub(super) fn tristate(driver: &Tristate, context: Context) -> String {
    let module = context.module;
    let name = &module.signal(driver.target).name;
    let width = module.signal_width(driver.target);
    let operand = |value: &Expression| expression::operand_text(value, module, Default::default());
    format!(
        "assign {name} = {} ? {} : {width}'bz;",
        operand(&driver.enable),
        operand(&driver.value)
    )
}

/// The event of a clocked process, such as `posedge clock`.
pub(super) fn sensitivity(clock: &Expression, context: Context) -> String {
    let (edge, clock) = match &clock.kind {
        ExpressionKind::Unary(UnaryOperator::Not, clock) => ("negedge", clock.as_ref()),
        _ => ("posedge", clock),
    };
    format!("{edge} {}", expression::operand_text(clock, context.module, Default::default()))
}

/// Whether two registers can share a process: they have the same clock, and neither has a
/// condition.
pub(super) fn share_a_process(first: &Register, second: &Register) -> bool {
    let is_plain = |register: &Register| match register.body.as_slice() {
        [Statement { kind: StatementKind::Assign(..), comments, .. }] => comments.is_empty(),
        _ => false,
    };
    first.clock == second.clock && is_plain(first) && is_plain(second)
}

/// Prints a body of unconditional assignments to distinct bits as `assign`s.
fn assigns(body: &[Statement], context: Context) -> Option<Vec<String>> {
    let mut seen: Vec<&Target> = Vec::new();
    let mut lines = Vec::new();
    for statement in body {
        let StatementKind::Assign(target, value) = &statement.kind else {
            return None;
        };
        // Icarus Verilog 11 does not support an `assign` of such a field.
        if expression::is_inner_field(&expression::target(target, context.module)) {
            return None;
        }
        let mut taken = seen.iter().any(|other| {
            other.signal == target.signal && Slice::overlap(other.slice, target.slice)
        });
        value.for_each_signal(&mut |id| taken |= id == target.signal);
        if taken {
            return None;
        }
        seen.push(target);
        lines.extend(super::comment::from_kernel(&statement.comments, context.limit()));
        lines.extend(assignment("assign ", target, Operator::Blocking, value, context));
    }
    Some(lines)
}

/// Prints a choice between two values as `assign x = c ? a : b;`, if that fits on a line or selects
/// a clock.
fn conditional_assign(body: &[Statement], context: Context) -> Option<Vec<String>> {
    let (target, condition, yes, no) = match body {
        [Statement { kind: StatementKind::If { condition, then, otherwise }, comments, .. }]
            if comments.is_empty() =>
        {
            let (target, yes) = only_assignment(then)?;
            let (other, no) = only_assignment(otherwise)?;
            (target == other).then_some((target, condition, yes, no))?
        }
        [
            default,
            Statement { kind: StatementKind::If { condition, then, otherwise }, comments, .. },
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
    let module = context.module;
    let radix = module.signal(target.signal).radix;
    let operand = |value: &Expression| expression::operand_text(value, module, radix);
    let (name, condition) = (expression::target(target, module), operand(condition));
    let value = format!("{condition} ? {} : {};", operand(yes), operand(no));
    let line = format!("assign {name} = {value}");
    let is_clock = module.signal(target.signal).ty == Type::Clock;
    if own || expression::is_inner_field(&name) || mixes_widths(yes, no, module) && !is_clock {
        None
    } else if line.len() <= context.limit() {
        Some(vec![line])
    } else if is_clock {
        // In an `always_comb`, the default followed by the override would be a spurious clock edge.
        let continued = context.indent(context.indent(vec![value]));
        Some([vec![format!("assign {name} =")], continued].concat())
    } else {
        None
    }
}

/// Whether one of two values has a cast and the other depends on its width: Yosys computes it at
/// the width inside the cast.
fn mixes_widths(one: &Expression, other: &Expression, module: &Module) -> bool {
    let casts = |value| expression::contains_cast(value, module);
    casts(one) && !other.low_bits_suffice() || casts(other) && !one.low_bits_suffice()
}

fn only_assignment(body: &[Statement]) -> Option<(&Target, &Expression)> {
    match body {
        [Statement { kind: StatementKind::Assign(target, value), comments, .. }]
            if comments.is_empty() =>
        {
            Some((target, value))
        }
        _ => None,
    }
}
