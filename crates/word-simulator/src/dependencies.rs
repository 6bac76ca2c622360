//! What a word depends on.

use super::netlist::{Netlist, Operation};

/// The number of bits for groups of registers. Those without one share the last.
pub const GROUPS: u32 = 61;

/// Inputs.
pub const INPUTS: u64 = 1 << 61;

/// The clocks that a simulator drives.
pub const DRIVEN: u64 = 1 << 62;

/// Levels that force registers.
pub const LEVELS: u64 = 1 << 63;

/// For each node, what changes the words of the state and the memories that it depends on: groups
/// of registers, a bit for each, the clocks that are driven, and levels. `registers` and `writes`
/// are the bits of these.
pub(super) fn dependencies(
    netlist: &Netlist,
    driven: &[u32],
    registers: &[u64],
    writes: &[u64],
) -> Vec<u64> {
    let mut states = vec![0; netlist.states as usize];
    driven.iter().for_each(|clock| states[*clock as usize] = DRIVEN);
    for (register, loads) in netlist.registers.iter().zip(registers) {
        let levels = register.force.map_or(0, |_| LEVELS);
        states[register.state as usize] |= loads | levels;
    }
    let mut memories = vec![0; netlist.memories.len()];
    for (write, bit) in netlist.writes.iter().zip(writes) {
        memories[write.memory as usize] |= bit;
    }
    let mut nodes: Vec<u64> = Vec::with_capacity(netlist.nodes().len());
    for node in netlist.nodes() {
        let mut depends = match node.operation {
            Operation::State(state) => states[state as usize],
            Operation::Read { memory, .. } => memories[memory as usize],
            _ => 0,
        };
        node.operation.operands(|operand| depends |= nodes[operand.index()]);
        nodes.push(depends);
    }
    nodes
}
