//! What clocks depend on.

use std::collections::BTreeMap;

use super::circuit::{Circuit, ClockLogic, ClockValue, Logic, clock_logic};
use crate::design::*;
use crate::order::overlap;

impl Circuit<'_> {
    /// Returns the bits that clocks depend on combinationally, for each signal.
    pub fn clock_bits(&self) -> BTreeMap<SignalId, Value> {
        let module = &self.network.module;
        self.trace(
            |clock, open| {
                clock.for_each_read(&mut |id, slice| open.push((id, module.bits(id, slice))))
            },
            |logic, bits, open| match logic.assignment() {
                Some((target, value)) if is_copy(value) => {
                    copied(value, &(bits >> offset(target)), module, open);
                }
                _ => open.extend(logic.ends.reads.iter().map(|(id, bits)| (*id, bits.clone()))),
            },
        )
    }

    /// Returns the bits that are clocks themselves, or inverted, or selected by a condition.
    fn direct_clock_bits(&self) -> BTreeMap<SignalId, Value> {
        let module = &self.network.module;
        let one = Value::from(1);
        self.trace(
            |clock, open| copied(clock, &one, module, open),
            |logic, bits, open| {
                let Some(ClockLogic { target, value }) = clock_logic(&logic.body) else {
                    return;
                };
                let bits = bits >> offset(target);
                match value {
                    ClockValue::Plain(value) => copied(value, &bits, module, open),
                    ClockValue::Choice { yes, no, .. } => {
                        [yes, no].into_iter().for_each(|value| copied(value, &bits, module, open));
                    }
                }
            },
        )
    }

    /// Follows all clocks back to inputs and registers. `of_clock` and `of_logic` add the bits that
    /// a clock, or some bits that logic drives, come from.
    fn trace(
        &self,
        of_clock: impl Fn(&Expression, &mut Vec<(SignalId, Value)>),
        of_logic: impl Fn(&Logic, &Value, &mut Vec<(SignalId, Value)>),
    ) -> BTreeMap<SignalId, Value> {
        let mut open = Vec::new();
        self.clocked.iter().for_each(|clocked| of_clock(clocked.clock, &mut open));
        let mut found: BTreeMap<SignalId, Value> = BTreeMap::new();
        while let Some((signal, bits)) = open.pop() {
            let known = found.entry(signal).or_default();
            let new = bits.without(known);
            if new.is_zero() {
                continue;
            }
            *known |= &new;
            for logic in &self.logic {
                let driven = logic.ends.writes.get(&signal);
                if driven.is_some_and(|driven| overlap(driven, &new)) {
                    of_logic(logic, &new, &mut open);
                }
            }
        }
        found
    }

    /// Returns the bits that clocks depend on of inputs of the module, and of outputs of black
    /// boxes.
    pub fn clock_inputs(&self) -> BTreeMap<SignalId, Value> {
        let mut inputs = self.clock_bits();
        inputs.retain(|id, _| self.is_input(*id));
        inputs
    }

    /// Returns the bits of all inputs but the clocks.
    pub fn unknown_inputs(&self) -> Vec<(SignalId, Value)> {
        let clocks = self.direct_clock_bits();
        let module = &self.network.module;
        let inputs = module.signals().filter(|(id, _)| self.is_input(*id));
        let inputs = inputs.filter(|(_, signal)| signal.ty != Type::Clock);
        let unknown = inputs.map(|(id, _)| {
            let bits = module.bits(id, None);
            (id, clocks.get(&id).map_or(bits.clone(), |clock| bits.without(clock)))
        });
        unknown.collect()
    }
}

impl Logic {
    /// Returns the target and the value, if it is one assignment.
    fn assignment(&self) -> Option<(&Target, &Expression)> {
        match self.body.as_slice() {
            [Statement { kind: StatementKind::Assign(target, value), .. }] => Some((target, value)),
            _ => None,
        }
    }
}

fn offset(target: &Target) -> u32 {
    target.slice.map_or(0, |slice| slice.offset)
}

/// Whether each bit of a value is a bit of one signal, or its inverse.
fn is_copy(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Signal(_) => true,
        ExpressionKind::Slice { base: operand, .. }
        | ExpressionKind::Unary(UnaryOperator::Not, operand) => is_copy(operand),
        _ => false,
    }
}

/// Adds the bits that some bits of a value are copied from, if they are.
fn copied(value: &Expression, bits: &Value, module: &Module, from: &mut Vec<(SignalId, Value)>) {
    let bits = bits.clone().truncated(module.width(value.ty));
    match &value.kind {
        ExpressionKind::Signal(id) => from.push((*id, bits)),
        ExpressionKind::Slice { base, offset, .. } => {
            copied(base, &(&bits << *offset), module, from)
        }
        ExpressionKind::Unary(UnaryOperator::Not, operand) => copied(operand, &bits, module, from),
        _ => {}
    }
}
