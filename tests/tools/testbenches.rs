//! SystemVerilog testbenches in Icarus Verilog, which also simulates unknown values: those emitted,
//! and one in this folder for the lab's modules.

use baccarat_hdl::top::{Clocking, Top};

use crate::emitted::{Emitted, Fault};
use crate::icarus::SORRY;
use test_support::Output;
use test_support::external_tool::{IVERILOG, VVP};

/// Compiles a testbench with these sources and runs it.
fn simulate(emitted: &Emitted, testbench: &str, file: &str, sources: &[String]) -> Output {
    let mut arguments = vec!["-g2012", "-Wall", "-s", testbench, "-o", "../testbench", file];
    arguments.extend(sources.iter().map(String::as_str));
    let compiled = IVERILOG.run(&emitted.folder(), arguments);
    let warns = compiled.text().lines().any(|line| !line.contains(SORRY));
    if warns || !compiled.is_success() {
        return compiled;
    }
    VVP.run(&emitted.folder(), ["-n", "../testbench"])
}

/// Runs the testbench of a top with the sources in its list.
fn simulate_machine(emitted: &Emitted, top: Top) -> Output {
    let testbench = top.testbench();
    let list = format!("-c{}.f", top.module());
    simulate(emitted, testbench, &format!("{testbench}.sv"), &[list])
}

/// `task5` with any clocking has the same testbench.
const TASK5: Top = Top::Task5(Clocking::Synchronised);

fn simulate_modules(emitted: &Emitted) -> Output {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/lab_modules_tb.sv");
    simulate(emitted, "lab_modules_tb", file, &emitted.sources())
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn the_emitted_testbench_passes() {
    for emitted in Emitted::both() {
        simulate_machine(&emitted, TASK5).expect_stdout("200 hands passed\n");
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn the_emitted_testbench_of_casino_passes() {
    let emitted = Emitted::new(Clocking::Synchronised);
    simulate_machine(&emitted, Top::Casino).expect_stdout("a shoe and 5 hands passed\n");
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn a_testbench_that_connects_the_modules_by_position_passes() {
    for emitted in Emitted::both() {
        simulate_modules(&emitted).expect_stdout("all modules passed\n");
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_fail_the_testbench_of_task5() {
    let faults = [
        // A register without a power-up value.
        Fault {
            file: "reg4.sv",
            from: "card_out = 4'd0",
            to: "card_out",
            message: "unknown: LEDR",
        },
        Fault {
            file: "task5.sv",
            from: "HEX4,      // The dealer's second card.\n  output logic [6:0] HEX3,      // The",
            to: "HEX3,\n  output logic [6:0] HEX4,      // The",
            message: "dut.load_pcard2 is 1, should be 0",
        },
        Fault {
            file: "task5.sv",
            from: "datapath dp (",
            to: "datapath table_and_displays (",
            message: "dut.dp.HEX5",
        },
        Fault {
            file: "modulo_five_adder.sv",
            from: "3'd4:    sum = 3'd3;",
            to: "3'd4:    sum = 3'd2;",
            message: "LEDR[3:0] is 5, should be 7",
        },
    ];
    for fault in &faults {
        for emitted in fault.injected() {
            simulate_machine(&emitted, TASK5).expect_message(fault.message);
        }
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_fail_the_testbench_of_casino() {
    let faults = [
        Fault {
            file: "bankroll.sv",
            from: "toggled = 20'd0;",
            to: "toggled;",
            message: "unknown: LEDR",
        },
        // The last card does not fill the gap: the drawn card stays in the shoe.
        Fault { file: "shoe.sv", from: "(drawn || writing)", to: "(writing)", message: "is left" },
        Fault {
            file: "payout.sv",
            from: "~{8'd0, chips}",
            to: "~15'd0",
            message: "the displays do not show the bankroll",
        },
        Fault {
            file: "shoe_progress.sv",
            from: "5'd14",
            to: "5'd15",
            message: "the displays do not show the cards before the cut card",
        },
        Fault {
            file: "video_timing.sv",
            from: "6'd47",
            to: "6'd48",
            message: "VGA_HS is 0 for 112 pixels",
        },
    ];
    for fault in &faults {
        let emitted = fault.injected_in(Clocking::Synchronised);
        simulate_machine(&emitted, Top::Casino).expect_message(fault.message);
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_fail_the_testbench_of_the_modules() {
    let faults = [
        Fault {
            file: "datapath.sv",
            from: "load_pcard3,\n  input  logic       load_dcard1,",
            to: "load_dcard1,\n  input  logic       load_pcard3,",
            message: "datapath's HEX2 is 25, should be 48",
        },
        Fault {
            file: "statemachine.sv",
            from: "load_pcard1,\n  output logic       load_pcard2,",
            to: "load_pcard2,\n  output logic       load_pcard1,",
            message: "statemachine's decision at the start is 2, should be 1",
        },
    ];
    for fault in &faults {
        for emitted in fault.injected() {
            simulate_modules(&emitted).expect_message(fault.message);
        }
    }
}
