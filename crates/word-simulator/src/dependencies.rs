//! What a word depends on.

use super::netlist::{Netlist, Operation};

/// Inputs.
pub const INPUTS: u64 = 1 << 61;

/// The clock that a simulator drives.
pub const DRIVEN: u64 = 1 << 62;

/// Levels that force registers.
pub const LEVELS: u64 = 1 << 63;

/// The largest number of clocks.
pub const MAXIMUM_CLOCKS: usize = 61;

/// For each node, what changes the words of the state and the memories that it depends on: the
/// clocks, a bit for each, the clock that is driven, and levels. `clock` returns the bit of a
/// clock's node.
pub(super) fn dependencies(
    netlist: &Netlist,
    driven: u32,
    clock: impl Fn(super::netlist::Id) -> u64,
) -> Vec<u64> {
    let mut states = vec![0; netlist.states as usize];
    states[driven as usize] = DRIVEN;
    for register in &netlist.registers {
        let loads = register.load.map_or(0, |(of, _)| clock(of));
        let levels = register.force.map_or(0, |_| LEVELS);
        states[register.state as usize] |= loads | levels;
    }
    let mut memories = vec![0; netlist.memories.len()];
    for write in &netlist.writes {
        memories[write.memory as usize] |= clock(write.clock);
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
