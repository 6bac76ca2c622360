//! The reference simulator: it executes one statement at a time. Faster simulators are checked
//! against it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::design::*;
use super::error::Error;
use super::flatten::{Flat, flatten};
use super::walk;

/// A simulated module: [`set`](Self::set) the inputs, [`settle`](Self::settle), [`get`](Self::get)
/// the outputs.
#[derive(Clone, Debug)]
pub struct Evaluator {
    flat: Flat,
    state: State,
    processes: Vec<Vec<Statement>>,
    registers: Vec<Register>,
    writes: Vec<MemoryWrite>,
    /// For each signal, the processes that read it.
    readers: Vec<Vec<usize>>,
    stale: Vec<bool>,
    /// The levels of the registers' clocks after the last settling, then those of the memories'
    /// write clocks.
    clocks: Vec<bool>,
}

/// The values of all signals and memories.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub signals: Vec<Value>,
    /// The words that are not 0, by address.
    pub memories: Vec<BTreeMap<usize, Value>>,
}

impl State {
    pub fn at_power_up(module: &Module) -> State {
        let signals = module.signals.iter();
        State {
            signals: signals.map(|signal| signal.power_up.clone().unwrap_or_default()).collect(),
            memories: module.memories.iter().map(|memory| memory.contents.clone()).collect(),
        }
    }
}

/// The complete state of an [`Evaluator`].
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot(State);

/// The circuit did not settle: its registers keep clocking each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the circuit oscillates: its registers keep clocking each other")]
pub struct Oscillation;

/// The most rounds of clock edges that registers cause before the circuit counts as oscillating.
const MAXIMUM_ROUNDS: usize = 1000;

impl Evaluator {
    /// Creates the simulation at power-up: registers have their power-up values, inputs are 0.
    ///
    /// # Errors
    ///
    /// Returns [`Error::CombinationalLoop`], or [`Error::BlackBox`] if a part of the module is
    /// written in Verilog.
    pub fn new(design: &Design, top: ModuleId) -> Result<Evaluator, Error> {
        Evaluator::of(flatten(design, top)?)
    }

    /// Like [`new`](Self::new), for a flat module.
    ///
    /// # Errors
    ///
    /// Returns [`Error::BlackBox`] if a part of the module is written in Verilog.
    pub fn of(flat: Flat) -> Result<Evaluator, Error> {
        let flat = flat.reject_black_boxes()?;
        let mut processes = Vec::new();
        let mut registers = Vec::new();
        let mut writes = Vec::new();
        for item in &flat.module.items {
            match &item.kind {
                ItemKind::Combinational(body) => processes.push(body.clone()),
                ItemKind::Register(register) => registers.push(register.clone()),
                ItemKind::MemoryWrite(write) => writes.push(write.clone()),
                ItemKind::Instance(_) | ItemKind::Tristate(_) => {}
            }
        }
        let mut readers = vec![vec![]; flat.module.signals.len()];
        for (index, body) in processes.iter().enumerate() {
            walk::for_each_read(body, &mut |signal| {
                if !readers[signal.0].contains(&index) {
                    readers[signal.0].push(index);
                }
            });
        }
        let mut evaluator = Evaluator {
            state: State::at_power_up(&flat.module),
            stale: vec![true; processes.len()],
            clocks: vec![],
            flat,
            processes,
            registers,
            writes,
            readers,
        };
        evaluator.settle_without_edges();
        Ok(evaluator)
    }

    /// Returns the flat module that is simulated; [`get`](Self::get) and [`set`](Self::set) take
    /// its signals.
    pub fn flat(&self) -> &Flat {
        &self.flat
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// Returns the value of a signal.
    pub fn get(&self, signal: SignalId) -> Value {
        self.state.signals[signal.0].clone()
    }

    /// Returns the values of all signals, in order.
    pub fn values(&self) -> &[Value] {
        &self.state.signals
    }

    /// Returns the words of a memory that are not 0, by address.
    pub fn memory(&self, memory: MemoryId) -> &BTreeMap<usize, Value> {
        &self.state.memories[memory.0]
    }

    /// Returns the present state.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.state.clone())
    }

    /// Whether the present state is that of the snapshot.
    pub fn matches(&self, snapshot: &Snapshot) -> bool {
        self.state == snapshot.0
    }

