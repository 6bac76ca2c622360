//! Small netlists for tests.

use super::netlist::Module;

/// A builder for modules: ports, names and cells as JSON.
pub(super) struct Sample {
    ports: Vec<String>,
    names: Vec<String>,
    cells: Vec<String>,
}

impl Sample {
    /// Starts a module with these one-bit ports and their nets.
    pub fn new(inputs: &[(&str, u32)], outputs: &[(&str, u32)]) -> Sample {
        let port = |direction: &str, (name, net): &(&str, u32)| {
            format!(r#""{name}": {{"direction": "{direction}", "bits": [{net}]}}"#)
        };
        let inputs = inputs.iter().map(|input| port("input", input));
        let outputs = outputs.iter().map(|output| port("output", output));
        let ports = inputs.chain(outputs).collect();
        Sample { ports, names: vec![], cells: vec![] }
    }

    pub fn name(mut self, name: &str, net: u32) -> Sample {
        self.names.push(format!(r#""{name}": {{"hide_name": 0, "bits": [{net}]}}"#));
        self
    }

    /// Adds a cell, named `cell0`, `cell1` and so on.
    pub fn with(mut self, cell: String) -> Sample {
        self.cells.push(format!(r#""cell{}": {cell}"#, self.cells.len()));
        self
    }

    pub fn module(&self) -> Module {
        let [ports, names, cells] =
            [&self.ports, &self.names, &self.cells].map(|parts| parts.join(", "));
        let json = format!(
            r#"{{"modules": {{"m": {{"ports": {{{ports}}}, "cells": {{{cells}}}, "netnames": {{{names}}}}}}}}}"#
        );
        Module::read(&json, "m").expect("a module")
    }
}

/// A cell of this type. Pins are given as `A: 2, B: 3`, each with its net; 0 and 1 are constants.
pub(super) fn cell(kind: &str, inputs: &str, outputs: &str) -> String {
    let pins = |direction: &'static str, pins: &str| -> Vec<(String, String)> {
        let pins = pins.split(", ").filter_map(|pin| pin.split_once(": "));
        pins.map(|(pin, net)| {
            let net = if net.len() == 1 && net < "2" { format!("\"{net}\"") } else { net.into() };
            (format!(r#""{pin}": "{direction}""#), format!(r#""{pin}": [{net}]"#))
        })
        .collect()
    };
    let all = [pins("input", inputs), pins("output", outputs)].concat();
    let (directions, connections): (Vec<String>, Vec<String>) = all.into_iter().unzip();
    format!(
        r#"{{"type": "{kind}", "port_directions": {{{}}}, "connections": {{{}}}}}"#,
        directions.join(", "),
        connections.join(", ")
    )
}
