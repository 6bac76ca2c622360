//! What the gates of a foreign design tell about its clocks.

use std::collections::{BTreeMap, BTreeSet};

use super::design::Crossing;
use super::memories::Memory;
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

    /// Whether it changes only on a rising edge of this input bit, or with other elements, and
    /// never on a falling edge.
    pub fn ignores_falling_edge(&self, bit: Edge, depends: impl Fn(Edge) -> bool) -> bool {
        let others = self.controls().into_iter().skip(usize::from(self.clock == Some(bit)));
        others.into_iter().all(|edge| !depends(edge))
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

/// The registers and memories that load values of another clock. A word that is read belongs to the
/// clocks of its address, whatever the clock that has written it.
pub(super) fn crossings(
    elements: &[Element],
    memories: &[Memory],
    graph: &Graph,
    names: &BTreeMap<Edge, String>,
) -> Vec<Crossing> {
    let writes = || {
        memories.iter().flat_map(|memory| memory.writes.iter().map(move |write| (memory, write)))
    };
    let mut clocks: Vec<NodeId> =
        elements.iter().filter_map(|element| Some(element.clock?.node())).collect();
    clocks.extend(writes().filter_map(|(_, write)| Some(write.clock?.node())));
    clocks.sort_unstable();
    clocks.dedup();
    // The clocks of the registers that a node depends on, a bit for each. All clocks from the 64th
    // on share the last bit.
    let bit =
        |clock: Edge| clocks.binary_search(&clock.node()).map_or(0, |index| 1_u64 << index.min(63));
    let sources =
        elements.iter().filter_map(|element| Some((element.leaf, bit(element.clock?)))).collect();
    let domains = domains(sources, memories, graph);
    let mut found: BTreeMap<(usize, NodeId), BTreeSet<String>> = BTreeMap::new();
    let register_names: BTreeMap<NodeId, &String> =
        names.iter().map(|(edge, name)| (edge.node(), name)).collect();
    let leaves = (0..graph.len()).filter_map(|index| match graph.node(NodeId(index as u32)) {
        Node::Leaf(leaf) => Some((leaf, NodeId(index as u32))),
        _ => None,
    });
    let leaves: BTreeMap<u32, NodeId> = leaves.collect();
    for element in elements {
        let Some(to) = element.clock else { continue };
        let others = domains[element.data.node().0 as usize] & !bit(to);
        for from in (0..64).filter(|from| others >> from & 1 == 1) {
            let name = leaves.get(&element.leaf).and_then(|leaf| register_names.get(leaf));
            let register = without_index(name.copied());
            found.entry((from, to.node())).or_default().insert(register);
        }
    }
    for (memory, write) in writes() {
        let Some(to) = write.clock else { continue };
        let all = write.operands().fold(0, |all, edge| all | domains[edge.node().0 as usize]);
        let others = all & !bit(to);
        for from in (0..64).filter(|from| others >> from & 1 == 1) {
            found.entry((from, to.node())).or_default().insert(memory.name.clone());
        }
    }
    let clock = |id: NodeId| {
        register_names
            .get(&id)
            .map_or_else(|| "a clock without a name".into(), |name| name.to_string())
    };
    let crossing = |((from, to), registers): ((usize, NodeId), BTreeSet<String>)| Crossing {
        from: clock(clocks[from]),
        to: clock(to),
        registers: registers.into_iter().collect(),
    };
    found.into_iter().map(crossing).collect()
}

/// The clocks that each node depends on, given those of the registers. A word that is read belongs
/// to the clocks of its address.
fn domains(mut sources: BTreeMap<u32, u64>, memories: &[Memory], graph: &Graph) -> Vec<u64> {
    loop {
        let domains =
            propagate(graph, |leaf| sources.get(&leaf).copied().unwrap_or(0), |a, b| a | b);
        let before = sources.clone();
        for read in memories.iter().flat_map(|memory| &memory.reads) {
            let address = read.address.iter();
            let clocks = address.fold(0, |clocks, bit| clocks | domains[bit.node().0 as usize]);
            read.leaves.iter().for_each(|leaf| *sources.entry(*leaf).or_default() |= clocks);
        }
        if sources == before {
            return domains;
        }
    }
}

/// The largest number of ticks that [`ticks`] finds.
const MAXIMUM_CHAIN: usize = 20;

/// The number of ticks after which nothing changes any more: the longest chain of elements that
/// decide when the next one changes. `None` if there is a loop of them, or a very long chain. The
/// leaves of the elements begin with `first`; those of memories follow.
pub(super) fn ticks(
    elements: &[Element],
    memories: &[Memory],
    graph: &Graph,
    first: u32,
) -> Option<usize> {
    let last = memories.iter().flat_map(|memory| &memory.reads).flat_map(|read| &read.leaves).max();
    let leaves = last.map_or(elements.len(), |last| (last + 1 - first) as usize);
    let mut levels = vec![1; elements.len()];
    levels.resize(leaves, 0);
    for _ in 0..=MAXIMUM_CHAIN {
        let level = |leaf: u32| leaf.checked_sub(first).map_or(0, |index| levels[index as usize]);
        let nodes = propagate(graph, level, |a, b| *a.max(b));
        let at = |edges: &[Edge]| edges.iter().map(|edge| nodes[edge.node().0 as usize]).max();
        let above = |controls: &[Edge]| 1 + at(controls).unwrap_or(0);
        let mut next: Vec<usize> =
            elements.iter().map(|element| above(&element.controls())).collect();
        next.resize(leaves, 0);
        for memory in memories {
            let writes = memory.writes.iter().map(|write| above(&write.controls()));
            let written = writes.max().unwrap_or(0);
            for read in &memory.reads {
                let level = written.max(at(&read.address).unwrap_or(0));
                read.leaves.iter().for_each(|leaf| next[(leaf - first) as usize] = level);
            }
        }
        if next == levels {
            return Some(levels.into_iter().max().unwrap_or(0));
        }
        levels = next;
    }
    None
}

/// The number of reads after which all addresses that depend on other reads are right, at most
/// [`MAXIMUM_CHAIN`].
pub(super) fn reads(memories: &[Memory], graph: &Graph) -> usize {
    let mut depths: BTreeMap<u32, usize> = BTreeMap::new();
    for longest in 0..MAXIMUM_CHAIN {
        let depth = |leaf| depths.get(&leaf).copied().unwrap_or(0);
        let nodes = propagate(graph, depth, |a, b| *a.max(b));
        for read in memories.iter().flat_map(|memory| &memory.reads) {
            let address = read.address.iter().map(|edge| nodes[edge.node().0 as usize]);
            let depth = 1 + address.max().unwrap_or(0);
            depths.extend(read.leaves.iter().map(|leaf| (*leaf, depth)));
        }
        if depths.values().all(|depth| *depth <= longest) {
            return longest;
        }
    }
    MAXIMUM_CHAIN
}

/// Tells which edges depend on a leaf.
pub(super) fn readers(graph: &Graph, leaf: u32) -> impl Fn(Edge) -> bool + use<> {
    let reads = propagate(graph, |other| other == leaf, |a, b| *a || *b);
    move |edge| reads[edge.node().0 as usize]
}

/// A value for each node: that of its leaf, or the join of its operands' values. Constants have the
/// default.
fn propagate<T: Copy + Default>(
    graph: &Graph,
    leaf: impl Fn(u32) -> T,
    join: impl Fn(&T, &T) -> T,
) -> Vec<T> {
    let mut values: Vec<T> = Vec::with_capacity(graph.len());
    for index in 0..graph.len() {
        let of = |edge: Edge| values[edge.node().0 as usize];
        let value = match graph.node(NodeId(index as u32)) {
            Node::Zero => T::default(),
            Node::Leaf(number) => leaf(number),
            Node::And(left, right) | Node::Xor(left, right) => join(&of(left), &of(right)),
            Node::Mux { select, one, zero } => join(&of(select), &join(&of(one), &of(zero))),
        };
        values.push(value);
    }
    values
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
