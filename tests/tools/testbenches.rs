//! Testbenches as students write them, on Icarus Verilog, where a signal may also be unknown: the one that is emitted
//! with the machine, and one of this folder.

use baccarat::engine::TESTBENCH;

use crate::emitted::{Emitted, Flaw};
use test_support::Output;
use test_support::external_tool::{IVERILOG, VVP};

/// Compiles a testbench with the modules that were emitted, and runs it.
fn simulate(emitted: &Emitted, testbench: &str, file: &str) -> Output {
    let mut arguments = vec!["-g2012", "-Wall", "-s", testbench, "-o", "../testbench", file];
    let sources = emitted.sources();
    arguments.extend(sources.iter().map(String::as_str));
    let compiled = IVERILOG.run(&emitted.folder(), arguments);
    if !compiled.is_clean() {
        return compiled;
    }
    VVP.run(&emitted.folder(), ["-n", "../testbench"])
}

fn simulate_machine(emitted: &Emitted) -> Output {
    simulate(emitted, TESTBENCH, &format!("{TESTBENCH}.sv"))
}

fn simulate_modules(emitted: &Emitted) -> Output {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/lab_modules_tb.sv");
    simulate(emitted, "lab_modules_tb", file)
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn the_testbench_of_the_machine_passes() {
    for emitted in Emitted::both() {
        simulate_machine(&emitted).expect_stdout("200 hands are right\n");
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn a_testbench_that_connects_each_module_of_the_lab_by_position_passes() {
    for emitted in Emitted::both() {
        simulate_modules(&emitted).expect_stdout("every module is right\n");
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn flaws_fail_the_testbench_of_the_machine() {
    let flaws = [
        // A register without a value at power-up.
        Flaw {
            file: "reg4.sv",
            from: "card_out = 4'd0",
            to: "card_out",
            complaint: "unknown: LEDR",
        },
        Flaw {
            file: "task5.sv",
            from: "HEX4,      // The dealer's second card.\n  output logic [6:0] HEX3,      // The",
            to: "HEX3,\n  output logic [6:0] HEX4,      // The",
            complaint: "dut.load_pcard2 is 1, should be 0",
        },
        Flaw {
            file: "task5.sv",
            from: "datapath dp (",
            to: "datapath table_and_displays (",
            complaint: "dut.dp.HEX5",
        },
        Flaw {
            file: "modulo_five_adder.sv",
            from: "3'd4:    sum = 3'd3;",
            to: "3'd4:    sum = 3'd2;",
            complaint: "LEDR[3:0] is 5, should be 7",
        },
    ];
    for flaw in &flaws {
        for emitted in flaw.planted() {
            simulate_machine(&emitted).expect_message(flaw.complaint);
        }
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn flaws_fail_the_testbench_of_the_modules() {
    let flaws = [
        Flaw {
            file: "datapath.sv",
            from: "load_pcard3,\n  input  logic       load_dcard1,",
            to: "load_dcard1,\n  input  logic       load_pcard3,",
            complaint: "datapath's HEX2 is 25, should be 48",
        },
        Flaw {
            file: "statemachine.sv",
            from: "load_pcard1,\n  output logic       load_pcard2,",
            to: "load_pcard2,\n  output logic       load_pcard1,",
            complaint: "statemachine's decision at the start is 2, should be 1",
        },
    ];
    for flaw in &flaws {
        for emitted in flaw.planted() {
            simulate_modules(&emitted).expect_message(flaw.complaint);
        }
    }
}
