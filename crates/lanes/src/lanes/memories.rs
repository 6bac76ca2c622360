//! The memories of a simulator.

use std::collections::BTreeMap;

use super::Lanes;
use crate::memory::LaneMemory;
use rust_hdl_rtl::Value;

impl Lanes {
    /// Returns a word of a memory in a lane, lowest byte first. Memories are numbered as in
    /// [`memories`](rust_hdl_gates::NetlistWithMemories::memories) of the netlist, lanes across all
    /// chunks.
    ///
    /// # Panics
    ///
    /// If the memory, the lane or the address does not exist.
    pub fn memory_word(&self, memory: usize, lane: usize, address: usize) -> &[u8] {
        self.memories[memory].word(lane, address)
    }

    /// The bytes of each memory that all lanes share: those of [`moments`](Self::moments) whose
    /// writes are committed. A word has a power of two of bytes, the lowest first.
    pub fn memory_bytes(&mut self) -> impl Iterator<Item = &mut [u8]> {
        self.memories.iter_mut().map(LaneMemory::bytes)
    }

    /// Replaces all words of a memory in every lane; those without a value become 0.
    ///
    /// # Panics
    ///
    /// If the memory or an address does not exist.
    pub fn fill_memory(&mut self, memory: usize, words: &BTreeMap<usize, Value>) {
        self.memories[memory].fill(words);
    }

    /// Keeps what the first `lanes` of [`moments`](Self::moments) have written to memories, and
    /// drops what the others have. Returns whether any word has changed.
    pub fn commit_writes(&mut self, lanes: usize) -> bool {
        self.memories.iter_mut().fold(false, |changed, memory| memory.commit(lanes) | changed)
    }

    /// Exchanges the memories with those of other [`moments`](Self::moments) of the same netlist.
    pub fn exchange_memories(&mut self, other: &mut Lanes) {
        for (memory, other) in self.memories.iter_mut().zip(&mut other.memories) {
            memory.exchange(other);
        }
    }

    /// Copies the memories of other [`moments`](Self::moments) of the same netlist.
    pub fn copy_memories(&mut self, other: &Lanes) {
        for (memory, other) in self.memories.iter_mut().zip(&other.memories) {
            memory.copy(other);
        }
    }
}
