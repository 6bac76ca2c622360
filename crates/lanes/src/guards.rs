//! The conditions under which most registers hold their values: clock enables, found in the gates.

use std::collections::{BTreeMap, BTreeSet};

use super::logic::Logic;
use rust_hdl_gates::graph::{Edge, Graph, Node, NodeId};

/// The limit for the number of guards.
const MAXIMUM_GUARDS: usize = 6;

/// The limit for the number of candidates that are tried: each has a bit in the sets of samples.
const MAXIMUM_CANDIDATES: usize = 120;

/// The number of operations that take as long as to look at the result of a guard's test in a
/// chunk.
const GUARD_OPERATIONS: usize = 24;

/// A guard is 0 in at least one sample of this number.
const SHARE_OF_GUARD: usize = 20;

/// The limit for the depth of gates in which candidates are looked for.
const MAXIMUM_DEPTH: u32 = 8;

/// The limit for the operations of a factor of a guard's test.
const MAXIMUM_FACTOR: usize = 10;

/// A condition under which registers hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guard {
    /// The edge that must be 0.
    pub edge: Edge,
    /// An edge that is 1 wherever `edge` is, with fewer gates.
    pub test: Edge,
}

/// Returns the guards with which the load takes the fewest operations, if the candidates are 0 as
/// often as in the samples. `counts` are the samples for each set of candidates that were 0, a bit
/// for each.
pub(super) fn choose(
    logic: &Logic,
    candidates: &[Guard],
    counts: &BTreeMap<u128, usize>,
) -> Vec<Guard> {
    let total: usize = counts.values().sum();
    if total == 0 {
        return vec![];
    }
    let is_often_zero = |candidate: &usize| {
        let zeros = counts.iter().filter(|(zeros, _)| *zeros >> candidate & 1 == 1);
        zeros.map(|(_, count)| count).sum::<usize>() * SHARE_OF_GUARD >= total
    };
    let often: Vec<usize> = (0..candidates.len()).filter(is_often_zero).collect();
    let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    // The operations for all samples with these guards.
    let mut expected = |chosen: &[usize]| {
        let guards = |indices: &[usize]| -> Vec<Guard> {
            indices.iter().map(|index| candidates[*index]).collect()
        };
        let mut variants: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        for (zeros, count) in counts {
            let zeros = chosen.iter().copied().filter(|candidate| zeros >> candidate & 1 == 1);
            *variants.entry(zeros.collect()).or_default() += count;
        }
        let remaining = variants.into_iter().map(|(mut zeros, count)| {
            // What a rare variant saves with its last guard is not worth an estimate.
            if count * SHARE_OF_GUARD < total {
                zeros.pop();
            }
            let cost = known.entry(zeros).or_insert_with_key(|zeros| cost(logic, &guards(zeros)));
            *cost * count
        });
        let tests = guards(chosen).iter().map(|guard| guard.test).collect();
        let test = cone_cost(&logic.graph, tests, |edge| edge) + GUARD_OPERATIONS * chosen.len();
        remaining.sum::<usize>() + test * total
    };
    let mut chosen = Vec::new();
    let without = expected(&chosen);
    let mut least = without;
    while chosen.len() < MAXIMUM_GUARDS {
        let with = |candidate: &usize| [chosen.as_slice(), &[*candidate]].concat();
        let costs = often.iter().map(|candidate| (expected(&with(candidate)), *candidate));
        // A guard that saves little is not worth further variants of the program.
        match costs.min().filter(|(cost, _)| cost * 50 <= least * 49) {
            Some((cost, candidate)) => {
                least = cost;
                chosen.push(candidate);
            }
            None => break,
        }
    }
    // Two passes over the memory take longer than one with a few operations more.
    if least * 10 > without * 9 {
        return vec![];
    }
    chosen.into_iter().map(|candidate| candidates[candidate]).collect()
}

/// Returns the conditions that make most registers hold, or contribute to it, and whose tests take
/// few gates. The tests are added to the graph.
pub(super) fn candidates(logic: &mut Logic) -> Vec<Guard> {
    let edges = edges(logic).into_iter();
    let guards = edges.map(|edge| Guard { edge, test: upper_bound(&mut logic.graph, edge) });
    guards.filter(|guard| guard.test != Edge::ONE).collect()
}

/// Returns an edge that is 1 wherever another is 1: operands of AND and OR gates that need many
/// gates are assumed to be 1.
fn upper_bound(graph: &mut Graph, edge: Edge) -> Edge {
    match graph.node(edge.node()) {
        Node::And(left, right) if edge.is_inverted() => {
            let (left, right) = (upper_bound(graph, !left), upper_bound(graph, !right));
            graph.or(left, right)
        }
        Node::And(left, right) => {
            let (left, right) = (upper_bound(graph, left), upper_bound(graph, right));
            graph.and(left, right)
        }
        _ if cone_cost(graph, vec![edge], |edge| edge) > MAXIMUM_FACTOR => Edge::ONE,
        _ => edge,
    }
}

/// Returns the edges that make most registers hold, or contribute to it, if they are 0.
fn edges(logic: &Logic) -> Vec<Edge> {
    let mut counts: BTreeMap<Edge, usize> = BTreeMap::new();
    for update in &logic.updates {
        let mut found = BTreeSet::new();
        selects(logic, update.leaf, update.next, MAXIMUM_DEPTH, &mut found);
        for edge in found {
            *counts.entry(edge).or_default() += 1;
        }
    }
    let mut counts: Vec<(Edge, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(edge, count)| (usize::MAX - count, *edge));
    counts.truncate(MAXIMUM_CANDIDATES);
    counts.into_iter().map(|(edge, _)| edge).collect()
}

