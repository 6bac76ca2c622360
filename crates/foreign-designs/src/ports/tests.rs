use super::*;

/// A module with these ports: direction, name, lowest index and nets.
fn module(ports: &[(&str, &str, usize, &[u32])]) -> Module {
    let ports = ports.iter().map(|(direction, name, offset, bits)| {
        format!(r#""{name}": {{"direction": "{direction}", "offset": {offset}, "bits": {bits:?}}}"#)
    });
    let ports: Vec<String> = ports.collect();
    let json = format!(
        r#"{{"modules": {{"m": {{"ports": {{{}}}, "netnames": {{}}, "cells": {{"c": {{"type": "$_DFF_P_",
        "port_directions": {{"C": "input"}}, "connections": {{"C": [2]}}}}}}}}}}}}"#,
        ports.join(", ")
    );
    Module::read(&json, "m").expect("a module")
}

/// Each port with its bits; `x` for those that are not connected.
fn described(module: &Module) -> Vec<String> {
    let bit = |bit: &Bit| match bit {
        Bit::Net(net) => net.to_string(),
        Bit::Zero => "0".into(),
        Bit::One => "1".into(),
        Bit::Unknown => "x".into(),
    };
    let port = |port: &Port| {
        let bits: Vec<String> = port.bits.iter().map(bit).collect();
        format!("{} {}", port.name, bits.join(" "))
    };
    module.ports.iter().map(port).collect()
}

fn pin(port: &str, index: Option<usize>, pin: &str) -> PinAssignment {
    PinAssignment { port: port.into(), index, pin: pin.into() }
}

#[test]
fn a_port_is_connected_by_the_pin_that_is_assigned_to_it() {
    let mut design = module(&[
        ("input", "clk", 0, &[2]),
        ("input", "buttons", 1, &[3, 4]),
        ("input", "KEY", 0, &[5]),
        ("output", "leds", 0, &[6, 7]),
        ("output", "seg", 0, &[8]),
        ("output", "wrong", 0, &[9]),
        ("output", "gpio", 0, &[10, 11]),
        ("inout", "bus", 0, &[12]),
    ]);
    let pins = [
        pin("clk", None, "PIN_AA16"),
        pin("buttons", Some(1), "PIN_Y16"),
        pin("buttons", Some(2), "PIN_AA15"),
        pin("KEY", None, "PIN_AA15"),
        pin("leds", Some(0), "PIN_W16"),
        pin("leds", Some(1), "PIN_V17"),
        pin("leds", Some(1), "PIN_V18"),
        pin("seg", None, "PIN_AF28"),
        pin("wrong", None, "PIN_AB12"),
        pin("gpio", Some(1), "PIN_A1"),
        pin("bus", None, "PIN_AC12"),
    ];
    let unconnected = connect(&mut design, &pins);
    let ports = [
        "CLOCK_50 2",
        "$KEY 5",
        "$wrong 9",
        "$gpio 10 11",
        "$bus 12",
        "HEX0 1 1 1 1 8",
        "KEY x 4 x 3",
        "LEDR 0 6 0 7",
    ];
    assert_eq!(described(&design), ports);
    assert_eq!(
        unconnected,
        [
            "KEY: another port has the same pin",
            "wrong: the board has its pin as an input of the design",
            "gpio: no pin is assigned to it",
            "gpio[1]: the virtual board does not have its pin",
            "bus: the virtual board has its pin in one direction only",
        ]
    );
}

#[test]
fn the_lines_of_the_keyboard_are_inputs_and_outputs() {
    let mut design = module(&[("inout", "clk", 0, &[2]), ("input", "PS2_DAT", 0, &[3])]);
    let unconnected = connect(&mut design, &[pin("clk", None, "PIN_AD7")]);
    assert_eq!(described(&design), ["$PS2_DAT 3", "PS2_CLK 2", "PS2_CLK 2"]);
    assert_eq!(unconnected, ["PS2_DAT: no pin is assigned to it"]);
    let directions: Vec<Direction> = design.ports.iter().map(|port| port.direction).collect();
    assert_eq!(directions, [Direction::Input, Direction::Input, Direction::Output]);
}

#[test]
fn pins_of_a_header_may_have_different_directions() {
    let ports: &[(&str, &str, usize, &[u32])] = &[
        ("input", "rx", 0, &[2]),
        ("output", "tx", 0, &[3]),
        ("inout", "data", 0, &[4]),
        ("output", "other", 0, &[5]),
    ];
    let pins = [
        pin("rx", None, "PIN_AC18"),
        pin("tx", None, "PIN_Y17"),
        pin("data", None, "PIN_Y18"),
        pin("other", None, "PIN_AC18"),
    ];
    let mut design = module(ports);
    let unconnected = connect(&mut design, &pins);
    let expected = ["$other 5", "GPIO_0 2 x x 4", "GPIO_0 2 3 x 4"];
    assert_eq!(described(&design), expected);
    let directions: Vec<Direction> = design.ports.iter().map(|port| port.direction).collect();
    assert_eq!(directions, [Direction::Output, Direction::Input, Direction::Output]);
    assert_eq!(unconnected, ["other: another port has the same pin"]);
    let mut design = module(&[("input", "GPIO_1", 2, &[2, 3])]);
    assert_eq!(connect(&mut design, &[]), Vec::<String>::new());
    assert_eq!(described(&design), ["GPIO_1 x x 2 3", "GPIO_1 x x 2 3"]);
}

