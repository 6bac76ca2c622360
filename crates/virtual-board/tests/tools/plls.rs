//! Clocks of PLLs on the virtual board, and in Icarus Verilog.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use de1_soc::is_high_at_power_up;
use foreign_designs::ForeignDesign;
use foreign_sources::{Reader, Sources};
use fpga_tools::synthesis::{CellCount, CellKind, Yosys, longest_paths};
use fpga_tools::toolchain::Finder;
use test_support::Sandbox;
use test_support::external_tool::{IVERILOG, VVP};
use virtual_board::ForeignBoard;

/// The sources of the committed netlists.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../test-netlists/netlists");

/// The models of Intel's blocks, and the clock that they need in Icarus Verilog.
const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../foreign-sources/src/intel");
const CLOCK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/intel/clock.v");

/// The designs, and their outputs with the widths.
const DESIGNS: [(&str, &[(&str, usize)]); 2] = [
    (
        "plls",
        &[
            ("LEDR", 10),
            ("HEX0", 7),
            ("HEX1", 7),
            ("HEX2", 7),
            ("HEX3", 7),
            ("HEX4", 7),
            ("HEX5", 7),
            ("VGA_R", 8),
            ("VGA_G", 8),
            ("VGA_B", 8),
            ("VGA_HS", 1),
            ("VGA_VS", 1),
            ("VGA_BLANK_N", 1),
            ("VGA_CLK", 1),
            ("DRAM_CLK", 1),
        ],
    ),
    ("pixel_clock", &[("LEDR", 10), ("HEX0", 7), ("HEX1", 7)]),
];

/// The lengths of the parts of a simulation in cycles, and whether KEY0 is pressed in each.
const PARTS: [(u64, bool); 8] = [
    (150, false),
    (7, true),
    (160, false),
    (150, false),
    (41, true),
    (120, false),
    (180, false),
    (1, true),
];

/// The period of CLOCK_50 in ps.
const PERIOD: u64 = 20_000;

/// The outputs beside each other at each time in ns at which they change.
type Changes = BTreeMap<u64, String>;

/// Keeps the last of all changes in a ns, and those that change something.
fn without_repetitions(changes: impl IntoIterator<Item = (u64, String)>) -> Changes {
    let mut changes = Changes::from_iter(changes);
    let mut before = None;
    changes.retain(|_, value| before.replace(value.clone()).as_ref() != Some(value));
    changes
}

/// The changes in each part in Icarus Verilog.
fn in_icarus(name: &str, outputs: &[(&str, usize)]) -> Vec<Changes> {
    let sandbox = Sandbox::new("");
    let mut bench = format!(
        "`timescale 1ps / 1ps\nmodule bench;\nreg CLOCK_50 = 0; reg [3:0] KEY = 15; reg [9:0] SW = 1;\n\
         {name} dut (.*);\n"
    );
    let names: Vec<&str> = outputs.iter().map(|output| output.0).collect();
    for (name, width) in outputs {
        writeln!(bench, "wire [{}:0] {name};", width - 1).expect("a string");
    }
    let width: usize = outputs.iter().map(|output| output.1).sum();
    writeln!(
        bench,
        "wire [{}:0] all = {{{}}};\ninitial forever begin #{2} CLOCK_50 = 0; #{2} CLOCK_50 = 1; end\n\
         always @(all) $strobe(\"%0d %b\", $time, all);\ninitial begin #1;",
        width - 1,
        names.join(", "),
        PERIOD / 2,
    )
    .expect("a string");
    let (mut starts, mut cycles) = (vec![], 0);
    for (length, pressed) in PARTS {
        starts.push(cycles * PERIOD);
        cycles += length;
        writeln!(
            bench,
            "KEY[0] = {}; #0 $display(\"part\"); $strobe(\"0 %b\", all); #({} - $time);",
            u8::from(!pressed),
            (cycles + 1) * PERIOD - 1,
        )
        .expect("a string");
    }
    bench.push_str("$finish(0); end\nendmodule\n");
    sandbox.write("bench.sv", bench);
    let source = format!("{SOURCES}/{name}.sv");
    let model = format!("{MODELS}/pll.v");
    let include = format!("-I{MODELS}");
    let arguments =
        ["-g2012", "-s", "bench", "-o", "bench", &include, "bench.sv", &source, &model, CLOCK];
    IVERILOG.run(&sandbox.path(""), arguments).succeeds();
    let output = VVP.run(&sandbox.path(""), ["-n", "bench"]).succeeds();
    let parts = output.stdout.split("part\n").skip(1).zip(starts);
    let changes = |(part, start): (&str, u64)| {
        without_repetitions(part.lines().filter_map(|line| {
            let (time, value) = line.split_once(' ')?;
            let time = time.parse::<u64>().ok()?;
            Some((time.saturating_sub(start) / 1_000, value.to_string()))
        }))
    };
    parts.map(changes).collect()
}

