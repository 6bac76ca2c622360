//! Fan-in cones, their leaves, and copies of them in other graphs.

use std::collections::{BTreeSet, HashMap};

use super::graph::{Edge, Graph, Node, NodeId};

impl Node {
    /// Returns the inputs of a gate. A leaf and the constant have none.
    pub fn operands(self) -> impl Iterator<Item = Edge> {
        let operands = match self {
            Node::Zero | Node::Leaf(_) => [None; 3],
            Node::And(left, right) | Node::Xor(left, right) => [Some(left), Some(right), None],
            Node::Mux { select, one, zero } => [Some(select), Some(one), Some(zero)],
        };
        operands.into_iter().flatten()
    }
}

impl Graph {
    /// Returns the fan-in cone of the roots in topological order.
    pub fn fanin_cone(&self, roots: &[Edge]) -> Vec<NodeId> {
        let mut needed = vec![false; self.len()];
        let mut open: Vec<NodeId> = roots.iter().map(|root| root.node()).collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut needed[id.0 as usize], true) {
                open.extend(self.node(id).operands().map(Edge::node));
            }
        }
        // The order of the indices is topological.
        (0..self.len() as u32).map(NodeId).filter(|id| needed[id.0 as usize]).collect()
    }

    /// Copies the fan-in cone of `roots` from another graph and returns the roots in this one. If
    /// `replace` returns an edge for a node, that edge is used instead of a copy: a renumbered
    /// leaf, a constant, or a leaf as a cut point.
    pub fn rebuild(
        &mut self,
        from: &Graph,
        roots: &[Edge],
        mut replace: impl FnMut(&mut Graph, NodeId) -> Option<Edge>,
    ) -> Vec<Edge> {
        let mut made: HashMap<NodeId, Edge> = HashMap::new();
        for id in from.fanin_cone(roots) {
            let edge = replace(self, id).unwrap_or_else(|| {
                let of = |edge: Edge| translated(&made, edge);
                match from.node(id) {
                    Node::Zero => Edge::ZERO,
                    Node::Leaf(number) => self.leaf(number),
                    Node::And(left, right) => self.and(of(left), of(right)),
                    Node::Xor(left, right) => self.xor(of(left), of(right)),
                    Node::Mux { select, one, zero } => self.mux(of(select), of(one), of(zero)),
                }
            });
            made.insert(id, edge);
        }
        roots.iter().map(|root| translated(&made, *root)).collect()
    }

    /// Returns the structural support of the roots: the leaves in their fan-in cone.
    pub fn support(&self, roots: &[Edge]) -> BTreeSet<u32> {
        let leaf = |id| match self.node(id) {
            Node::Leaf(number) => Some(number),
            _ => None,
        };
        self.fanin_cone(roots).into_iter().filter_map(leaf).collect()
    }
}

fn translated(made: &HashMap<NodeId, Edge>, edge: Edge) -> Edge {
    let regular = made[&edge.node()];
    if edge.is_inverted() { !regular } else { regular }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rebuilt_graph_differs_only_in_the_replaced_nodes() {
        let mut graph = Graph::default();
        let [a, b, c] = [0, 1, 2].map(|number| graph.leaf(number));
        let sum = graph.xor(a, b);
        let choice = graph.mux(c, !sum, a);
        let mut other = Graph::default();
        assert_eq!(other.rebuild(&graph, &[sum, choice], |_, _| None).len(), 2);
        assert_eq!(other.len(), graph.len());

        // With c = 1 the mux selects the inverted sum.
        let c_is_one = |_: &mut Graph, id| (graph.node(id) == Node::Leaf(2)).then_some(Edge::ONE);
        let roots = other.rebuild(&graph, &[sum, choice], c_is_one);
        assert_eq!(roots[1], !roots[0]);
        assert_eq!(other.support(&roots), BTreeSet::from([0, 1]));

        // The sum as a cut point.
        let cut = |other: &mut Graph, id| (id == sum.node()).then(|| other.leaf(3));
        let roots = other.rebuild(&graph, &[choice], cut);
        assert_eq!(other.support(&roots), BTreeSet::from([0, 2, 3]));
    }
}