    /// Sets an input, or a register to start from any state. Bits above the signal's width are
    /// ignored. Call [`settle`](Self::settle) to propagate the value.
    pub fn set(&mut self, signal: SignalId, value: impl Into<Value>) {
        self.write(signal, value.into().truncated(self.flat.module.signal_width(signal)));
    }

    /// Propagates the inputs without clock edges, as if they had always had their present values.
    pub fn settle_without_edges(&mut self) {
        self.propagate();
        self.clocks = self.clock_levels();
    }

    /// Propagates the inputs, with all clock edges that they cause.
    ///
    /// # Errors
    ///
    /// Returns [`Oscillation`] if the circuit does not settle.
    pub fn settle(&mut self) -> Result<(), Oscillation> {
        for _ in 0..MAXIMUM_ROUNDS {
            self.propagate();
            let levels = self.clock_levels();
            let mut updates = Vec::new();
            for (register, (before, now)) in
                self.registers.iter().zip(self.clocks.iter().zip(&levels))
            {
                if *now && !*before {
                    updates.push((register.target, next_value(register, &self.state)));
                }
            }
            let rises = |index: usize| levels[index] && !self.clocks[index];
            let mut words = Vec::new();
            for (index, write) in self.writes.iter().enumerate() {
                if rises(self.registers.len() + index) && holds(&write.enable, &self.state) {
                    let address = address_of(&write.address, &self.state);
                    words.push((write.memory, address, value_of(&write.data, &self.state)));
                }
            }
            self.clocks = levels;
            for (memory, address, word) in words {
                let words = &mut self.state.memories[memory.0];
                if word.is_zero() {
                    words.remove(&address)
                } else {
                    words.insert(address, word)
                };
            }
            if updates.is_empty() {
                return Ok(());
            }
            for (target, value) in updates {
                self.write(target, value);
            }
        }
        Err(Oscillation)
    }

    fn clock_levels(&self) -> Vec<bool> {
        let registers = self.registers.iter().map(|register| &register.clock);
        let writes = self.writes.iter().map(|write| &write.clock);
        registers.chain(writes).map(|clock| holds(clock, &self.state)).collect()
    }

    fn write(&mut self, signal: SignalId, value: Value) {
        if self.state.signals[signal.0] != value {
            self.state.signals[signal.0] = value;
            for reader in &self.readers[signal.0] {
                self.stale[*reader] = true;
            }
        }
    }

    fn propagate(&mut self) {
        for index in 0..self.processes.len() {
            if std::mem::take(&mut self.stale[index]) {
                let body = std::mem::take(&mut self.processes[index]);
                self.execute(&body);
                self.processes[index] = body;
                // Its own assignments do not make it stale.
                self.stale[index] = false;
            }
        }
    }

    fn execute(&mut self, body: &[Statement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Assign(target, value) => {
                    let value = value_of(value, &self.state);
                    let old = &self.state.signals[target.signal.0];
                    self.write(target.signal, insert(old, target, value));
                }
                _ => self.execute(branch(statement, &self.state)),
            }
        }
    }
}

/// Returns the value that a register loads.
pub(super) fn next_value(register: &Register, state: &State) -> Value {
    let mut next = state.signals[register.target.0].clone();
    run(&register.body, state, &mut |target, value| next = insert(&next, target, value));
    next
}

/// Executes statements that do not read their targets.
fn run(body: &[Statement], state: &State, assign: &mut impl FnMut(&Target, Value)) {
    for statement in body {
        match &statement.kind {
            StatementKind::Assign(target, value) => assign(target, value_of(value, state)),
            _ => run(branch(statement, state), state, assign),
        }
    }
}

/// Returns the branch of a conditional statement that is taken.
pub(super) fn branch<'a>(statement: &'a Statement, state: &State) -> &'a [Statement] {
    match &statement.kind {
        StatementKind::If { condition, then, otherwise } => {
            if holds(condition, state) {
                then
            } else {
                otherwise
            }
        }
        StatementKind::Case { subject, arms, default } => {
            let subject = value_of(subject, state);
            let arm = arms
                .iter()
                .find(|arm| arm.values.contains(&subject))
                .map(|arm| arm.body.as_slice());
            arm.or(default.as_deref()).unwrap_or_default()
        }
        StatementKind::Assign(..) | StatementKind::Comment => &[],
    }
}

pub(super) fn insert(old: &Value, target: &Target, value: Value) -> Value {
    match target.slice {
        Some(slice) => old.with_slice(slice.offset, slice.width, &value),
        None => value,
    }
}

