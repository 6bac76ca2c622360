//! The first delta cycles of Rust's simulation.
//!
//! `rust-hdl` starts with every signal low. A clock that should be high, such as an inverted one, rises then, and its registers load
//! what their kernels see in that delta cycle. Hardware has no such edge: there, the registers power up with the loaded values.

use super::change::{Change, Edge, of_value};
use super::circuit::{Circuit, Clocked, ClockedKind, Logic};
use crate::design::*;
use crate::error::Error;
use crate::evaluate::{State, branch, holds, insert, next_value, value_of};
use crate::walk;

/// The most delta cycles until the signals settle, well above the depth of any block.
const MAXIMUM_CYCLES: usize = 1000;

/// Returns the registers with their values after the first delta cycles. Inputs that clocks depend on are low, others unknown.
///
/// # Errors
///
/// Returns [`Error::Clock`] if a register loads an unknown value, or a memory is written.
pub(super) fn settle(circuit: &Circuit) -> Result<Vec<(SignalId, Value)>, Error> {
    let mut start = Start::of(circuit);
    let mut cycle = 0;
    while start.run(cycle)? && cycle < MAXIMUM_CYCLES {
        cycle += 1;
    }
    let registers = circuit.clocked.iter().filter_map(Clocked::target);
    Ok(registers.map(|id| (id, start.state.signals[id.0].clone())).collect())
}

struct Start<'a> {
    circuit: &'a Circuit<'a>,
    state: State,
    /// The bits of each signal that are not known.
    unknown: Vec<Value>,
    /// The levels of the clocks in the last delta cycle.
    levels: Vec<bool>,
    /// Assignments with their delta cycles, values and unknown bits.
    pending: Vec<(usize, Target, Value, Value)>,
}

impl<'a> Start<'a> {
    fn of(circuit: &'a Circuit<'a>) -> Start<'a> {
        let module = &circuit.network.module;
        let unknown = module.signals().map(|(id, _)| circuit.unknown_at_start(id));
        Start {
            circuit,
            state: State::at_power_up(module),
            unknown: unknown.collect(),
            levels: vec![false; circuit.clocked.len()],
            pending: vec![],
        }
    }

    /// Runs a delta cycle, and returns whether there are more.
    fn run(&mut self, cycle: usize) -> Result<bool, Error> {
        let circuit = self.circuit;
        if cycle == 1 {
            // In the first one, kernels see all inputs low, whatever their values are.
            for (id, bits) in circuit.unknown_inputs() {
                self.unknown[id.0] = bits;
            }
        }
        let due = self.pending.extract_if(.., |(at, ..)| *at <= cycle).collect::<Vec<_>>();
        for (_, target, value, unknown) in due {
            self.set(&target, value, unknown);
        }
        for logic in circuit.logic.iter().filter(|logic| !logic.is_connection) {
            self.execute(&logic.body, logic);
        }
        // A memory loads in the kernel of its instance; other registers, and ports, pass their values on.
        for in_kernel in [true, false] {
            let levels: Vec<bool> =
                circuit.clocked.iter().map(|clocked| holds(clocked.clock, &self.state)).collect();
            let rises = |index: &usize| levels[*index] && !self.levels[*index];
            let is_now = |index: &usize| circuit.clocked[*index].loads_in_kernel() == in_kernel;
            let rising: Vec<usize> = (0..levels.len()).filter(rises).filter(is_now).collect();
            for index in rising {
                self.load(&circuit.clocked[index], cycle)?;
            }
            if !in_kernel {
                self.levels = levels;
            }
        }
        for logic in circuit.logic.iter().filter(|logic| logic.is_connection) {
            self.connect(logic, cycle);
        }
        Ok(cycle == 0 || !self.pending.is_empty())
    }

    /// Loads a register or writes a memory.
    fn load(&mut self, clocked: &Clocked, cycle: usize) -> Result<(), Error> {
        let (reads, _) = clocked.reads();
        match clocked.kind {
            ClockedKind::Register(register) => {
                let value = next_value(register, &self.state);
                let loads_unknown = reads.iter().any(|(id, slice)| {
                    let bits = self.circuit.network.module.bits(*id, *slice);
                    !(&self.unknown[id.0] & bits).is_zero()
                });
                if loads_unknown {
                    return Err(self.circuit.error(clocked, UNKNOWN.into(), REMEDY));
                }
                let target = Target::whole(register.target);
                match clocked.loads_in_kernel() {
                    true => self.set(&target, value, Value::ZERO),
                    false => {
                        let at = cycle + clocked.delay as usize;
                        self.pending.push((at, target, value, Value::ZERO));
                    }
                }
                Ok(())
            }
            ClockedKind::Write(write)
                if !holds(&write.enable, &self.state) && self.bits(&write.enable).is_zero() =>
            {
                Ok(())
            }
            ClockedKind::Write(_) => Err(self.circuit.error(clocked, WRITTEN.into(), REMEDY)),
        }
    }

    /// Returns the unknown bits of a value.
    fn bits(&self, value: &Expression) -> Value {
        let seen = |id: SignalId| {
            let bits = self.unknown[id.0].clone();
            let change = Change {
                bits,
                phase: 0,
                earliest: 0,
                latest: 0,
                edge: Edge::Either,
                is_single: false,
                source: id,
                other_source: None,
            };
            if change.bits.is_zero() { vec![] } else { vec![change] }
        };
        let changes = of_value(value, &self.circuit.network.module, &seen);
        changes.iter().fold(Value::ZERO, |bits, change| bits | &change.bits)
    }

    fn set(&mut self, target: &Target, value: Value, unknown: Value) {
        let (signal, old) = (target.signal.0, &self.unknown[target.signal.0]);
        self.unknown[signal] = insert(old, target, unknown);
        self.state.signals[signal] = insert(&self.state.signals[signal], target, value);
    }

    fn execute(&mut self, body: &[Statement], logic: &Logic) {
        for statement in body {
            if let StatementKind::Assign(target, value) = &statement.kind {
                let (value, unknown) = (value_of(value, &self.state), self.bits(value));
                self.set(target, value, unknown);
            } else if statement.expression().is_some_and(|value| !self.bits(value).is_zero())
                || logic.is_bus_driver
            {
                // Any branch may be taken.
                let module = &self.circuit.network.module;
                walk::for_each_target(std::slice::from_ref(statement), &mut |target| {
                    self.unknown[target.signal.0] |= module.bits(target.signal, target.slice);
                });
            } else {
                let taken = branch(statement, &self.state).to_vec();
                self.execute(&taken, logic);
            }
        }
    }

    /// Passes the value of a port on.
    fn connect(&mut self, logic: &Logic, cycle: usize) {
        for statement in &logic.body {
            let StatementKind::Assign(target, value) = &statement.kind else {
                continue;
            };
            let (value, unknown) = (value_of(value, &self.state), self.bits(value));
            let signal = target.signal.0;
            if insert(&self.state.signals[signal], target, value.clone())
                != self.state.signals[signal]
                || insert(&self.unknown[signal], target, unknown.clone()) != self.unknown[signal]
            {
                self.pending.push((cycle + 1, target.clone(), value, unknown));
            }
        }
    }
}

const UNKNOWN: &str = "is high at power-up, so rust-hdl's simulation loads it once before the first edge, with a value that \
                       depends on inputs";
const WRITTEN: &str =
    "is high at power-up, so rust-hdl's simulation may write it once before the first edge";
const REMEDY: &str = "use the rising edge, or let it keep its value at power-up";
