//! The order in which what changes at an edge is computed.
//!
//! All of it depends on the state before the edge. What nothing else needs any more can be stored
//! at once; the rest is held until then.

use std::collections::{BTreeMap, BTreeSet};

use super::netlist::{Id, Netlist, Operation};

/// A part of the state: a word, or a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    State(u32),
    Memory(u32),
}

/// A change at an edge: what it depends on, and what it changes.
pub(super) struct Change {
    pub needs: Vec<Id>,
    pub parts: Vec<Part>,
}

/// What is done next.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// The index of the change that is computed.
    pub change: usize,
    /// Whether it is stored at once.
    pub is_stored: bool,
    /// The changes before it that are stored after it.
    pub stored: Vec<usize>,
}

/// Orders some changes, so that few of them are held.
pub(super) fn order(netlist: &Netlist, changes: &[Change]) -> Vec<Step> {
    let mut by_part = BTreeMap::new();
    for (index, change) in changes.iter().enumerate() {
        by_part.extend(change.parts.iter().map(|part| (*part, index)));
    }
    let parts = parts_of(netlist, changes);
    let mut reads: Vec<BTreeSet<usize>> = vec![];
    for (index, parts) in parts.iter().enumerate() {
        let read = parts.iter().filter_map(|part| by_part.get(part).copied());
        reads.push(read.filter(|other| *other != index).collect());
    }
    let mut readers = vec![0; changes.len()];
    reads.iter().flatten().for_each(|change| readers[*change] += 1);
    let mut open: BTreeSet<(usize, usize)> = readers.iter().copied().zip(0..).collect();
    let mut steps = vec![];
    while let Some((left, change)) = open.pop_first() {
        let mut stored = vec![];
        for read in &reads[change] {
            let is_open = open.remove(&(readers[*read], *read));
            readers[*read] -= 1;
            if is_open {
                open.insert((readers[*read], *read));
            } else if readers[*read] == 0 {
                stored.push(*read);
            }
        }
        steps.push(Step { change, is_stored: left == 0, stored });
    }
    steps
}

/// The parts of the state that each change depends on.
pub(super) fn parts_of(netlist: &Netlist, changes: &[Change]) -> Vec<BTreeSet<Part>> {
    let mut seen = vec![usize::MAX; netlist.nodes().len()];
    let parts = |(index, change): (usize, &Change)| {
        let mut found = BTreeSet::new();
        let mut open = change.needs.clone();
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut seen[id.index()], index) == index {
                continue;
            }
            let operation = &netlist.node(id).operation;
            match operation {
                Operation::State(state) => drop(found.insert(Part::State(*state))),
                Operation::Read { memory, .. } => drop(found.insert(Part::Memory(*memory))),
                _ => {}
            }
            operation.operands(|operand| open.push(operand));
        }
        found
    };
    changes.iter().enumerate().map(parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps for registers that load others, by their indices.
    fn steps(loads: &[usize]) -> Vec<(usize, bool, Vec<usize>)> {
        let mut netlist = Netlist::default();
        let states: Vec<(u32, Id)> = loads.iter().map(|_| netlist.add_state(1)).collect();
        let change = |(state, load): (&(u32, Id), &usize)| Change {
            needs: vec![states[*load].1],
            parts: vec![Part::State(state.0)],
        };
        let changes: Vec<Change> = states.iter().zip(loads).map(change).collect();
        let steps = order(&netlist, &changes).into_iter();
        steps.map(|step| (step.change, step.is_stored, step.stored)).collect()
    }

    #[test]
    fn registers_are_stored_once_nothing_else_needs_them() {
        let shift = [(2, true, vec![]), (1, true, vec![]), (0, true, vec![])];
        assert_eq!(steps(&[0, 0, 1]), shift);
    }

    #[test]
    fn one_register_of_a_ring_is_held() {
        assert_eq!(steps(&[1, 0]), [(0, false, vec![]), (1, true, vec![0])]);
        let ring = [(0, false, vec![]), (2, true, vec![]), (1, true, vec![0])];
        assert_eq!(steps(&[2, 0, 1]), ring);
    }
}
