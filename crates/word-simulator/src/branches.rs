//! What is computed on one side of a multiplexer only.
//!
//! Most of a `case` is not needed: `if (fetch) …; else if (execute) …;`. Nodes on which nothing
//! depends but one side of a multiplexer are computed only if this side is selected.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::netlist::{Id, Netlist, Operation};

/// Multiplexers with fewer nodes on both sides have no branches: the processor may guess wrong
/// which one is taken.
const LEAST_NODES: usize = 16;

/// The largest number of multiplexers with branches within each other.
const DEPTH: usize = 64;

/// The place of what is computed in any case.
const ALWAYS: usize = 0;

/// The sides of multiplexers to which nodes belong.
#[derive(Default)]
pub(super) struct Branches {
    places: Vec<Place>,
    /// The place of each node that is not known before.
    of: HashMap<Id, usize>,
    /// For each multiplexer with branches, its place of 1, before that of 0.
    sides: HashMap<Id, usize>,
}

/// A side of a multiplexer.
struct Place {
    /// The place of the multiplexer.
    parent: usize,
    depth: usize,
    /// The number of nodes in this place and in those within it.
    nodes: usize,
}

impl Branches {
    /// For the computation of some nodes. Some others are known.
    pub fn new(netlist: &Netlist, needed: &[Id], is_known: impl Fn(Id) -> bool) -> Branches {
        let always = Place { parent: ALWAYS, depth: 0, nodes: 0 };
        let mut found =
            Branches { places: vec![always], of: HashMap::new(), sides: HashMap::new() };
        let mut open: BTreeMap<Id, usize> = needed.iter().map(|id| (*id, ALWAYS)).collect();
        // What depends on a node has a higher number.
        while let Some((id, place)) = open.pop_last() {
            found.of.insert(id, place);
            found.places[place].nodes += 1;
            let mut need = |found: &Branches, operand: Id, place: usize| {
                if !is_known(operand) {
                    let all = open.entry(operand).or_insert(place);
                    *all = found.common(*all, place);
                }
            };
            match netlist.node(id).operation {
                Operation::Mux { select, one, zero } if found.places[place].depth < DEPTH => {
                    let side = found.add_sides(id, place);
                    need(&found, select, place);
                    need(&found, one, side);
                    need(&found, zero, side + 1);
                }
                ref operation => operation.operands(|operand| need(&found, operand, place)),
            }
        }
        found.remove_small();
        found
    }

    fn add_sides(&mut self, multiplexer: Id, place: usize) -> usize {
        let (first, depth) = (self.places.len(), self.places[place].depth + 1);
        self.places.extend([(); 2].map(|()| Place { parent: place, depth, nodes: 0 }));
        self.sides.insert(multiplexer, first);
        first
    }

    /// The innermost place that both are within.
    fn common(&self, mut one: usize, mut other: usize) -> usize {
        // A place has a higher number than that of its multiplexer.
        while one != other {
            let inner = one.max(other);
            (one, other) = (one.min(other), self.places[inner].parent);
        }
        one
    }

    /// Whether a place is another one, or within it.
    fn is_within(&self, place: usize, other: usize) -> bool {
        self.common(place, other) == other
    }

    /// Removes the branches of multiplexers with few nodes.
    fn remove_small(&mut self) {
        for place in (1..self.places.len()).rev() {
            let Place { parent, nodes, .. } = self.places[place];
            self.places[parent].nodes += nodes;
        }
        let places = &mut self.places;
        self.sides.retain(|_, side| {
            places[*side..*side + 2].iter().any(|place| place.nodes >= LEAST_NODES)
        });
        let kept: HashSet<usize> =
            self.sides.values().flat_map(|side| [*side, *side + 1]).collect();
        let mut now = vec![ALWAYS; places.len()];
        for place in 1..places.len() {
            let parent = now[places[place].parent];
            places[place].parent = parent;
            now[place] = if kept.contains(&place) { place } else { parent };
        }
        self.of.values_mut().for_each(|place| *place = now[*place]);
    }

    /// Whether a node is a multiplexer with branches.
    pub fn has(&self, id: Id) -> bool {
        self.sides.contains_key(&id)
    }

    /// Calls `visit` with what has to be known before a node: its operands, or what both sides of a
    /// multiplexer with branches need and does not belong to them.
    pub fn before(&self, netlist: &Netlist, id: Id, mut visit: impl FnMut(Id)) {
        let operation = &netlist.node(id).operation;
        let (Some(side), Operation::Mux { select, one, zero }) = (self.sides.get(&id), operation)
        else {
            return operation.operands(visit);
        };
        visit(*select);
        let mut seen = HashSet::new();
        for (side, root) in [(*side, *one), (*side + 1, *zero)] {
            let mut open = vec![root];
            while let Some(id) = open.pop() {
                let belongs = self.of.get(&id).is_some_and(|place| self.is_within(*place, side));
                if !belongs {
                    visit(id);
                } else if seen.insert(id) {
                    netlist.node(id).operation.operands(|operand| open.push(operand));
                }
            }
        }
    }
}
