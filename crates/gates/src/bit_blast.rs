//! Bit-blasting: converts a typed design to gates.

mod memory;
mod operators;

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Edge, Graph};
use super::netlist::{InputPort, Netlist, OutputPort, RegisterBit};
use super::words::Word;
use operators::{constant, offset_binary};
use rust_hdl_rtl::{
    Design, Error, Expression, ExpressionKind, Flat, Item, ItemKind, ModuleId, Register, Signal,
    SignalId, SignalKind, Statement, StatementKind, Target, flatten,
};

/// Flattens a module of a design and turns it into gates.
///
/// # Errors
///
/// [`Error::CombinationalLoop`], or [`Error::BlackBox`] if an instance is a black box.
pub fn bit_blast(design: &Design, top: ModuleId) -> Result<Netlist, Error> {
    Ok(BitBlaster::new(&flatten(design, top)?.reject_black_boxes()?).netlist())
}

struct BitBlaster<'a> {
    flat: &'a Flat,
    graph: Graph,
    /// The value of each signal processed so far.
    values: BTreeMap<SignalId, Word>,
    /// The words of each memory.
    memories: Vec<Vec<Word>>,
    inputs: Vec<InputPort>,
    leaves: u32,
}

/// The signals that a process has assigned so far on the current path, with their values.
type Assigned = BTreeMap<SignalId, Word>;

/// The kind of assignment of a process.
#[derive(Clone, Copy, PartialEq)]
enum Assignment {
    /// Takes effect at once: combinational processes.
    Blocking,
    /// Takes effect after the clock edge: registers.
    Nonblocking,
}

impl<'a> BitBlaster<'a> {
    fn new(flat: &'a Flat) -> BitBlaster<'a> {
        let (graph, values) = (Graph::default(), BTreeMap::new());
        BitBlaster { flat, graph, values, memories: vec![], inputs: vec![], leaves: 0 }
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

    /// Returns the value of a signal, 0 if it is undriven.
    fn value_of(&self, id: SignalId) -> Word {
        let undriven = || vec![Edge::ZERO; self.flat.module.signal_width(id) as usize];
        self.values.get(&id).cloned().unwrap_or_else(undriven)
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

    /// Returns the value of a signal after the assignments; unassigned signals keep their value.
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
                    let condition = self.graph.any(&condition);
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

    /// Merges the assignments of two branches.
    fn choose(&mut self, select: Edge, one: Assigned, zero: Assigned, assigned: &mut Assigned) {
        let ids: BTreeSet<SignalId> = one.keys().chain(zero.keys()).copied().collect();
        for id in ids {
            let (one, zero) = (self.current(id, &one), self.current(id, &zero));
            let word = self.graph.choose(select, &one, &zero);
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
            let equal = self.graph.equal(subject, &number);
            any = self.graph.or(any, equal);
        }
        any
    }

    /// Evaluates an expression; `visible` are the assignments that take precedence over the current values.
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
                    self.binary(*operator, &offset_binary(left), &offset_binary(right))
                } else {
                    self.binary(*operator, &left, &right)
                }
            }
            ExpressionKind::Slice { base, offset, .. } => {
                let base = self.evaluate(base, visible);
                base[*offset as usize..][..width].to_vec()
            }
            ExpressionKind::Index { base, index } => {
                let (base, index) = (self.evaluate(base, visible), self.evaluate(index, visible));
                vec![self.graph.shift_right(&base, &index, Edge::ZERO)[0]]
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
                self.graph.replace_bit(&base, &index, bit)
            }
        }
    }

    fn width(&self, expression: &Expression) -> usize {
        self.flat.module.width(expression.ty) as usize
    }
}

fn as_register(item: &Item) -> Option<&Register> {
    match &item.kind {
        ItemKind::Register(register) => Some(register),
        _ => None,
    }
}
