//! Processes: `assign`, `always_comb`, `always_ff`.

use std::borrow::Cow;

use rust_hdl_rtl::{
    Arm, Expression, ExpressionKind, Module, Register, Slice, Statement, StatementKind, Target,
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

/// Prints the clocked process of registers that share one.
pub(super) fn registers(registers: &[&Register], context: Context) -> Vec<String> {
    let Some(first) = registers.first() else {
        return vec![];
    };
    let mut body = vec![];
    let mut overrides = false;
    for register in registers {
        let printed = printed_body(register, context);
        overrides |= assigns_again(&printed);
        match registers {
            [_] => body = printed.into_owned(),
            _ => merge(&mut body, printed.into_owned()),
        }
    }
    let operator = Operator::Nonblocking { overrides };
    let mut lines = vec![format!("always_ff @({}) begin", sensitivity(&first.clock, context))];
    lines.extend(context.indent(block(&body, operator, context.deeper())));
    lines.push("end".to_string());
    lines
}

/// The statements of a register, in the order in which they are printed.
fn printed_body<'r>(register: &'r Register, context: Context) -> Cow<'r, [Statement]> {
    match context.options.reset {
        ResetStyle::First => reset::moved_first(register, context.module).into(),
        ResetStyle::KernelOrder => register.body.as_slice().into(),
    }
}

/// Appends the statements of another register. What both do under the same condition becomes one
/// statement.
fn merge(body: &mut Vec<Statement>, other: Vec<Statement>) {
    for mut statement in other {
        match body.last_mut() {
            Some(last) if is_same_choice(last, &statement) => {
                let blocks = statement.blocks_mut().into_iter().map(std::mem::take);
                for (block, other) in last.blocks_mut().into_iter().zip(blocks) {
                    merge(block, other);
                }
            }
            _ => body.push(statement),
        }
    }
}

/// Whether two statements choose between the same blocks, and a comment would not get lost if the
/// second one joined the first.
fn is_same_choice(one: &Statement, other: &Statement) -> bool {
    use StatementKind::{Case, If};
    let have_same_labels = |arms: &[Arm], others: &[Arm]| {
        arms.iter().map(|arm| &arm.values).eq(others.iter().map(|arm| &arm.values))
    };
    let is_same = match (&one.kind, &other.kind) {
        (If { condition, .. }, If { condition: other, .. }) => condition == other,
        (
            Case { subject, arms, default },
            Case { subject: other, arms: others, default: other_default },
        ) => {
            subject == other
                && have_same_labels(arms, others)
                && default.is_some() == other_default.is_some()
        }
        _ => false,
    };
    is_same && (other.comments.is_empty() || one.comments == other.comments)
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

/// Whether two registers share a process: they have the same clock, and they load either always or
/// by the same conditions.
pub(super) fn share_a_process(first: &Register, second: &Register, context: Context) -> bool {
    let [one, other] = [first, second].map(|register| printed_body(register, context));
    let is_plain = |statement: &Statement| {
        matches!(statement.kind, StatementKind::Assign(..)) && statement.comments.is_empty()
    };
    let has_same_shape = match (&*one, &*other) {
        ([one], [other]) => is_plain(one) && is_plain(other) || is_same_choice(one, other),
        _ => false,
    };
    first.clock == second.clock && has_same_shape && !assigns_again(&one) && !assigns_again(&other)
}

/// Prints a body of unconditional assignments to distinct bits as `assign`s.
fn assigns(body: &[Statement], context: Context) -> Option<Vec<String>> {
    let mut seen: Vec<&Target> = Vec::new();
    let mut lines = Vec::new();
    for statement in body {
        let StatementKind::Assign(target, value) = &statement.kind else {
            return None;
        };
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
    // Icarus Verilog 12 rejects `c ? A : B` as the value of an enum variable.
    let is_enum = matches!(module.signal(target.signal).ty, Type::Enum(_) | Type::Struct(_))
        && [yes, no].iter().any(|value| matches!(value.ty, Type::Enum(_)));
    if own || is_enum || mixes_widths(yes, no, module) && !is_clock {
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
