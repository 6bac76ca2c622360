//! Statements: IEEE 1800-2012, clauses 10 and 12.

use std::collections::{BTreeMap, HashSet};

use super::Elaborator;
use super::place::{Bits, Place};
use super::shape::common;
use super::types::Type;
use crate::error::{Problem, ReadError};
use crate::model::{Edge, Word};
use crate::syntax::*;

/// The value of a bit on one path through a process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Slot {
    /// The process does not assign this bit.
    Foreign,
    /// Not assigned on this path so far.
    Unassigned,
    Value(Edge),
}

/// The variables that a process assigns, by index, bit by bit.
pub(super) type Slots = BTreeMap<usize, Vec<Slot>>;

/// A process while it is executed.
#[derive(Debug, Default)]
pub(super) struct Execution {
    pub slots: Slots,
    /// Whether assignments take effect after the clock edge: `<=` instead of `=`.
    pub is_clocked: bool,
}

impl<'t> Elaborator<'_, 't> {
    /// Executes a process. The bits that it assigns are given with their values before it.
    pub(super) fn execute_process(
        &mut self,
        body: &Statement<'t>,
        slots: Slots,
        is_clocked: bool,
    ) -> Result<Slots, ReadError> {
        self.execution = Execution { slots, is_clocked };
        self.execute(body)?;
        Ok(std::mem::take(&mut self.execution).slots)
    }

    /// Executes an `assign`.
    pub(super) fn execute_assign(
        &mut self,
        target: &Reference<'t>,
        value: &Expression<'t>,
        slots: Slots,
    ) -> Result<Slots, ReadError> {
        self.execution = Execution { slots, is_clocked: false };
        self.assign(target, value)?;
        Ok(std::mem::take(&mut self.execution).slots)
    }

    fn execute(&mut self, statement: &Statement<'t>) -> Result<(), ReadError> {
        match &statement.kind {
            StatementKind::Null => Ok(()),
            StatementKind::Block(body) => body.iter().try_for_each(|inner| self.execute(inner)),
            StatementKind::Assign { target, is_blocking, value } => {
                if *is_blocking == self.execution.is_clocked {
                    return Err(Problem::AssignmentOperator.at(statement.at));
                }
                self.assign(target, value)
            }
            StatementKind::If { branches, otherwise } => {
                let conditions = branches.iter().map(|(condition, _)| self.truth(condition));
                let conditions: Vec<Edge> = conditions.collect::<Result<_, _>>()?;
                let bodies = branches.iter().map(|(_, body)| body);
                self.choose(conditions.into_iter().zip(bodies), otherwise.as_deref())
            }
            StatementKind::Case { is_unique, subject, arms, default } => {
                self.case(subject, arms, default.as_deref(), *is_unique)
            }
            StatementKind::For { .. } => Err(Problem::LoopOutsideInitial.at(statement.at)),
        }
    }

    /// Executes the body with the first condition that holds, or `otherwise`.
    fn choose<'e>(
        &mut self,
        branches: impl DoubleEndedIterator<Item = (Edge, &'e Statement<'t>)>,
        otherwise: Option<&'e Statement<'t>>,
    ) -> Result<(), ReadError>
    where
        't: 'e,
    {
        let before = self.execution.slots.clone();
        if let Some(otherwise) = otherwise {
            self.execute(otherwise)?;
        }
        for (condition, body) in branches.rev() {
            let zero = std::mem::replace(&mut self.execution.slots, before.clone());
            self.execute(body)?;
            for (one, zero) in self.execution.slots.values_mut().zip(zero.values()) {
                for (one, zero) in one.iter_mut().zip(zero) {
                    *one = match (*one, *zero) {
                        (Slot::Value(one), Slot::Value(zero)) => {
                            Slot::Value(self.gates.graph.mux(condition, one, zero))
                        }
                        (Slot::Foreign, _) => Slot::Foreign,
                        _ => Slot::Unassigned,
                    };
                }
            }
        }
        Ok(())
    }

    /// Executes the first arm with a label that the subject has. The subject and all labels are
    /// extended to the width of the widest of them: 12.5.1.
    fn case(
        &mut self,
        subject: &Expression<'t>,
        arms: &[(Vec<Expression<'t>>, Statement<'t>)],
        default: Option<&Statement<'t>>,
        is_unique: bool,
    ) -> Result<(), ReadError> {
        let mut ty = self.shape(subject)?;
        for label in arms.iter().flat_map(|(labels, _)| labels) {
            ty = common(ty, self.shape(label)?);
        }
        let at = subject.at;
        let subject = self.evaluate(subject, ty.width, ty.is_signed)?;
        let (mut conditions, mut distinct) = (Vec::with_capacity(arms.len()), HashSet::new());
        for (labels, _) in arms {
            let mut any = Edge::ZERO;
            for label in labels {
                let label = self.evaluate(label, ty.width, ty.is_signed)?;
                let equal = self.gates.graph.equal(&subject, &label);
                any = self.gates.graph.or(any, equal);
                if is_unique && !distinct.insert(self.constant_bits(&label, at)?) {
                    return Err(Problem::NotUnique.at(at));
                }
            }
            conditions.push(any);
        }
        // Synthesis tools assume that exactly one arm of a `unique case` is chosen.
        if is_unique && default.is_none() {
            return Err(Problem::NotUnique.at(at));
        }
        let bodies = arms.iter().map(|(_, body)| body);
        self.choose(conditions.into_iter().zip(bodies), default)
    }

    fn assign(&mut self, target: &Reference<'t>, value: &Expression<'t>) -> Result<(), ReadError> {
        let Place::Bits(bits) = self.scope.place(target)? else {
            return Err(Problem::NotAssignable(target.name.text.to_string()).at(target.name.at));
        };
        let value = self.value_for(&bits.ty, value)?;
        self.store(&bits, target, value)
    }

    /// Returns the value of an expression that is assigned to something of that type. An enum takes
    /// only its own values: 6.19.3.
    pub(super) fn value_for(
        &mut self,
        ty: &Type,
        value: &Expression<'t>,
    ) -> Result<Word, ReadError> {
        if ty.is_enum() && self.shape(value)? != *ty {
            return Err(Problem::EnumAssignment.at(value.at));
        }
        self.assigned_value(value, ty.width)
    }

    fn store(
        &mut self,
        bits: &Bits<'_, 't>,
        target: &Reference<'t>,
        mut value: Word,
    ) -> Result<(), ReadError> {
        let unassigned =
            || Problem::NotYetAssigned(target.name.text.to_string()).at(target.name.at);
        if let Some(index) = &bits.index {
            let [bit] = value[..] else {
                return Err(Problem::NotConstant.at(index.value.at));
            };
            let position = self.index(index.value, index.size, target)?;
            let slots = &self.execution.slots[&bits.variable][bits.range()];
            let before = slots.iter().map(|slot| match slot {
                Slot::Value(value) => Ok(*value),
                _ => Err(unassigned()),
            });
            let before: Word = before.collect::<Result<_, _>>()?;
            value = self.gates.graph.replace_bit(&before, &position, bit);
        }
        let slots = self.execution.slots.get_mut(&bits.variable).ok_or_else(unassigned)?;
        for (slot, value) in slots[bits.range()].iter_mut().zip(value) {
            *slot = Slot::Value(value);
        }
        Ok(())
    }
}
