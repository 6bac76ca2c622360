//! From words to bits: every operator of the typed design as gates.

mod memory;

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Edge, Graph};
use super::netlist::{InputPort, Netlist, OutputPort, RegisterBit};
use rust_hdl_rtl::{
    BinaryOperator, Design, Error, Expression, ExpressionKind, Flat, Item, ItemKind, ModuleId,
    Register, Signal, SignalId, SignalKind, Statement, StatementKind, Target, UnaryOperator,
    flatten,
};

/// A value, lowest bit first.
type Word = Vec<Edge>;

/// Takes a module of a design apart into gates.
///
/// # Errors
///
/// [`Error::CombinationalLoop`], or [`Error::BlackBox`] if a part of it is written in Verilog.
pub fn blast(design: &Design, top: ModuleId) -> Result<Netlist, Error> {
    Ok(Blaster::new(&flatten(design, top)?.reject_black_boxes()?).netlist())
}

struct Blaster<'a> {
    flat: &'a Flat,
    graph: Graph,
    /// What each signal is, once it is known.
    values: BTreeMap<SignalId, Word>,
    /// The words of each memory.
    memories: Vec<Vec<Word>>,
    inputs: Vec<InputPort>,
    leaves: u32,
}

/// What a process has assigned so far on the way that is followed.
type Assigned = BTreeMap<SignalId, Word>;

/// How a process assigns.
#[derive(Clone, Copy, PartialEq)]
enum Assignment {
    /// What it assigns it reads back, in a combinational process.
    Blocking,
    /// What it assigns is there after the clock edge, in a register's.
    Nonblocking,
}

