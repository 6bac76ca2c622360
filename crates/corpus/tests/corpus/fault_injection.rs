//! The checks of the corpus find injected faults: wrong behaviour, lint warnings and insufficient
//! stimulus.

use std::time::Duration;

use backend_testing::lint::Sources;
use backend_testing::{Simulator, VerilatorRuntime};
use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use corpus::case::{Case, TOP, case};
use corpus::cosimulation::cosimulate;
use corpus::evaluator::EvaluatorModel;
use corpus::run::emit;
use corpus::simulation::{Emitted, compare};

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

/// A case whose files have one change: `from`, which must be there once, becomes `to`.
fn with_fault<'c>(case: &'c Case, from: &str, to: &str) -> Emitted<'c> {
    let mut emitted = emit(case).expect("proven text");
    let file = emitted.files.iter_mut().find(|file| file.name == "device.sv").expect("the top");
    assert_eq!(file.text.matches(from).count(), 1, "{from:?} in:\n{}", file.text);
    file.text = file.text.replace(from, to);
    emitted
}

/// Asserts that the comparison of each case has a message.
fn assert_messages(cases: &[(Emitted, &str)], simulator: Simulator, cycles: u64) {
    let emitted: Vec<&Emitted> = cases.iter().map(|(emitted, _)| emitted).collect();
    for ((emitted, message), result) in cases.iter().zip(compare(&emitted, simulator, cycles)) {
        let result = result.map_or_else(|message| message, |_| "nothing".to_string());
        let title = emitted.case.title();
        assert!(result.contains(message), "{title}: {result} instead of {message}");
    }
}

fn assert_messages_in_verilator(cases: &[(Emitted, &str)]) {
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = VerilatorRuntime::in_folder(folder.path(), false);
    assert_messages(cases, Simulator::Verilator(&runtime, Duration::from_secs(60)), CYCLES);
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn wrong_behaviour_is_found() {
    let (synchroniser, rom, tristate) = (synchroniser(), rom(), tristate());
    assert_messages_in_verilator(&[
        (with_fault(&synchroniser, "dff0 <= sig_in;", "dff0 <= !sig_in;"), "Verilator: in step"),
        (with_fault(&synchroniser, "sig_out = 1'b0", "sig_out = 1'b1"), "in step 0, `sig_out`"),
        (with_fault(&synchroniser, "posedge", "negedge"), "`sig_out`"),
        (with_fault(&rom, "memory[4'd9] = 6'd63", "memory[4'd9] = 6'd62"), "`data` is 0x3e"),
        (with_fault(&tristate, "write_enable ?", "!write_enable ?"), "`read_data`"),
        // Drives the bus when disabled.
        (with_fault(&tristate, "8'bz", "8'hff"), "`read_data` is 0xff"),
    ]);
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn wrong_behaviour_is_found_by_events() {
    let endless = "logic spare = 0;\n  always begin spare <= !spare; @(spare); end\n  always_ff";
    let case = synchroniser();
    let cases = [
        (emit(&case).expect("proven text"), "nothing"),
        (with_fault(&case, "dff0 <= sig_in;", "dff0 <= !sig_in;"), "`sig_out` is 0x1 instead of"),
        (
            with_fault(&case, "always_ff", endless),
            "Icarus Verilog: the simulation does not end in time",
        ),
    ];
    assert_messages(&cases, Simulator::Icarus(Duration::from_secs(5)), 100);
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn insufficient_stimulus_is_found() {
    let cases = [
        (synchroniser(), "nothing"),
        (synchroniser().within("sig_in", 0..=0), "`sig_out` never changes"),
        (synchroniser().constant("sig_out"), "`sig_out` is exempt, but changes"),
        (sender().within("ack_in", 0..=0), "`state` is never `WaitDone`"),
        (sender().unreachable("state", "WaitAck"), "`state` is exempt, but takes `WaitAck`"),
    ];
    let emitted = cases.each_ref().map(|(case, message)| (emit(case).expect("proven"), *message));
    assert_messages_in_verilator(&emitted);
}

#[test]
#[ignore = "needs verilator, iverilog, yosys and slang"]
fn lint_warnings_are_found() {
    let case = synchroniser();
    let lint = |emitted: Emitted| Sources::write(&emitted.files, TOP).lint();
    assert_eq!(lint(emit(&case).expect("proven text")), Ok(()));
    for (from, to, tool) in [
        ("\n  always_ff", "\n  logic spare;\n\n  always_ff", "Verilator: "),
        ("dff0 = 1'b0;", "dff0 = 1'b0;\n  initial dff0 = 1'b0;", "slang: "),
    ] {
        let result = lint(with_fault(&case, from, to)).expect_err(to);
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
