use super::*;

/// A cell of a PLL: its name, input, output and parameters.
type Pll<'t> = (&'t str, u32, u32, [i32; 4]);

/// A module with CLOCK_50 as net 2, another input as net 3, and gates: net 4 is the inverse of 3,
/// net 5 is net 10 while net 20 is 1, which a reset of its PLL clears, and net 6 while net 4 is 1.
fn module(plls: &[Pll]) -> Module {
    let cell = |(name, reference, q, parameters): &Pll| {
        let names = ["numerator", "denominator", "phase", "duty_cycle"].into_iter();
        let parameters =
            names.zip(parameters).map(|(name, number)| format!(r#""{name}": "{number:b}""#));
        format!(
            r#", "{name}": {{"type": "intel_model_clock", "parameters": {{{}}},
            "port_directions": {{"reference": "input", "q": "output"}},
            "connections": {{"reference": [{reference}], "q": [{q}]}}}}"#,
            parameters.collect::<Vec<_>>().join(", ")
        )
    };
    let json = format!(
        r#"{{"modules": {{"m": {{"ports": {{
            "CLOCK_50": {{"direction": "input", "bits": [2]}},
            "SW": {{"direction": "input", "bits": [3]}}
        }}, "netnames": {{"clocks": {{"hide_name": 0, "bits": [10, 11, 12, 13, 14]}},
            "p.intel_model_is_running": {{"hide_name": 0, "bits": [20]}}}},
        "cells": {{"gate": {{"type": "$_NOT_", "port_directions": {{"A": "input", "Y": "output"}},
            "connections": {{"A": [3], "Y": [4]}}}},
        "reset": {{"type": "$_AND_",
            "port_directions": {{"A": "input", "B": "input", "Y": "output"}},
            "connections": {{"A": [10], "B": [20], "Y": [5]}}}},
        "enable": {{"type": "$_AND_",
            "port_directions": {{"A": "input", "B": "input", "Y": "output"}},
            "connections": {{"A": [10], "B": [4], "Y": [6]}}}}{}}}}}}}}}"#,
        plls.iter().map(cell).collect::<String>()
    );
    Module::read(&json, "m").expect("a module")
}

/// The clocks of PLLs, and the nets of `clocks` afterwards.
fn connected(plls: &[Pll]) -> (Vec<(String, ClockTiming)>, Vec<Bit>) {
    let mut module = module(plls);
    let clocks = connect(&mut module).expect("clocks");
    assert_eq!(module.cells.len(), 3, "the gates");
    let (_, bits) = module.nets().next().expect("a net");
    (clocks, bits.to_vec())
}

fn timing(numerator: u32, denominator: u32, phase: i64, duty_cycle: u32) -> ClockTiming {
    ClockTiming { numerator, denominator, phase, duty_cycle }
}

#[test]
fn clocks_become_inputs_and_the_same_ones_become_one() {
    let (clocks, nets) = connected(&[
        ("a", 2, 10, [1, 2, 0, 50]),
        ("b", 2, 11, [25_175_000, 50_000_000, -3_000, 25]),
        ("c", 2, 12, [3, 6, 0, 50]),
        ("d", 2, 13, [50, 50, 0, 50]),
    ]);
    let expected = [timing(1, 2, 0, 50), timing(1007, 2000, -3_000, 25)];
    assert_eq!(clocks.iter().map(|clock| clock.1).collect::<Vec<_>>(), expected);
    assert_eq!(nets, [10, 11, 10, 2, 14].map(Bit::Net));
}

#[test]
fn the_output_of_a_pll_can_be_the_input_of_another_one() {
    let (clocks, nets) = connected(&[
        ("a", 12, 10, [1, 4, 500, 50]),
        ("b", 2, 12, [3, 1, 1_000, 50]),
        ("c", 10, 11, [4, 3, -1_500, 50]),
    ]);
    let expected = [timing(3, 1, 1_000, 50), timing(3, 4, 1_500, 50)];
    assert_eq!(clocks.iter().map(|clock| clock.1).collect::<Vec<_>>(), expected);
    assert_eq!(nets[1], Bit::Net(2), "CLOCK_50 again");
}

#[test]
fn a_pll_can_follow_another_one_that_has_a_reset() {
    let (clocks, _) = connected(&[("a", 5, 11, [3, 1, 0, 50]), ("b", 2, 10, [1, 2, 0, 50])]);
    let expected = [timing(1, 2, 0, 50), timing(3, 2, 0, 50)];
    assert_eq!(clocks.iter().map(|clock| clock.1).collect::<Vec<_>>(), expected);
}

#[test]
fn a_pll_without_a_clock_stays_0() {
    let mut module = module(&[("a", 3, 10, [2, 1, 0, 50]), ("b", 2, 11, [0, 1, 0, 50])]);
    assert_eq!(connect(&mut module).expect("clocks"), []);
    let ports: Vec<&str> = module.ports.iter().map(|port| port.name.as_str()).collect();
    assert_eq!(ports, ["CLOCK_50", "SW", "$pll1"]);
}

#[test]
fn clocks_that_are_not_simulated_are_errors() {
    let cases: [(&[Pll], &str); 5] = [
        (
            &[("a", 2, 10, [1, 2, 0, 50]), ("b", 6, 11, [1, 1, 0, 50])],
            "PLL `b`: its input is neither CLOCK_50 nor an output of a PLL",
        ),
        (
            &[("pll.outputs[0].clock_i", 4, 10, [1, 1, 0, 50])],
            "PLL `pll`: its input is neither CLOCK_50 nor an output of a PLL",
        ),
        (
            &[("a", 11, 10, [1, 2, 0, 50]), ("b", 10, 11, [1, 2, 0, 50])],
            "PLL `a`: its input is neither CLOCK_50 nor an output of a PLL",
        ),
        (&[("a", 2, 10, [201, 10, 0, 50])], "PLL `a`: the frequency of an output is above 1 GHz"),
        (
            &[("a", 2, 10, [1, 0x7fff_ffff, 0, 50]), ("b", 10, 11, [1, 9, 0, 50])],
            "PLL `b`: the frequency of an output is too long a fraction of its input's",
        ),
    ];
    for (plls, expected) in cases {
        let error = connect(&mut module(plls)).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
    let highest = connect(&mut module(&[("a", 2, 10, [200, 10, 0, 50])]));
    assert_eq!(highest.expect("a clock")[0].1, timing(20, 1, 0, 50));
}
