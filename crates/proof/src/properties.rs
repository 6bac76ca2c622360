//! Proves the properties of a module by induction over clock edges.
//!
//! Time is divided at the rising edges of the one clock that all registers have. In each step the
//! inputs are arbitrary, and the registers have the values that the step before loaded. The base
//! case begins at power-up and finds violations; the induction step begins anywhere, and assumes
//! that all properties held in the steps before. A memory is an uninterpreted function that writes
//! override.

use std::collections::BTreeMap;

use rust_hdl_gates::graph::{Node, NodeId};
use rust_hdl_rtl::{
    self as rtl, Design, ItemKind, ModuleId, PropertyKind, SignalId, SignalKind, flatten,
};
use thiserror::Error;

use crate::compare::counterexample;
use crate::design::model;
use crate::model::{Edge, Gates, Model, Source, Word};
use crate::prove::condition;
use crate::solver::Solver;

/// What is proven of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Induction {
    /// The assertions of the module, and all that is asserted and assumed of the modules inside it,
    /// by path: `bankroll.bets_are_covered`.
    pub proven: Vec<String>,
    /// What holds if the inputs of the module behave as it assumes.
    pub assumed: Vec<String>,
    /// The number of steps that the induction looks back.
    pub depth: usize,
}

/// Why a property is not proven.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PropertyError {
    /// The design has no meaning.
    #[error(transparent)]
    Design(Box<rtl::Error>),
    /// Only one clock is supported.
    #[error(
        "module `{module}`: `{signal}` has another clock than the rest. Induction needs a single clock"
    )]
    SecondClock {
        /// The module.
        module: String,
        /// A register, a memory or a property.
        signal: String,
    },
    /// A sequence of inputs from power-up violates a property.
    #[error(
        "module `{module}`: `{property}` does not hold in step {step} after power-up{}",
        condition(.counterexample)
    )]
    Violated {
        /// The module.
        module: String,
        /// The property, by path.
        property: String,
        /// The clock edges before.
        step: usize,
        /// All properties that are violated in that step.
        all: Vec<String>,
        /// Inputs for which it does not hold: `enable@2` is that of step 2.
        counterexample: Vec<(String, String)>,
    },
    /// Properties that may hold, but not because they held in the steps before.
    #[error(
        "module `{module}`: {} not proven by induction over {depth} steps{}. If that state cannot be reached, assert it",
        list(.properties), condition(.counterexample)
    )]
    NotInductive {
        /// The module.
        module: String,
        /// The properties, by path.
        properties: Vec<String>,
        /// The steps that the induction looks back.
        depth: usize,
        /// Inputs, and registers of a state that may be unreachable, for which the first does not
        /// hold: `count@0` is the register before step 0, `enable@2` the input of step 2.
        counterexample: Vec<(String, String)>,
    },
}

/// Proves every property of a module and of the modules inside it, except its own assumptions about
/// its inputs. `depth` is the greatest number of steps that the induction looks back.
///
/// # Errors
///
/// The first [`PropertyError`] found.
pub fn prove_properties(
    design: &Design,
    module: ModuleId,
    depth: usize,
) -> Result<Induction, PropertyError> {
    let system = System::of(design, module)?;
    let mut base = Unrolled::new(&system, true);
    let mut step = Unrolled::new(&system, false);
    for looking_back in 0..=depth {
        let (constraints, goals) = base.step();
        base.assume(&constraints);
        let (all, counterexample) = base.violated(&goals);
        if let Some(first) = all.first() {
            return Err(PropertyError::Violated {
                module: system.name.clone(),
                property: first.clone(),
                step: looking_back,
                all,
                counterexample,
            });
        }
        let (constraints, goals) = step.step();
        step.assume(&constraints);
        let (properties, counterexample) = step.violated(&goals);
        if properties.is_empty() {
            let names = |wanted: bool| {
                let properties = system.properties.iter();
                let properties = properties.filter(move |property| property.is_goal == wanted);
                properties.map(|property| property.path.clone()).collect()
            };
            return Ok(Induction {
                proven: names(true),
                assumed: names(false),
                depth: looking_back,
            });
        }
        if looking_back == depth {
            let module = system.name.clone();
            return Err(PropertyError::NotInductive { module, properties, depth, counterexample });
        }
        step.assume(&goals);
    }
    unreachable!("the last step returns")
}