impl<'a> Blaster<'a> {
    fn new(flat: &'a Flat) -> Blaster<'a> {
        let (graph, values) = (Graph::default(), BTreeMap::new());
        Blaster { flat, graph, values, memories: vec![], inputs: vec![], leaves: 0 }
    }

    fn netlist(mut self) -> Netlist {
        let module = &self.flat.module;
        for (id, signal) in module.signals() {
            if signal.kind == SignalKind::Input {
                let (name, width) = (signal.name.clone(), module.signal_width(id));
                self.inputs.push(InputPort { name, width, leaf: self.leaves });
                self.add_leaves(id, width);
            }
        }
        let registers: Vec<&Register> = module.items.iter().filter_map(as_register).collect();
        for register in &registers {
            self.add_leaves(register.target, module.signal_width(register.target));
        }
        self.add_memories();
        for item in &module.items {
            if let ItemKind::Combinational(body) = &item.kind {
                let mut assigned = Assigned::new();
                self.run(body, Assignment::Blocking, &mut assigned);
                self.values.append(&mut assigned);
            }
        }
        let (register_bits, clocks) = self.registers(&registers);
        let value_of = |(id, signal): (SignalId, &Signal)| (signal.name.clone(), self.value_of(id));
        let outputs = module.signals().filter(|(_, signal)| signal.kind == SignalKind::Output);
        Netlist {
            name: module.name.clone(),
            outputs: outputs.map(value_of).map(|(name, bits)| OutputPort { name, bits }).collect(),
            signals: module.signals().map(value_of).collect(),
            inputs: self.inputs,
            registers: register_bits,
            clocks,
            graph: self.graph,
        }
    }

    fn add_leaves(&mut self, id: SignalId, width: u32) {
        let word = (0..width).map(|bit| self.graph.leaf(self.leaves + bit)).collect();
        self.leaves += width;
        self.values.insert(id, word);
    }

    /// A signal that nothing drives is 0.
    fn value_of(&self, id: SignalId) -> Word {
        let nothing = || vec![Edge::ZERO; self.flat.module.signal_width(id) as usize];
        self.values.get(&id).cloned().unwrap_or_else(nothing)
    }

    fn registers(&mut self, registers: &[&Register]) -> (Vec<RegisterBit>, Vec<Edge>) {
        let (mut bits, mut clocks) = (Vec::new(), Vec::new());
        let inputs: u32 = self.inputs.iter().map(|port| port.width).sum();
        for register in registers {
            let edge = self.evaluate(&register.clock, None)[0];
            let clock = clocks.iter().position(|known| *known == edge).unwrap_or_else(|| {
                clocks.push(edge);
                clocks.len() - 1
            });
            let mut assigned = Assigned::new();
            self.run(&register.body, Assignment::Nonblocking, &mut assigned);
            let next = self.current(register.target, &assigned);
            let signal = self.flat.module.signal(register.target);
            let width = next.len();
            for (bit, next) in next.into_iter().enumerate() {
                let name = match width {
                    1 => signal.name.clone(),
                    _ => format!("{}[{bit}]", signal.name),
                };
                let power_up = signal.power_up.unwrap_or(0) >> bit & 1 == 1;
                bits.push(RegisterBit {
                    name,
                    leaf: inputs + bits.len() as u32,
                    next,
                    clock,
                    power_up,
                });
            }
        }
        let memories = self.memory_bits(inputs + bits.len() as u32, &mut clocks);
        bits.extend(memories);
        (bits, clocks)
    }

    /// What a signal is for those who come after the assignments; one that is not assigned holds.
    fn current(&self, id: SignalId, assigned: &Assigned) -> Word {
        assigned.get(&id).cloned().unwrap_or_else(|| self.value_of(id))
    }

    fn run(&mut self, body: &[Statement], assignment: Assignment, assigned: &mut Assigned) {
        for statement in body {
            let visible = (assignment == Assignment::Blocking).then_some(&*assigned);
            match &statement.kind {
                StatementKind::Assign(target, value) => {
                    let value = self.evaluate(value, visible);
                    let merged = self.insert(target, value, assigned);
                    assigned.insert(target.signal, merged);
                }
                StatementKind::If { condition, then, otherwise } => {
                    let condition = self.evaluate(condition, visible);
                    let condition = self.any(&condition);
                    let (one, zero) = (
                        self.after(then, assignment, assigned),
                        self.after(otherwise, assignment, assigned),
                    );
                    self.choose(condition, one, zero, assigned);
                }
                StatementKind::Case { subject, arms, default } => {
                    let subject = self.evaluate(subject, visible);
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

    fn after(&mut self, body: &[Statement], assignment: Assignment, before: &Assigned) -> Assigned {
        let mut assigned = before.clone();
        self.run(body, assignment, &mut assigned);
        assigned
    }

    /// Joins two ways through a process.
    fn choose(&mut self, select: Edge, one: Assigned, zero: Assigned, assigned: &mut Assigned) {
        let ids: BTreeSet<SignalId> = one.keys().chain(zero.keys()).copied().collect();
        for id in ids {
            let (one, zero) = (self.current(id, &one), self.current(id, &zero));
            let word =
                one.into_iter().zip(zero).map(|(one, zero)| self.graph.mux(select, one, zero));
            let word = word.collect();
            assigned.insert(id, word);
        }
    }

    fn insert(&self, target: &Target, value: Word, assigned: &Assigned) -> Word {
        let Some(slice) = target.slice else {
            return value;
        };
        let mut whole = self.current(target.signal, assigned);
        let start = slice.offset as usize;
        whole.splice(start..start + slice.width as usize, value);
        whole
    }

    fn is_one_of(&mut self, subject: &[Edge], values: &[u128]) -> Edge {
        let mut any = Edge::ZERO;
        for value in values {
            let number = constant(*value, subject.len());
            let equal = self.equal(subject, &number);
            any = self.graph.or(any, equal);
        }
        any
    }

    /// The value of an expression where `visible` has been assigned before.
    fn evaluate(&mut self, expression: &Expression, visible: Option<&Assigned>) -> Word {
        let width = self.width(expression);
        match &expression.kind {
            ExpressionKind::Signal(id) => match visible {
                Some(assigned) => self.current(*id, assigned),
                None => self.value_of(*id),
            },
            ExpressionKind::Literal(value) => constant(*value, width),
            ExpressionKind::Unary(operator, operand) => {
                let operand = self.evaluate(operand, visible);
                self.unary(*operator, operand)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let signed = left.ty.is_signed() && operator.is_comparison();
                let (left, right) = (self.evaluate(left, visible), self.evaluate(right, visible));
                if signed {
                    self.binary(*operator, from_the_least(left), from_the_least(right))
                } else {
                    self.binary(*operator, left, right)
                }
            }
            ExpressionKind::Slice { base, offset, .. } => {
                let base = self.evaluate(base, visible);
                base[*offset as usize..][..width].to_vec()
            }
            ExpressionKind::Index { base, index } => {
                let (base, index) = (self.evaluate(base, visible), self.evaluate(index, visible));
                vec![self.shift_right(base, &index)[0]]
            }
            ExpressionKind::Resize(operand) => {
                let mut word = self.evaluate(operand, visible);
                let sign = word.last().copied().filter(|_| operand.ty.is_signed());
                word.resize(width, sign.unwrap_or(Edge::ZERO));
                word
            }
            ExpressionKind::Element { memory, address } => {
                let address = self.evaluate(address, visible);
                self.element(memory.0, &address)
            }
            ExpressionKind::ReplaceBit { base, index, bit } => {
                let (base, index) = (self.evaluate(base, visible), self.evaluate(index, visible));
                let bit = self.evaluate(bit, visible)[0];
                self.replace_bit(base, &index, bit)
            }
        }
    }

    fn width(&self, expression: &Expression) -> usize {
        self.flat.module.width(expression.ty) as usize
    }

    fn unary(&mut self, operator: UnaryOperator, operand: Word) -> Word {
        match operator {
            UnaryOperator::Not => operand.into_iter().map(|bit| !bit).collect(),
            UnaryOperator::Negate => {
                let zero = vec![Edge::ZERO; operand.len()];
                self.subtract(&zero, &operand).0
            }
            UnaryOperator::All => {
                let inverted: Word = operand.into_iter().map(|bit| !bit).collect();
                vec![!self.any(&inverted)]
            }
            UnaryOperator::Any => vec![self.any(&operand)],
            UnaryOperator::Parity => {
                vec![operand.into_iter().fold(Edge::ZERO, |sum, bit| self.graph.xor(sum, bit))]
            }
        }
    }

    fn binary(&mut self, operator: BinaryOperator, left: Word, right: Word) -> Word {
        use BinaryOperator::*;
        match operator {
            Add => self.add(&left, &right, Edge::ZERO).0,
            Subtract => self.subtract(&left, &right).0,
            Multiply => self.multiply(&left, &right),
            And => self.bitwise(left, right, Graph::and),
            Or => self.bitwise(left, right, Graph::or),
            Xor => self.bitwise(left, right, Graph::xor),
            ShiftRight => self.shift_right(left, &right),
            ShiftLeft => {
                let reversed = left.into_iter().rev().collect();
                self.shift_right(reversed, &right).into_iter().rev().collect()
            }
            Equal => vec![self.equal(&left, &right)],
            NotEqual => vec![!self.equal(&left, &right)],
            // Without a borrow the left operand is the larger one, or they are equal.
            Less => vec![!self.subtract(&left, &right).1],
            GreaterOrEqual => vec![self.subtract(&left, &right).1],
            Greater => vec![!self.subtract(&right, &left).1],
            LessOrEqual => vec![self.subtract(&right, &left).1],
        }
    }

    fn bitwise(
        &mut self,
        left: Word,
        right: Word,
        gate: fn(&mut Graph, Edge, Edge) -> Edge,
    ) -> Word {
        left.into_iter()
            .zip(right)
            .map(|(left, right)| gate(&mut self.graph, left, right))
            .collect()
    }

    fn any(&mut self, word: &[Edge]) -> Edge {
        word.iter().fold(Edge::ZERO, |any, bit| self.graph.or(any, *bit))
    }

    fn equal(&mut self, left: &[Edge], right: &[Edge]) -> Edge {
        let different = self.bitwise(left.to_vec(), right.to_vec(), Graph::xor);
        !self.any(&different)
    }

    /// Sum and carry.
    fn add(&mut self, left: &[Edge], right: &[Edge], mut carry: Edge) -> (Word, Edge) {
        let mut sum = Word::new();
        for (left, right) in left.iter().zip(right) {
            let half = self.graph.xor(*left, *right);
            sum.push(self.graph.xor(half, carry));
            carry = self.graph.mux(half, carry, *left);
        }
        (sum, carry)
    }

    /// Difference, and whether there was no borrow.
    fn subtract(&mut self, left: &[Edge], right: &[Edge]) -> (Word, Edge) {
        let inverted: Word = right.iter().map(|bit| !*bit).collect();
        self.add(left, &inverted, Edge::ONE)
    }

    /// The sum of the left operand's multiples by powers of two, where the right one has a 1.
    fn multiply(&mut self, left: &[Edge], right: &[Edge]) -> Word {
        let width = left.len();
        let mut product = vec![Edge::ZERO; width];
        for (place, bit) in right.iter().enumerate() {
            let mut multiple = vec![Edge::ZERO; place];
            multiple.extend(left[..width - place].iter().map(|left| self.graph.and(*left, *bit)));
            product = self.add(&product, &multiple, Edge::ZERO).0;
        }
        product
    }

    fn replace_bit(&mut self, base: Word, index: &[Edge], bit: Edge) -> Word {
        let places = 0..base.len();
        let replaced = base.into_iter().zip(places).map(|(old, place)| {
            let chosen = if index.len() < 64 && place >> index.len() != 0 {
                Edge::ZERO
            } else {
                self.equal(index, &constant(place as u128, index.len()))
            };
            self.graph.mux(chosen, bit, old)
        });
        replaced.collect()
    }

    fn shift_right(&mut self, mut word: Word, amount: &[Edge]) -> Word {
        for (stage, bit) in amount.iter().enumerate() {
            let distance = 1_usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            let shifted = (0..word.len()).map(|index| {
                let from = index.checked_add(distance).and_then(|from| word.get(from)).copied();
                from.unwrap_or(Edge::ZERO)
            });
            let shifted: Word = shifted.collect();
            word = shifted
                .into_iter()
                .zip(word)
                .map(|(one, zero)| self.graph.mux(*bit, one, zero))
                .collect();
        }
        word
    }
}

/// A signed number counted from the least one, which keeps the order.
fn from_the_least(mut word: Word) -> Word {
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}

fn as_register(item: &Item) -> Option<&Register> {
    match &item.kind {
        ItemKind::Register(register) => Some(register),
        _ => None,
    }
}

fn constant(value: u128, width: usize) -> Word {
    (0..width).map(|bit| Edge::from(bit < 128 && value >> bit & 1 == 1)).collect()
}
