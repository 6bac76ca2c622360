//! Equivalence checking of netlists.

use std::collections::HashMap;

use super::execute::{Executable, Execution, LANES_PER_WORD, Slot};
use super::masks::NONE;
use super::program::Program;
use super::stimulus::exhaustive_stimulus;
use rust_hdl_gates::graph::{Edge, Graph, Node};
use rust_hdl_gates::netlist::Netlist;

/// The result of [`compare`]. A place is an output bit or an input of a register bit: `result[3]`
/// or `the next value of counter.count[0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Power-up values are equal, and for all inputs and states so are outputs, next values and
    /// clocks. The behaviour is therefore the same.
    Equivalent,
    /// They differ, possibly only in unreachable states.
    Different {
        /// The first difference.
        place: String,
    },
    /// No difference was found, but not everything could be checked.
    Undecided {
        /// The first place that depends on too many leaves for exhaustive simulation.
        place: String,
        /// The number of those leaves.
        leaves: usize,
    },
}

/// The limit for exhaustive simulation: 2^26 combinations are 2^18 words.
const MAXIMUM_LEAVES: usize = 26;

/// Checks two netlists for combinational equivalence. Ports and registers are matched by name; each
/// output and each input of a register is compared exhaustively over the leaves that it depends on.
pub fn compare(left: &Netlist, right: &Netlist) -> Comparison {
    let Some(leaves) = correspondence(left, right) else {
        return Comparison::Different { place: "the pins or the registers".into() };
    };
    let mut graph = left.graph.clone();
    let (places, left_roots) = roots(left);
    let right_roots = rebuilt(right, &leaves, &mut graph);
    let mut undecided = None;
    for (place, left_root) in places.into_iter().zip(left_roots) {
        let Some(right_root) = right_roots.get(&place) else {
            return Comparison::Different { place };
        };
        let difference = graph.xor(left_root, *right_root);
        match is_satisfiable(&graph, difference) {
            Ok(false) => {}
            Ok(true) => return Comparison::Different { place },
            Err(leaves) => {
                undecided.get_or_insert(Comparison::Undecided { place, leaves });
            }
        }
    }
    undecided.unwrap_or(Comparison::Equivalent)
}

/// Maps the leaves of the right netlist to those of the left one; `None` if ports, registers or
/// power-up values differ.
fn correspondence(left: &Netlist, right: &Netlist) -> Option<HashMap<u32, u32>> {
    let outputs = |netlist: &Netlist| -> Vec<(String, usize)> {
        netlist.outputs.iter().map(|port| (port.name.clone(), port.bits.len())).collect()
    };
    if left.inputs != right.inputs
        || outputs(left) != outputs(right)
        || left.registers.len() != right.registers.len()
    {
        return None;
    }
    let inputs: u32 = left.inputs.iter().map(|port| port.width).sum();
    let mut leaves: HashMap<u32, u32> = (0..inputs).map(|leaf| (leaf, leaf)).collect();
    let by_name: HashMap<&str, _> =
        left.registers.iter().map(|register| (register.name.as_str(), register)).collect();
    for register in &right.registers {
        let same = by_name.get(register.name.as_str())?;
        if same.power_up != register.power_up {
            return None;
        }
        leaves.insert(register.leaf, same.leaf);
    }
    Some(leaves)
}

/// The outputs, next values and clocks of a netlist, with their places.
fn roots(netlist: &Netlist) -> (Vec<String>, Vec<Edge>) {
    let mut roots = Vec::new();
    for port in &netlist.outputs {
        for (bit, edge) in port.bits.iter().enumerate() {
            roots.push((format!("{}[{bit}]", port.name), *edge));
        }
    }
    for register in &netlist.registers {
        roots.push((format!("the next value of {}", register.name), register.next));
        roots.push((format!("the clock of {}", register.name), netlist.clocks[register.clock]));
    }
    roots.into_iter().unzip()
}

/// Copies the roots of a netlist to another graph with renumbered leaves; returns them by their
/// places.
fn rebuilt(
    netlist: &Netlist,
    leaves: &HashMap<u32, u32>,
    graph: &mut Graph,
) -> HashMap<String, Edge> {
    let (places, roots) = roots(netlist);
    let renumbered = |graph: &mut Graph, id| match netlist.graph.node(id) {
        Node::Leaf(number) => Some(graph.leaf(leaves[&number])),
        _ => None,
    };
    let roots = graph.rebuild(&netlist.graph, &roots, renumbered);
    places.into_iter().zip(roots).collect()
}

/// Returns whether an edge is satisfiable. The error is the number of leaves if that is above
/// [`MAXIMUM_LEAVES`].
fn is_satisfiable(graph: &Graph, edge: Edge) -> Result<bool, usize> {
    if edge == Edge::ZERO {
        return Ok(false);
    }
    let support: Vec<u32> = graph.support(&[edge]).into_iter().collect();
    if support.len() > MAXIMUM_LEAVES {
        return Err(support.len());
    }
    let mut cone = Graph::default();
    let root = cone.rebuild(graph, &[edge], |cone, id| match graph.node(id) {
        Node::Leaf(number) => {
            let position = support.iter().position(|leaf| *leaf == number)?;
            Some(cone.leaf(position as u32))
        }
        _ => None,
    });
    let program = Program::of(&cone, &root, support.len());
    let mut executable = Executable::new(&program, Execution::Fastest, program.slots);
    let mut memory = vec![Slot(NONE); program.slots];
    let chunks = (1_usize << support.len()).div_ceil(LANES_PER_WORD);
    // Fewer than 8 leaves: the combinations repeat within a chunk.
    Ok((0..chunks).any(|chunk| {
        for (position, slot) in memory[..support.len()].iter_mut().enumerate() {
            slot.0 = exhaustive_stimulus(position as u32, chunk);
        }
        executable.run(&mut memory, program.slots);
        memory[program.results[0] as usize].0 != NONE
    }))
}
