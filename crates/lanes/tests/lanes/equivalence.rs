//! `compare` on equivalent and on different netlists.

use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{InputPort, OutputPort, RegisterBit};
use rust_hdl_lanes::{Comparison, compare};

/// Inputs `data` and `clock`, and a circuit whose result is both an output and the next value of a
/// register.
fn netlist(width: u32, circuit: impl Fn(&mut Graph, &[Edge]) -> Edge) -> Netlist {
    let mut graph = Graph::default();
    let data: Vec<Edge> = (0..width).map(|leaf| graph.leaf(leaf)).collect();
    let clock = graph.leaf(width);
    let result = circuit(&mut graph, &data);
    let port = |name: &str, width, leaf| InputPort { name: name.into(), width, leaf };
    Netlist {
        name: "circuit".into(),
        inputs: vec![port("data", width, 0), port("clock", 1, width)],
        outputs: vec![OutputPort { name: "result".into(), bits: vec![result] }],
        registers: vec![RegisterBit {
            name: "kept".into(),
            leaf: width + 1,
            next: result,
            clock: 0,
            power_up: false,
        }],
        clocks: vec![clock],
        signals: vec![],
        graph,
    }
}

fn all_of(graph: &mut Graph, data: &[Edge]) -> Edge {
    data.iter().fold(Edge::ONE, |all, bit| graph.and(all, *bit))
}

/// The same function by De Morgan, from the highest bit down.
fn none_missing(graph: &mut Graph, data: &[Edge]) -> Edge {
    !data.iter().rev().fold(Edge::ZERO, |missing, bit| graph.or(missing, !*bit))
}

fn different(place: &str) -> Comparison {
    Comparison::Different { place: place.into() }
}

#[test]
fn different_circuits_of_the_same_function_are_equivalent() {
    for width in [1, 2, 7, 8, 9, 16] {
        let verdict = compare(&netlist(width, all_of), &netlist(width, none_missing));
        assert_eq!(verdict, Comparison::Equivalent, "{width} bits");
    }
}

#[test]
fn a_difference_for_a_single_input_pattern_is_found() {
    for width in [1, 2, 7, 8, 9, 16] {
        let never = netlist(width, |_, _| Edge::ZERO);
        assert_eq!(compare(&netlist(width, all_of), &never), different("result[0]"));
    }
}

#[test]
fn outputs_that_depend_on_too_many_inputs_are_undecided() {
    let verdict = compare(&netlist(40, all_of), &netlist(40, none_missing));
    assert_eq!(verdict, Comparison::Undecided { place: "result[0]".into(), leaves: 40 });
}

#[test]
fn differences_in_registers_and_ports_are_found() {
    let original = netlist(3, all_of);
    let changed = |change: &dyn Fn(&mut Netlist)| {
        let mut netlist = original.clone();
        change(&mut netlist);
        compare(&original, &netlist)
    };
    let next = changed(&|netlist| netlist.registers[0].next = !netlist.registers[0].next);
    assert_eq!(next, different("the next value of kept"));
    let clock = changed(&|netlist| netlist.clocks[0] = !netlist.clocks[0]);
    assert_eq!(clock, different("the clock of kept"));
    let power_up = changed(&|netlist| netlist.registers[0].power_up = true);
    assert_eq!(power_up, different("the pins or the registers"));
    let name = changed(&|netlist| netlist.registers[0].name = "lost".into());
    assert_eq!(name, different("the pins or the registers"));
    let pins = changed(&|netlist| netlist.inputs[0].name = "other".into());
    assert_eq!(pins, different("the pins or the registers"));
}