/// Returns the value of an expression without signals, enums and structs.
pub(super) fn constant(expression: &Expression) -> Value {
    value_of(expression, &State { signals: vec![], memories: vec![] })
}

pub(super) fn holds(condition: &Expression, state: &State) -> bool {
    !value_of(condition, state).is_zero()
}

/// Returns the address of a memory word.
fn address_of(address: &Expression, state: &State) -> usize {
    value_of(address, state).to_usize().unwrap_or(usize::MAX)
}

/// Returns the value of an expression of a flat module.
pub(super) fn value_of(expression: &Expression, state: &State) -> Value {
    let width = width_of(expression);
    match &expression.kind {
        ExpressionKind::Signal(id) => state.signals[id.0].clone(),
        ExpressionKind::Literal(value, _) => value.clone(),
        ExpressionKind::Unary(operator, operand) => {
            unary(*operator, &value_of(operand, state), width_of(operand))
        }
        ExpressionKind::Binary(operator, left, right) => {
            binary(*operator, &value_of(left, state), &value_of(right, state), left.ty)
        }
        ExpressionKind::Slice { base, offset, .. } => value_of(base, state).slice(*offset, width),
        ExpressionKind::Index { base, index } => {
            let index = value_of(index, state).to_index(width_of(base));
            index.is_some_and(|index| value_of(base, state).bit(index)).into()
        }
        ExpressionKind::Resize(operand) => resize(value_of(operand, state), operand.ty, width),
        ExpressionKind::Element { memory, address } => {
            let word = state.memories[memory.0].get(&address_of(address, state));
            word.cloned().unwrap_or_default()
        }
        ExpressionKind::ReplaceBit { base, index, bit } => {
            let base = value_of(base, state);
            match value_of(index, state).to_index(width) {
                Some(index) => base.with_bit(index, holds(bit, state)),
                None => base,
            }
        }
    }
}

fn width_of(expression: &Expression) -> u32 {
    width_of_type(expression.ty)
}

fn width_of_type(ty: Type) -> u32 {
    match ty {
        Type::Bits(width) | Type::Signed(width) => width,
        // A flat module has no enums and structs.
        Type::Bit | Type::Clock | Type::Enum(_) | Type::Struct(_) => 1,
    }
}

fn unary(operator: UnaryOperator, value: &Value, width: u32) -> Value {
    match operator {
        UnaryOperator::Not => value.inverted(width),
        UnaryOperator::Negate => Value::ZERO.wrapping_sub(value, width),
        UnaryOperator::All => (*value == mask(width)).into(),
        UnaryOperator::Any => (!value.is_zero()).into(),
        UnaryOperator::Parity => (value.count_ones() % 2 == 1).into(),
    }
}

fn binary(operator: BinaryOperator, left: &Value, right: &Value, ty: Type) -> Value {
    let width = width_of_type(ty);
    match operator {
        BinaryOperator::Add => left.wrapping_add(right, width),
        BinaryOperator::Subtract => left.wrapping_sub(right, width),
        BinaryOperator::Multiply => left.wrapping_mul(right, width),
        BinaryOperator::And => left & right,
        BinaryOperator::Or => left | right,
        BinaryOperator::Xor => left ^ right,
        BinaryOperator::ShiftLeft => {
            let amount = right.to_index(width);
            amount.map_or(Value::ZERO, |amount| (left << amount).truncated(width))
        }
        BinaryOperator::ShiftRight => {
            right.to_index(width).map_or(Value::ZERO, |amount| left >> amount)
        }
        BinaryOperator::Equal => (left == right).into(),
        BinaryOperator::NotEqual => (left != right).into(),
        BinaryOperator::Less => compare(left, right, ty).is_lt().into(),
        BinaryOperator::LessOrEqual => compare(left, right, ty).is_le().into(),
        BinaryOperator::Greater => compare(left, right, ty).is_gt().into(),
        BinaryOperator::GreaterOrEqual => compare(left, right, ty).is_ge().into(),
    }
}

fn compare(left: &Value, right: &Value, ty: Type) -> Ordering {
    match ty {
        // Negative numbers are less than others; two numbers of equal sign compare like unsigned
        // ones.
        Type::Signed(width) => {
            let sign = |value: &Value| value.bit(width - 1);
            sign(right).cmp(&sign(left)).then_with(|| left.cmp(right))
        }
        _ => left.cmp(right),
    }
}
