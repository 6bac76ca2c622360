use super::super::ForeignDesign;

/// A module that reads and writes a memory at an input of two bits, with these parameters
/// instead of others.
fn lower(parameters: &[(&str, &str)]) -> Result<ForeignDesign, String> {
    let mut all = vec![
        ("MEMID", "\\\\m"),
        ("WIDTH", "10"),
        ("SIZE", "100"),
        ("OFFSET", "0"),
        ("ABITS", "10"),
        ("INIT", "01xx0010"),
        ("RD_PORTS", "1"),
        ("RD_CLK_ENABLE", "0"),
        ("RD_WIDE_CONTINUATION", "0"),
        ("WR_PORTS", "1"),
        ("WR_CLK_ENABLE", "1"),
        ("WR_CLK_POLARITY", "1"),
        ("WR_WIDE_CONTINUATION", "0"),
    ];
    all.retain(|(name, _)| parameters.iter().all(|(other, _)| name != other));
    let all = all.iter().chain(parameters);
    let all: Vec<String> = all.map(|(name, value)| format!(r#""{name}": "{value}""#)).collect();
    let text = format!(
        r#"{{"modules": {{"top": {{"attributes": {{"top": "1"}}, "netnames": {{}},
        "ports": {{"c": {{"direction": "input", "bits": [2]}},
            "a": {{"direction": "input", "bits": [3, 4]}},
            "q": {{"direction": "output", "bits": [5, 6]}}}},
        "cells": {{"m": {{"type": "$mem_v2", "parameters": {{{}}},
            "port_directions": {{"RD_DATA": "output"}}, "connections": {{
                "RD_ADDR": [3, 4], "RD_DATA": [5, 6], "WR_ADDR": [3, 4],
                "WR_DATA": [3, 3], "WR_EN": ["1", 4], "WR_CLK": [2]}}}}}}}}}}}}"#,
        all.join(", ")
    );
    ForeignDesign::from_netlist(&text, |_| false).map_err(|error| error.to_string())
}

#[test]
fn bits_with_an_enable_of_their_own_are_a_memory_of_their_own() {
    let memories = lower(&[]).expect("a design").memories;
    let words = |index: usize| {
        let words = memories[index].contents.iter();
        words.map(|(address, word)| (*address, word.to_u64())).collect::<Vec<_>>()
    };
    assert!(memories.iter().all(|memory| (memory.width, memory.address_width) == (1, 2)));
    let mut contents = [words(0), words(1)];
    contents.sort();
    assert_eq!(contents, [[(0, Some(1))], [(3, Some(1))]]);
}

#[test]
fn memories_that_cannot_be_simulated_are_refused() {
    let no_pin = |pin| format!("cell `m` has no pin `{pin}` of one bit");
    for (parameters, message) in [
        (
            &[("SIZE", "10000000000000000000000000")][..],
            "memory `m` of 33554432 words of 1 bits is too large to be simulated: all memories may have 16 MiB together"
                .to_owned(),
        ),
        (
            &[("RD_CLK_ENABLE", "1")],
            "cell `m` is a `$mem_v2`, which is not one of the memories with asynchronous reads that Yosys should have \
             made of it"
                .to_owned(),
        ),
        (&[("RD_PORTS", "10")], no_pin("RD_ADDR")),
        (&[("SIZE", "many")], no_pin("SIZE")),
    ] {
        assert_eq!(lower(parameters).map(|_| ()), Err(message), "{parameters:?}");
    }
}
