//! Consecutive steps of a transition system, as gates.

use std::collections::BTreeMap;

use rust_hdl_gates::graph::{Node, NodeId};

use super::PropertyError;
use super::system::{Role, System};
use crate::compare::counterexample;
use crate::model::{Edge, Gates, Model, Source, Word};
use crate::solver::Solver;

/// Consecutive steps of a system.
pub(super) struct Unrolled<'a> {
    pub system: &'a System,
    gates: Gates,
    pub steps: usize,
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
    pub fn new(system: &'a System, at_power_up: bool) -> Self {
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
    pub fn fulfilled_step(&mut self) -> Result<(), PropertyError> {
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
    pub fn is_reachable(&mut self, cover: usize, last: usize) -> bool {
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
    pub fn step(&mut self) {
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
    pub fn assume(&mut self, role: Role) {
        let all = self.all(&self.last(role));
        self.known = self.gates.graph.and(self.known, all);
    }

    /// Returns the goals of the last step that may be violated, and values for which the first is.
    pub fn violated(&mut self) -> (Vec<String>, Vec<(String, String)>) {
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
