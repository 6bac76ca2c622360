//! Merges equal gates, inputs before outputs (SAT sweeping).
//!
//! Two functions that differ in a few gates near their inputs and feed the same multiplier are hard
//! to prove equal as a whole. Gates with equal values in a simulation are proven equal one by one
//! instead, each over operands that have been merged before; what follows is mostly the same gate
//! then by construction.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use rust_hdl_gates::graph::{Node, NodeId};

use crate::model::{Edge, Source, Word};
use crate::solver::Solver;

/// The simulated values of each gate: 64 for each word.
const WORDS: usize = 16;

/// The conflicts that the proof of one pair may take.
const CONFLICTS_PER_PAIR: u64 = 300;

/// The conflicts that all pairs may take together.
const CONFLICTS: u64 = 20_000;

/// The most gates with equal values that a gate is proven equal to or not.
const CANDIDATES: usize = 8;

/// Returns words of the same functions, in which equal gates are merged as far as that was proven.
pub fn merged(words: &[&Word], solver: &mut Solver) -> Vec<Word> {
    let roots: Vec<Edge> = words.iter().copied().flatten().copied().collect();
    let cone = cone(&roots, solver);
    let mut sweep = Sweep {
        values: Values::random(&cone, solver),
        merged: HashMap::new(),
        classes: HashMap::new(),
    };
    let mut left = CONFLICTS;
    for id in &cone {
        sweep.add(*id, &cone, solver, &mut left);
    }
    words.iter().map(|word| word.iter().map(|edge| sweep.edge(*edge)).collect()).collect()
}

/// Returns the gates that edges depend on, also by the addresses of memories, operands first.
fn cone(roots: &[Edge], solver: &mut Solver) -> Vec<NodeId> {
    let (mut roots, mut known) = (roots.to_vec(), 0);
    while known != roots.len() {
        known = roots.len();
        let leaves = solver.gates.graph.support(&roots);
        let mut addresses = BTreeSet::new();
        for number in leaves {
            if let Source::Memory { address, .. } = &solver.gates.leaves()[number as usize].source {
                addresses.extend(address.iter().copied());
            }
        }
        let new: Vec<Edge> = addresses.into_iter().filter(|edge| !roots.contains(edge)).collect();
        roots.extend(new);
    }
    solver.gates.graph.fanin_cone(&roots)
}

/// Gates that are being merged.
struct Sweep {
    values: Values,
    /// For each gate, the one that has taken its place.
    merged: HashMap<NodeId, Edge>,
    /// The gates that no other has replaced, by their values; those of a gate and of its complement
    /// are in one class.
    classes: HashMap<[u64; WORDS], Vec<NodeId>>,
}

impl Sweep {
    fn edge(&self, edge: Edge) -> Edge {
        let regular = self.merged[&edge.node()];
        if edge.is_inverted() { !regular } else { regular }
    }

    /// Merges a gate whose operands have been merged with an earlier one, if they are equal.
    fn add(&mut self, id: NodeId, cone: &[NodeId], solver: &mut Solver, left: &mut u64) {
        let made = match solver.gates.graph.node(id) {
            Node::Zero | Node::Leaf(_) => Edge::of(id),
            Node::And(one, other) => solver.gates.graph.and(self.edge(one), self.edge(other)),
            Node::Xor(one, other) => solver.gates.graph.xor(self.edge(one), self.edge(other)),
            Node::Mux { select, one, zero } => {
                let [select, one, zero] = [select, one, zero].map(|edge| self.edge(edge));
                solver.gates.graph.mux(select, one, zero)
            }
        };
        self.merged.insert(id, made);
        let class = self.values.class(id);
        let candidates = self.classes.get(&class).cloned().unwrap_or_default();
        let mut tried = 0;
        for candidate in candidates {
            let is_inverted = self.values.is_inverted(id) != self.values.is_inverted(candidate);
            let other = self.merged[&candidate];
            let other = if is_inverted { !other } else { other };
            if made == other {
                return;
            }
            if tried == CANDIDATES || !self.values.are_equal(id, candidate, is_inverted) {
                continue;
            }
            tried += 1;
            let difference = solver.gates.graph.xor(made, other);
            let (answer, conflicts) =
                solver.is_satisfiable_within(difference, CONFLICTS_PER_PAIR.min(*left));
            *left = left.saturating_sub(conflicts);
            match answer {
                Some(false) => {
                    self.merged.insert(id, other);
                    return;
                }
                Some(true) => self.values.add_solution(cone, solver),
                None => {}
            }
        }
        self.classes.entry(class).or_default().push(id);
    }
}