/// The changes in each part on the virtual board.
fn on_board(design: Arc<ForeignDesign>, outputs: &[(&str, usize)]) -> Vec<Changes> {
    let has_words = design.words.is_some();
    let mut board = ForeignBoard::new(design);
    board.set_switch(0, true);
    let traced: Vec<String> = outputs.iter().map(|output| output.0.to_string()).collect();
    let part = |(cycles, pressed): (u64, bool)| {
        board.set_key(0, pressed);
        board.set_traced(&traced);
        assert_eq!(board.compile(), has_words);
        let done = board.run(cycles, Instant::now() + Duration::from_secs(600));
        assert_eq!(done, cycles, "{:?}", board.failure());
        assert!(board.traced().is_recording());
        let samples = board.traced().trace.samples.iter();
        without_repetitions(samples.map(|(time, values)| {
            let bits = values.iter().zip(outputs);
            let bits = bits.map(|(value, (_, width))| format!("{value:0width$b}"));
            (*time, bits.collect())
        }))
    };
    PARTS.into_iter().map(part).collect()
}

#[test]
#[ignore = "needs yosys and iverilog: apt-get install yosys iverilog"]
fn clocks_of_plls_do_on_the_virtual_board_what_they_do_in_icarus() {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, Duration::from_secs(100));
    for (name, outputs) in DESIGNS {
        let files = vec![Path::new(SOURCES).join(format!("{name}.sv"))];
        let sources = Sources { files, top: Some(name.into()), ..Sources::default() };
        let sources = sources.collect().expect("sources");
        let elaborated =
            foreign_designs::read(&reader, &sources, is_high_at_power_up).expect("a design");
        assert_eq!(elaborated.warnings, [""; 0], "{name}");
        let words = elaborated.design;
        let gates = Arc::new(ForeignDesign { words: None, ..(*words).clone() });
        let expected = in_icarus(name, outputs);
        assert_eq!(expected.len(), PARTS.len(), "{name}");
        assert!(expected[0].len() > 300, "{name}: {} changes", expected[0].len());
        for (simulator, design) in [("words", words), ("gates", gates)] {
            let shown = on_board(design, outputs);
            for (number, (shown, expected)) in shown.iter().zip(&expected).enumerate() {
                let differs = |(shown, expected): &(_, _)| shown != expected;
                let first = shown.iter().zip(expected).find(differs);
                assert_eq!(first, None, "{name}, {simulator}, part {number}");
                assert_eq!(shown.len(), expected.len(), "{name}, {simulator}, part {number}");
            }
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn plls_are_no_cells_of_the_logic() {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, Duration::from_secs(100));
    let files = vec![Path::new(SOURCES).join("plls.sv")];
    let sources = Sources { files, top: Some("plls".into()), ..Sources::default() };
    let read = reader.synthesise(&sources.collect().expect("sources")).expect("a netlist");
    let (module, warnings) = (read.content, read.warnings);
    assert_eq!(warnings, [""; 0]);
    let count = CellCount::of(&module).expect("known cells");
    assert_eq!(count.of_kind(CellKind::PllClock), 8);
    let clocks: Vec<usize> = count.clocks.values().copied().collect();
    assert!(clocks.len() >= 8, "{:?}", count.clocks);
    assert!(!longest_paths(&module).expect("paths").is_empty());
}
