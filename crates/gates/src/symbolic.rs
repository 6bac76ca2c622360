//! Symbolic evaluation: the statements and expressions of a module with words of gates as values.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Edge, Graph};
use super::words::Word;
use rust_hdl_rtl::{
    BinaryOperator, Expression, ExpressionKind, MemoryId, Module, Register, SignalId, Statement,
    StatementKind, Target, UnaryOperator, Value,
};

/// Where the gates are added, and what memories contain.
pub trait Gates {
    /// Returns the graph.
    fn graph(&mut self) -> &mut Graph;

    /// Returns the word of a memory at an address.
    fn memory_word(&mut self, memory: MemoryId, address: &[Edge]) -> Word;
}

/// The values of a module's signals. [`assign`](Self::assign) the leaves, then [`run`](Self::run)
/// the combinational processes with drivers before readers.
#[derive(Debug)]
pub struct Evaluator<'m, G> {
    /// The gates.
    pub gates: G,
    module: &'m Module,
    /// The value of each signal assigned so far.
    values: Values,
}

/// Signals with their values.
type Values = BTreeMap<SignalId, Word>;

/// The kind of assignment of a process.
#[derive(Clone, Copy, PartialEq)]
enum Assignment {
    /// Takes effect at once: combinational processes.
    Blocking,
    /// Takes effect after the clock edge: registers.
    Nonblocking,
}

impl<'m, G: Gates> Evaluator<'m, G> {
    /// Creates an evaluator in which every signal is 0.
    pub fn new(module: &'m Module, gates: G) -> Self {
        Evaluator { gates, module, values: Values::new() }
    }

    /// Returns the value of a signal.
    pub fn value(&self, id: SignalId) -> Word {
        let unassigned = || vec![Edge::ZERO; self.module.signal_width(id) as usize];
        self.values.get(&id).cloned().unwrap_or_else(unassigned)
    }

    /// Assigns a value to a signal or a slice of one.
    pub fn assign(&mut self, target: &Target, value: Word) {
        let whole = self.insert(target, value, &Values::new());
        self.values.insert(target.signal, whole);
    }

    /// Executes a combinational process.
    pub fn run(&mut self, body: &[Statement]) {
        let mut assigned = Values::new();
        self.execute(body, Assignment::Blocking, &mut assigned);
        self.values.append(&mut assigned);
    }

    /// Returns the value that a register loads on its clock edge.
    pub fn next_value(&mut self, register: &Register) -> Word {
        let mut assigned = Values::new();
        self.execute(&register.body, Assignment::Nonblocking, &mut assigned);
        self.current(register.target, &assigned)
    }

    /// Returns the value of an expression.
    pub fn evaluate(&mut self, expression: &Expression) -> Word {
        self.evaluate_after(expression, &Values::new())
    }

    /// Returns the value of a signal after the assignments; unassigned signals keep their value.
    fn current(&self, id: SignalId, assigned: &Values) -> Word {
        assigned.get(&id).cloned().unwrap_or_else(|| self.value(id))
    }

    fn execute(&mut self, body: &[Statement], assignment: Assignment, assigned: &mut Values) {
        let none = Values::new();
        for statement in body {
            let visible = if assignment == Assignment::Blocking { &*assigned } else { &none };
            match &statement.kind {
                StatementKind::Assign(target, value) => {
                    let value = self.evaluate_after(value, visible);
                    let merged = self.insert(target, value, assigned);
                    assigned.insert(target.signal, merged);
                }
                StatementKind::If { condition, then, otherwise } => {
                    let condition = self.evaluate_after(condition, visible);
                    let condition = self.gates.graph().any(&condition);
                    let (one, zero) = (
                        self.after(then, assignment, assigned),
                        self.after(otherwise, assignment, assigned),
                    );
                    self.choose(condition, one, zero, assigned);
                }
                StatementKind::Case { subject, arms, default } => {
                    let subject = self.evaluate_after(subject, visible);
                    let default = default.as_deref().unwrap_or_default();
                    let mut outcome = self.after(default, assignment, assigned);
                    for arm in arms.iter().rev() {
                        let here = self.is_one_of(&subject, &arm.values);
                        let one = self.after(&arm.body, assignment, assigned);
                        let mut chosen = assigned.clone();
                        self.choose(here, one, outcome, &mut chosen);
                        outcome = chosen;
                    }
                    *assigned = outcome;
                }
                StatementKind::Comment => {}
            }
        }
    }

    fn after(&mut self, body: &[Statement], assignment: Assignment, before: &Values) -> Values {
        let mut assigned = before.clone();
        self.execute(body, assignment, &mut assigned);
        assigned
    }

