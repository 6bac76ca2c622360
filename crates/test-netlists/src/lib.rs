//! Designs of other people for tests: SystemVerilog, and the netlists that Yosys wrote.
//!
//! Some designs have inputs that make them wrong, so that one netlist stands for many designs.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// Returns the path of a file of a design: `sv`, `json` (gates) or `words.json`.
pub fn path(design: &str, extension: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("netlists");
    folder.join(format!("{design}.{extension}"))
}

/// Returns the netlist of gates of a design.
///
/// # Panics
///
/// If there is no such design.
pub fn gates(design: &str) -> String {
    read(design, "json")
}

/// Returns the netlist of words of a design.
///
/// # Panics
///
/// If there is no such design.
pub fn words(design: &str) -> String {
    read(design, "words.json")
}

fn read(design: &str, extension: &str) -> String {
    let path = path(design, extension);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the netlist of gates of a design with 1 instead of these bits of inputs.
///
/// # Panics
///
/// If the design has no such input.
pub fn gates_with_high_inputs(design: &str, inputs: &[(&str, usize)]) -> String {
    gates_with_changed_inputs(design, inputs, |net, cells| {
        for cell in objects(cells) {
            for pin in objects(&mut cell["connections"]).filter(|pin| pin[0] == *net) {
                pin[0] = "1".into();
            }
        }
    })
}

/// Returns the netlist of gates of a design whose registers for the rising edge of the lowest bit
/// of an input are for its falling edge.
///
/// # Panics
///
/// If the design has no such input.
pub fn gates_with_falling_edges(design: &str, input: &str) -> String {
    const INVERTED: u64 = 1_000_000;
    gates_with_changed_inputs(design, &[(input, 0)], |net, cells| {
        for cell in objects(cells) {
            if let Some(clock) = cell["connections"].get_mut("C").filter(|clock| clock[0] == *net) {
                clock[0] = INVERTED.into();
            }
        }
        cells["$inverter"] = json!({
            "type": "$_NOT_",
            "port_directions": {"A": "input", "Y": "output"},
            "connections": {"A": [net], "Y": [INVERTED]},
        });
    })
}

/// Returns the gates of a design after a change of its cells for each of these bits of inputs,
/// which is given its net.
fn gates_with_changed_inputs(
    design: &str,
    inputs: &[(&str, usize)],
    change: fn(&Value, &mut Value),
) -> String {
    let mut netlist: Value = serde_json::from_str(&gates(design)).expect("JSON");
    let module = &mut netlist["modules"][design];
    for (input, bit) in inputs {
        let net = module["ports"][input]["bits"][bit].clone();
        assert!(net.is_u64(), "no input {input}[{bit}]");
        change(&net, &mut module["cells"]);
    }
    netlist.to_string()
}

fn objects(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_object_mut().expect("an object").values_mut()
}
