use super::*;

const LATCHED: &str = r#"{"creator": "Yosys", "modules": {"m": {
    "ports": {
        "z": {"direction": "input", "bits": [2, 3]},
        "a": {"direction": "output", "bits": [4, "0", "x"]}
    },
    "cells": {},
    "netnames": {
        "sm.state": {"hide_name": 0, "bits": [4, 2], "attributes": {"init": "1x"}},
        "$1": {"hide_name": 1, "bits": [3], "attributes": {}},
        "q": {"hide_name": 0, "bits": [4], "attributes": {"init": "0"}}
    }
}}}"#;

#[test]
fn ports_are_in_the_order_of_the_file() {
    let module = Module::read(LATCHED, "m").unwrap();
    let names: Vec<&str> = module.ports.iter().map(|port| port.name.as_str()).collect();
    assert_eq!(names, ["z", "a"]);
    assert_eq!(module.ports[0].bit_name(1), "z[1]");
    assert_eq!(module.ports[1].bits, [Bit::Net(4), Bit::Zero, Bit::Unknown]);
}

#[test]
fn nets_have_all_their_names_except_generated_ones() {
    let module = Module::read(LATCHED, "m").unwrap();
    let names: Vec<(u32, String)> = module.net_names().collect();
    let expected = [(4, "q"), (4, "sm.state[0]"), (2, "sm.state[1]")];
    assert_eq!(names, expected.map(|(net, name)| (net, name.to_string())));
    assert_eq!(module.power_up(), BTreeMap::from([(2, true), (4, false)]));
}

#[test]
fn a_multiplexer_of_words_is_split_into_some_of_bits() {
    const CELL: &str = r#"{"modules": {"m": {"ports": {}, "netnames": {}, "cells": {"c": {
        "type": "$bmux", "port_directions": {"A": "input", "S": "input", "Y": "output"},
        "connections": {"A": [2, 3, 4, 5], "S": [6], "Y": [7, 8]}
    }}}}}"#;
    let mut module = Module::read(CELL, "m").unwrap();
    assert!(module.split("c"));
    for (name, words, result) in [("c[0]", [2, 4], 7), ("c[1]", [3, 5], 8)] {
        let cell = &module.cells[name];
        assert_eq!(cell.bits("A"), words.map(Bit::Net));
        assert_eq!((cell.bits("S"), cell.bits("Y")), (&[Bit::Net(6)][..], &[Bit::Net(result)][..]));
    }
}

#[test]
fn invalid_netlists_are_refused() {
    let cases = [
        ("", "this is not a netlist in the format of Yosys's write_json"),
        ("{}", "this is not a netlist in the format of Yosys's write_json"),
        (r#"{"modules": {}}"#, "the netlist has no module `m`"),
    ];
    for (json, message) in cases {
        assert_eq!(Module::read(json, "m").unwrap_err().to_string(), message);
    }
    for wrong in [r#""2""#, "-1", "5000000000", "null"] {
        let json = LATCHED.replace("[2, 3]", &format!("[{wrong}]"));
        assert!(matches!(Module::read(&json, "m"), Err(NetlistError::Json(_))), "{wrong}");
    }
}
