//! What happens at rising clock edges: registers load, memories are read and written.

use super::execute::{Executable, Execution, Slot, Word};
use super::graph::{Edge, Graph};
use super::lanes::NONE;
use super::memory::LaneMemory;
use super::netlist::NetlistWithMemories;
use super::program::Program;

/// Loads the registers and runs the memory ports of some clocks, in the lanes of the clocks' masks.
pub(super) struct Load {
    executable: Executable,
    reads: Vec<Read>,
    writes: Vec<Write>,
}

/// A load before its program is made executable.
pub(super) struct LoadPlan {
    pub program: Program,
    reads: Vec<Read>,
    writes: Vec<Write>,
}

/// A read port: all numbers are slots.
struct Read {
    memory: usize,
    /// The mask of its clock.
    lanes: u32,
    address: Vec<u32>,
    /// The leaves of its register.
    register: Vec<u32>,
}

/// A write port: all numbers are slots.
struct Write {
    memory: usize,
    /// The mask of its clock and the write enable.
    lanes: u32,
    address: Vec<u32>,
    data: Vec<u32>,
}

impl LoadPlan {
    /// Compiles the load for the clocks that `is_included`. `masks` is the leaf of the first clock's mask, and `leaves` the number
    /// of leaves.
    pub fn new(
        source: &NetlistWithMemories,
        graph: &mut Graph,
        is_included: impl Fn(usize) -> bool,
        masks: u32,
        leaves: usize,
    ) -> LoadPlan {
        let mut updates = Vec::new();
        for register in source.netlist.registers.iter().filter(|bit| is_included(bit.clock)) {
            let held = graph.leaf(register.leaf);
            if register.next != held {
                let mask = graph.leaf(masks + register.clock as u32);
                updates.push((register.leaf, graph.mux(mask, register.next, held)));
            }
        }
        let mut roots: Vec<Edge> = Vec::new();
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        // Until the program is compiled, slots of results are indices of roots.
        let mut results = |edges: &[Edge]| -> Vec<u32> {
            roots.extend(edges);
            (roots.len() - edges.len()..roots.len()).map(|index| index as u32).collect()
        };
        for (index, memory) in source.memories.iter().enumerate() {
            for port in memory.reads.iter().filter(|port| is_included(port.clock)) {
                reads.push(Read {
                    memory: index,
                    lanes: masks + port.clock as u32,
                    address: results(&port.address),
                    register: (port.register..port.register + memory.width).collect(),
                });
            }
            for port in memory.write.iter().filter(|port| is_included(port.clock)) {
                let mask = graph.leaf(masks + port.clock as u32);
                writes.push(Write {
                    memory: index,
                    lanes: results(&[graph.and(mask, port.enable)])[0],
                    address: results(&port.address),
                    data: results(&port.data),
                });
            }
        }
        let program = Program::update(graph, &updates, &roots, leaves);
        let compiled = |slots: &mut [u32]| {
            slots.iter_mut().for_each(|slot| *slot = program.results[*slot as usize]);
        };
        reads.iter_mut().for_each(|read| compiled(&mut read.address));
        for write in &mut writes {
            compiled(std::slice::from_mut(&mut write.lanes));
            compiled(&mut write.address);
            compiled(&mut write.data);
        }
        LoadPlan { program, reads, writes }
    }

    /// Prepares the load. `stride` is the number of slots in each chunk of memory.
    pub fn ready(self, execution: Execution, stride: usize) -> Load {
        let executable = Executable::new(&self.program, execution, stride);
        Load { executable, reads: self.reads, writes: self.writes }
    }
}

impl Load {
    /// Runs the load on each chunk of `slots`.
    pub fn run(&self, slots: &mut [Slot], stride: usize, memories: &mut [LaneMemory]) {
        self.executable.run(slots, stride);
        if self.reads.is_empty() && self.writes.is_empty() {
            return;
        }
        for (chunk, slots) in slots.chunks_exact_mut(stride).enumerate() {
            for read in &self.reads {
                let lanes = slots[read.lanes as usize].0;
                if lanes != NONE {
                    let mut data = planes(slots, &read.register);
                    let address = planes(slots, &read.address);
                    memories[read.memory].read(chunk, lanes, &address, &mut data);
                    for (leaf, plane) in read.register.iter().zip(data) {
                        slots[*leaf as usize].0 = plane;
                    }
                }
            }
            for write in &self.writes {
                let lanes = slots[write.lanes as usize].0;
                if lanes != NONE {
                    let (address, data) =
                        (planes(slots, &write.address), planes(slots, &write.data));
                    memories[write.memory].write(chunk, lanes, &address, &data);
                }
            }
        }
    }
}

fn planes(slots: &[Slot], numbers: &[u32]) -> Vec<Word> {
    numbers.iter().map(|number| slots[*number as usize].0).collect()
}
