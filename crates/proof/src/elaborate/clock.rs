//! Clocks, and their values at power-up.

use rust_hdl_gates::graph::{Node, NodeId};

use super::Elaborator;
use super::drivers::{Process, ProcessKind};
use super::place::Place;
use crate::error::{Problem, ReadError};
use crate::model::{Edge, Leaf, Source};
use crate::syntax::*;

impl<'t> Elaborator<'_, 't> {
    /// Returns a clock, inverted for a falling edge.
    ///
    /// An `always_comb` first runs when all other processes wait already (9.2.2.2), so a clock that
    /// it makes high at power-up rises then. An `assign` sets its value without an edge in all
    /// tools.
    pub(super) fn clock(&mut self, event: &Event<'t>) -> Result<Edge, ReadError> {
        let clock = match self.value(&event.clock)?[..] {
            [clock] if event.is_falling => !clock,
            [clock] => clock,
            _ => return Err(Problem::ClockWidth.at(event.clock.at)),
        };
        if self.is_procedural(&event.clock)? && self.at_power_up(clock) {
            return Err(Problem::EdgeAtPowerUp.at(event.clock.at));
        }
        Ok(clock)
    }

    /// Notes which variables a process drives after time 0 has begun.
    pub(super) fn mark_procedural(&mut self, process: &Process) {
        let is_late = matches!(process.kind, ProcessKind::Combinational(_))
            || process.reads.iter().any(|(variable, _)| self.procedural.contains(variable));
        if is_late {
            self.procedural.extend(process.writes.iter().map(|((variable, _), _)| *variable));
        }
    }

    fn is_procedural(&self, expression: &Expression<'t>) -> Result<bool, ReadError> {
        if let ExpressionKind::Reference(reference) = &expression.kind
            && let Place::Bits(bits) = self.scope.place(reference)?
            && self.procedural.contains(&bits.variable)
        {
            return Ok(true);
        }
        for operand in expression.kind.operands() {
            if self.is_procedural(operand)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the value of a gate at power-up, when everything but registers is 0.
    fn at_power_up(&self, edge: Edge) -> bool {
        let mut values = Vec::new();
        for id in 0..=edge.node().0 {
            let of = |edge: Edge| values[edge.node().0 as usize] != edge.is_inverted();
            values.push(match self.gates.graph.node(NodeId(id)) {
                Node::Zero => false,
                Node::Leaf(number) => self.leaf_at_power_up(&self.gates.leaves()[number as usize]),
                Node::And(left, right) => of(left) && of(right),
                Node::Xor(left, right) => of(left) != of(right),
                Node::Mux { select, one, zero } => of(if of(select) { one } else { zero }),
            });
        }
        values[edge.node().0 as usize] != edge.is_inverted()
    }

    fn leaf_at_power_up(&self, leaf: &Leaf) -> bool {
        let Source::Signal(name) = &leaf.source else { return false };
        let register = self.model.registers.get(name);
        let power_up = register.and_then(|register| register.power_up.as_ref());
        power_up.is_some_and(|value| value[leaf.bit])
    }
}
