//! What each process reads and assigns, and the order in which processes are evaluated.

use std::ops::Range;

use super::place::Place;
use super::scope::Scope;
use crate::error::{Position, Problem, ReadError};
use crate::syntax::*;

/// Bits of a variable.
type Part = (usize, Range<usize>);

/// An item that drives variables.
#[derive(Debug)]
pub(super) struct Process<'e, 't> {
    pub kind: ProcessKind<'e, 't>,
    pub reads: Vec<Part>,
    pub writes: Vec<(Part, Position)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ProcessKind<'e, 't> {
    /// `assign` of a variable.
    Assign(&'e Reference<'t>, &'e Expression<'t>),
    /// `always_comb`.
    Combinational(&'e Statement<'t>),
    /// `always_ff`.
    Clocked(&'e Event<'t>, &'e Statement<'t>),
    /// The outputs of an instance.
    Instance,
}

impl ProcessKind<'_, '_> {
    fn is_combinational(&self) -> bool {
        matches!(self, ProcessKind::Assign(..) | ProcessKind::Combinational(_))
    }
}

impl<'e, 't> Process<'e, 't> {
    pub fn new(kind: ProcessKind<'e, 't>, scope: &Scope) -> Result<Process<'e, 't>, ReadError> {
        let mut process = Process { kind, reads: vec![], writes: vec![] };
        match kind {
            ProcessKind::Assign(target, value) => {
                process.target(target, scope)?;
                process.expression(value, scope)?;
            }
            ProcessKind::Combinational(body) | ProcessKind::Clocked(_, body) => {
                process.statement(body, scope)?;
            }
            ProcessKind::Instance => {}
        }
        Ok(process)
    }

    /// Adds the bits that it assigns.
    pub fn target(&mut self, target: &Reference<'t>, scope: &Scope) -> Result<(), ReadError> {
        let (name, at) = (target.name.text, target.name.at);
        let Place::Bits(bits) = scope.place(target)? else {
            return Err(Problem::NotAssignable(name.to_string()).at(at));
        };
        let variable = &scope.variables[bits.variable];
        let is_variable = variable.kind == DeclarationKind::Variable;
        if !is_variable || variable.direction == Some(Direction::Input) {
            return Err(Problem::NotAssignable(name.to_string()).at(at));
        }
        self.writes.push(((bits.variable, bits.range()), at));
        self.operands(&target.select_operands(), scope)
    }

    fn statement(&mut self, statement: &Statement<'t>, scope: &Scope) -> Result<(), ReadError> {
        match &statement.kind {
            StatementKind::Null => Ok(()),
            StatementKind::Block(body) => {
                body.iter().try_for_each(|inner| self.statement(inner, scope))
            }
            StatementKind::Assign { target, value, .. } => {
                self.target(target, scope)?;
                self.expression(value, scope)
            }
            StatementKind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.expression(condition, scope)?;
                    self.statement(body, scope)?;
                }
                otherwise.iter().try_for_each(|body| self.statement(body, scope))
            }
            StatementKind::Case { subject, arms, default, .. } => {
                self.expression(subject, scope)?;
                for (labels, body) in arms {
                    labels.iter().try_for_each(|label| self.expression(label, scope))?;
                    self.statement(body, scope)?;
                }
                default.iter().try_for_each(|body| self.statement(body, scope))
            }
            StatementKind::For { .. } => Err(Problem::LoopOutsideInitial.at(statement.at)),
        }
    }

    /// Adds the bits that an expression reads.
    fn expression(&mut self, expression: &Expression<'t>, scope: &Scope) -> Result<(), ReadError> {
        if let ExpressionKind::Reference(reference) = &expression.kind
            && let Place::Bits(bits) = scope.place(reference)?
        {
            self.reads.push((bits.variable, bits.range()));
        }
        self.operands(&expression.kind.operands(), scope)
    }

    fn operands(&mut self, operands: &[&Expression<'t>], scope: &Scope) -> Result<(), ReadError> {
        operands.iter().try_for_each(|operand| self.expression(operand, scope))
    }
}

/// The process that drives each bit of each variable, by index.
pub(super) type Drivers = Vec<Vec<Option<usize>>>;

/// Finds the driver of each bit. A bit has at most one.
pub(super) fn drivers(scope: &Scope, processes: &[Process]) -> Result<Drivers, ReadError> {
    let undriven = scope.variables.iter().map(|variable| vec![None; variable.ty.width]);
    let mut drivers: Drivers = undriven.collect();
    for (index, process) in processes.iter().enumerate() {
        for ((variable, bits), at) in &process.writes {
            let name = || scope.variables[*variable].name.clone();
            for driver in &mut drivers[*variable][bits.clone()] {
                let is_first = driver.replace(index).is_none_or(|other| {
                    other == index && !matches!(process.kind, ProcessKind::Instance)
                });
                if !is_first {
                    return Err(Problem::SecondDriver(name()).at(*at));
                }
            }
            let is_clocked = matches!(process.kind, ProcessKind::Clocked(..));
            if scope.variables[*variable].initial.is_some() && !is_clocked {
                return Err(Problem::InitialisedAndDriven(name()).at(*at));
            }
        }
    }
    Ok(drivers)
}

/// Sorts the combinational processes so that each comes after those that drive what it reads.
pub(super) fn in_order(
    scope: &Scope,
    processes: &[Process],
    drivers: &Drivers,
) -> Result<Vec<usize>, ReadError> {
    let mut order = Vec::new();
    let mut state = vec![Visit::New; processes.len()];
    for root in 0..processes.len() {
        // The processes that are being visited, each with its drivers that are not visited yet.
        let mut stack = vec![(root, None)];
        while let Some((index, pending)) = stack.last_mut() {
            let process = &processes[*index];
            if !process.kind.is_combinational() || pending.is_none() && state[*index] != Visit::New
            {
                stack.pop();
                continue;
            }
            let pending = pending.get_or_insert_with(|| {
                state[*index] = Visit::Active;
                process.drivers(*index, drivers)
            });
            match pending.pop() {
                Some(driver) if state[driver] == Visit::Active => {
                    let ((variable, _), at) = &processes[driver].writes[0];
                    let name = scope.variables[*variable].name.clone();
                    return Err(Problem::CombinationalLoop(name).at(*at));
                }
                Some(driver) => stack.push((driver, None)),
                None => {
                    state[*index] = Visit::Done;
                    order.push(*index);
                    stack.pop();
                }
            }
        }
    }
    Ok(order)
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Active,
    Done,
}

impl Process<'_, '_> {
    /// The processes that drive what it reads. An `always_comb` may read what it has assigned
    /// before.
    fn drivers(&self, own: usize, drivers: &Drivers) -> Vec<usize> {
        let read = self.reads.iter().flat_map(|(variable, bits)| &drivers[*variable][bits.clone()]);
        let may_read_own = matches!(self.kind, ProcessKind::Combinational(_));
        let mut found: Vec<usize> =
            read.copied().flatten().filter(|driver| !may_read_own || *driver != own).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
