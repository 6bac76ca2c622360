//! The first delta cycles of Rust's simulation.
//!
//! `rust-hdl` starts with every signal low. A clock that should be high, such as an inverted one,
//! rises then, and its registers load what their kernels see in that delta cycle. Hardware has no
//! such edge: there, the registers power up with the loaded values.
//!
//! The clocks among the inputs are taken to be low, and all other inputs to be unknown, except in
//! the first delta cycle, in which kernels see every input low.

use super::circuit::{Circuit, ClockLogic, ClockValue, Clocked, ClockedKind, Logic, clock_logic};
use crate::design::*;
use crate::error::Error;
use crate::evaluate::{State, branch, holds, insert, next_value, value_of};
use crate::walk;

/// The most delta cycles until the signals settle, well above the depth of any block.
const MAXIMUM_CYCLES: usize = 1000;

/// Returns the registers with their values after the first delta cycles.
///
/// # Errors
///
/// Returns [`Error::Clock`] if a register loads an unknown value, if it is unknown whether a clock
/// rises, if a memory is written, or if the registers keep clocking each other.
pub(super) fn settle<'a>(
    circuit: &'a Circuit<'a>,
) -> Result<Vec<(&'a Clocked<'a>, SignalId, Value)>, Error> {
    let mut start = Start::of(circuit);
    let mut cycle = 0;
    while start.run(cycle)? {
        cycle += 1;
        if cycle == MAXIMUM_CYCLES {
            let rising = circuit.clocked.iter().zip(&start.levels).find(|(_, level)| **level);
            let clocked = rising.map_or(&circuit.clocked[0], |(clocked, _)| clocked);
            return Err(circuit.error(clocked, ENDLESS.into(), "add an enable"));
        }
    }
    let registers = circuit.clocked.iter().filter_map(|clocked| Some((clocked, clocked.target()?)));
    let value = |id: SignalId| start.state.signals[id.0].clone();
    Ok(registers.map(|(clocked, id)| (clocked, id, value(id))).collect())
}

struct Start<'a> {
    circuit: &'a Circuit<'a>,
    state: State,
    /// The bits of each signal that are not known.
    unknown: Vec<Value>,
    /// The bits of each signal that are never known: it does not start at 0 in Rust.
    never_known: Vec<Value>,
    /// The bits of each signal that are known only while they are 0: kernels see other values of it
    /// later.
    late: Vec<Value>,
    /// The levels of the clocks in the last delta cycle.
    levels: Vec<bool>,
    /// Assignments that a later delta cycle makes.
    pending: Vec<Pending>,
}

struct Pending {
    cycle: usize,
    target: Target,
    value: Value,
    unknown: Value,
}

