//! The reference simulator: it executes one statement at a time. Faster simulators are checked against it.

use super::design::*;
use super::error::Error;
use super::flatten::{Flat, flatten};
use super::walk;

/// A simulated module: [`set`](Self::set) the inputs, [`settle`](Self::settle), [`get`](Self::get) the outputs.
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
    /// The levels of the registers' clocks after the last settling, then those of the memories' write clocks.
    clocks: Vec<bool>,
}

/// The values of all signals and memories.
#[derive(Clone, Debug, PartialEq)]
struct State {
    signals: Vec<u128>,
    memories: Vec<Vec<u128>>,
}

impl State {
    fn at_power_up(module: &Module) -> State {
        let words = |memory: &Memory| {
            let mut words = vec![0; memory.words()];
            for (address, word) in &memory.contents {
                words[*address as usize] = *word;
            }
            words
        };
        State {
            signals: module.signals.iter().map(|signal| signal.power_up.unwrap_or(0)).collect(),
            memories: module.memories.iter().map(words).collect(),
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
    /// Returns [`Error::CombinationalLoop`], or [`Error::BlackBox`] if a part of the module is written in Verilog.
    pub fn new(design: &Design, top: ModuleId) -> Result<Evaluator, Error> {
        let flat = flatten(design, top)?.reject_black_boxes()?;
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

    /// Assumes that every clock was low until now: those that are high rise at the next [`settle`](Self::settle).
    pub fn assume_clocks_low(&mut self) {
        self.clocks.fill(false);
    }

    /// Returns the flat module that is simulated; [`get`](Self::get) and [`set`](Self::set) take its signals.
    pub fn flat(&self) -> &Flat {
        &self.flat
    }

    /// Returns the value of a signal.
    pub fn get(&self, signal: SignalId) -> u128 {
        self.state.signals[signal.0]
    }

    /// Returns the values of all signals, in order.
    pub fn values(&self) -> &[u128] {
        &self.state.signals
    }

    /// Returns the present state.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.state.clone())
    }

    /// Whether the present state is that of the snapshot.
    pub fn matches(&self, snapshot: &Snapshot) -> bool {
        self.state == snapshot.0
    }

    /// Sets an input, or a register to start from any state. Bits above the signal's width are ignored.
    /// Call [`settle`](Self::settle) to propagate the value.
    pub fn set(&mut self, signal: SignalId, value: u128) {
        self.write(signal, value & mask(self.flat.module.signal_width(signal)));
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
                    updates.push((register.target, self.next_value(register)));
                }
            }
            let rises = |index: usize| levels[index] && !self.clocks[index];
            let mut words = Vec::new();
            for (index, write) in self.writes.iter().enumerate() {
                if rises(self.registers.len() + index) && value_of(&write.enable, &self.state) != 0
                {
                    let address = value_of(&write.address, &self.state) as usize;
                    words.push((write.memory, address, value_of(&write.data, &self.state)));
                }
            }
            self.clocks = levels;
            for (memory, address, word) in words {
                self.state.memories[memory.0][address] = word;
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
        registers.chain(writes).map(|clock| value_of(clock, &self.state) != 0).collect()
    }

    fn next_value(&self, register: &Register) -> u128 {
        let mut next = self.state.signals[register.target.0];
        run(&register.body, &self.state, &mut |target, value| next = insert(next, target, value));
        next
    }

    fn write(&mut self, signal: SignalId, value: u128) {
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
                    self.write(
                        target.signal,
                        insert(self.state.signals[target.signal.0], target, value),
                    );
                }
                _ => self.execute(branch(statement, &self.state)),
            }
        }
    }
}

/// Executes statements that do not read their targets.
fn run(body: &[Statement], state: &State, assign: &mut impl FnMut(&Target, u128)) {
    for statement in body {
        match &statement.kind {
            StatementKind::Assign(target, value) => assign(target, value_of(value, state)),
            _ => run(branch(statement, state), state, assign),
        }
    }
}

