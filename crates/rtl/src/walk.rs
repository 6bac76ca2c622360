//! Visiting, renaming and filtering statements.

use std::collections::BTreeSet;

use super::design::{
    Connection, Expression, Item, ItemKind, SignalId, Slice, Statement, StatementKind, Target,
};

impl Statement {
    /// Returns the blocks of statements inside it.
    pub fn blocks(&self) -> Vec<&[Statement]> {
        match &self.kind {
            StatementKind::Assign(..) | StatementKind::Comment => vec![],
            StatementKind::If { then, otherwise, .. } => vec![then, otherwise],
            StatementKind::Case { arms, default, .. } => {
                let bodies = arms.iter().map(|arm| arm.body.as_slice());
                bodies.chain(default.iter().map(Vec::as_slice)).collect()
            }
        }
    }

    /// Returns the blocks of statements inside it, mutably.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match &mut self.kind {
            StatementKind::Assign(..) | StatementKind::Comment => vec![],
            StatementKind::If { then, otherwise, .. } => vec![then, otherwise],
            StatementKind::Case { arms, default, .. } => {
                arms.iter_mut().map(|arm| &mut arm.body).chain(default.iter_mut()).collect()
            }
        }
    }

    /// Returns the expression that it evaluates itself: a value, a condition or a subject.
    pub fn expression(&self) -> Option<&Expression> {
        match &self.kind {
            StatementKind::Assign(_, value) => Some(value),
            StatementKind::If { condition, .. } => Some(condition),
            StatementKind::Case { subject, .. } => Some(subject),
            StatementKind::Comment => None,
        }
    }

    /// Returns the expression that it evaluates itself, mutably.
    pub fn expression_mut(&mut self) -> Option<&mut Expression> {
        match &mut self.kind {
            StatementKind::Assign(_, value) => Some(value),
            StatementKind::If { condition, .. } => Some(condition),
            StatementKind::Case { subject, .. } => Some(subject),
            StatementKind::Comment => None,
        }
    }

    /// Returns its target, if it is an assignment.
    pub fn target(&self) -> Option<&Target> {
        match &self.kind {
            StatementKind::Assign(target, _) => Some(target),
            _ => None,
        }
    }
}

/// Calls `visit` with every statement, outer ones first.
pub fn for_each<'a>(statements: &'a [Statement], visit: &mut impl FnMut(&'a Statement)) {
    for statement in statements {
        visit(statement);
        for block in statement.blocks() {
            for_each(block, visit);
        }
    }
}

/// Calls `change` with every statement, inner ones first.
pub fn for_each_mut(statements: &mut [Statement], change: &mut impl FnMut(&mut Statement)) {
    for statement in statements {
        for block in statement.blocks_mut() {
            for_each_mut(block, change);
        }
        change(statement);
    }
}

/// Calls `visit` with every expression of an item that is not part of another.
pub fn for_each_expression<'a>(item: &'a Item, visit: &mut impl FnMut(&'a Expression)) {
    match &item.kind {
        ItemKind::Instance(instance) => {
            for connection in &instance.connections {
                if let Connection::Input(value) = connection {
                    visit(value);
                }
            }
        }
        ItemKind::Combinational(body) => {
            for_each(body, &mut |statement| {
                statement.expression().into_iter().for_each(&mut *visit)
            });
        }
        ItemKind::Register(register) => {
            visit(&register.clock);
            for_each(&register.body, &mut |statement| {
                statement.expression().into_iter().for_each(&mut *visit);
            });
        }
        ItemKind::MemoryWrite(write) => write.operands().into_iter().for_each(visit),
        ItemKind::Tristate(driver) => [&driver.enable, &driver.value].into_iter().for_each(visit),
    }
}

/// Calls `visit` for every read of a signal.
pub fn for_each_read(statements: &[Statement], visit: &mut impl FnMut(SignalId)) {
    for_each_read_bits(statements, &mut |signal, _| visit(signal));
}

/// Calls `visit` for every read of a signal, with the bits as in [`Expression::for_each_read`].
pub fn for_each_read_bits(
    statements: &[Statement],
    visit: &mut impl FnMut(SignalId, Option<Slice>),
) {
    for_each(statements, &mut |statement| {
        if let Some(expression) = statement.expression() {
            expression.for_each_read(visit);
        }
    });
}

