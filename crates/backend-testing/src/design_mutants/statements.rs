//! Faults in statements.

use rust_hdl_rtl::*;

use super::Faulty;
use super::expressions::{faults, other_values};

/// Returns every single fault of a block.
pub(super) fn of_block(module: &Module, block: &[Statement]) -> Vec<Faulty<Vec<Statement>>> {
    let mut found = Vec::new();
    for (index, statement) in block.iter().enumerate() {
        for (fault, kind) in of_statement(module, &statement.kind) {
            let mut block = block.to_vec();
            block[index].kind = kind;
            found.push((fault, block));
        }
    }
    found
}

fn of_statement(module: &Module, statement: &StatementKind) -> Vec<Faulty<StatementKind>> {
    match statement {
        StatementKind::Assign(target, value) => {
            let mut found: Vec<Faulty<StatementKind>> = faults(module, value)
                .into_iter()
                .map(|(fault, value)| (fault, StatementKind::Assign(target.clone(), value)))
                .collect();
            let name = &module.signal(target.signal).name;
            found.push((format!("assignment of {name} dropped"), StatementKind::Comment));
            found
        }
        StatementKind::If { condition, then, otherwise } => {
            of_if(module, condition, then, otherwise)
        }
        StatementKind::Case { subject, arms, default } => of_case(module, subject, arms, default),
        StatementKind::Comment => vec![],
    }
}

fn of_if(
    module: &Module,
    condition: &Expression,
    then: &[Statement],
    otherwise: &[Statement],
) -> Vec<Faulty<StatementKind>> {
    let new = |condition: &Expression, then: &[Statement], otherwise: &[Statement]| {
        let (then, otherwise) = (then.to_vec(), otherwise.to_vec());
        StatementKind::If { condition: condition.clone(), then, otherwise }
    };
    let mut found = vec![
        ("condition negated".to_string(), new(condition, otherwise, then)),
        ("condition always true".into(), new(&Expression::literal(1, Type::Bit), then, otherwise)),
        ("condition always false".into(), new(&Expression::literal(0, Type::Bit), then, otherwise)),
    ];
    for (fault, condition) in faults(module, condition) {
        found.push((format!("condition: {fault}"), new(&condition, then, otherwise)));
    }
    for (fault, then) in of_block(module, then) {
        found.push((fault, new(condition, &then, otherwise)));
    }
    for (fault, otherwise) in of_block(module, otherwise) {
        found.push((fault, new(condition, then, &otherwise)));
    }
    found
}

fn of_case(
    module: &Module,
    subject: &Expression,
    arms: &[Arm],
    default: &Option<Vec<Statement>>,
) -> Vec<Faulty<StatementKind>> {
    let new = |subject: &Expression, arms: Vec<Arm>, default: &Option<Vec<Statement>>| {
        StatementKind::Case { subject: subject.clone(), arms, default: default.clone() }
    };
    let mut found = Vec::new();
    for (fault, subject) in faults(module, subject) {
        found.push((format!("subject: {fault}"), new(&subject, arms.to_vec(), default)));
    }
    for (index, arm) in arms.iter().enumerate() {
        let mut without = arms.to_vec();
        without.remove(index);
        let label = &arm.values;
        found.push((format!("arm {label:?} removed"), new(subject, without, default)));
        for (fault, arm) in of_arm(module, subject.ty, arm) {
            let mut arms = arms.to_vec();
            arms[index] = arm;
            found.push((format!("arm {label:?}: {fault}"), new(subject, arms, default)));
        }
    }
    if let Some(body) = default {
        found.push(("default removed".into(), new(subject, arms.to_vec(), &None)));
        for (fault, body) in of_block(module, body) {
            found.push((format!("default: {fault}"), new(subject, arms.to_vec(), &Some(body))));
        }
    }
    found
}

fn of_arm(module: &Module, ty: Type, arm: &Arm) -> Vec<Faulty<Arm>> {
    let mut found = Vec::new();
    for (place, value) in arm.values.iter().enumerate() {
        for other in other_values(module, ty, value) {
            let mut arm = arm.clone();
            let fault = format!("value {value} becomes {other}");
            arm.values[place] = other;
            found.push((fault, arm));
        }
        if arm.values.len() > 1 {
            let mut arm = arm.clone();
            arm.values.remove(place);
            found.push((format!("value {value} left out"), arm));
        }
    }
    for (fault, body) in of_block(module, &arm.body) {
        found.push((fault, Arm { values: arm.values.clone(), body }));
    }
    found
}
