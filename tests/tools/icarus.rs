//! Icarus Verilog's compiler: every warning on.

use crate::emitted::{Emitted, Flaw};
use test_support::Output;
use test_support::external_tool::IVERILOG;

/// Compiles a module with those inside it.
fn compile(emitted: &Emitted, top: &str) -> Output {
    let mut arguments = vec!["-g2012", "-Wall", "-s", top, "-o", "../compiled"];
    let sources = emitted.sources();
    arguments.extend(sources.iter().map(String::as_str));
    IVERILOG.run(&emitted.folder(), arguments)
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn every_module_is_clean_on_its_own() {
    for emitted in Emitted::both() {
        for module in emitted.modules() {
            compile(&emitted, &module).expect_clean();
        }
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn flaws_are_seen() {
    let flaws = [
        Flaw {
            file: "datapath.sv",
            from: ".card1 (pcard1),",
            to: ".card1 (pcard),",
            complaint: "warning: implicit definition of wire 'pcard'",
        },
        Flaw {
            file: "datapath.sv",
            from: ".total (pscore_out)",
            to: ".total (pscore_out[2:0])",
            complaint: "warning: Port 4 (total) of scorehand expects 4 bits, got 3",
        },
        Flaw {
            file: "scorehand.sv",
            from: "assign half1 =",
            to: "assign half2 =",
            complaint: "error: Unresolved net/uwire half2 cannot have multiple drivers",
        },
    ];
    for flaw in &flaws {
        for emitted in flaw.planted() {
            compile(&emitted, "datapath").expect_message(flaw.complaint);
        }
    }
}
