//! Samples of a running simulation: which candidates for guards are 0, and how often together.

use std::collections::BTreeMap;

use super::execute::{Executable, Execution, Slot};
use super::guards::{Guard, candidates};
use super::logic::Logic;
use super::masks::NONE;
use super::program::Program;
use rust_hdl_gates::graph::{Edge, Graph};

/// Counts, for chunks in which a clock rises, which candidates are 0 in all lanes of the clock.
pub(super) struct Samples {
    pub candidates: Vec<Guard>,
    /// For each set of candidates that were 0 together, a bit for each, the number of samples.
    pub counts: BTreeMap<u128, usize>,
    /// Computes for each candidate the lanes with a rising clock in which it is 1, then all lanes
    /// with a rising clock.
    test: Executable,
    results: Vec<u32>,
    /// The slots of one chunk for the test.
    slots: Vec<Slot>,
    leaves: usize,
}

impl Samples {
    /// Prepares samples of the candidates, whose tests are added to the graph. `masks` are the
    /// leaves of the clocks' masks.
    pub fn new(logic: &mut Logic, masks: &[u32], leaves: usize) -> Samples {
        let candidates = candidates(logic);
        let mut graph = logic.graph.clone();
        let any = any_of(&mut graph, masks);
        let tests = candidates.iter().map(|guard| graph.and(guard.test, any));
        let mut results: Vec<Edge> = tests.collect();
        results.push(any);
        let test = Program::of(&graph, &results, leaves);
        Samples {
            candidates,
            counts: BTreeMap::new(),
            results: test.results.clone(),
            slots: vec![Slot(NONE); test.slots],
            // It runs rarely, so compiling it would take longer.
            test: Executable::new(&test, Execution::Interpreted, test.slots),
            leaves,
        }
    }

    /// Adds a sample for each chunk of `slots`.
    pub fn add(&mut self, slots: &[Slot], stride: usize) {
        for chunk in slots.chunks_exact(stride) {
            self.slots[..self.leaves].copy_from_slice(&chunk[..self.leaves]);
            let size = self.slots.len();
            self.test.run(&mut self.slots, size);
            let is_zero = |slot: &u32| self.slots[*slot as usize].0 == NONE;
            let Some((any, tests)) = self.results.split_last() else {
                return;
            };
            if !is_zero(any) {
                let bits = tests.iter().rev().map(is_zero);
                let zeros = bits.fold(0, |zeros, bit| zeros << 1 | u128::from(bit));
                *self.counts.entry(zeros).or_default() += 1;
            }
        }
    }
}

/// Adds the lanes in which any of the clocks rises.
pub(super) fn any_of(graph: &mut Graph, masks: &[u32]) -> Edge {
    let masks: Vec<Edge> = masks.iter().map(|mask| graph.leaf(*mask)).collect();
    graph.any(&masks)
}
