//! Verilator's lint with all warnings enabled, without waivers.

use baccarat_hdl::top::{CASINO, Clocking, TASK5};

use crate::emitted::{Emitted, Fault};
use test_support::Output;
use test_support::external_tool::VERILATOR;

/// Lints a module and the modules inside it.
fn lint(emitted: &Emitted, top: &str) -> Output {
    let mut arguments = vec!["--lint-only", "-Wall", "--top-module", top];
    let sources = emitted.sources_of(top);
    arguments.extend(sources.iter().map(String::as_str));
    VERILATOR.run(&emitted.folder(), arguments)
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn every_module_lints_cleanly_on_its_own() {
    for (emitted, modules) in Emitted::every_module() {
        for module in modules {
            lint(&emitted, &module).expect_clean();
        }
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn lists_of_sources_are_read() {
    let emitted = Emitted::new(Clocking::Synchronised);
    for top in [TASK5, CASINO] {
        let list = format!("{top}.f");
        let arguments = ["--lint-only", "-Wall", "--top-module", top, "-f", &list];
        VERILATOR.run(&emitted.folder(), arguments).expect_clean();
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn faults_are_reported() {
    let faults = [
        Fault {
            file: "statemachine.sv",
            from: "load_dcard3 = 1'b0;",
            to: "",
            message: "%Warning-LATCH",
        },
        Fault {
            file: "reg4.sv",
            from: "module reg4 (\n",
            to: "module reg4 (\n  input  logic       spare,\n",
            message: "%Warning-UNUSEDSIGNAL",
        },
        Fault {
            file: "dealcard.sv",
            from: "new_card <= 4'd13;",
            to: "new_card <= 5'd13;",
            message: "%Warning-WIDTH",
        },
        Fault {
            file: "statemachine.sv",
            from: "assign natural = (pscore >= LEAST_NATURAL)",
            to: "assign natural = (load_pcard3 >= 1'd1)",
            message: "%Warning-UNOPTFLAT",
        },
    ];
    for fault in &faults {
        for emitted in fault.injected() {
            lint(&emitted, fault.file.trim_end_matches(".sv")).expect_message(fault.message);
        }
    }
}