/// The values of gates in a simulation.
struct Values {
    /// Values for random leaves.
    random: HashMap<NodeId, [u64; WORDS]>,
    /// Values for solutions that told two gates apart.
    solutions: HashMap<NodeId, Vec<u64>>,
    /// The number of solutions.
    count: usize,
}

impl Values {
    fn random(cone: &[NodeId], solver: &Solver) -> Values {
        let mut values = Values { random: HashMap::new(), solutions: HashMap::new(), count: 0 };
        let mut state = 0x9e37_79b9_7f4a_7c15;
        for id in cone {
            let value = match solver.gates.graph.node(*id) {
                Node::Leaf(number) => match &solver.gates.leaves()[number as usize].source {
                    Source::Memory { memory, address } => {
                        let bit = solver.gates.leaves()[number as usize].bit;
                        values.word_of_memory(memory, bit, address)
                    }
                    _ => std::array::from_fn(|index| biased(index, &mut state)),
                },
                node => std::array::from_fn(|index| evaluate(node, |id| values.random[&id][index])),
            };
            values.random.insert(*id, value);
        }
        values
    }

    /// Returns values of a bit of a memory: equal addresses give equal words.
    fn word_of_memory(&self, memory: &str, bit: usize, address: &Word) -> [u64; WORDS] {
        std::array::from_fn(|index| {
            let lane = |lane: u32| {
                let bits: Vec<bool> = address
                    .iter()
                    .map(|edge| {
                        (self.random[&edge.node()][index] >> lane & 1 == 1) ^ edge.is_inverted()
                    })
                    .collect();
                // Leading zeros are no part of an address.
                let used = bits.iter().rposition(|bit| *bit).map_or(0, |last| last + 1);
                let mut hasher = DefaultHasher::new();
                (memory, bit, &bits[..used]).hash(&mut hasher);
                (hasher.finish() & 1) << lane
            };
            (0..64).fold(0, |word, number| word | lane(number))
        })
    }

    fn is_inverted(&self, id: NodeId) -> bool {
        self.random[&id][0] & 1 == 1
    }

    fn class(&self, id: NodeId) -> [u64; WORDS] {
        let mask = if self.is_inverted(id) { u64::MAX } else { 0 };
        self.random[&id].map(|word| word ^ mask)
    }

    /// Whether no solution tells two gates apart.
    fn are_equal(&self, left: NodeId, right: NodeId, is_inverted: bool) -> bool {
        let mask = if is_inverted { u64::MAX } else { 0 };
        let of = |id| self.solutions.get(&id).map(Vec::as_slice).unwrap_or_default();
        let last = self.count % 64;
        of(left).iter().zip(of(right)).enumerate().all(|(index, (left, right))| {
            let is_last = index == self.count / 64;
            let used = if is_last { (1_u64 << last) - 1 } else { u64::MAX };
            (left ^ right ^ mask) & used == 0
        })
    }

    /// Adds the values of all gates in the present solution.
    fn add_solution(&mut self, cone: &[NodeId], solver: &Solver) {
        let (index, lane) = (self.count / 64, self.count % 64);
        for id in cone {
            let is_one = match solver.gates.graph.node(*id) {
                Node::Leaf(_) => u64::from(solver.value(&[Edge::of(*id)])[0]),
                node => evaluate(node, |id| self.solutions[&id][index] >> lane) & 1,
            };
            let words = self.solutions.entry(*id).or_default();
            if words.len() == index {
                words.push(0);
            }
            words[index] |= is_one << lane;
        }
        self.count += 1;
    }
}

/// Returns 64 values of a gate.
fn evaluate(node: Node, value: impl Fn(NodeId) -> u64) -> u64 {
    let of = |edge: Edge| value(edge.node()) ^ if edge.is_inverted() { u64::MAX } else { 0 };
    match node {
        Node::Zero | Node::Leaf(_) => 0,
        Node::And(left, right) => of(left) & of(right),
        Node::Xor(left, right) => of(left) ^ of(right),
        Node::Mux { select, one, zero } => of(select) & of(one) | !of(select) & of(zero),
    }
}

/// Returns the next pseudo-random word (SplitMix64): in the last words of a gate, few or most bits
/// are 1.
fn biased(index: usize, state: &mut u64) -> u64 {
    let mut next = || {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    match WORDS - index {
        1 | 2 => next() & next() & next(),
        3 | 4 => next() | next() | next(),
        _ => next(),
    }
}
