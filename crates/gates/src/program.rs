//! Gates in the order of execution: straight-line code over slots of memory.

use super::graph::{Edge, Graph, Node, NodeId};

/// One step: a slot gets the result of an operation on two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub operation: Operation,
    pub to: u32,
    pub left: u32,
    pub right: u32,
}

/// What a [`Step`] does to its operands, lane by lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    And,
    /// The right operand where the left one is 0.
    AndNot,
    Or,
    Xor,
    /// The opposite of the left operand.
    Not,
    /// The left operand.
    Copy,
}

/// Straight-line code. Slot `n` holds leaf `n` of the graph; behind the leaves there is room to work in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub steps: Vec<Step>,
    /// How many slots it needs, leaves included.
    pub slots: usize,
    /// The slots of the results, in the order of the roots. None of them is a leaf's.
    pub results: Vec<u32>,
}

impl Program {
    /// The gates that the roots need, in an order that can be executed.
    pub fn of(graph: &Graph, roots: &[Edge], leaves: usize) -> Program {
        let needed = cone(graph, roots);
        let mut writer = Writer::new(graph, &needed, roots, leaves);
        for id in &needed {
            writer.gate(*id);
        }
        let results = roots.iter().map(|root| writer.result(*root)).collect();
        Program { steps: writer.steps, slots: writer.slots, results }
    }

    /// The same, and then each result replaces a leaf: `updates` are leaves with their new values.
    pub fn update(graph: &Graph, updates: &[(u32, Edge)], leaves: usize) -> Program {
        let roots: Vec<Edge> = updates.iter().map(|(_, value)| *value).collect();
        let mut program = Program::of(graph, &roots, leaves);
        for ((leaf, _), result) in updates.iter().zip(&program.results) {
            let step =
                Step { operation: Operation::Copy, to: *leaf, left: *result, right: *result };
            program.steps.push(step);
        }
        program
    }
}

/// The gates that the roots depend on, operands first.
pub(super) fn cone(graph: &Graph, roots: &[Edge]) -> Vec<NodeId> {
    let mut needed = vec![false; graph.len()];
    let mut open: Vec<NodeId> = roots.iter().map(|root| root.node()).collect();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut needed[id.0 as usize], true) {
            open.extend(operands(graph.node(id)).into_iter().flatten().map(Edge::node));
        }
    }
    // Nodes are numbered as they are made, operands before gates.
    (0..graph.len() as u32).map(NodeId).filter(|id| needed[id.0 as usize]).collect()
}

fn operands(node: Node) -> [Option<Edge>; 3] {
    match node {
        Node::Zero | Node::Leaf(_) => [None; 3],
        Node::And(left, right) | Node::Xor(left, right) => [Some(left), Some(right), None],
        Node::Mux { select, one, zero } => [Some(select), Some(one), Some(zero)],
    }
}

/// Where the value of a node is, or its opposite.
#[derive(Clone, Copy, Default)]
struct Place {
    slot: u32,
    inverted: bool,
}

struct Writer<'a> {
    graph: &'a Graph,
    steps: Vec<Step>,
    slots: usize,
    /// Where the value of each node is, once it has been executed.
    places: Vec<Place>,
    /// How many uses of each node are still to come.
    uses: Vec<usize>,
    free: Vec<u32>,
    leaves: usize,
}