/// A flat module as a transition system.
struct System {
    name: String,
    gates: Gates,
    model: Model,
    properties: Vec<Checked>,
}

/// A property that is not a cover.
struct Checked {
    path: String,
    /// The output of the flat module that has its condition.
    output: String,
    /// Whether it is proven; otherwise the inputs fulfil it.
    is_goal: bool,
}

impl System {
    fn of(design: &Design, id: ModuleId) -> Result<System, PropertyError> {
        let error = |error: rtl::Error| PropertyError::Design(Box::new(error));
        let name = design.module(id).name.clone();
        // The monitors have the clocks that sample the properties.
        let bound = design.with_monitors();
        let flat = flatten(&bound, id).and_then(rtl::Flat::reject_black_boxes).map_err(error)?;
        let mut module = flat.module;
        let (mut properties, mut monitors) = (vec![], BTreeMap::new());
        let mut clocks: Vec<(&String, Option<SignalId>)> = vec![];
        for found in design.properties_inside(id) {
            let rtl::PropertyInside { path, kind, condition, monitor } = found;
            let signal = module.find(&condition).expect("every condition is a signal");
            module.signals[signal.0].kind = SignalKind::Output;
            monitors.insert(monitor, path.clone());
            if kind != PropertyKind::Cover {
                let is_goal = kind == PropertyKind::Assert || path.contains('.');
                properties.push(Checked { path, output: condition, is_goal });
            }
        }
        for item in &module.items {
            clocks.extend(match &item.kind {
                ItemKind::Register(register) => {
                    let name = &module.signal(register.target).name;
                    Some((name, register.clock.as_signal()))
                }
                ItemKind::MemoryWrite(write) => {
                    Some((&module.memory(write.memory).name, write.clock.as_signal()))
                }
                _ => None,
            });
        }
        let is_other = |clock: Option<SignalId>| clock.is_none() || clock != clocks[0].1;
        if let Some((register, _)) = clocks.iter().find(|(_, clock)| is_other(*clock)) {
            let signal = monitors.get(*register).unwrap_or(*register).clone();
            return Err(PropertyError::SecondClock { module: name, signal });
        }
        let alone = Design { modules: vec![module], tops: vec![ModuleId(0)], ..Design::default() };
        let mut gates = Gates::default();
        let model = model(&alone, ModuleId(0), &mut gates).map_err(error)?;
        Ok(System { name, gates, model, properties })
    }
}

/// Consecutive steps of a system.
struct Unrolled<'a> {
    system: &'a System,
    gates: Gates,
    steps: usize,
    /// The values of the registers before the next step, by name.
    registers: BTreeMap<String, Word>,
    /// The writes of all steps before, in order: the memory, and the port.
    writes: Vec<(String, Edge, Word, Word)>,
    /// What is known to hold.
    known: Edge,
}

impl<'a> Unrolled<'a> {
    /// Before the first step the registers have their values at power-up, or any values.
    fn new(system: &'a System, at_power_up: bool) -> Self {
        let mut gates = Gates::default();
        let mut registers = BTreeMap::new();
        for (name, register) in &system.model.registers {
            let value = match &register.power_up {
                Some(value) if at_power_up => value.iter().map(|bit| Edge::from(*bit)).collect(),
                _ => gates.signal(&format!("{name}@0"), register.next.len()),
            };
            registers.insert(name.clone(), value);
        }
        Unrolled { system, gates, steps: 0, registers, writes: vec![], known: Edge::ONE }
    }

    /// Adds a step. Returns the conditions of the assumptions and of the goals in it.
    fn step(&mut self) -> (Vec<Edge>, Vec<Edge>) {
        let Model { outputs, registers, memories, .. } = &self.system.model;
        let mut roots: Vec<Edge> = vec![];
        let properties = &self.system.properties;
        roots.extend(properties.iter().map(|property| outputs[&property.output][0]));
        roots.extend(registers.values().flat_map(|register| register.next.iter().copied()));
        for write in memories.values().flat_map(|memory| &memory.writes) {
            roots.push(write.enable);
            roots.extend(write.address.iter().chain(&write.data));
        }
        let mut values = self.instantiated(&roots).into_iter();
        let conditions: Vec<Edge> = values.by_ref().take(properties.len()).collect();
        for (name, register) in registers {
            let next = values.by_ref().take(register.next.len()).collect();
            self.registers.insert(name.clone(), next);
        }
        for (name, memory) in memories {
            for write in &memory.writes {
                let enable = values.next().unwrap_or(Edge::ZERO);
                let address = values.by_ref().take(write.address.len()).collect();
                let data = values.by_ref().take(write.data.len()).collect();
                self.writes.push((name.clone(), enable, address, data));
            }
        }
        self.steps += 1;
        let of = |wanted: bool| {
            let pairs = properties.iter().zip(&conditions);
            let pairs = pairs.filter(move |(property, _)| property.is_goal == wanted);
            pairs.map(|(_, condition)| *condition).collect()
        };
        (of(false), of(true))
    }