impl<'a> Start<'a> {
    fn of(circuit: &'a Circuit<'a>) -> Start<'a> {
        let never_known = circuit.not_zero_at_start();
        Start {
            circuit,
            state: State::at_power_up(&circuit.network.module),
            unknown: never_known.clone(),
            never_known,
            late: circuit.read_back(),
            levels: vec![false; circuit.clocked.len()],
            pending: vec![],
        }
    }

    /// Runs a delta cycle, and returns whether there are more.
    fn run(&mut self, cycle: usize) -> Result<bool, Error> {
        let circuit = self.circuit;
        if cycle == 1 {
            for (id, bits) in circuit.unknown_inputs() {
                self.unknown[id.0] = bits;
            }
        }
        let due: Vec<Pending> =
            self.pending.extract_if(.., |pending| pending.cycle <= cycle).collect();
        for Pending { target, value, unknown, .. } in due {
            self.set(&target, value, unknown);
        }
        for logic in circuit.logic.iter().filter(|logic| !logic.is_connection) {
            self.execute(&logic.body, logic);
        }
        // A memory loads in the kernel of its instance; other registers, and ports, pass their
        // values on.
        for in_kernel in [true, false] {
            for (index, clocked) in circuit.clocked.iter().enumerate() {
                if clocked.loads_in_kernel() == in_kernel {
                    self.clock(index, clocked, cycle)?;
                }
            }
        }
        for logic in circuit.logic.iter().filter(|logic| logic.is_connection) {
            self.connect(logic, cycle);
        }
        Ok(cycle == 0 || !self.pending.is_empty())
    }

    /// Loads a register or writes a memory if its clock rises.
    fn clock(&mut self, index: usize, clocked: &Clocked, cycle: usize) -> Result<(), Error> {
        let level = holds(clocked.clock, &self.state);
        let may_be_high = !self.unknown_bits(clocked.clock).is_zero();
        let before = std::mem::replace(&mut self.levels[index], level && !may_be_high);
        if before || !(level || may_be_high) {
            return Ok(());
        }
        let reject = |reason: &str, remedy| Err(self.circuit.error(clocked, reason.into(), remedy));
        match clocked.kind {
            ClockedKind::Register(register) => {
                let value = next_value(register, &self.state);
                let (reads, _) = clocked.reads();
                let loads_unknown = reads.iter().any(|(id, slice)| {
                    let bits = self.circuit.network.module.bits(*id, *slice);
                    !(&self.unknown[id.0] & bits).is_zero()
                });
                if loads_unknown {
                    return reject(UNKNOWN, REGISTER_REMEDY);
                }
                if value == self.state.signals[register.target.0] {
                    return Ok(());
                }
                if may_be_high {
                    return reject(UNKNOWN_CLOCK, REGISTER_REMEDY);
                }
                let target = Target::whole(register.target);
                match clocked.loads_in_kernel() {
                    true => self.set(&target, value, Value::ZERO),
                    false => {
                        let cycle = cycle + clocked.delay as usize;
                        self.pending.push(Pending { cycle, target, value, unknown: Value::ZERO });
                    }
                }
                Ok(())
            }
            ClockedKind::Write(write) => {
                let enable = &write.enable;
                match holds(enable, &self.state) || !self.unknown_bits(enable).is_zero() {
                    true => reject(WRITTEN, MEMORY_REMEDY),
                    false => Ok(()),
                }
            }
        }
    }

    /// Returns the bits of a value that are not known.
    fn unknown_bits(&self, value: &Expression) -> Value {
        let width = self.circuit.network.module.width(value.ty);
        match &value.kind {
            ExpressionKind::Signal(id) => self.unknown[id.0].clone(),
            ExpressionKind::Slice { base, offset, width } => {
                self.unknown_bits(base).slice(*offset, *width)
            }
            ExpressionKind::Unary(UnaryOperator::Not, operand) => self.unknown_bits(operand),
            ExpressionKind::Binary(BinaryOperator::And, left, right) => {
                // A bit that is known to be low hides the other.
                let [left, right] = [left, right].map(|operand| {
                    let unknown = self.unknown_bits(operand);
                    (value_of(operand, &self.state) | &unknown, unknown)
                });
                (&left.1 & &right.0) | (&right.1 & &left.0)
            }
            _ => {
                let mut operands = value.operands().into_iter();
                match operands.any(|operand| !self.unknown_bits(operand).is_zero()) {
                    true => mask(width),
                    false => Value::ZERO,
                }
            }
        }
    }

    fn set(&mut self, target: &Target, value: Value, unknown: Value) {
        let (value, unknown) = self.after(target, value, unknown);
        self.state.signals[target.signal.0] = value;
        self.unknown[target.signal.0] = unknown;
    }

    /// Returns a signal's value and its unknown bits after an assignment.
    fn after(&self, target: &Target, value: Value, unknown: Value) -> (Value, Value) {
        let signal = target.signal.0;
        let value = insert(&self.state.signals[signal], target, value);
        let unknown = insert(&self.unknown[signal], target, unknown);
        let unknown = unknown | &self.never_known[signal] | (&self.late[signal] & &value);
        (value, unknown)
    }

    fn execute(&mut self, body: &[Statement], logic: &Logic) {
        if let Some(ClockLogic { target, value: ClockValue::Choice { yes, no, .. } }) =
            clock_logic(body)
            && let [yes, no] =
                [yes, no].map(|value| (value_of(value, &self.state), self.unknown_bits(value)))
            && yes == no
        {
            // The condition does not matter.
            return self.set(target, yes.0, yes.1);
        }
        for statement in body {
            if let StatementKind::Assign(target, value) = &statement.kind {
                let (value, unknown) = (value_of(value, &self.state), self.unknown_bits(value));
                self.set(target, value, unknown);
            } else if statement
                .expression()
                .is_some_and(|value| !self.unknown_bits(value).is_zero())
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
            let (value, unknown) = (value_of(value, &self.state), self.unknown_bits(value));
            let signal = target.signal.0;
            let after = self.after(target, value.clone(), unknown.clone());
            if after.0 != self.state.signals[signal] || after.1 != self.unknown[signal] {
                let target = target.clone();
                self.pending.push(Pending { cycle: cycle + 1, target, value, unknown });
            }
        }
    }
}

const UNKNOWN: &str = "is or may be high at power-up: rust-hdl's simulation then loads it once before the first edge, with a value that is not fixed";
const UNKNOWN_CLOCK: &str =
    "may be high at power-up, so rust-hdl's simulation may load it once before the first edge";
const ENDLESS: &str = "never settles at power-up, because registers keep clocking each other in rust-hdl's simulation";
const WRITTEN: &str = "is or may be high at power-up, so rust-hdl's simulation may write it once before the first edge";
const REGISTER_REMEDY: &str =
    "use the rising edge, or a next value that does not depend on inputs at power-up";
const MEMORY_REMEDY: &str = "use the rising edge, or keep its `write_enable` low at power-up";