impl<'a> Writer<'a> {
    fn new(graph: &'a Graph, needed: &[NodeId], roots: &[Edge], leaves: usize) -> Writer<'a> {
        let mut uses = vec![0; graph.len()];
        for id in needed {
            for operand in operands(graph.node(*id)).into_iter().flatten() {
                uses[operand.node().0 as usize] += 1;
            }
        }
        for root in roots {
            uses[root.node().0 as usize] += 1;
        }
        Writer {
            graph,
            steps: vec![],
            slots: leaves,
            places: vec![Place::default(); graph.len()],
            uses,
            free: vec![],
            leaves,
        }
    }

    fn gate(&mut self, id: NodeId) {
        let place = match self.graph.node(id) {
            Node::Zero => return,
            Node::Leaf(number) => Place { slot: number, inverted: false },
            Node::And(left, right) => self.and(left, right),
            Node::Xor(left, right) => {
                let (left, right) = (self.place(left), self.place(right));
                let slot = self.step(Operation::Xor, left.slot, right.slot);
                Place { slot, inverted: left.inverted ^ right.inverted }
            }
            Node::Mux { select, one, zero } => self.mux(select, one, zero),
        };
        self.places[id.0 as usize] = place;
        for operand in operands(self.graph.node(id)).into_iter().flatten() {
            self.used(operand.node());
        }
    }

    fn and(&mut self, left: Edge, right: Edge) -> Place {
        let (left, right) = (self.place(left), self.place(right));
        let (operation, first, second) = match (left.inverted, right.inverted) {
            (false, false) => (Operation::And, left, right),
            (true, false) => (Operation::AndNot, left, right),
            (false, true) => (Operation::AndNot, right, left),
            // Neither is the opposite of either.
            (true, true) => (Operation::Or, left, right),
        };
        let slot = self.step(operation, first.slot, second.slot);
        Place { slot, inverted: left.inverted && right.inverted }
    }

    /// `zero ^ (select & (one ^ zero))`: inverted operands need no step of their own.
    fn mux(&mut self, select: Edge, one: Edge, zero: Edge) -> Place {
        let (select, one, zero) = (self.place(select), self.place(one), self.place(zero));
        let difference = self.step(Operation::Xor, one.slot, zero.slot);
        let masked = match (select.inverted, one.inverted ^ zero.inverted) {
            (false, false) => self.step(Operation::And, select.slot, difference),
            (true, false) => self.step(Operation::AndNot, select.slot, difference),
            (false, true) => self.step(Operation::AndNot, difference, select.slot),
            (true, true) => {
                // The opposite of the difference where select is 0.
                let neither = self.step(Operation::Or, select.slot, difference);
                let slot = self.step(Operation::Xor, neither, zero.slot);
                self.free.extend([difference, neither]);
                return Place { slot, inverted: !zero.inverted };
            }
        };
        let slot = self.step(Operation::Xor, masked, zero.slot);
        self.free.extend([difference, masked]);
        Place { slot, inverted: zero.inverted }
    }

    /// The place of an edge whose node has been executed. Constants are simplified away but as roots.
    fn place(&self, edge: Edge) -> Place {
        let place = self.places[edge.node().0 as usize];
        Place { inverted: place.inverted ^ edge.is_inverted(), ..place }
    }

    fn used(&mut self, id: NodeId) {
        let uses = &mut self.uses[id.0 as usize];
        *uses -= 1;
        let place = self.places[id.0 as usize];
        if *uses == 0 && place.slot as usize >= self.leaves {
            self.free.push(place.slot);
        }
    }

    /// The slot of a root's value, the right way round and not a leaf's.
    fn result(&mut self, root: Edge) -> u32 {
        if root.node() == Edge::ZERO.node() {
            // Any value with itself gives 0.
            let zero = self.step(Operation::Xor, 0, 0);
            return if root.is_inverted() { self.step(Operation::Not, zero, zero) } else { zero };
        }
        let place = self.place(root);
        match place.inverted {
            true => self.step(Operation::Not, place.slot, place.slot),
            false if (place.slot as usize) < self.leaves => {
                self.step(Operation::Copy, place.slot, place.slot)
            }
            false => place.slot,
        }
    }

    fn step(&mut self, operation: Operation, left: u32, right: u32) -> u32 {
        let to = self.free.pop().unwrap_or_else(|| {
            self.slots += 1;
            self.slots as u32 - 1
        });
        self.steps.push(Step { operation, to, left, right });
        to
    }
}
