//! Satisfiability of edges of a graph. Memories are uninterpreted functions of their addresses.

use std::collections::{BTreeMap, HashMap};

use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, Var, lbool};
use rust_hdl_gates::graph::{Node, NodeId};

use crate::model::{Constant, Edge, Gates, Leaf, Source, Word};

/// Ends a search after a number of conflicts, each of which teaches the solver a clause.
#[derive(Default)]
struct Budget {
    conflicts: u64,
    limit: Option<u64>,
}

impl Callbacks for Budget {
    fn on_start(&mut self) {
        self.conflicts = 0;
    }

    fn on_new_clause(&mut self, _clause: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.limit.is_some_and(|limit| self.conflicts >= limit)
    }
}

/// A solver that knows some gates of a graph by their Tseitin encoding.
pub struct Solver<'a> {
    pub gates: &'a mut Gates,
    solver: batsat::Solver<Budget>,
    variables: HashMap<NodeId, Var>,
    /// The known words of each bit of each memory, by their addresses.
    reads: HashMap<(String, usize), Vec<(Word, Lit)>>,
}

impl<'a> Solver<'a> {
    pub fn new(gates: &'a mut Gates) -> Self {
        let (solver, variables, reads) = Default::default();
        Solver { gates, solver, variables, reads }
    }

    /// Whether some values of the leaves make an edge 1. Then [`value`](Self::value) and
    /// [`sources`](Self::sources) return such values.
    pub fn is_satisfiable(&mut self, edge: Edge) -> bool {
        self.solver.cb_mut().limit = None;
        self.solve(edge) == lbool::TRUE
    }

    /// [`is_satisfiable`](Self::is_satisfiable), or `None` if that takes more than so many
    /// conflicts. Also returns the number of conflicts that it took.
    pub fn is_satisfiable_within(&mut self, edge: Edge, conflicts: u64) -> (Option<bool>, u64) {
        self.solver.cb_mut().limit = Some(conflicts);
        let solved = self.solve(edge);
        let answer = (solved != lbool::UNDEF).then_some(solved == lbool::TRUE);
        (answer, self.solver.cb().conflicts)
    }

    fn solve(&mut self, edge: Edge) -> lbool {
        let literal = self.literal(edge);
        let solved = self.solver.solve_limited(&[literal]);
        if solved == lbool::FALSE {
            // Helps with the edges that follow.
            self.solver.add_clause_reuse(&mut vec![!literal]);
        }
        solved
    }

    /// Makes the gates of words known, so that the next solution includes them.
    pub fn learn(&mut self, words: &[&Word]) {
        for edge in words.iter().copied().flatten() {
            self.literal(*edge);
        }
    }

    /// Returns the value of a word in the solution. Bits that are not known are arbitrary, and 0
    /// here.
    pub fn value(&self, word: &[Edge]) -> Constant {
        let bit = |edge: &Edge| {
            let variable = self.variables.get(&edge.node());
            let value = variable.map(|variable| self.solver.value_var(*variable) == lbool::TRUE);
            value.unwrap_or(false) ^ edge.is_inverted()
        };
        word.iter().map(bit).collect()
    }

    /// Returns the sources that edges depend on, also by the addresses of memories. Each is as wide
    /// as it is read.
    pub fn sources(&mut self, edges: &[Edge]) -> Vec<(Source, Word)> {
        let mut words: BTreeMap<Source, Word> = BTreeMap::new();
        let mut open = edges.to_vec();
        while !open.is_empty() {
            for number in self.gates.graph.support(&std::mem::take(&mut open)) {
                let source = self.gates.leaves()[number as usize].source.clone();
                if words.contains_key(&source) {
                    continue;
                }
                if let Source::Memory { address, .. } = &source {
                    open.extend(address);
                }
                let word = self.gates.word(&source);
                words.insert(source, word);
            }
        }
        words.into_iter().collect()
    }

    fn literal(&mut self, edge: Edge) -> Lit {
        let mut open = vec![edge.node()];
        while let Some(id) = open.last().copied() {
            let unknown = self.operands(id).into_iter().map(Edge::node);
            let unknown: Vec<NodeId> =
                unknown.filter(|id| !self.variables.contains_key(id)).collect();
            if unknown.is_empty() {
                self.define(id);
                open.pop();
            }
            open.extend(unknown);
        }
        self.known(edge)
    }

    fn known(&self, edge: Edge) -> Lit {
        Lit::new(self.variables[&edge.node()], !edge.is_inverted())
    }

    /// What the value of a node depends on.
    fn operands(&self, id: NodeId) -> Vec<Edge> {
        match self.gates.graph.node(id) {
            Node::Zero => vec![],
            Node::Leaf(number) => match &self.gates.leaves()[number as usize].source {
                Source::Memory { address, .. } => address.clone(),
                Source::Signal(_) | Source::Instance { .. } => vec![],
            },
            Node::And(left, right) | Node::Xor(left, right) => vec![left, right],
            Node::Mux { select, one, zero } => vec![select, one, zero],
        }
    }

    /// Makes a node known whose operands are.
    fn define(&mut self, id: NodeId) {
        if self.variables.contains_key(&id) {
            return;
        }
        let variable = self.solver.new_var_default();
        self.variables.insert(id, variable);
        let out = Lit::new(variable, true);
        match self.gates.graph.node(id) {
            Node::Zero => self.clauses(&[&[!out]]),
            Node::Leaf(number) => {
                let Leaf { source, bit } = self.gates.leaves()[number as usize].clone();
                if let Source::Memory { memory, address } = source {
                    self.define_read(memory, bit, address, out);
                }
            }
            Node::And(left, right) => {
                let (left, right) = (self.known(left), self.known(right));
                self.clauses(&[&[!out, left], &[!out, right], &[out, !left, !right]]);
            }
            Node::Xor(left, right) => {
                let (left, right) = (self.known(left), self.known(right));
                self.clauses(&[&[!out, left, right], &[!out, !left, !right]]);
                self.clauses(&[&[out, !left, right], &[out, left, !right]]);
            }
            Node::Mux { select, one, zero } => {
                let (one, zero) = (self.known(one), self.known(zero));
                let select = self.known(select);
                self.clauses(&[&[!select, !one, out], &[!select, one, !out]]);
                self.clauses(&[&[select, !zero, out], &[select, zero, !out]]);
                // Implied, but they propagate more.
                self.clauses(&[&[!one, !zero, out], &[one, zero, !out]]);
            }
        }
    }

    /// Equal addresses give equal words (Ackermann's reduction).
    fn define_read(&mut self, memory: String, bit: usize, address: Word, word: Lit) {
        let others = self.reads.entry((memory, bit)).or_default();
        let earlier = others.clone();
        others.push((address.clone(), word));
        for (other, other_word) in earlier {
            let equal = self.gates.same_address(&address, &other);
            let equal = self.literal(equal);
            self.clauses(&[&[!equal, !word, other_word], &[!equal, word, !other_word]]);
        }
    }

    fn clauses(&mut self, clauses: &[&[Lit]]) {
        for clause in clauses {
            self.solver.add_clause_reuse(&mut clause.to_vec());
        }
    }
}