/// Collects the edges that make the next value of a register its present one while they are 0.
/// Returns whether there is any.
fn selects(logic: &Logic, leaf: u32, value: Edge, depth: u32, found: &mut BTreeSet<Edge>) -> bool {
    if depth == 0 {
        return false;
    }
    let mut leads = |input: Edge, zero: &[Edge]| {
        let leads = selects(logic, leaf, input, depth - 1, found);
        if leads {
            zero.iter().for_each(|edge| zeros(logic, *edge, MAXIMUM_DEPTH, found));
        }
        leads
    };
    match logic.graph.node(value.node()) {
        Node::Zero => false,
        Node::Leaf(number) => number == leaf,
        Node::And(left, right) => leads(left, &[!right]) | leads(right, &[!left]),
        Node::Xor(left, right) => leads(left, &[right]) | leads(right, &[left]),
        Node::Mux { select, one, zero } => leads(one, &[!select]) | leads(zero, &[select]),
    }
}

/// Collects an edge, and those that make it 0 or contribute to it if they are 0.
fn zeros(logic: &Logic, edge: Edge, depth: u32, found: &mut BTreeSet<Edge>) {
    if depth == 0 || edge.node() == Edge::ZERO.node() || !found.insert(edge) {
        return;
    }
    if let Node::And(left, right) = logic.graph.node(edge.node()) {
        for operand in [left, right] {
            zeros(logic, if edge.is_inverted() { !operand } else { operand }, depth - 1, found);
        }
    }
}

/// Estimates the number of operations for the registers that do not hold with the guards 0. Makes
/// no gates.
fn cost(logic: &Logic, guards: &[Guard]) -> usize {
    // For each node, the edge that has its value.
    let mut values: Vec<Edge> = Vec::with_capacity(logic.graph.len());
    for id in (0..logic.graph.len() as u32).map(NodeId) {
        let assumed = guards.iter().find(|guard| guard.edge.node() == id);
        values.push(match assumed {
            Some(guard) => Edge::from(guard.edge.is_inverted()),
            None => simplified(&values, id, logic.graph.node(id)),
        });
    }
    let is_held = |leaf: u32, next: Edge| {
        logic.graph.node(next.node()) == Node::Leaf(leaf) && !next.is_inverted()
    };
    let next = logic.updates.iter().map(|update| (update.leaf, value(&values, update.next)));
    let mut open: Vec<Edge> =
        next.filter(|(leaf, next)| !is_held(*leaf, *next)).map(|(_, next)| next).collect();
    let loads = open.len();
    open.extend(logic.ports.reads.iter().flat_map(|read| read.address.clone()));
    for write in &logic.ports.writes {
        if value(&values, write.enable) != Edge::ZERO {
            open.push(write.enable);
            open.extend(write.address.iter().chain(&write.data));
        }
    }
    loads + cone_cost(&logic.graph, open, |edge| value(&values, edge))
}

/// Returns the number of operations in the fan-in cone of edges, whose operands are those that
/// `value` returns.
fn cone_cost(graph: &Graph, mut open: Vec<Edge>, value: impl Fn(Edge) -> Edge) -> usize {
    let mut seen = vec![false; graph.len()];
    let mut cost = 0;
    while let Some(edge) = open.pop() {
        let edge = value(edge);
        if std::mem::replace(&mut seen[edge.node().0 as usize], true) {
            continue;
        }
        match graph.node(edge.node()) {
            Node::Zero | Node::Leaf(_) => {}
            Node::And(left, right) | Node::Xor(left, right) => {
                cost += 1;
                open.extend([left, right]);
            }
            Node::Mux { select, one, zero } => {
                cost += 3;
                open.extend([select, one, zero]);
            }
        }
    }
    cost
}

fn value(values: &[Edge], edge: Edge) -> Edge {
    let value = values[edge.node().0 as usize];
    if edge.is_inverted() { !value } else { value }
}

/// Returns the constant or the operand that a node is equal to, or the node.
fn simplified(values: &[Edge], id: NodeId, node: Node) -> Edge {
    let itself = Edge::of(id);
    match node {
        Node::Zero => Edge::ZERO,
        Node::Leaf(_) => itself,
        Node::And(left, right) => match (value(values, left), value(values, right)) {
            (Edge::ZERO, _) | (_, Edge::ZERO) => Edge::ZERO,
            (Edge::ONE, other) | (other, Edge::ONE) => other,
            (left, right) if left == right => left,
            (left, right) if left == !right => Edge::ZERO,
            _ => itself,
        },
        Node::Xor(left, right) => match (value(values, left), value(values, right)) {
            (Edge::ZERO, other) | (other, Edge::ZERO) => other,
            (Edge::ONE, other) | (other, Edge::ONE) => !other,
            (left, right) if left == right => Edge::ZERO,
            (left, right) if left == !right => Edge::ONE,
            _ => itself,
        },
        Node::Mux { select, one, zero } => {
            let (one, zero) = (value(values, one), value(values, zero));
            match value(values, select) {
                Edge::ZERO => zero,
                Edge::ONE => one,
                _ if one == zero => one,
                select if (one, zero) == (Edge::ONE, Edge::ZERO) => select,
                select if (one, zero) == (Edge::ZERO, Edge::ONE) => !select,
                _ => itself,
            }
        }
    }
}
