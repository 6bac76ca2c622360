//! Icarus Verilog with all warnings enabled.

use std::path::Path;

use crate::emitted::{Emitted, Fault};
use test_support::Output;
use test_support::external_tool::IVERILOG;

/// What Icarus Verilog 12 prints about an `always_comb` that reads a part of a signal: it evaluates
/// the process when any bit of the signal changes.
pub const SORRY: &str = "sorry: constant selects in always_* processes are not currently supported";

/// Compiles a module and the modules inside it.
fn compile(emitted: &Emitted, top: &str) -> Output {
    let mut arguments = vec!["-g2012", "-Wall", "-s", top, "-o", "../compiled"];
    let sources = emitted.sources();
    arguments.extend(sources.iter().map(String::as_str));
    IVERILOG.run(&emitted.folder(), arguments)
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_verilog_is_version_12_or_newer() {
    let output = IVERILOG.run(Path::new("."), ["-V"]).text();
    let version = output.split_whitespace().find_map(|word| word.split_once('.')?.0.parse().ok());
    let message = "version 11 fails on the types of packages; `.ci/run` builds version 12";
    assert!(version.is_some_and(|major: u32| major >= 12), "{message}: {output}");
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn every_module_lints_cleanly_on_its_own() {
    for (emitted, modules) in Emitted::every_module() {
        for module in modules {
            let output = compile(&emitted, &module).succeeds();
            let text = output.text();
            let warnings: Vec<&str> = text.lines().filter(|line| !line.contains(SORRY)).collect();
            assert_eq!(warnings, [""; 0], "{module}");
        }
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_are_reported() {
    let faults = [
        Fault {
            file: "datapath.sv",
            from: ".card1 (pcard1),",
            to: ".card1 (pcard),",
            message: "warning: implicit definition of wire 'pcard'",
        },
        Fault {
            file: "datapath.sv",
            from: ".total (pscore_out)",
            to: ".total (pscore_out[2:0])",
            message: "warning: Port 4 (total) of scorehand expects 4 bits, got 3",
        },
        Fault {
            file: "scorehand.sv",
            from: "assign half1 =",
            to: "assign half2 =",
            message: "error: Unresolved net/uwire half2 cannot have multiple drivers",
        },
    ];
    for fault in &faults {
        for emitted in fault.injected() {
            compile(&emitted, "datapath").expect_message(fault.message);
        }
    }
}
