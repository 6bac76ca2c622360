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
    /// The covers that are never reached, of the module and of those inside it. For any other cover
    /// this is not known.
    pub unreachable: Vec<String>,
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
    /// No inputs from power-up fulfil the assumptions, so that everything would be proven.
    #[error(
        "module `{module}`: {} in step {step} after power-up, and everything would be proven under them. Correct them",
        excluded(.assumptions)
    )]
    Contradiction {
        /// The module.
        module: String,
        /// Assumptions that exclude each other, none of which could be left out.
        assumptions: Vec<String>,
        /// The clock edges before.
        step: usize,
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
/// its inputs. `depth` is the greatest number of steps that the induction looks back, and the number
/// of steps from power-up in which the assumptions are checked not to exclude each other.
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
        base.fulfilled_step()?;
        let (all, counterexample) = base.violated();
        if let Some(first) = all.first() {
            return Err(PropertyError::Violated {
                module: system.name.clone(),
                property: first.clone(),
                step: looking_back,
                all,
                counterexample,
            });
        }
        step.step();
        step.assume(Role::Assumption);
        let (properties, counterexample) = step.violated();
        step.assume(Role::Goal);
        if properties.is_empty() {
            for _ in looking_back..depth {
                base.fulfilled_step()?;
            }
            return Ok(Induction {
                proven: system.paths(Role::Goal),
                assumed: system.paths(Role::Assumption),
                unreachable: unreachable(&mut base, &mut step),
                depth: looking_back,
            });
        }
        if looking_back == depth {
            let module = system.name.clone();
            return Err(PropertyError::NotInductive { module, properties, depth, counterexample });
        }
    }
    unreachable!("the last step returns")
}

/// Returns the covers that are never reached: not from power-up on, and not from any state that
/// fulfils the other properties and has not reached them before.
fn unreachable(base: &mut Unrolled, step: &mut Unrolled) -> Vec<String> {
    let mut open = base.system.indices(Role::Cover);
    open.retain(|cover| !base.is_reachable(*cover, base.steps));
    let mut found = vec![];
    while !open.is_empty() {
        let (unreachable, other) =
            open.into_iter().partition::<Vec<_>, _>(|cover| !step.is_reachable(*cover, 1));
        found.extend(unreachable);
        open = other;
        if step.steps == base.steps {
            break;
        }
        step.step();
        step.assume(Role::Assumption);
        step.assume(Role::Goal);
    }
    found.sort_unstable();
    found.iter().map(|cover| base.system.properties[*cover].path.clone()).collect()
}

/// A flat module as a transition system.
struct System {
    name: String,
    gates: Gates,
    model: Model,
    properties: Vec<Checked>,
}

struct Checked {
    path: String,
    /// The output of the flat module that has its condition.
    output: String,
    role: Role,
}

