//! Memories as register bits, with address decoders for writing and mux trees for reading.

use super::{BitBlaster, RegisterBit};
use crate::graph::{Edge, Graph};
use crate::symbolic::{Gates, constant};
use crate::words::Word;
use rust_hdl_rtl::{ItemKind, MemoryId, MemoryWrite};

/// The words of each memory.
#[derive(Default)]
pub(super) struct Memories(Vec<Vec<Word>>);

impl Memories {
    /// Returns the word at an address: a mux tree, the highest address bit at its root.
    pub(super) fn word(&self, graph: &mut Graph, memory: MemoryId, address: &[Edge]) -> Word {
        choose_word(graph, &self.0[memory.0], address)
    }
}

fn choose_word(graph: &mut Graph, words: &[Word], address: &[Edge]) -> Word {
    let Some((highest, lower)) = address.split_last() else {
        return words[0].clone();
    };
    let (low, high) = words.split_at(words.len() / 2);
    let (low, high) = (choose_word(graph, low, lower), choose_word(graph, high, lower));
    graph.choose(*highest, &high, &low)
}

impl<'a> BitBlaster<'a> {
    /// Adds a leaf for every bit of every memory.
    pub(super) fn add_memories(&mut self) {
        let module = &self.flat.module;
        let gates = &mut self.evaluator.gates;
        for (memory, kept) in module.memories.iter().zip(&self.kept) {
            let width = module.width(memory.ty);
            let words = if *kept { 0 } else { memory.words() };
            let words = (0..words).map(|_| gates.word(width)).collect();
            gates.memories.0.push(words);
        }
    }

    /// Returns the register bits of the memories. Their leaves start at `leaf`.
    pub(super) fn memory_bits(&mut self, mut leaf: u32) -> Vec<RegisterBit> {
        let module = &self.flat.module;
        let mut bits = Vec::new();
        for (index, memory) in module.memories.iter().enumerate() {
            if self.kept[index] {
                continue;
            }
            let write = self.write_port(index);
            let clock = match write {
                Some(write) => self.clock(&write.clock),
                None => self.clock_index(Edge::ZERO),
            };
            for address in 0..memory.words() {
                let held = self.evaluator.gates.memories.0[index][address].clone();
                let next = match write {
                    Some(write) => self.written(write, address, &held),
                    None => held,
                };
                let contents = memory.contents.get(&address).cloned().unwrap_or_default();
                for (bit, next) in (0..).zip(next) {
                    let name = format!("{}[{address}][{bit}]", memory.name);
                    let power_up = contents.bit(bit);
                    bits.push(RegisterBit { name, leaf, next, clock, power_up });
                    leaf += 1;
                }
            }
        }
        bits
    }

    /// Returns the write port of a memory.
    pub(super) fn write_port(&self, memory: usize) -> Option<&'a MemoryWrite> {
        self.flat.module.items.iter().find_map(|item| match &item.kind {
            ItemKind::MemoryWrite(write) if write.memory.0 == memory => Some(write),
            _ => None,
        })
    }

    /// Returns the value of a memory word after a clock edge.
    fn written(&mut self, write: &MemoryWrite, address: usize, held: &[Edge]) -> Word {
        let enable = self.evaluator.evaluate(&write.enable)[0];
        let data = self.evaluator.evaluate(&write.data);
        let chosen = self.evaluator.evaluate(&write.address);
        let graph = self.evaluator.gates.graph();
        let here = graph.equal(&chosen, &constant(&(address as u128).into(), chosen.len()));
        let load = graph.and(enable, here);
        graph.choose(load, &data, held)
    }
}
