//! Statements.

use rust_hdl_rtl::{
    Arm, Expression, ExpressionKind, Module, Statement, StatementKind, Target, Type, Value,
};

use super::context::Context;
use super::layout::{columns, listed, wrapped};
use super::options::CaseStyle;
use super::{comment, expression};

/// The assignment operator of a process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    /// `=`, in `always_comb` and `assign`.
    Blocking,
    /// `<=`, in `always_ff`.
    Nonblocking {
        /// Whether some path assigns the register more than once.
        overrides: bool,
    },
}

impl Operator {
    fn symbol(self) -> &'static str {
        match self {
            Operator::Blocking => "=",
            Operator::Nonblocking { .. } => "<=",
        }
    }
}

/// Prints statements, one after the other.
pub(super) fn block(statements: &[Statement], operator: Operator, context: Context) -> Vec<String> {
    statements.iter().flat_map(|one| statement(one, operator, context)).collect()
}

/// `prefix target = value;`, broken at the outermost operator if it is too long.
pub(super) fn assignment(
    prefix: &str,
    target: &Target,
    operator: Operator,
    value: &Expression,
    context: Context,
) -> Vec<String> {
    let module = context.module;
    if prefix.is_empty()
        && let Some(lines) = replaced_bit(target, operator, value, context)
    {
        return lines;
    }
    let radix = module.signal(target.signal).radix;
    let start = format!("{prefix}{} {}", expression::target(target, module), operator.symbol());
    let line = format!("{start} {};", expression::text(value, module, radix));
    if line.len() <= context.limit() {
        return vec![line];
    }
    // Continuation lines are indented further than a block.
    let limit = context.deeper().deeper().limit().saturating_sub(1);
    let value = wrapped("", expression::lines(value, module, radix, limit), ";");
    std::iter::once(start).chain(context.indent(context.indent(value))).collect()
}

/// Prints the assignment of a value with one bit replaced as two: the value, unless the target
/// already has it, then the bit.
fn replaced_bit(
    target: &Target,
    operator: Operator,
    value: &Expression,
    context: Context,
) -> Option<Vec<String>> {
    let ExpressionKind::ReplaceBit { base, index, bit } = &value.kind else {
        return None;
    };
    // A register keeps what an earlier statement has assigned, while `base` is its value before the
    // clock edge.
    let keeps_value = base.as_signal() == Some(target.signal)
        && operator != Operator::Nonblocking { overrides: true };
    let mut reads_target = false;
    [index, bit].iter().for_each(|operand| {
        operand.for_each_signal(&mut |signal| reads_target |= signal == target.signal);
    });
    if target.slice.is_some() || reads_target && !keeps_value && operator == Operator::Blocking {
        return None;
    }
    let select = expression::select(target.signal, index, context.module)?;
    let mut lines =
        if keeps_value { vec![] } else { assignment("", target, operator, base, context) };
    let bit = expression::text(bit, context.module, Default::default());
    lines.push(format!("{select} {} {bit};", operator.symbol()));
    Some(lines)
}

/// `before (value) after`, on several lines if it is too long.
fn in_parentheses(before: &str, value: &Expression, after: &str, context: Context) -> Vec<String> {
    let (open, close) = (format!("{before} ("), format!("){after}"));
    let limit = context.limit().saturating_sub(open.len() + close.len());
    wrapped(&open, expression::lines(value, context.module, Default::default(), limit), &close)
}

fn statement(statement: &Statement, operator: Operator, context: Context) -> Vec<String> {
    let mut lines = comment::from_kernel(&statement.comments, context.limit());
    match &statement.kind {
        StatementKind::Assign(target, value) => {
            lines.extend(assignment("", target, operator, value, context));
        }
        StatementKind::If { condition, then, otherwise } => {
            lines.extend(conditional(condition, then, otherwise, operator, context));
        }
        StatementKind::Case { subject, arms, default } => {
            lines.extend(case(subject, arms, default.as_deref(), operator, context));
        }
        StatementKind::Comment => {}
    }
    lines
}

fn conditional(
    condition: &Expression,
    then: &[Statement],
    otherwise: &[Statement],
    operator: Operator,
    context: Context,
) -> Vec<String> {
    let mut lines = in_parentheses("if", condition, " begin", context);
    lines.extend(context.indent(block(then, operator, context.deeper())));
    let mut rest = otherwise;
    while let [Statement { kind: StatementKind::If { condition, then, otherwise }, comments, .. }] =
        rest
    {
        if !comments.is_empty() {
            break;
        }
        lines.extend(in_parentheses("end else if", condition, " begin", context));
        lines.extend(context.indent(block(then, operator, context.deeper())));
        rest = otherwise;
    }
    if !rest.is_empty() {
        lines.push("end else begin".to_string());
        lines.extend(context.indent(block(rest, operator, context.deeper())));
    }
    lines.push("end".to_string());
    lines
}