/// Calls `visit` for every assignment, with its target.
pub fn for_each_target<'a>(statements: &'a [Statement], visit: &mut impl FnMut(&'a Target)) {
    for_each(statements, &mut |statement| {
        if let Some(target) = statement.target() {
            visit(target);
        }
    });
}

/// Returns the signals that a combinational process assigns; none for any other item.
pub fn targets(item: &Item) -> BTreeSet<SignalId> {
    let mut targets = BTreeSet::new();
    if let ItemKind::Combinational(body) = &item.kind {
        for_each_target(body, &mut |target| {
            targets.insert(target.signal);
        });
    }
    targets
}

/// Replaces the signals that items read, and those that they drive.
pub(super) fn rename(
    items: &mut [Item],
    read: &impl Fn(SignalId) -> SignalId,
    driven: &impl Fn(SignalId) -> SignalId,
) {
    let rename_value = |value: &mut Expression| value.rename(&mut |id| read(id));
    for item in items {
        match &mut item.kind {
            ItemKind::Instance(instance) => {
                for connection in &mut instance.connections {
                    match connection {
                        Connection::Input(value) => rename_value(value),
                        Connection::Output(target) => target.signal = driven(target.signal),
                        Connection::InOut(net) => *net = driven(*net),
                    }
                }
            }
            ItemKind::Combinational(body) => rename_statements(body, read, driven),
            ItemKind::Register(register) => {
                register.target = driven(register.target);
                rename_value(&mut register.clock);
                rename_statements(&mut register.body, read, driven);
            }
            ItemKind::MemoryWrite(write) => write.operands_mut().into_iter().for_each(rename_value),
            ItemKind::Tristate(driver) => {
                driver.target = driven(driver.target);
                [&mut driver.enable, &mut driver.value].into_iter().for_each(rename_value);
            }
        }
    }
}

fn rename_statements(
    body: &mut [Statement],
    read: &impl Fn(SignalId) -> SignalId,
    driven: &impl Fn(SignalId) -> SignalId,
) {
    for_each_mut(body, &mut |statement| {
        if let StatementKind::Assign(target, _) = &mut statement.kind {
            target.signal = driven(target.signal);
        }
        if let Some(value) = statement.expression_mut() {
            value.rename(&mut |id| read(id));
        }
    });
}

/// Returns the statements without the assignments that `keep` rejects, and without branches that
/// become empty.
///
/// An empty arm stays if there is a default, which would otherwise run for its values.
pub fn filter(statements: &[Statement], keep: &impl Fn(&Target) -> bool) -> Vec<Statement> {
    statements.iter().filter_map(|statement| filter_one(statement, keep)).collect()
}

fn filter_one(statement: &Statement, keep: &impl Fn(&Target) -> bool) -> Option<Statement> {
    let (comments, line) = (statement.comments.clone(), statement.line);
    let kind = match &statement.kind {
        StatementKind::Assign(target, value) if keep(target) => {
            StatementKind::Assign(target.clone(), value.clone())
        }
        StatementKind::Assign(..) | StatementKind::Comment => return None,
        StatementKind::If { condition, then, otherwise } => StatementKind::If {
            condition: condition.clone(),
            then: filter(then, keep),
            otherwise: filter(otherwise, keep),
        },
        StatementKind::Case { subject, arms, default } => {
            let mut arms = arms.clone();
            for arm in &mut arms {
                arm.body = filter(&arm.body, keep);
            }
            let default = default.as_ref().map(|body| filter(body, keep));
            StatementKind::Case { subject: subject.clone(), arms, default }
        }
    };
    prune_empty(Statement { comments, line, kind })
}

/// Returns the statement without empty branches; `None` if nothing is left.
pub fn prune_empty(statement: Statement) -> Option<Statement> {
    let Statement { comments, line, kind } = statement;
    let kind = match kind {
        StatementKind::If { then, otherwise, .. } if then.is_empty() && otherwise.is_empty() => {
            return None;
        }
        StatementKind::If { condition, then, otherwise } if then.is_empty() => {
            StatementKind::If { condition: condition.negated(), then: otherwise, otherwise: then }
        }
        StatementKind::Case { subject, mut arms, default } => {
            if default.as_ref().is_none_or(Vec::is_empty) {
                arms.retain(|arm| !arm.body.is_empty());
            }
            if arms.is_empty() {
                return None;
            }
            StatementKind::Case { subject, arms, default }
        }
        kind => kind,
    };
    Some(Statement { comments, line, kind })
}