    /// Merges the assignments of two branches.
    fn choose(&mut self, select: Edge, one: Values, zero: Values, assigned: &mut Values) {
        let ids: BTreeSet<SignalId> = one.keys().chain(zero.keys()).copied().collect();
        for id in ids {
            let (one, zero) = (self.current(id, &one), self.current(id, &zero));
            assigned.insert(id, self.gates.graph().choose(select, &one, &zero));
        }
    }

    fn insert(&self, target: &Target, value: Word, assigned: &Values) -> Word {
        let Some(slice) = target.slice else {
            return value;
        };
        let mut whole = self.current(target.signal, assigned);
        let start = slice.offset as usize;
        whole.splice(start..start + slice.width as usize, value);
        whole
    }

    fn is_one_of(&mut self, subject: &[Edge], values: &[Value]) -> Edge {
        let mut any = Edge::ZERO;
        for value in values {
            let number = constant(value, subject.len());
            let equal = self.gates.graph().equal(subject, &number);
            any = self.gates.graph().or(any, equal);
        }
        any
    }

    /// Evaluates an expression; the assignments take precedence over the current values.
    fn evaluate_after(&mut self, expression: &Expression, assigned: &Values) -> Word {
        let width = self.module.width(expression.ty) as usize;
        match &expression.kind {
            ExpressionKind::Signal(id) => self.current(*id, assigned),
            ExpressionKind::Literal(value, _) => constant(value, width),
            ExpressionKind::Unary(operator, operand) => {
                let operand = self.evaluate_after(operand, assigned);
                unary(self.gates.graph(), *operator, &operand)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let signed = left.ty.is_signed() && operator.is_comparison();
                let mut left = self.evaluate_after(left, assigned);
                let mut right = self.evaluate_after(right, assigned);
                if signed {
                    (left, right) = (offset_binary(left), offset_binary(right));
                }
                binary(self.gates.graph(), *operator, &left, &right)
            }
            ExpressionKind::Slice { base, offset, .. } => {
                let base = self.evaluate_after(base, assigned);
                base[*offset as usize..][..width].to_vec()
            }
            ExpressionKind::Index { base, index } => {
                let base = self.evaluate_after(base, assigned);
                let index = self.evaluate_after(index, assigned);
                vec![self.gates.graph().shift_right(&base, &index, Edge::ZERO)[0]]
            }
            ExpressionKind::Resize(operand) => {
                let mut word = self.evaluate_after(operand, assigned);
                let sign = word.last().copied().filter(|_| operand.ty.is_signed());
                word.resize(width, sign.unwrap_or(Edge::ZERO));
                word
            }
            ExpressionKind::Element { memory, address } => {
                let address = self.evaluate_after(address, assigned);
                self.gates.memory_word(*memory, &address)
            }
            ExpressionKind::ReplaceBit { base, index, bit } => {
                let base = self.evaluate_after(base, assigned);
                let index = self.evaluate_after(index, assigned);
                let bit = self.evaluate_after(bit, assigned)[0];
                self.gates.graph().replace_bit(&base, &index, bit)
            }
        }
    }
}

fn unary(graph: &mut Graph, operator: UnaryOperator, operand: &[Edge]) -> Word {
    match operator {
        UnaryOperator::Not => operand.iter().map(|bit| !*bit).collect(),
        UnaryOperator::Negate => graph.subtract(&vec![Edge::ZERO; operand.len()], operand),
        UnaryOperator::All => vec![graph.all(operand)],
        UnaryOperator::Any => vec![graph.any(operand)],
        UnaryOperator::Parity => vec![graph.parity(operand)],
    }
}

fn binary(graph: &mut Graph, operator: BinaryOperator, left: &[Edge], right: &[Edge]) -> Word {
    use BinaryOperator::*;
    match operator {
        Add => graph.add(left, right),
        Subtract => graph.subtract(left, right),
        Multiply => graph.multiply(left, right),
        And => graph.bitwise(Graph::and, left, right),
        Or => graph.bitwise(Graph::or, left, right),
        Xor => graph.bitwise(Graph::xor, left, right),
        ShiftRight => graph.shift_right(left, right, Edge::ZERO),
        ShiftLeft => graph.shift_left(left, right),
        Equal => vec![graph.equal(left, right)],
        NotEqual => vec![!graph.equal(left, right)],
        Less => vec![graph.less(left, right)],
        GreaterOrEqual => vec![!graph.less(left, right)],
        Greater => vec![graph.less(right, left)],
        LessOrEqual => vec![!graph.less(right, left)],
    }
}

/// Converts two's complement to offset binary, in which signed numbers compare like unsigned ones.
fn offset_binary(mut word: Word) -> Word {
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}

/// Returns the bits of a number.
pub fn constant(value: &Value, width: usize) -> Word {
    (0..width as u32).map(|bit| Edge::from(value.bit(bit))).collect()
}
