//! Verilator's lint: every warning on, none waived.

use crate::emitted::{Emitted, Flaw};
use test_support::Output;
use test_support::external_tool::VERILATOR;

/// Lints a module with those inside it.
fn lint(emitted: &Emitted, top: &str) -> Output {
    let file = format!("{top}.sv");
    let arguments = ["--lint-only", "-Wall", "-y", ".", "--top-module", top, &file];
    VERILATOR.run(&emitted.folder(), arguments)
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn every_module_is_clean_on_its_own() {
    for emitted in Emitted::both() {
        for module in emitted.modules() {
            lint(&emitted, &module).expect_clean();
        }
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn flaws_are_refused() {
    let flaws = [
        Flaw {
            file: "statemachine.sv",
            from: "load_dcard3 = 1'b0;",
            to: "",
            complaint: "%Warning-LATCH",
        },
        Flaw {
            file: "reg4.sv",
            from: "module reg4 (\n",
            to: "module reg4 (\n  input  logic       spare,\n",
            complaint: "%Warning-UNUSEDSIGNAL",
        },
        Flaw {
            file: "dealcard.sv",
            from: "new_card <= 4'd13;",
            to: "new_card <= 5'd13;",
            complaint: "%Warning-WIDTH",
        },
        Flaw {
            file: "statemachine.sv",
            from: "assign natural = (pscore >= 4'd8)",
            to: "assign natural = (load_pcard3 >= 1'd1)",
            complaint: "%Warning-UNOPTFLAT",
        },
    ];
    for flaw in &flaws {
        for emitted in flaw.planted() {
            lint(&emitted, flaw.file.trim_end_matches(".sv")).expect_message(flaw.complaint);
        }
    }
}
