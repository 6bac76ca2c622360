//! Statements, as lines that begin at column `indent` of the file.

use crate::rtl::{Arm, Expression, Module, Statement, StatementKind, Target};

use super::layout::{columns, indent as indented, listed, wrapped};
use super::{LINE_LENGTH, comment, expression};

/// How far the second line of an assignment is indented against its first.
const CONTINUATION: usize = 4;

/// The assignment operator of a process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    /// `=`, in `always_comb` and `assign`.
    Blocking,
    /// `<=`, in `always_ff`.
    Nonblocking,
}

impl Operator {
    fn symbol(self) -> &'static str {
        match self {
            Operator::Blocking => "=",
            Operator::Nonblocking => "<=",
        }
    }
}

/// Statements one below the other.
pub(super) fn block(
    statements: &[Statement],
    operator: Operator,
    module: &Module,
    indent: usize,
) -> Vec<String> {
    statements.iter().flat_map(|statement| one(statement, operator, module, indent)).collect()
}

/// `prefix target = value;`, broken at the outermost operator if it is too long.
pub(super) fn assignment(
    prefix: &str,
    target: &Target,
    operator: Operator,
    value: &Expression,
    module: &Module,
    indent: usize,
) -> Vec<String> {
    let radix = module.signal(target.signal).radix;
    let start = format!("{prefix}{} {}", expression::target(target, module), operator.symbol());
    let line = format!("{start} {};", expression::text(value, module, radix));
    if indent + line.len() <= LINE_LENGTH {
        return vec![line];
    }
    let room = LINE_LENGTH.saturating_sub(indent + CONTINUATION + 1);
    let value = expression::lines(value, module, radix, room);
    std::iter::once(start).chain(indented(wrapped("", value, ";"), CONTINUATION)).collect()
}

/// `before (value) behind`, over several lines if it is too long.
fn in_brackets(
    before: &str,
    value: &Expression,
    behind: &str,
    module: &Module,
    indent: usize,
) -> Vec<String> {
    let (open, close) = (format!("{before} ("), format!("){behind}"));
    let room = LINE_LENGTH.saturating_sub(indent + open.len() + close.len());
    wrapped(&open, expression::lines(value, module, Default::default(), room), &close)
}

fn one(statement: &Statement, operator: Operator, module: &Module, indent: usize) -> Vec<String> {
    let mut lines = comment::remarks(&statement.comments, indent);
    match &statement.kind {
        StatementKind::Assign(target, value) => {
            lines.extend(assignment("", target, operator, value, module, indent));
        }
        StatementKind::If { condition, then, otherwise } => {
            lines.extend(conditional(condition, then, otherwise, operator, module, indent));
        }
        StatementKind::Case { subject, arms, default } => {
            lines.extend(case(subject, arms, default.as_deref(), operator, module, indent));
        }
        StatementKind::Remark => {}
    }
    lines
}

fn conditional(
    condition: &Expression,
    then: &[Statement],
    otherwise: &[Statement],
    operator: Operator,
    module: &Module,
    indent: usize,
) -> Vec<String> {
    let mut lines = in_brackets("if", condition, " begin", module, indent);
    lines.extend(indented(block(then, operator, module, indent + 2), 2));
    let mut rest = otherwise;
    while let [Statement { kind: StatementKind::If { condition, then, otherwise }, comments }] =
        rest
    {
        if !comments.is_empty() {
            break;
        }
        lines.extend(in_brackets("end else if", condition, " begin", module, indent));
        lines.extend(indented(block(then, operator, module, indent + 2), 2));
        rest = otherwise;
    }
    if !rest.is_empty() {
        lines.push("end else begin".to_string());
        lines.extend(indented(block(rest, operator, module, indent + 2), 2));
    }
    lines.push("end".to_string());
    lines
}

/// An arm that fits on a line: label, statement, and a comment behind them.
type ShortArm = Vec<String>;

fn case(
    subject: &Expression,
    arms: &[Arm],
    default: Option<&[Statement]>,
    operator: Operator,
    module: &Module,
    indent: usize,
) -> Vec<String> {
    let radix = subject.as_signal().map(|id| module.signal(id).radix).unwrap_or_default();
    let value =
        |value: &u128| expression::text(&Expression::literal(*value, subject.ty), module, radix);
    let labels = arms.iter().map(|arm| arm.values.iter().map(value).collect::<Vec<_>>());
    let mut all: Vec<(Vec<String>, &[Statement])> =
        labels.zip(arms.iter().map(|arm| arm.body.as_slice())).collect();
    all.push((vec!["default".to_string()], default.unwrap_or_default()));

    let mut lines = in_brackets("case", subject, "", module, indent);
    let mut run: Vec<ShortArm> = Vec::new();
    for (label, body) in all {
        match short_arm(&label.join(", "), body, operator, module, indent + 2) {
            Some(short) => run.push(short),
            None => {
                lines.extend(indented(short_arms(&std::mem::take(&mut run), indent + 2), 2));
                lines.extend(indented(long_arm(&label, body, operator, module, indent + 2), 2));
            }
        }
    }
    lines.extend(indented(short_arms(&run, indent + 2), 2));
    lines.push("endcase".to_string());
    lines
}

fn short_arm(
    label: &str,
    body: &[Statement],
    operator: Operator,
    module: &Module,
    indent: usize,
) -> Option<ShortArm> {
    let (text, comments) = match body {
        [] => (";".to_string(), [].as_slice()),
        [Statement { kind: StatementKind::Remark, comments }] => {
            (";".to_string(), comments.as_slice())
        }
        [Statement { kind: StatementKind::Assign(target, value), comments }] => {
            let lines = assignment("", target, operator, value, module, indent);
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
    (indent + length <= LINE_LENGTH).then_some(arm)
}

/// Short arms with their statements and their comments aligned, if there is room.
fn short_arms(arms: &[ShortArm], indent: usize) -> Vec<String> {
    // An arm that does nothing has no column to align.
    let (empty, full): (Vec<ShortArm>, Vec<ShortArm>) =
        arms.iter().cloned().partition(|arm| arm[1] == ";");
    let aligned = columns(&full);
    if empty.iter().all(|arm| arm[0] == "default:")
        && aligned.iter().all(|line| indent + line.len() <= LINE_LENGTH)
    {
        return aligned.into_iter().chain(columns(&empty)).collect();
    }
    arms.iter().flat_map(|arm| columns(std::slice::from_ref(arm))).collect()
}

fn long_arm(
    label: &[String],
    body: &[Statement],
    operator: Operator,
    module: &Module,
    indent: usize,
) -> Vec<String> {
    let room = LINE_LENGTH.saturating_sub(indent + ": begin".len());
    let mut lines = wrapped("", listed(label, room), ": begin");
    lines.extend(indented(block(body, operator, module, indent + 2), 2));
    lines.push("end".to_string());
    lines
}
