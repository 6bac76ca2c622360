use super::*;
use std::fs;

fn design(name: &str) -> ForeignDesign {
    let netlist = fs::read_to_string(test_netlists::path(name, "json")).expect("a netlist");
    ForeignDesign::from_netlist(&netlist, |name| name == "KEY").expect("a design")
}

fn compared(left: &ForeignDesign, right: &ForeignDesign) -> Option<Difference> {
    let mut cycles = 0;
    let compared = compare([left, right], |name| name == "KEY", |_| cycles += 1);
    let difference = compared.expect("compared");
    assert!(difference.is_some() || cycles == CYCLES);
    difference
}

#[test]
fn a_design_agrees_with_itself() {
    for name in ["buses", "clocks", "counters", "latches", "memories"] {
        let design = design(name);
        assert_eq!(compared(&design, &design), None, "{name}");
    }
}

#[test]
fn an_inverted_output_is_found_in_the_first_cycle() {
    let design = design("counters");
    let mut other = design.clone();
    let output = other.netlist.outputs.iter_mut().find(|port| port.name == "LEDR");
    let bits = &mut output.expect("LEDR").bits;
    bits[9] = !bits[9];
    let Some(Difference::Output { cycle, output, values, inputs }) = compared(&design, &other)
    else {
        panic!("no difference");
    };
    assert_eq!((cycle, output.as_str()), (0, "LEDR"));
    assert_ne!(values[0], values[1]);
    assert!(values.iter().all(|value| value.starts_with("10'h")), "{values:?}");
    assert!(inputs.iter().any(|input| input.starts_with("SW = 10'h")), "{inputs:?}");
}

#[test]
fn a_register_that_is_wrong_after_many_cycles_is_found() {
    let design = design("counters");
    let mut other = design.clone();
    let mut registers = other.netlist.registers.iter_mut();
    let ticks = registers.find(|register| register.name == "HEX0[0]").expect("HEX0");
    ticks.next = other.netlist.graph.leaf(ticks.leaf);
    let Some(Difference::Output { cycle, output, .. }) = compared(&design, &other) else {
        panic!("no difference");
    };
    // The divider counts to 1499.
    assert_eq!((cycle, output.as_str()), (1499, "HEX0"));
}

#[test]
fn a_port_that_one_reading_lacks_is_a_difference() {
    let design = design("counters");
    let mut other = design.clone();
    other.netlist.outputs.retain(|port| port.name != "HEX1");
    for (left, right) in [(&design, &other), (&other, &design)] {
        assert_eq!(compared(left, right), Some(Difference::Port("HEX1".into())));
    }
}
