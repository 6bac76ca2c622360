//! What happens at rising clock edges, as roots of a graph: the next values of registers, and the
//! ports of memories.

use super::program::Program;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::NetlistWithMemories;

/// The next values of registers, and the ports of memories, without the masks of the clocks.
pub(super) struct Logic {
    pub graph: Graph,
    pub updates: Vec<Update>,
    pub ports: Ports<Edge>,
}

/// A register bit that may change.
#[derive(Clone, Copy)]
pub(super) struct Update {
    /// The leaf of the register bit.
    pub leaf: u32,
    /// The leaf of the mask of its clock: the lanes in which the clock rises.
    pub mask: u32,
    /// The value after the edge.
    pub next: Edge,
}

/// Ports of memories. Addresses and data are edges of the graph, or slots after compilation.
pub(super) struct Ports<T> {
    pub reads: Vec<Read<T>>,
    pub writes: Vec<Write<T>>,
}

/// A read port.
pub(super) struct Read<T> {
    pub memory: usize,
    /// The leaf of the mask of its clock.
    pub mask: u32,
    pub address: Vec<T>,
    /// The leaves of its register.
    pub register: Vec<u32>,
}

/// A write port.
pub(super) struct Write<T> {
    pub memory: usize,
    /// The leaf of the mask of its clock.
    pub mask: u32,
    pub enable: T,
    pub address: Vec<T>,
    pub data: Vec<T>,
}

/// A [`Logic`] as a program.
pub(super) struct Compiled {
    pub program: Program,
    pub ports: Ports<u32>,
}

impl Logic {
    /// Collects what the clocks that `is_included` do. `masks` is the leaf of the first clock's
    /// mask.
    pub fn new(
        source: &NetlistWithMemories,
        is_included: impl Fn(usize) -> bool,
        masks: u32,
    ) -> Logic {
        let mut graph = source.netlist.graph.clone();
        let mut updates = Vec::new();
        for register in source.netlist.registers.iter().filter(|bit| is_included(bit.clock)) {
            if register.next != graph.leaf(register.leaf) {
                let mask = masks + register.clock as u32;
                updates.push(Update { leaf: register.leaf, mask, next: register.next });
            }
        }
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for (index, memory) in source.memories.iter().enumerate() {
            for port in memory.reads.iter().filter(|port| is_included(port.clock)) {
                reads.push(Read {
                    memory: index,
                    mask: masks + port.clock as u32,
                    address: port.address.clone(),
                    register: port.register.clone(),
                });
            }
            for port in memory.writes.iter().filter(|port| is_included(port.clock)) {
                writes.push(Write {
                    memory: index,
                    mask: masks + port.clock as u32,
                    enable: port.enable,
                    address: port.address.clone(),
                    data: port.data.clone(),
                });
            }
        }
        Logic { graph, updates, ports: Ports { reads, writes } }
    }

    /// Returns what remains if the edges of `zeros` are 0.
    pub fn assuming(&self, zeros: &[Edge]) -> Logic {
        let mut graph = Graph::default();
        let roots: Vec<Edge> = self.updates.iter().map(|update| update.next).collect();
        let roots = [roots, self.ports.roots()].concat();
        let mut roots = graph
            .rebuild(&self.graph, &roots, |_, id| {
                let zero = zeros.iter().find(|zero| zero.node() == id);
                zero.map(|zero| Edge::from(zero.is_inverted()))
            })
            .into_iter();
        let updates = self.updates.iter().zip(roots.by_ref());
        let mut updates: Vec<Update> =
            updates.map(|(update, next)| Update { next, ..*update }).collect();
        updates.retain(|update| update.next != graph.leaf(update.leaf));
        let mut ports = self.ports.with(&mut roots);
        ports.writes.retain(|write| write.enable != Edge::ZERO);
        Logic { graph, updates, ports }
    }

    /// Compiles the logic. With `is_masked` registers load only in the lanes of their masks, else
    /// in all. Memory ports always need the masks.
    pub fn compile(&self, is_masked: bool, leaves: usize) -> Compiled {
        let mut graph = self.graph.clone();
        let updates = self.updates.iter().map(|update| {
            let (mask, held) = (graph.leaf(update.mask), graph.leaf(update.leaf));
            let next = if is_masked { graph.mux(mask, update.next, held) } else { update.next };
            (update.leaf, next)
        });
        let updates: Vec<(u32, Edge)> = updates.collect();
        let program = Program::update(&graph, &updates, &self.ports.roots(), leaves);
        let ports = self.ports.with(&mut program.results.iter().copied());
        Compiled { program, ports }
    }
}

impl Ports<Edge> {
    /// Returns all edges.
    pub fn roots(&self) -> Vec<Edge> {
        let reads = self.reads.iter().flat_map(|read| read.address.clone());
        let writes = self.writes.iter().flat_map(|write| {
            [vec![write.enable], write.address.clone(), write.data.clone()].concat()
        });
        reads.chain(writes).collect()
    }

    /// Returns the ports with other values instead of the [`roots`](Self::roots), in the same
    /// order.
    fn with<T>(&self, values: &mut impl Iterator<Item = T>) -> Ports<T> {
        let mut take = |edges: &[Edge]| values.by_ref().take(edges.len()).collect::<Vec<T>>();
        let reads = self.reads.iter().map(|read| Read {
            memory: read.memory,
            mask: read.mask,
            address: take(&read.address),
            register: read.register.clone(),
        });
        let reads = reads.collect();
        let writes = self.writes.iter().filter_map(|write| {
            Some(Write {
                memory: write.memory,
                mask: write.mask,
                enable: take(&[write.enable]).pop()?,
                address: take(&write.address),
                data: take(&write.data),
            })
        });
        Ports { reads, writes: writes.collect() }
    }
}
