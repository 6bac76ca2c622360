//! What the gates of a foreign design tell about its clocks.

use std::collections::{BTreeMap, BTreeSet};

use super::lowering::Crossing;
use rust_hdl_gates::graph::{Edge, Graph, Node, NodeId};

/// A cell with a state: one bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// The leaf of its output.
    pub leaf: u32,
    /// The clock of a flip-flop, which loads on rising edges; `None` for a latch.
    pub clock: Option<Edge>,
    /// The enable of a latch.
    pub enable: Edge,
    pub data: Edge,
    /// Asynchronous, active high.
    pub set: Edge,
    /// Asynchronous, active high. Wins over `set`.
    pub clear: Edge,
}

impl Element {
    /// Whether it can change without an edge of its clock.
    pub fn is_level_sensitive(&self) -> bool {
        self.clock.is_none() || (self.set, self.clear) != (Edge::ZERO, Edge::ZERO)
    }

    /// What decides when it changes. The data of a flip-flop does not.
    fn controls(&self) -> Vec<Edge> {
        match self.clock {
            Some(clock) => vec![clock, self.set, self.clear],
            None => vec![self.enable, self.data, self.set, self.clear],
        }
    }

    fn is_latch(&self) -> bool {
        self.clock.is_none()
    }
}

/// The shortest name of each node that has one.
pub(super) fn names(signals: &[(String, Vec<Edge>)]) -> BTreeMap<Edge, String> {
    let mut names: BTreeMap<Edge, String> = BTreeMap::new();
    for (name, bits) in signals {
        for (index, bit) in bits.iter().enumerate() {
            let name = if bits.len() == 1 { name.clone() } else { format!("{name}[{index}]") };
            let known = names.entry(*bit).or_insert_with(|| name.clone());
            if (name.matches('.').count(), name.len(), &name)
                < (known.matches('.').count(), known.len(), known)
            {
                *known = name;
            }
        }
    }
    names
}

/// The names of the latches, without bit numbers.
pub(super) fn latches(
    elements: &[Element],
    graph: &mut Graph,
    names: &BTreeMap<Edge, String>,
) -> Vec<String> {
    let latches = elements.iter().filter(|element| element.is_latch());
    let leaves: Vec<Edge> = latches.map(|latch| graph.leaf(latch.leaf)).collect();
    let names = leaves.iter().map(|leaf| without_index(names.get(leaf)));
    names.collect::<BTreeSet<String>>().into_iter().collect()
}

/// The registers that read registers of another clock.
pub(super) fn crossings(
    elements: &[Element],
    graph: &Graph,
    names: &BTreeMap<Edge, String>,
) -> Vec<Crossing> {
    let mut graph = graph.clone();
    let clocks: BTreeMap<u32, NodeId> =
        elements.iter().filter_map(|element| Some((element.leaf, element.clock?.node()))).collect();
    let mut found: BTreeMap<(NodeId, NodeId), BTreeSet<String>> = BTreeMap::new();
    for element in elements {
        let Some(to) = element.clock else { continue };
        let register = without_index(names.get(&graph.leaf(element.leaf)));
        for leaf in support(&graph, &[element.data]) {
            if let Some(from) = clocks.get(&leaf).filter(|from| **from != to.node()) {
                found.entry((*from, to.node())).or_default().insert(register.clone());
            }
        }
    }
    let clock = |id: NodeId| {
        let name = names.iter().find(|(edge, _)| edge.node() == id).map(|(_, name)| name.clone());
        name.unwrap_or_else(|| "a clock without a name".into())
    };
    let crossing = |((from, to), registers): (_, BTreeSet<String>)| Crossing {
        from: clock(from),
        to: clock(to),
        registers: registers.into_iter().collect(),
    };
    found.into_iter().map(crossing).collect()
}

/// The number of ticks after which nothing changes any more: the longest chain of elements that decide when the next one changes.
/// `None` if there is a loop of them. The leaves of the elements begin with `first`.
pub(super) fn ticks(elements: &[Element], graph: &Graph, first: u32) -> Option<usize> {
    let mut levels: Vec<Level> = vec![Level::Unknown; elements.len()];
    let mut supports = BTreeMap::new();
    let mut deciding = |index: usize| -> Vec<usize> {
        let controls = elements[index].controls();
        let leaves: &Vec<u32> =
            supports.entry(controls.clone()).or_insert_with(|| support(graph, &controls));
        let elements = leaves.iter().filter_map(|leaf| leaf.checked_sub(first));
        elements.map(|index| index as usize).collect()
    };
    // Depth first, without recursion: chains can be long.
    let mut stack: Vec<usize> = (0..elements.len()).collect();
    while let Some(index) = stack.last().copied() {
        let below = deciding(index);
        match levels[index] {
            Level::Known(_) => {
                stack.pop();
            }
            Level::Unknown => {
                levels[index] = Level::Open;
                for next in below {
                    match levels[next] {
                        Level::Unknown => stack.push(next),
                        Level::Open => return None,
                        Level::Known(_) => {}
                    }
                }
            }
            Level::Open => {
                let level = |next: usize| match levels[next] {
                    Level::Known(level) => level,
                    Level::Unknown | Level::Open => 0,
                };
                levels[index] = Level::Known(1 + below.into_iter().map(level).max().unwrap_or(0));
                stack.pop();
            }
        }
    }
    let known = levels.into_iter().map(|level| match level {
        Level::Known(level) => level,
        Level::Unknown | Level::Open => 0,
    });
    Some(known.max().unwrap_or(0))
}

#[derive(Clone, Copy)]
enum Level {
    Unknown,
    /// Waits for those that decide about it.
    Open,
    Known(usize),
}

/// The leaves that edges depend on.
fn support(graph: &Graph, edges: &[Edge]) -> Vec<u32> {
    let mut seen = BTreeSet::new();
    let mut leaves = BTreeSet::new();
    let mut stack: Vec<NodeId> = edges.iter().map(|edge| edge.node()).collect();
    while let Some(id) = stack.pop() {
        if !seen.insert(id.0) {
            continue;
        }
        match graph.node(id) {
            Node::Zero => {}
            Node::Leaf(leaf) => {
                leaves.insert(leaf);
            }
            Node::And(left, right) | Node::Xor(left, right) => {
                stack.extend([left.node(), right.node()]);
            }
            Node::Mux { select, one, zero } => {
                stack.extend([select.node(), one.node(), zero.node()]);
            }
        }
    }
    leaves.into_iter().collect()
}

/// Evaluates all gates for these values of the leaves; further leaves are 0.
pub(super) fn values(graph: &Graph, leaves: &[bool]) -> impl Fn(Edge) -> bool + use<> {
    let mut values: Vec<bool> = Vec::with_capacity(graph.len());
    for index in 0..graph.len() {
        let of = |edge: Edge| values[edge.node().0 as usize] ^ edge.is_inverted();
        values.push(match graph.node(NodeId(index as u32)) {
            Node::Zero => false,
            Node::Leaf(leaf) => leaves.get(leaf as usize).copied().unwrap_or(false),
            Node::And(left, right) => of(left) & of(right),
            Node::Xor(left, right) => of(left) ^ of(right),
            Node::Mux { select, one, zero } => {
                if of(select) {
                    of(one)
                } else {
                    of(zero)
                }
            }
        });
    }
    move |edge| values[edge.node().0 as usize] ^ edge.is_inverted()
}

fn without_index(name: Option<&String>) -> String {
    let name = name.map_or("(without a name)", String::as_str);
    name.split('[').next().unwrap_or(name).to_string()
}