    /// Copies gates of the system into this step.
    fn instantiated(&mut self, roots: &[Edge]) -> Vec<Edge> {
        let system = self.system;
        let mut made: Vec<Edge> = vec![];
        let of = |made: &[Edge], edge: Edge| {
            let regular = made[edge.node().0 as usize];
            if edge.is_inverted() { !regular } else { regular }
        };
        for index in 0..system.gates.graph.len() {
            let graph = &mut self.gates.graph;
            let edge = match system.gates.graph.node(NodeId(index as u32)) {
                Node::Zero => Edge::ZERO,
                Node::And(left, right) => {
                    let (left, right) = (of(&made, left), of(&made, right));
                    graph.and(left, right)
                }
                Node::Xor(left, right) => {
                    let (left, right) = (of(&made, left), of(&made, right));
                    graph.xor(left, right)
                }
                Node::Mux { select, one, zero } => {
                    let [select, one, zero] = [select, one, zero].map(|edge| of(&made, edge));
                    graph.mux(select, one, zero)
                }
                Node::Leaf(number) => {
                    let leaf = &system.gates.leaves()[number as usize];
                    match &leaf.source {
                        Source::Signal(name) => match self.registers.get(name) {
                            Some(value) => value[leaf.bit],
                            None => {
                                let name = format!("{name}@{}", self.steps);
                                self.gates.signal(&name, leaf.bit + 1)[leaf.bit]
                            }
                        },
                        Source::Memory { memory, address } => {
                            let address: Word = address.iter().map(|bit| of(&made, *bit)).collect();
                            self.word(memory, &address, leaf.bit)
                        }
                        Source::Instance { .. } => unreachable!("a flat module has no instances"),
                    }
                }
            };
            made.push(edge);
        }
        roots.iter().map(|root| of(&made, *root)).collect()
    }

    /// Returns a bit of the word of a memory at an address.
    fn word(&mut self, memory: &str, address: &[Edge], bit: usize) -> Edge {
        let mut value = self.gates.memory_word(memory, address, bit + 1)[bit];
        for (written, enable, at, data) in &self.writes {
            if written == memory {
                let hit = self.gates.same_address(address, at);
                let graph = &mut self.gates.graph;
                let hit = graph.and(hit, *enable);
                value = graph.mux(hit, data[bit], value);
            }
        }
        value
    }

    fn all(&mut self, conditions: &[Edge]) -> Edge {
        let graph = &mut self.gates.graph;
        conditions.iter().fold(Edge::ONE, |all, condition| graph.and(all, *condition))
    }

    fn assume(&mut self, conditions: &[Edge]) {
        let all = self.all(conditions);
        self.known = self.gates.graph.and(self.known, all);
    }

    /// Returns the goals of the last step that may be violated, and values for which the first is.
    fn violated(&mut self, goals: &[Edge]) -> (Vec<String>, Vec<(String, String)>) {
        let all = self.all(goals);
        let any = self.gates.graph.and(self.known, !all);
        let mut solver = Solver::new(&mut self.gates);
        if !solver.is_satisfiable(any) {
            return (vec![], vec![]);
        }
        let paths = self.system.properties.iter().filter(|property| property.is_goal);
        let (mut violated, mut values) = (vec![], vec![]);
        for (property, goal) in paths.zip(goals) {
            let violation = solver.gates.graph.and(self.known, !*goal);
            if solver.is_satisfiable(violation) {
                if violated.is_empty() {
                    values = counterexample(&[violation], &mut solver);
                }
                violated.push(property.path.clone());
            }
        }
        (violated, values)
    }
}

/// `` `a`, `b` are``.
fn list(properties: &[String]) -> String {
    let names: Vec<String> = properties.iter().map(|name| format!("`{name}`")).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names.join(", "))
}
