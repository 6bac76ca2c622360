//! Gates as straight-line code over slots of memory.

use rust_hdl_gates::graph::{Edge, Graph, Node, NodeId};

/// Writes the result of an operation on two slots to a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    pub operation: Operation,
    pub to: u32,
    pub left: u32,
    pub right: u32,
}

/// The bitwise operation of an [`Instruction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    And,
    /// `!left & right`.
    AndNot,
    Or,
    Xor,
    /// `!left`; the right operand is ignored.
    Not,
    /// `left`; the right operand is ignored.
    Copy,
}

/// Straight-line code. Slot `n` holds leaf `n` of the graph; the slots after the leaves are
/// temporaries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub instructions: Vec<Instruction>,
    /// The number of leaves.
    pub leaves: usize,
    /// The number of slots, leaves included.
    pub slots: usize,
    /// The slots of the results, in the order of the roots. No result is in the slot of a leaf.
    pub results: Vec<u32>,
}

impl Program {
    /// Compiles the fan-in cone of the roots.
    pub fn of(graph: &Graph, roots: &[Edge], leaves: usize) -> Program {
        let needed = graph.fanin_cone(roots);
        let mut generator = Generator::new(graph, &needed, roots, leaves);
        for id in &needed {
            generator.gate(*id);
        }
        let results = roots.iter().map(|root| generator.result(*root)).collect();
        Program { instructions: generator.instructions, leaves, slots: generator.slots, results }
    }

    /// Compiles a program that writes each value in `updates` to its leaf, after all values have
    /// been computed. The results are those of `others`, computed before the leaves are written.
    pub fn update(
        graph: &Graph,
        updates: &[(u32, Edge)],
        others: &[Edge],
        leaves: usize,
    ) -> Program {
        let roots: Vec<Edge> =
            updates.iter().map(|(_, value)| value).chain(others).copied().collect();
        let mut program = Program::of(graph, &roots, leaves);
        let others = program.results.split_off(updates.len());
        let values = std::mem::replace(&mut program.results, others);
        for ((leaf, _), result) in updates.iter().zip(&values) {
            let instruction = Instruction {
                operation: Operation::Copy,
                to: *leaf,
                left: *result,
                right: *result,
            };
            program.instructions.push(instruction);
        }
        program
    }
}

/// The slot with the value of a node, or with its complement.
#[derive(Clone, Copy, Default)]
struct Location {
    slot: u32,
    inverted: bool,
}

struct Generator<'a> {
    graph: &'a Graph,
    instructions: Vec<Instruction>,
    slots: usize,
    /// For each node executed so far, the slot of its value.
    locations: Vec<Location>,
    /// The number of remaining uses of each node.
    uses: Vec<usize>,
    free: Vec<u32>,
    leaves: usize,
}

impl<'a> Generator<'a> {
    fn new(graph: &'a Graph, needed: &[NodeId], roots: &[Edge], leaves: usize) -> Generator<'a> {
        let mut uses = vec![0; graph.len()];
        for id in needed {
            for operand in graph.node(*id).operands() {
                uses[operand.node().0 as usize] += 1;
            }
        }
        for root in roots {
            uses[root.node().0 as usize] += 1;
        }
        Generator {
            graph,
            instructions: vec![],
            slots: leaves,
            locations: vec![Location::default(); graph.len()],
            uses,
            free: vec![],
            leaves,
        }
    }

    fn gate(&mut self, id: NodeId) {
        let location = match self.graph.node(id) {
            Node::Zero => return,
            Node::Leaf(number) => Location { slot: number, inverted: false },
            Node::And(left, right) => self.and(left, right),
            Node::Xor(left, right) => {
                let (left, right) = (self.location(left), self.location(right));
                let slot = self.emit(Operation::Xor, left.slot, right.slot);
                Location { slot, inverted: left.inverted ^ right.inverted }
            }
            Node::Mux { select, one, zero } => self.mux(select, one, zero),
        };
        self.locations[id.0 as usize] = location;
        for operand in self.graph.node(id).operands() {
            self.used(operand.node());
        }
    }

    fn and(&mut self, left: Edge, right: Edge) -> Location {
        let (left, right) = (self.location(left), self.location(right));
        let (operation, first, second) = match (left.inverted, right.inverted) {
            (false, false) => (Operation::And, left, right),
            (true, false) => (Operation::AndNot, left, right),
            (false, true) => (Operation::AndNot, right, left),
            // De Morgan: !a & !b == !(a | b).
            (true, true) => (Operation::Or, left, right),
        };
        let slot = self.emit(operation, first.slot, second.slot);
        Location { slot, inverted: left.inverted && right.inverted }
    }

    /// `zero ^ (select & (one ^ zero))`: inverted operands need no extra instruction.
    fn mux(&mut self, select: Edge, one: Edge, zero: Edge) -> Location {
        let (select, one, zero) = (self.location(select), self.location(one), self.location(zero));
        let difference = self.emit(Operation::Xor, one.slot, zero.slot);
        let masked = match (select.inverted, one.inverted ^ zero.inverted) {
            (false, false) => self.emit(Operation::And, select.slot, difference),
            (true, false) => self.emit(Operation::AndNot, select.slot, difference),
            (false, true) => self.emit(Operation::AndNot, difference, select.slot),
            (true, true) => {
                // !select & !difference == !(select | difference).
                let neither = self.emit(Operation::Or, select.slot, difference);
                let slot = self.emit(Operation::Xor, neither, zero.slot);
                self.free.extend([difference, neither]);
                return Location { slot, inverted: !zero.inverted };
            }
        };
        let slot = self.emit(Operation::Xor, masked, zero.slot);
        self.free.extend([difference, masked]);
        Location { slot, inverted: zero.inverted }
    }

    /// Returns the location of an edge whose node has been executed. Never a constant: those occur
    /// only as roots.
    fn location(&self, edge: Edge) -> Location {
        let location = self.locations[edge.node().0 as usize];
        Location { inverted: location.inverted ^ edge.is_inverted(), ..location }
    }

    fn used(&mut self, id: NodeId) {
        let uses = &mut self.uses[id.0 as usize];
        *uses -= 1;
        let location = self.locations[id.0 as usize];
        if *uses == 0 && location.slot as usize >= self.leaves {
            self.free.push(location.slot);
        }
    }

    /// Returns a slot with the value of a root: not inverted, and not the slot of a leaf.
    fn result(&mut self, root: Edge) -> u32 {
        if root.node() == Edge::ZERO.node() {
            // x ^ x == 0.
            let zero = self.emit(Operation::Xor, 0, 0);
            return if root.is_inverted() { self.emit(Operation::Not, zero, zero) } else { zero };
        }
        let location = self.location(root);
        match location.inverted {
            true => self.emit(Operation::Not, location.slot, location.slot),
            false if (location.slot as usize) < self.leaves => {
                self.emit(Operation::Copy, location.slot, location.slot)
            }
            false => location.slot,
        }
    }

    fn emit(&mut self, operation: Operation, left: u32, right: u32) -> u32 {
        let to = self.free.pop().unwrap_or_else(|| {
            self.slots += 1;
            self.slots as u32 - 1
        });
        self.instructions.push(Instruction { operation, to, left, right });
        to
    }
}
