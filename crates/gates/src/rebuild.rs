//! Gates made again in another graph, with something else in some places.

use std::collections::{BTreeSet, HashMap};

use super::graph::{Edge, Graph, Node, NodeId};
use super::program::cone;

impl Graph {
    /// Makes the gates of another graph that `roots` need, and returns the roots here. Where `replace` has an edge for a
    /// node, that takes its place: a leaf of another number, a constant, or a leaf for what was a gate.
    pub fn rebuild(
        &mut self,
        from: &Graph,
        roots: &[Edge],
        mut replace: impl FnMut(&mut Graph, NodeId) -> Option<Edge>,
    ) -> Vec<Edge> {
        let mut made: HashMap<NodeId, Edge> = HashMap::new();
        for id in cone(from, roots) {
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

    /// The leaves that the roots depend on, as far as the gates show it.
    pub fn support(&self, roots: &[Edge]) -> BTreeSet<u32> {
        let leaf = |id| match self.node(id) {
            Node::Leaf(number) => Some(number),
            _ => None,
        };
        cone(self, roots).into_iter().filter_map(leaf).collect()
    }
}

fn translated(made: &HashMap<NodeId, Edge>, edge: Edge) -> Edge {
    let upright = made[&edge.node()];
    if edge.is_inverted() { !upright } else { upright }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rebuilt_graph_is_the_same_but_for_what_was_replaced() {
        let mut graph = Graph::default();
        let [a, b, c] = [0, 1, 2].map(|number| graph.leaf(number));
        let sum = graph.xor(a, b);
        let choice = graph.mux(c, !sum, a);
        let mut other = Graph::default();
        assert_eq!(other.rebuild(&graph, &[sum, choice], |_, _| None).len(), 2);
        assert_eq!(other.len(), graph.len());

        // With c = 1 the choice is for the opposite of the sum.
        let c_is_one = |_: &mut Graph, id| (graph.node(id) == Node::Leaf(2)).then_some(Edge::ONE);
        let roots = other.rebuild(&graph, &[sum, choice], c_is_one);
        assert_eq!(roots[1], !roots[0]);
        assert_eq!(other.support(&roots), BTreeSet::from([0, 1]));

        // The sum as a leaf of its own.
        let cut = |other: &mut Graph, id| (id == sum.node()).then(|| other.leaf(3));
        let roots = other.rebuild(&graph, &[choice], cut);
        assert_eq!(other.support(&roots), BTreeSet::from([0, 2, 3]));
    }
}
