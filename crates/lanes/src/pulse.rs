//! Clocks and input bits: which leaves clocks depend on, and which pulses are clock periods of one
//! clock.

use super::logic::{Compiled, Logic};
use super::program::Instruction;
use rust_hdl_gates::graph::{Edge, Node};
use rust_hdl_gates::netlist::Netlist;

/// How a pulse on an input bit is simulated.
#[derive(Clone, Copy)]
pub(super) enum Pulse {
    /// The bit drives this clock directly and no other: only its domain can change.
    Clock { clock: usize, is_also_data: bool, rises_to: bool },
    /// By two toggles, each followed by settling.
    General,
}

/// Returns for each leaf whether a clock depends on it.
pub(super) fn drives_clocks(netlist: &Netlist, leaves: usize) -> Vec<bool> {
    let mut drives = vec![false; leaves];
    for id in netlist.graph.fanin_cone(&netlist.clocks) {
        if let Node::Leaf(leaf) = netlist.graph.node(id) {
            drives[leaf as usize] = true;
        }
    }
    drives
}

/// Returns for each input bit how a pulse on it is simulated. [`Pulse::Clock`] needs a bit that
/// drives exactly one clock, in a design whose clocks are all input bits.
pub(super) fn pulses(netlist: &Netlist, domains: &[(Logic, Compiled)]) -> Vec<Pulse> {
    let inputs: u32 = netlist.inputs.iter().map(|port| port.width).sum();
    let pin = |clock: &Edge| match netlist.graph.node(clock.node()) {
        Node::Leaf(leaf) if leaf < inputs => Some(leaf),
        _ => None,
    };
    let pins: Option<Vec<u32>> = netlist.clocks.iter().map(pin).collect();
    (0..inputs)
        .map(|leaf| {
            let Some(pins) = &pins else {
                return Pulse::General;
            };
            let mut clocks = (0..pins.len()).filter(|clock| pins[*clock] == leaf);
            match (clocks.next(), clocks.next()) {
                (Some(clock), None) => {
                    let reads = |instruction: &Instruction| {
                        instruction.left == leaf || instruction.right == leaf
                    };
                    let is_also_data = domains[clock].1.program.instructions.iter().any(reads);
                    let rises_to = !netlist.clocks[clock].is_inverted();
                    Pulse::Clock { clock, is_also_data, rises_to }
                }
                _ => Pulse::General,
            }
        })
        .collect()
}