/// Returns the branch of a conditional statement that is taken.
fn branch<'a>(statement: &'a Statement, state: &State) -> &'a [Statement] {
    match &statement.kind {
        StatementKind::If { condition, then, otherwise } => {
            if value_of(condition, state) != 0 {
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

fn insert(old: u128, target: &Target, value: u128) -> u128 {
    match target.slice {
        Some(slice) => (old & !slice.mask()) | (value << slice.offset),
        None => value,
    }
}

/// Returns the value of an expression without signals, enums and structs.
pub(super) fn constant(expression: &Expression) -> u128 {
    value_of(expression, &State { signals: vec![], memories: vec![] })
}

/// Returns the value of an expression of a flat module.
fn value_of(expression: &Expression, state: &State) -> u128 {
    let width = width_of(expression);
    match &expression.kind {
        ExpressionKind::Signal(id) => state.signals[id.0],
        ExpressionKind::Literal(value) => *value,
        ExpressionKind::Unary(operator, operand) => {
            unary(*operator, value_of(operand, state), width_of(operand))
        }
        ExpressionKind::Binary(operator, left, right) => {
            binary(*operator, value_of(left, state), value_of(right, state), left.ty)
        }
        ExpressionKind::Slice { base, offset, .. } => {
            (value_of(base, state) >> offset) & mask(width)
        }
        ExpressionKind::Index { base, index } => {
            let index = value_of(index, state);
            if index < u128::from(width_of(base)) {
                (value_of(base, state) >> index) & 1
            } else {
                0
            }
        }
        ExpressionKind::Resize(operand) => {
            sign_extend(value_of(operand, state), operand.ty) & mask(width)
        }
        ExpressionKind::Element { memory, address } => {
            state.memories[memory.0][value_of(address, state) as usize]
        }
        ExpressionKind::ReplaceBit { base, index, bit } => {
            let (base, bit) = (value_of(base, state), value_of(bit, state));
            match value_of(index, state) {
                index if index < width.into() => (base & !(1 << index)) | bit << index,
                _ => base,
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

fn unary(operator: UnaryOperator, value: u128, width: u32) -> u128 {
    match operator {
        UnaryOperator::Not => !value & mask(width),
        UnaryOperator::Negate => value.wrapping_neg() & mask(width),
        UnaryOperator::All => u128::from(value == mask(width)),
        UnaryOperator::Any => u128::from(value != 0),
        UnaryOperator::Parity => u128::from(value.count_ones() % 2 == 1),
    }
}

fn binary(operator: BinaryOperator, left: u128, right: u128, ty: Type) -> u128 {
    let width = width_of_type(ty);
    // With the sign bit inverted, signed numbers compare like unsigned ones.
    let least = if ty.is_signed() { 1 << (width - 1) } else { 0 };
    let (ranked_left, ranked_right) = (left ^ least, right ^ least);
    let shift = |shifted: Option<u128>| {
        if right < u128::from(width) { shifted.unwrap_or(0) & mask(width) } else { 0 }
    };
    let amount = right as u32;
    match operator {
        BinaryOperator::Add => left.wrapping_add(right) & mask(width),
        BinaryOperator::Subtract => left.wrapping_sub(right) & mask(width),
        BinaryOperator::Multiply => left.wrapping_mul(right) & mask(width),
        BinaryOperator::And => left & right,
        BinaryOperator::Or => left | right,
        BinaryOperator::Xor => left ^ right,
        BinaryOperator::ShiftLeft => shift(left.checked_shl(amount)),
        BinaryOperator::ShiftRight => shift(left.checked_shr(amount)),
        BinaryOperator::Equal => u128::from(left == right),
        BinaryOperator::NotEqual => u128::from(left != right),
        BinaryOperator::Less => u128::from(ranked_left < ranked_right),
        BinaryOperator::LessOrEqual => u128::from(ranked_left <= ranked_right),
        BinaryOperator::Greater => u128::from(ranked_left > ranked_right),
        BinaryOperator::GreaterOrEqual => u128::from(ranked_left >= ranked_right),
    }
}
