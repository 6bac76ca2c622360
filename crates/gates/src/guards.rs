//! The conditions under which most registers hold their values: clock enables, found in the gates.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Edge, Graph, Node, NodeId};
use super::logic::Logic;

/// The limit for the number of guards.
const MAXIMUM_GUARDS: usize = 6;

/// The limit for the number of candidates that are tried.
const MAXIMUM_CANDIDATES: usize = 120;

/// The limit for the depth of gates in which candidates are looked for.
const MAXIMUM_DEPTH: u32 = 8;

/// The limit for the operations of a factor of a guard's test.
const MAXIMUM_FACTOR: usize = 10;

/// A condition under which registers hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// The edge that must be 0.
    pub edge: Edge,
    /// An edge that is 1 wherever `edge` is, with fewer gates.
    pub test: Edge,
}

/// Returns guards that, if they are 0, leave few gates to evaluate. Each saves more gates than its
/// test takes. The tests are added to the graph.
pub(super) fn guards(logic: &mut Logic) -> Vec<Guard> {
    let candidates = candidates(logic);
    let tests: Vec<Edge> =
        candidates.iter().map(|edge| upper_bound(&mut logic.graph, *edge)).collect();
    let candidates = candidates.into_iter().zip(tests).map(|(edge, test)| Guard { edge, test });
    let candidates: Vec<Guard> = candidates.filter(|guard| guard.test != Edge::ONE).collect();
    let mut chosen: Vec<Guard> = Vec::new();
    let shares = shares_of_ones(&logic.graph);
    let mut least = cost(logic, &chosen);
    while chosen.len() < MAXIMUM_GUARDS {
        let with = |candidate: &Guard| [chosen.as_slice(), &[*candidate]].concat();
        // A guard that saves little is not worth further variants of the program. Of the others,
        // the one that is 0 most often.
        let costs = candidates.iter().map(|guard| (cost(logic, &with(guard)), *guard));
        let costs = costs.filter(|(cost, _)| cost * 20 <= least * 19);
        let share = |guard: &Guard| value_of(&shares, guard.test, |share| 1.0 - share);
        let chosen_one = costs.min_by(|(one, guard), (other, other_guard)| {
            share(guard).total_cmp(&share(other_guard)).then(one.cmp(other))
        });
        let Some((cost, candidate)) = chosen_one else {
            break;
        };
        least = cost;
        chosen.push(candidate);
    }
    chosen
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

/// Returns for each node in which share of all cases it is 1, if its operands are independent and
/// each leaf is 1 in half of them.
fn shares_of_ones(graph: &Graph) -> Vec<f64> {
    let mut shares: Vec<f64> = Vec::with_capacity(graph.len());
    for id in (0..graph.len() as u32).map(NodeId) {
        let of = |edge: Edge| value_of(&shares, edge, |share| 1.0 - share);
        shares.push(match graph.node(id) {
            Node::Zero => 0.0,
            Node::Leaf(_) => 0.5,
            Node::And(left, right) => of(left) * of(right),
            Node::Xor(left, right) => of(left) + of(right) - 2.0 * of(left) * of(right),
            Node::Mux { select, one, zero } => of(select) * of(one) + (1.0 - of(select)) * of(zero),
        });
    }
    shares
}

/// Returns the edges that make most registers hold, or contribute to it, if they are 0.
fn candidates(logic: &Logic) -> Vec<Edge> {
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

/// Estimates the number of operations for the registers that do not hold and for the tests, with
/// the guards 0. Makes no gates.
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
    let tests = guards.iter().map(|guard| guard.test).collect();
    loads
        + cone_cost(&logic.graph, open, |edge| value(&values, edge))
        + cone_cost(&logic.graph, tests, |edge| edge)
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
    value_of(values, edge, |value| !value)
}

/// Returns the value of an edge, given those of all nodes.
fn value_of<T: Copy>(values: &[T], edge: Edge, inverted: impl Fn(T) -> T) -> T {
    let value = values[edge.node().0 as usize];
    if edge.is_inverted() { inverted(value) } else { value }
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
