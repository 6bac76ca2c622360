//! The combinational dependencies between the signals of a block.

/// A signal, as an index into the block's signals.
pub type Node = usize;

/// A graph with an edge from each signal to those that depend on it combinationally.
#[derive(Default)]
pub struct Dependencies {
    dependents: Vec<Vec<Node>>,
}

impl Dependencies {
    /// Adds a signal without dependencies and returns its index.
    pub fn add(&mut self) -> Node {
        self.dependents.push(vec![]);
        self.dependents.len() - 1
    }

    /// Records that `target` depends on `source`.
    pub fn depend(&mut self, target: Node, source: Node) {
        if target != source && !self.dependents[source].contains(&target) {
            self.dependents[source].push(target);
        }
    }

    /// Returns, for each signal, whether it is one of `from` or depends on one of them, directly or
    /// not.
    pub fn reached(&self, from: &[Node]) -> Vec<bool> {
        let mut reached = vec![false; self.dependents.len()];
        let mut open = from.to_vec();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                open.extend(&self.dependents[node]);
            }
        }
        reached
    }
}