#[test]
fn a_port_of_both_directions_that_is_wired_to_an_input_gets_its_level_from_there() {
    let mut design = module(&[
        ("inout", "GPIO_0", 0, &[2, 3]),
        ("inout", "bus", 0, &[3, 4]),
        ("input", "SW", 0, &[3]),
    ]);
    connect(&mut design, &[]);
    let expected = ["GPIO_0 2 x", "bus x 4", "SW 3", "GPIO_0 2 3"];
    assert_eq!(described(&design), expected);
}

#[test]
fn all_clocks_of_the_board_are_one() {
    let mut design = module(&[("input", "CLOCK2_50", 0, &[2]), ("input", "CLOCK_50", 0, &[3])]);
    assert_eq!(connect(&mut design, &[]), Vec::<String>::new());
    assert_eq!(described(&design), ["CLOCK_50 2"]);
    let mut design = module(&[("input", "CLOCK3_50", 0, &[3]), ("input", "CLOCK4_50", 0, &[2])]);
    connect(&mut design, &[]);
    assert_eq!(described(&design), ["CLOCK_50 2"]);
    assert_eq!(design.cells["c"].pin("C"), Some(Bit::Net(2)));
}

#[test]
fn a_range_that_does_not_begin_at_0_keeps_its_indices() {
    let mut design = module(&[("output", "LEDR", 4, &[2, 3]), ("input", "KEY", 1, &[4])]);
    connect(&mut design, &[]);
    assert_eq!(described(&design), ["LEDR 0 0 0 0 2 3", "KEY x 4"]);
}

#[test]
fn a_port_that_begins_above_that_of_the_board_is_not_connected() {
    let mut design =
        module(&[("output", "LEDR", 10, &[2, 3]), ("input", "SW", 2_000_000_000, &[4])]);
    let unconnected = connect(&mut design, &[]);
    assert_eq!(described(&design), ["$LEDR 2 3", "$SW 4"]);
    let expected = [
        "LEDR[11:10]: the virtual board does not have its pin",
        "SW[2000000000]: the virtual board does not have its pin",
    ];
    assert_eq!(unconnected, expected);
}

#[test]
fn lines_of_the_audio_codec_may_be_outputs_or_inputs() {
    let mut design = module(&[
        ("output", "scl", 0, &[2]),
        ("output", "bits", 0, &[3]),
        ("input", "samples", 0, &[4]),
    ]);
    let pins =
        [pin("scl", None, "PIN_J12"), pin("bits", None, "PIN_H7"), pin("samples", None, "PIN_H8")];
    assert_eq!(connect(&mut design, &pins), Vec::<String>::new());
    let expected =
        ["AUD_BCLK 3", "AUD_DACLRCK 4", "FPGA_I2C_SCLK 2", "AUD_DACLRCK 4", "FPGA_I2C_SCLK 2"];
    assert_eq!(described(&design), expected);
    let directions: Vec<Direction> = design.ports.iter().map(|port| port.direction).collect();
    use Direction::{Input, Output};
    assert_eq!(directions, [Output, Input, Input, Output, Output]);
}

#[test]
fn lines_of_the_audio_bus_may_have_the_names_of_other_boards() {
    let lines: [(&str, &str, usize, &[u32]); 2] =
        [("output", "I2C_SCLK", 0, &[3]), ("inout", "I2C_SDAT", 0, &[4])];
    let mut design = module(&lines);
    assert_eq!(connect(&mut design, &[]), Vec::<String>::new());
    let expected = ["FPGA_I2C_SCLK 3", "FPGA_I2C_SDAT 4", "FPGA_I2C_SCLK 3", "FPGA_I2C_SDAT 4"];
    assert_eq!(described(&design), expected);
    let mut design = module(&[lines[0], ("output", "FPGA_I2C_SCLK", 0, &[5])]);
    connect(&mut design, &[]);
    assert_eq!(described(&design)[0], "I2C_SCLK 3");
}

#[test]
fn outputs_of_a_top_module_of_desim_need_no_pins() {
    let ports: [(&str, &str, usize, &[u32]); 4] = [
        ("output", "VGA_X", 0, &[2, 3]),
        ("output", "VGA_COLOUR", 0, &[4]),
        ("output", "plot", 0, &[5, 6]),
        ("input", "VGA_Y", 0, &[7]),
    ];
    for pins in [vec![], vec![pin("other", None, "PIN_V16")]] {
        let mut design = module(&ports);
        connect(&mut design, &pins);
        let described = described(&design);
        for port in ["VGA_X 2 3", "VGA_COLOR 4"] {
            assert!(described.iter().any(|one| one == port), "{described:?}");
        }
    }
    let mut design = module(&ports);
    let unconnected = connect(&mut design, &[pin("other", None, "PIN_V16")]);
    let no_pin = ["plot[1]: no pin is assigned to it", "VGA_Y: no pin is assigned to it"];
    assert_eq!(unconnected, no_pin);
}
