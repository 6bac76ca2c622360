//! The corpus can object: to a wrong text, to an untidy one, and to a stimulus that shows too little.

use std::fs;

use rust_hdl::prelude::*;
use rust_hdl_rtl::pins;

use crate::case::{Case, bidirectional_case, case};
use crate::device::bus_pin;
use crate::evaluated::Evaluated;
use crate::files::Files;
use crate::lint::lint;
use crate::play::play;
use crate::verilated::{Runtime, compare};

const CYCLES: u64 = 3_000;

fn synchroniser() -> Case {
    let pins = pins!(BitSynchronizer { sig_in, clock => sig_out });
    case("BitSynchronizer", "", BitSynchronizer::default, pins)
}

fn rom() -> Case {
    let pins = pins!(SyncROM<Bits<6>, 4> { address, clock => data });
    let new = || SyncROM::<Bits<6>, 4>::from((0..16_u64).map(|place| (place * 7 % 64).into()));
    case("SyncROM", "", new, pins)
}

fn tristate() -> Case {
    bidirectional_case(
        "TristateBuffer",
        "",
        TristateBuffer::<Bits<8>>::default,
        pins!(TristateBuffer<Bits<8>> { write_enable, write_data => read_data }),
        vec![bus_pin!(TristateBuffer<Bits<8>>, bus)],
    )
}

fn sender() -> Case {
    let pins = pins!(SyncSender<Bit> { sig_in, clock, ack_in, send => sig_cross, flag_out, busy });
    case("SyncSender", "", SyncSender::<Bit>::default, pins)
}

fn edge_detector(is_rising: bool) -> Case {
    let new = if is_rising { || EdgeDetector::new(true) } else { || EdgeDetector::new(false) };
    case("EdgeDetector", "", new, pins!(EdgeDetector { input_signal, clock => edge_signal }))
}

/// The files of a case with one change: `from`, which must be there once, becomes `to`.
fn spoiled(case: &Case, from: &str, to: &str) -> Files {
    let files = Files::write(&case.design().expect("a design"));
    let path = files.folder().join("device.sv");
    let text = fs::read_to_string(&path).expect("the top module");
    assert_eq!(text.matches(from).count(), 1, "{from:?} in:\n{text}");
    fs::write(&path, text.replace(from, to)).expect("the file again");
    files
}

/// What the comparison says of files that are, perhaps, not those of the case.
fn difference(case: &Case, files: &Files, runtime: &Runtime) -> String {
    let design = case.design().expect("a design");
    let compared = compare(case, &design, files, runtime, CYCLES);
    compared.map_or_else(|failure| failure.to_string(), |_| "nothing".to_string())
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn a_text_that_means_something_else_is_found() {
    let runtime = Runtime::build().expect("Verilator's runtime");
    let flaws = [
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
        // It drives the bus even when it is not to.
        (tristate(), "8'bz", "8'hff", "`read_data` of Verilator's model is 0xff"),
    ];
    for (case, from, to, complaint) in flaws {
        let said = difference(&case, &spoiled(&case, from, to), &runtime);
        assert!(said.contains(complaint), "{}, {to}: {said}", case.title());
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn a_stimulus_that_shows_too_little_is_found() {
    let runtime = Runtime::build().expect("Verilator's runtime");
    let cases = [
        (synchroniser(), "nothing"),
        (synchroniser().within("sig_in", 0..=0), "`sig_out` never changes"),
        (synchroniser().constant("sig_out"), "`sig_out` is excused, and changes"),
        (sender().within("ack_in", 0..=0), "`state` is never `WaitDone`"),
        (sender().unreachable("state", "WaitAck"), "`state` is excused, and gets to `WaitAck`"),
    ];
    for (case, complaint) in cases {
        let files = Files::write(&case.design().expect("a design"));
        let said = difference(&case, &files, &runtime);
        assert!(said.contains(complaint), "{}: {said} instead of {complaint}", case.title());
    }
}

#[test]
#[ignore = "needs verilator, iverilog, yosys and slang"]
fn an_untidy_text_is_found() {
    let flaws = [
        ("\n  always_ff", "\n  logic spare;\n\n  always_ff", "Verilator: "),
        ("dff0 = 1'b0;", "dff0 = 1'b0;\n  initial dff0 = 1'b0;", "slang: "),
    ];
    assert_eq!(lint(&Files::write(&synchroniser().design().expect("a design"))), Ok(()));
    for (from, to, tool) in flaws {
        let said = lint(&spoiled(&synchroniser(), from, to)).expect_err(to);
        assert!(said.starts_with(tool), "{said}");
    }
}

#[test]
fn a_design_that_means_something_else_is_found() {
    let case = edge_detector(true);
    let interface = case.interface();
    for (is_rising, agrees) in [(true, true), (false, false)] {
        let design = edge_detector(is_rising).design().expect("a design");
        let mut follower = Evaluated::new(&design, &interface).expect("no loops");
        let played = play(&case, CYCLES, &mut follower);
        assert_eq!(played.is_ok(), agrees);
    }
}

#[test]
#[should_panic(expected = "ports without pins: [\"sig_out\"]")]
fn a_port_without_a_pin_is_found() {
    case(
        "BitSynchronizer",
        "",
        BitSynchronizer::default,
        pins!(BitSynchronizer { sig_in, clock => }),
    )
    .interface();
}
