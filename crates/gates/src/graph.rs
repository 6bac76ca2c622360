//! A graph of and, xor and mux gates in which no gate occurs twice.

use std::collections::HashMap;

/// A gate or a leaf of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// Always 0. The first node of every graph.
    Zero,
    /// A value from outside the graph, by number: an input bit or what a register holds.
    Leaf(u32),
    And(Edge, Edge),
    Xor(Edge, Edge),
    Mux {
        select: Edge,
        one: Edge,
        zero: Edge,
    },
}

/// A node of a graph, by its place. Operands come before the gates that use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The value of a node, or its opposite: inverters cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(u32);

impl Edge {
    pub const ZERO: Edge = Edge(0);
    pub const ONE: Edge = Edge(1);

    /// Where the value comes from.
    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Whether it is the opposite of the node's value.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    fn inverted_if(self, inverted: bool) -> Edge {
        Edge(self.0 ^ u32::from(inverted))
    }

    fn upright(self) -> Edge {
        Edge(self.0 & !1)
    }
}

impl std::ops::Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

impl From<bool> for Edge {
    fn from(value: bool) -> Edge {
        if value { Edge::ONE } else { Edge::ZERO }
    }
}

/// Gates over leaves. A gate is made once, and simplified as it is made.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    known: HashMap<Node, Edge>,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph { nodes: vec![Node::Zero], known: HashMap::from([(Node::Zero, Edge::ZERO)]) }
    }
}

impl Graph {
    /// The node of that place.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// How many nodes there are, leaves and the constant included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the constant.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// The leaf of that number.
    pub fn leaf(&mut self, number: u32) -> Edge {
        self.intern(Node::Leaf(number))
    }

    pub fn and(&mut self, left: Edge, right: Edge) -> Edge {
        let (left, right) = (left.min(right), left.max(right));
        match (left, right) {
            (Edge::ZERO, _) => Edge::ZERO,
            (Edge::ONE, other) => other,
            _ if left == right => left,
            _ if left == !right => Edge::ZERO,
            _ => self.intern(Node::And(left, right)),
        }
    }

    pub fn or(&mut self, left: Edge, right: Edge) -> Edge {
        !self.and(!left, !right)
    }

    pub fn xor(&mut self, left: Edge, right: Edge) -> Edge {
        let inverted = left.is_inverted() ^ right.is_inverted();
        let (left, right) =
            (left.upright().min(right.upright()), left.upright().max(right.upright()));
        let edge = match (left, right) {
            (Edge::ZERO, other) => other,
            _ if left == right => Edge::ZERO,
            _ => self.intern(Node::Xor(left, right)),
        };
        edge.inverted_if(inverted)
    }

    /// `one` where `select` is 1, else `zero`.
    pub fn mux(&mut self, select: Edge, one: Edge, zero: Edge) -> Edge {
        if select.is_inverted() {
            return self.mux(!select, zero, one);
        }
        match (one, zero) {
            _ if select == Edge::ZERO || one == zero => zero,
            _ if one == !zero => self.xor(select, zero),
            (Edge::ONE, _) => self.or(select, zero),
            (Edge::ZERO, _) => self.and(!select, zero),
            (_, Edge::ONE) => self.or(!select, one),
            (_, Edge::ZERO) => self.and(select, one),
            _ if one.node() == select.node() => {
                self.mux(select, Edge::from(!one.is_inverted()), zero)
            }
            _ if zero.node() == select.node() => {
                self.mux(select, one, Edge::from(zero.is_inverted()))
            }
            // The opposite of a choice is the choice between opposites.
            _ => {
                let inverted = one.is_inverted();
                let (one, zero) = (one.upright(), zero.inverted_if(inverted));
                self.intern(Node::Mux { select, one, zero }).inverted_if(inverted)
            }
        }
    }

    fn intern(&mut self, node: Node) -> Edge {
        let next = Edge((self.nodes.len() as u32) << 1);
        let edge = *self.known.entry(node).or_insert(next);
        if edge == next {
            self.nodes.push(node);
        }
        edge
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of an edge, leaf `n` being bit `n` of `leaves`.
    fn value(graph: &Graph, edge: Edge, leaves: u32) -> bool {
        let of = |edge| value(graph, edge, leaves);
        let upright = match graph.node(edge.node()) {
            Node::Zero => false,
            Node::Leaf(number) => leaves >> number & 1 == 1,
            Node::And(left, right) => of(left) & of(right),
            Node::Xor(left, right) => of(left) ^ of(right),
            Node::Mux { select, one, zero } => {
                if of(select) {
                    of(one)
                } else {
                    of(zero)
                }
            }
        };
        upright ^ edge.is_inverted()
    }

    #[test]
    fn gates_of_any_operands_mean_what_they_say() {
        let mut graph = Graph::default();
        let mut operands = vec![Edge::ZERO, Edge::ONE];
        for number in 0..3 {
            let leaf = graph.leaf(number);
            operands.extend([leaf, !leaf]);
        }
        for a in operands.clone() {
            for b in operands.clone() {
                let (and, or, xor) = (graph.and(a, b), graph.or(a, b), graph.xor(a, b));
                for leaves in 0..8 {
                    let (x, y) = (value(&graph, a, leaves), value(&graph, b, leaves));
                    assert_eq!(value(&graph, and, leaves), x & y);
                    assert_eq!(value(&graph, or, leaves), x | y);
                    assert_eq!(value(&graph, xor, leaves), x ^ y);
                }
                for select in operands.clone() {
                    let mux = graph.mux(select, a, b);
                    for leaves in 0..8 {
                        let chosen = if value(&graph, select, leaves) { a } else { b };
                        assert_eq!(value(&graph, mux, leaves), value(&graph, chosen, leaves));
                    }
                }
            }
        }
    }

    #[test]
    fn a_gate_is_made_once() {
        let mut graph = Graph::default();
        let (a, b) = (graph.leaf(0), graph.leaf(1));
        assert_eq!(graph.and(a, b), graph.and(b, a));
        assert_eq!(graph.xor(a, b), !graph.xor(!b, a));
        assert_eq!(graph.or(a, b), !graph.and(!a, !b));
        let c = graph.leaf(2);
        assert_eq!(graph.mux(c, a, b), graph.mux(!c, b, a));
        assert_eq!(graph.mux(c, !a, b), !graph.mux(c, a, !b));
        assert_eq!(graph.len(), 9);
    }
}
