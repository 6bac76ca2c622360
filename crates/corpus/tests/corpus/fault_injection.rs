//! The checks of the corpus find injected faults: wrong behaviour, lint warnings and insufficient stimulus.

use std::fs;
use std::time::Duration;

use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use corpus::case::{Case, case};
use corpus::cosimulation::cosimulate;
use corpus::evaluator::EvaluatorModel;
use corpus::files::Files;
use corpus::icarus_model;
use corpus::lint::lint;
use corpus::verilator_model::{Runtime, compare};

const CYCLES: u64 = 3_000;

fn synchroniser() -> Case {
    let ports = ports!(BitSynchronizer { sig_in, clock, sig_out });
    case("BitSynchronizer", "", BitSynchronizer::default, ports)
}

fn rom() -> Case {
    let ports = ports!(SyncROM<Bits<6>, 4> { address, clock, data });
    let new = || SyncROM::<Bits<6>, 4>::from((0..16_u64).map(|place| (place * 7 % 64).into()));
    case("SyncROM", "", new, ports)
}

fn tristate() -> Case {
    case(
        "TristateBuffer",
        "",
        TristateBuffer::<Bits<8>>::default,
        ports!(TristateBuffer<Bits<8>> { write_enable, write_data, read_data, bus }),
    )
}

fn sender() -> Case {
    let ports = ports!(SyncSender<Bit> { sig_in, clock, ack_in, send, sig_cross, flag_out, busy });
    case("SyncSender", "", SyncSender::<Bit>::default, ports)
}

fn edge_detector(is_rising: bool) -> Case {
    let new = if is_rising { || EdgeDetector::new(true) } else { || EdgeDetector::new(false) };
    case("EdgeDetector", "", new, ports!(EdgeDetector { input_signal, clock, edge_signal }))
}

/// The files of a case with one change: `from`, which must be there once, becomes `to`.
fn with_fault(case: &Case, from: &str, to: &str) -> Files {
    let files = Files::write(&case.design().expect("a design")).expect("proven text");
    let path = files.folder().join("device.sv");
    let text = fs::read_to_string(&path).expect("the top module");
    assert_eq!(text.matches(from).count(), 1, "{from:?} in:\n{text}");
    fs::write(&path, text.replace(from, to)).expect("the file again");
    files
}

/// The result of comparing a case with files that may have a fault.
fn difference(case: &Case, files: &Files, runtime: &Runtime) -> String {
    let design = case.design().expect("a design");
    let compared = compare(case, &design, files, runtime, CYCLES);
    compared.map_or_else(|failure| failure.to_string(), |_| "nothing".to_string())
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn wrong_behaviour_is_found() {
    let runtime = Runtime::build().expect("Verilator's runtime");
    let faults = [
        (synchroniser(), "dff0 <= sig_in;", "dff0 <= !sig_in;", "`sig_out` of Verilator's model"),
        (synchroniser(), "sig_out = 1'b0", "sig_out = 1'b1", "in step 0, `sig_out`"),
        (synchroniser(), "posedge", "negedge", "`sig_out`"),
        (
            rom(),
            "memory[4'd9] = 6'd63",
            "memory[4'd9] = 6'd62",
            "`data` of Verilator's model is 0x3e",
        ),
        (tristate(), "write_enable ?", "!write_enable ?", "`read_data`"),
        // Drives the bus when disabled.
        (tristate(), "8'bz", "8'hff", "`read_data` of Verilator's model is 0xff"),
    ];
    for (case, from, to, message) in faults {
        let result = difference(&case, &with_fault(&case, from, to), &runtime);
        assert!(result.contains(message), "{}, {to}: {result}", case.title());
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn wrong_behaviour_is_found_by_events() {
    let endless = "logic spare = 0;\n  always begin spare <= !spare; @(spare); end\n  always_ff";
    let faults = [
        ("dff0 <= sig_in;", "dff0 <= !sig_in;", "`sig_out` in Icarus Verilog is 0x1, in Rust 0x0"),
        ("always_ff", endless, "Icarus Verilog hangs"),
    ];
    let compare =
        |files| icarus_model::compare(&synchroniser(), &files, 100, Duration::from_secs(5));
    compare(Files::write(&synchroniser().design().expect("a design")).expect("proven text"))
        .expect("no fault");
    for (from, to, message) in faults {
        let failure = compare(with_fault(&synchroniser(), from, to)).expect_err(to).to_string();
        assert!(failure.contains(message), "{failure}");
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn insufficient_stimulus_is_found() {
    let runtime = Runtime::build().expect("Verilator's runtime");
    let cases = [
        (synchroniser(), "nothing"),
        (synchroniser().within("sig_in", 0..=0), "`sig_out` never changes"),
        (synchroniser().constant("sig_out"), "`sig_out` is exempt, but changes"),
        (sender().within("ack_in", 0..=0), "`state` is never `WaitDone`"),
        (sender().unreachable("state", "WaitAck"), "`state` is exempt, but takes `WaitAck`"),
    ];
    for (case, message) in cases {
        let files = Files::write(&case.design().expect("a design")).expect("proven text");
        let result = difference(&case, &files, &runtime);
        assert!(result.contains(message), "{}: {result} instead of {message}", case.title());
    }
}

#[test]
#[ignore = "needs verilator, iverilog, yosys and slang"]
fn lint_warnings_are_found() {
    let faults = [
        ("\n  always_ff", "\n  logic spare;\n\n  always_ff", "Verilator: "),
        ("dff0 = 1'b0;", "dff0 = 1'b0;\n  initial dff0 = 1'b0;", "slang: "),
    ];
    let files = Files::write(&synchroniser().design().expect("a design")).expect("proven text");
    assert_eq!(lint(&files), Ok(()));
    for (from, to, tool) in faults {
        let result = lint(&with_fault(&synchroniser(), from, to)).expect_err(to);
        assert!(result.starts_with(tool), "{result}");
    }
}

#[test]
fn a_different_design_is_found() {
    let case = edge_detector(true);
    let interface = case.interface();
    for (is_rising, matches) in [(true, true), (false, false)] {
        let design = edge_detector(is_rising).design().expect("a design");
        let mut model = EvaluatorModel::new(&design, &interface).expect("no loops");
        let summary = cosimulate(&case, CYCLES, &mut model);
        assert_eq!(summary.is_ok(), matches);
    }
}

#[test]
#[should_panic(expected = "unlisted ports: [\"sig_out\"]")]
fn an_unlisted_port_is_found() {
    case(
        "BitSynchronizer",
        "",
        BitSynchronizer::default,
        ports!(BitSynchronizer { sig_in, clock }),
    )
    .interface();
}