/// What a property is for the module that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It is proven.
    Goal,
    /// The inputs fulfil it.
    Assumption,
    /// It is looked for.
    Cover,
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
            let role = match kind {
                PropertyKind::Cover => Role::Cover,
                PropertyKind::Assume if !path.contains('.') => Role::Assumption,
                PropertyKind::Assume | PropertyKind::Assert => Role::Goal,
            };
            properties.push(Checked { path, output: condition, role });
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

    /// Returns the indices of the properties of a role.
    fn indices(&self, role: Role) -> Vec<usize> {
        let properties = self.properties.iter().enumerate();
        properties.filter(|(_, property)| property.role == role).map(|(index, _)| index).collect()
    }

    /// Returns the paths of the properties of a role.
    fn paths(&self, role: Role) -> Vec<String> {
        let indices = self.indices(role).into_iter();
        indices.map(|index| self.properties[index].path.clone()).collect()
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
    /// The conditions of all properties in each step.
    conditions: Vec<Vec<Edge>>,
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
        let (writes, conditions) = Default::default();
        Unrolled { system, gates, steps: 0, registers, writes, known: Edge::ONE, conditions }
    }

    /// Adds a step in which the assumptions hold.
    ///
    /// # Errors
    ///
    /// Returns [`PropertyError::Contradiction`] if they cannot.
    fn fulfilled_step(&mut self) -> Result<(), PropertyError> {
        self.step();
        self.assume(Role::Assumption);
        if self.is_possible(self.known) {
            return Ok(());
        }
        // Without any of the rest, they do not exclude each other.
        let mut needed = self.system.indices(Role::Assumption);
        for assumption in needed.clone() {
            let others: Vec<usize> =
                needed.iter().copied().filter(|other| *other != assumption).collect();
            let conditions = self.conditions.iter();
            let conditions: Vec<Edge> =
                conditions.flat_map(|step| others.iter().map(|index| step[*index])).collect();
            let all = self.all(&conditions);
            if !self.is_possible(all) {
                needed = others;
            }
        }
        let names = needed.iter().map(|index| self.system.properties[*index].path.clone());
        Err(PropertyError::Contradiction {
            module: self.system.name.clone(),
            assumptions: names.collect(),
            step: self.steps - 1,
        })
    }

    fn is_possible(&mut self, condition: Edge) -> bool {
        condition == Edge::ONE || Solver::new(&mut self.gates).is_satisfiable(condition)
    }

    /// Whether a cover is reached in one of the last steps for the first time.
    fn is_reachable(&mut self, cover: usize, last: usize) -> bool {
        let earlier: Vec<Edge> =
            self.conditions.iter().rev().skip(last).map(|step| !step[cover]).collect();
        let in_last: Vec<Edge> =
            self.conditions.iter().rev().take(last).map(|step| !step[cover]).collect();
        let (never_before, never) = (self.all(&earlier), self.all(&in_last));
        let reached = self.gates.graph.and(never_before, !never);
        let reached = self.gates.graph.and(self.known, reached);
        self.is_possible(reached)
    }

    /// Adds a step.
    fn step(&mut self) {
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
        self.conditions.push(conditions);
    }

    /// Returns the conditions of the properties of a role in the last step.
    fn last(&self, role: Role) -> Vec<Edge> {
        let last = self.conditions.last();
        let indices = self.system.indices(role).into_iter();
        indices.filter_map(|index| last?.get(index).copied()).collect()
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

    /// Assumes the properties of a role in the last step.
    fn assume(&mut self, role: Role) {
        let all = self.all(&self.last(role));
        self.known = self.gates.graph.and(self.known, all);
    }

    /// Returns the goals of the last step that may be violated, and values for which the first is.
    fn violated(&mut self) -> (Vec<String>, Vec<(String, String)>) {
        let goals = self.last(Role::Goal);
        let all = self.all(&goals);
        let any = self.gates.graph.and(self.known, !all);
        let mut solver = Solver::new(&mut self.gates);
        if !solver.is_satisfiable(any) {
            return (vec![], vec![]);
        }
        let (mut violated, mut values) = (vec![], vec![]);
        for (path, goal) in self.system.paths(Role::Goal).into_iter().zip(goals) {
            let violation = solver.gates.graph.and(self.known, !goal);
            if solver.is_satisfiable(violation) {
                if violated.is_empty() {
                    values = counterexample(&[violation], &mut solver);
                }
                violated.push(path);
            }
        }
        (violated, values)
    }
}

/// ``the assumption `a` cannot hold`` or ``the assumptions `a`, `b` exclude each other``.
fn excluded(assumptions: &[String]) -> String {
    let names: Vec<String> = assumptions.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [name] => format!("the assumption {name} cannot hold"),
        _ => format!("the assumptions {} exclude each other", names.join(", ")),
    }
}

/// `` `a`, `b` are``.
fn list(properties: &[String]) -> String {
    let names: Vec<String> = properties.iter().map(|name| format!("`{name}`")).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names.join(", "))
}
