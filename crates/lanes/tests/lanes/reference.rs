//! The reference simulator: one copy of a netlist, gate by gate.

use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Node, NodeId};

pub struct Reference<'a> {
    netlist: &'a Netlist,
    leaves: Vec<bool>,
    /// The levels of the clocks after the last settling.
    levels: Vec<bool>,
}

impl Reference<'_> {
    /// At power-up, with all inputs 0.
    pub fn new(netlist: &Netlist) -> Reference<'_> {
        let mut reference =
            Reference { netlist, leaves: vec![false; netlist.leaves()], levels: vec![] };
        for bit in &netlist.registers {
            reference.leaves[bit.leaf as usize] = bit.power_up;
        }
        reference.levels = reference.values(&netlist.clocks);
        reference
    }

    pub fn set(&mut self, leaf: u32, value: bool) {
        self.leaves[leaf as usize] = value;
    }

    pub fn get(&self, leaf: u32) -> bool {
        self.leaves[leaf as usize]
    }

    /// Loads registers on rising clock edges until there are none.
    pub fn settle(&mut self) {
        loop {
            let levels = self.values(&self.netlist.clocks);
            let rises = |clock: usize| levels[clock] && !self.levels[clock];
            let loading: Vec<_> =
                self.netlist.registers.iter().filter(|bit| rises(bit.clock)).collect();
            let next = self.values(&loading.iter().map(|bit| bit.next).collect::<Vec<_>>());
            for (bit, value) in loading.iter().zip(&next) {
                self.leaves[bit.leaf as usize] = *value;
            }
            self.levels = levels;
            if next.is_empty() {
                return;
            }
        }
    }

    pub fn pulse(&mut self, leaf: u32) {
        for _ in 0..2 {
            self.set(leaf, !self.get(leaf));
            self.settle();
        }
    }

    /// Every output bit, in the order of the ports.
    pub fn outputs(&self) -> Vec<bool> {
        let bits = self.netlist.outputs.iter().flat_map(|port| port.bits.clone());
        self.values(&bits.collect::<Vec<_>>())
    }

    fn values(&self, edges: &[Edge]) -> Vec<bool> {
        let graph = &self.netlist.graph;
        let mut nodes: Vec<bool> = Vec::with_capacity(graph.len());
        for id in (0..graph.len() as u32).map(NodeId) {
            let of = |edge: Edge| nodes[edge.node().0 as usize] ^ edge.is_inverted();
            let value = match graph.node(id) {
                Node::Zero => false,
                Node::Leaf(leaf) => self.leaves[leaf as usize],
                Node::And(left, right) => of(left) & of(right),
                Node::Xor(left, right) => of(left) ^ of(right),
                Node::Mux { select, one, zero } => of(if of(select) { one } else { zero }),
            };
            nodes.push(value);
        }
        edges.iter().map(|edge| nodes[edge.node().0 as usize] ^ edge.is_inverted()).collect()
    }
}