/// An arm that fits on one line: label, statement and comment.
type ShortArm = Vec<String>;

fn case(
    subject: &Expression,
    arms: &[Arm],
    default: Option<&[Statement]>,
    operator: Operator,
    context: Context,
) -> Vec<String> {
    let module = context.module;
    let radix = subject.as_signal().map(|id| module.signal(id).radix).unwrap_or_default();
    let value = |value: &Value| {
        expression::text(&Expression::literal(value.clone(), subject.ty), module, radix)
    };
    let labels = arms.iter().map(|arm| arm.values.iter().map(value).collect::<Vec<_>>());
    let mut all: Vec<(Vec<String>, &[Statement])> =
        labels.zip(arms.iter().map(|arm| arm.body.as_slice())).collect();
    let default = default.unwrap_or_default();
    let unnamed = unnamed_variants(subject, arms, module);
    if default.is_empty() && !unnamed.is_empty() {
        // Linters ask for every variant of an enum, whatever the default.
        all.push((unnamed, &[]));
    }
    all.push((vec!["default".to_string()], default));

    let keyword = match context.options.case {
        CaseStyle::Plain => "case",
        CaseStyle::Unique => "unique case",
    };
    let inside = context.deeper();
    let mut lines = in_parentheses(keyword, subject, "", context);
    let mut run: Vec<ShortArm> = Vec::new();
    for (label, body) in all {
        match short_arm(&label.join(", "), body, operator, inside) {
            Some(short) => run.push(short),
            None => {
                lines.extend(context.indent(short_arms(&std::mem::take(&mut run), inside)));
                lines.extend(context.indent(long_arm(&label, body, operator, inside)));
            }
        }
    }
    lines.extend(context.indent(short_arms(&run, inside)));
    lines.push("endcase".to_string());
    lines
}

/// The variants without an arm, if the subject is an enum.
fn unnamed_variants(subject: &Expression, arms: &[Arm], module: &Module) -> Vec<String> {
    let Type::Enum(id) = subject.ty else {
        return vec![];
    };
    let is_named = |variant: u128| arms.iter().any(|arm| arm.values.contains(&variant.into()));
    (0..module.enums[id.0].variants.len() as u128)
        .filter(|value| !is_named(*value))
        .map(|value| {
            expression::text(&Expression::literal(value, subject.ty), module, Default::default())
        })
        .collect()
}

fn short_arm(
    label: &str,
    body: &[Statement],
    operator: Operator,
    context: Context,
) -> Option<ShortArm> {
    let (text, comments) = match body {
        [] => (";".to_string(), [].as_slice()),
        [Statement { kind: StatementKind::Comment, comments, .. }] => {
            (";".to_string(), comments.as_slice())
        }
        [Statement { kind: StatementKind::Assign(target, value), comments, .. }] => {
            let lines = assignment("", target, operator, value, context);
            let [line] = lines.as_slice() else {
                return None;
            };
            (line.clone(), comments.as_slice())
        }
        _ => return None,
    };
    let comment = match comments {
        [] => String::new(),
        [line] => format!(" {}", comment::trailing(line)?),
        _ => return None,
    };
    let arm = vec![format!("{label}:"), text, comment];
    let length: usize = arm.iter().map(|cell| cell.len() + 1).sum();
    (length <= context.limit()).then_some(arm)
}

/// Prints short arms, with statements and comments aligned if the lines do not get too long.
fn short_arms(arms: &[ShortArm], context: Context) -> Vec<String> {
    // Empty arms are not aligned.
    let (empty, full): (Vec<ShortArm>, Vec<ShortArm>) =
        arms.iter().cloned().partition(|arm| arm[1] == ";");
    let aligned = columns(&full);
    if empty.iter().all(|arm| arm[0] == "default:")
        && aligned.iter().all(|line| line.len() <= context.limit())
    {
        return aligned.into_iter().chain(columns(&empty)).collect();
    }
    arms.iter().flat_map(|arm| columns(std::slice::from_ref(arm))).collect()
}

fn long_arm(
    label: &[String],
    body: &[Statement],
    operator: Operator,
    context: Context,
) -> Vec<String> {
    let limit = context.limit().saturating_sub(": begin".len());
    let mut lines = wrapped("", listed(label, limit), ": begin");
    lines.extend(context.indent(block(body, operator, context.deeper())));
    lines.push("end".to_string());
    lines
}
