//! Whether two netlists are one machine.

use std::collections::HashMap;

use super::counting::counting;
use super::execute::{Executable, Execution, LANES_PER_WORD, Slot};
use super::graph::{Edge, Graph, Node};
use super::lanes::NONE;
use super::netlist::Netlist;
use super::program::Program;

/// What [`compare`] found. A place is an output bit or a register's, `LEDR[3]` or `the next value of sm.state[0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Whatever the inputs and the registers are, outputs, next values and clocks are the same. So are the values at
    /// power-up, and with them all behaviour.
    Equivalent,
    /// They differ there. States that cannot be reached count too.
    Different { place: String },
    /// Nothing differs so far; here it depends on more leaves than can be tried.
    Undecided { place: String, leaves: usize },
}

/// The most leaves whose values are all tried: a quarter of a million words of lanes.
const MAXIMUM_LEAVES: usize = 26;

/// Compares two netlists: leaves by name, then each output and each register with all values of what it depends on.
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
        match can_be_one(&graph, difference) {
            Ok(false) => {}
            Ok(true) => return Comparison::Different { place },
            Err(leaves) => {
                undecided.get_or_insert(Comparison::Undecided { place, leaves });
            }
        }
    }
    undecided.unwrap_or(Comparison::Equivalent)
}

/// For each leaf of the right netlist the leaf of the left one that is the same pin or register.
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

/// Everything that makes a netlist's behaviour.
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

/// The roots of a netlist by their places, in a graph whose leaves have other numbers.
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

/// Whether there are values of the leaves that make an edge 1; if there are too many leaves to try, their number.
fn can_be_one(graph: &Graph, edge: Edge) -> Result<bool, usize> {
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
            let place = support.iter().position(|leaf| *leaf == number)?;
            Some(cone.leaf(place as u32))
        }
        _ => None,
    });
    let program = Program::of(&cone, &root, support.len());
    let executable = Executable::new(&program, Execution::Fastest, program.slots);
    let mut memory = vec![Slot(NONE); program.slots];
    let chunks = (1_usize << support.len()).div_ceil(LANES_PER_WORD);
    // With fewer leaves than count a chunk's lanes, lanes repeat each other.
    Ok((0..chunks).any(|chunk| {
        for (place, slot) in memory[..support.len()].iter_mut().enumerate() {
            slot.0 = counting(place as u32, chunk);
        }
        executable.run(&mut memory, program.slots);
        memory[program.results[0] as usize].0 != NONE
    }))
}
