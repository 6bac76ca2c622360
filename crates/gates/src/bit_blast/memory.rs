//! Memories as register bits, with address decoders for writing and mux trees for reading.

use super::operators::constant;
use super::{BitBlaster, RegisterBit};
use crate::graph::Edge;
use crate::words::Word;
use rust_hdl_rtl::{ItemKind, MemoryWrite};

impl BitBlaster<'_> {
    /// Adds a leaf for every bit of every memory.
    pub(super) fn add_memories(&mut self) {
        let module = &self.flat.module;
        for memory in &module.memories {
            let width = module.width(memory.ty);
            let words = (0..memory.words()).map(|_| {
                let word: Word = (0..width).map(|bit| self.graph.leaf(self.leaves + bit)).collect();
                self.leaves += width;
                word
            });
            let words = words.collect();
            self.memories.push(words);
        }
    }

    /// Returns the register bits of the memories. Their leaves start at `leaf`.
    pub(super) fn memory_bits(
        &mut self,
        mut leaf: u32,
        clocks: &mut Vec<Edge>,
    ) -> Vec<RegisterBit> {
        let module = &self.flat.module;
        let mut bits = Vec::new();
        for (index, memory) in module.memories.iter().enumerate() {
            let write = module.items.iter().find_map(|item| match &item.kind {
                ItemKind::MemoryWrite(write) if write.memory.0 == index => Some(write),
                _ => None,
            });
            let clock = write.map_or(Edge::ZERO, |write| self.evaluate(&write.clock, None)[0]);
            let clock = clocks.iter().position(|known| *known == clock).unwrap_or_else(|| {
                clocks.push(clock);
                clocks.len() - 1
            });
            for address in 0..memory.words() {
                let held = self.memories[index][address].clone();
                let next = match write {
                    Some(write) => self.written(write, address, &held),
                    None => held,
                };
                let contents = memory.contents.get(&(address as u128)).copied().unwrap_or(0);
                for (bit, next) in next.into_iter().enumerate() {
                    let name = format!("{}[{address}][{bit}]", memory.name);
                    let power_up = contents >> bit & 1 == 1;
                    bits.push(RegisterBit { name, leaf, next, clock, power_up });
                    leaf += 1;
                }
            }
        }
        bits
    }

    /// Returns the value of a memory word after a clock edge.
    fn written(&mut self, write: &MemoryWrite, address: usize, held: &[Edge]) -> Word {
        let (enable, data) =
            (self.evaluate(&write.enable, None)[0], self.evaluate(&write.data, None));
        let chosen = self.evaluate(&write.address, None);
        let here = self.graph.equal(&chosen, &constant(address as u128, chosen.len()));
        let load = self.graph.and(enable, here);
        self.graph.choose(load, &data, held)
    }

    /// Returns the memory word at an address: a mux tree, the highest address bit at its root.
    pub(super) fn element(&mut self, memory: usize, address: &[Edge]) -> Word {
        let words = self.memories[memory].clone();
        self.choose_word(&words, address)
    }

    fn choose_word(&mut self, words: &[Word], address: &[Edge]) -> Word {
        let Some((highest, lower)) = address.split_last() else {
            return words[0].clone();
        };
        let (low, high) = words.split_at(words.len() / 2);
        let (low, high) = (self.choose_word(low, lower), self.choose_word(high, lower));
        self.graph.choose(*highest, &high, &low)
    }
}
