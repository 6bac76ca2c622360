//! A structurally hashed graph of AND, XOR and MUX gates.

use std::collections::HashMap;

/// A gate or a leaf of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum Node {
    /// Constant 0. The first node of every graph.
    Zero,
    /// A value from outside the graph, by number: an input bit or the output of a register bit.
    Leaf(u32),
    /// 1 if both operands are 1.
    And(Edge, Edge),
    /// 1 if the operands differ.
    Xor(Edge, Edge),
    /// `one` if `select` is 1, else `zero`.
    Mux {
        /// The select input.
        select: Edge,
        /// The data input selected by 1.
        one: Edge,
        /// The data input selected by 0.
        zero: Edge,
    },
}

/// The index of a node in its graph. Operands have lower indices than the gates that use them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct NodeId(pub u32);

/// The value of a node or its complement. Inverters are not nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Edge(u32);

impl Edge {
    /// Constant 0.
    pub const ZERO: Edge = Edge(0);
    /// Constant 1.
    pub const ONE: Edge = Edge(1);

    /// Returns the value of a node.
    pub fn of(id: NodeId) -> Edge {
        Edge(id.0 << 1)
    }

    /// Returns the node that drives the edge.
    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    /// Returns whether it is the complement of the node's value.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    fn inverted_if(self, inverted: bool) -> Edge {
        Edge(self.0 ^ u32::from(inverted))
    }

    /// The edge without its inverter.
    fn regular(self) -> Edge {
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

/// Gates over leaves. Gates are simplified as they are added, and equal gates are shared.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Node>", into = "Vec<Node>"))]
pub struct Graph {
    nodes: Vec<Node>,
    known: HashMap<Node, Edge>,
}

impl From<Vec<Node>> for Graph {
    /// The nodes, each after its operands and with none like it.
    fn from(nodes: Vec<Node>) -> Graph {
        let known = nodes.iter().zip(0..).map(|(node, index)| (*node, Edge(index << 1))).collect();
        Graph { nodes, known }
    }
}

impl From<Graph> for Vec<Node> {
    fn from(graph: Graph) -> Vec<Node> {
        graph.nodes
    }
}

impl Default for Graph {
    fn default() -> Graph {
        Graph { nodes: vec![Node::Zero], known: HashMap::from([(Node::Zero, Edge::ZERO)]) }
    }
}

impl Graph {
    /// Returns the node with this index.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// Returns the number of nodes, leaves and the constant included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether the graph has only the constant.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Adds the leaf with this number.
    pub fn leaf(&mut self, number: u32) -> Edge {
        self.intern(Node::Leaf(number))
    }

    /// Adds `left & right`.
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

    /// Adds `left | right`.
    pub fn or(&mut self, left: Edge, right: Edge) -> Edge {
        !self.and(!left, !right)
    }

    /// Adds `left ^ right`.
    pub fn xor(&mut self, left: Edge, right: Edge) -> Edge {
        let inverted = left.is_inverted() ^ right.is_inverted();
        let (left, right) =
            (left.regular().min(right.regular()), left.regular().max(right.regular()));
        let edge = match (left, right) {
            (Edge::ZERO, other) => other,
            _ if left == right => Edge::ZERO,
            _ => self.intern(Node::Xor(left, right)),
        };
        edge.inverted_if(inverted)
    }

    /// Adds `select ? one : zero`.
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
            // Inverted data inputs give an inverted output; `one` is stored without inverter.
            _ => {
                let inverted = one.is_inverted();
                let (one, zero) = (one.regular(), zero.inverted_if(inverted));
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
        let regular = match graph.node(edge.node()) {
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
        regular ^ edge.is_inverted()
    }

    #[test]
    fn gates_compute_their_function_for_all_operands() {
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
    fn equal_gates_are_shared() {
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
