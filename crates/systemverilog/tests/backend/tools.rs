//! The printed text in external tools.
//!
//! Run with `cargo test --test backend -- --ignored`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rust_hdl::prelude::{Bits, RAM};
use rust_hdl_rtl::{Design, Evaluator, SignalKind, Value, elaborate};
use rust_hdl_systemverilog::{CaseStyle, Files, Options, ResetStyle, print_all};
use test_support::external_tool::{IVERILOG, VERILATOR, VVP, YOSYS};

use crate::harness::{NamedDesign, top};

/// The designs of all tests.
pub fn designs() -> impl Iterator<Item = &'static NamedDesign> {
    [
        crate::blinky::DESIGNS,
        crate::clocks::DESIGNS,
        crate::enums::DESIGNS,
        crate::expressions::DESIGNS,
        crate::found_at_random::DESIGNS,
        crate::hierarchy::DESIGNS,
        crate::integers::DESIGNS,
        crate::language::DESIGNS,
        crate::module_names::DESIGNS,
        crate::equal_fields::DESIGNS,
        crate::operators::DESIGNS,
        crate::printing::DESIGNS,
        crate::printing::options::DESIGNS,
        crate::process_cycles::DESIGNS,
        crate::random_clocks::DESIGNS,
        crate::registers::DESIGNS,
        crate::signed::DESIGNS,
        crate::statements::DESIGNS,
        crate::structs_on_ports::DESIGNS,
        crate::wide::DESIGNS,
    ]
    .into_iter()
    .flatten()
}

/// Writes the modules of a design as files and returns their names, children first.
fn write(design: &Design, folder: &Path, options: &Options) -> Vec<String> {
    print_all(design, options)
        .into_iter()
        .map(|file| {
            fs::write(folder.join(&file.name), file.text).unwrap();
            file.name
        })
        .collect()
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
    assert_verilator_lint_is_clean(&Options::default(), &EXPECTED_WARNINGS);
}

#[test]
#[ignore = "needs verilator: apt-get install verilator"]
fn verilator_lint_is_clean_with_every_option() {
    // Verilator expects a file for each module.
    assert_verilator_lint_is_clean(&no_defaults(), &[EXPECTED_WARNINGS[0], "DECLFILENAME"]);
}

fn assert_verilator_lint_is_clean(options: &Options, expected_warnings: &[&str]) {
    let mut problems = String::new();
    for (name, design) in designs() {
        let folder = tempfile::tempdir().unwrap();
        let design = design();
        let files = write(&design, folder.path(), options);
        let top = &design.module(top(&design)).name;
        let quiet: Vec<String> =
            expected_warnings.iter().map(|warning| format!("-Wno-{warning}")).collect();
        let mut arguments = vec!["--lint-only", "-Wall", "--top-module", top];
        arguments.extend(quiet.iter().chain(&files).map(String::as_str));
        let output = VERILATOR.run(folder.path(), arguments);
        if !output.is_clean() {
            problems.push_str(&format!("{name}:\n{output}\n"));
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

/// The time after which a simulation counts as hanging: it takes a fraction of a second.
const SIMULATION_TIME: Duration = Duration::from_secs(60);

/// The number of random steps for designs that are not tested exhaustively.
const STEPS: usize = 2000;

/// All input values, or random ones: one number per port.
fn stimuli(widths: &[u32], registers: bool) -> Vec<Vec<Value>> {
    let bits: u32 = widths.iter().sum();
    let mut random = fastrand::Rng::with_seed(1);
    if registers || bits > 12 {
        let mut current = vec![Value::ZERO; widths.len()];
        let step = |_| {
            // One port at a time: the order of two simultaneous edges is undefined.
            let port = random.usize(..widths.len());
            current[port] = (0..widths[port]).map(|_| random.bool()).collect();
            current.clone()
        };
        return if widths.is_empty() { vec![] } else { (0..STEPS).map(step).collect() };
    }
    let all = (0..1_u128 << bits).map(|pattern| {
        let mut rest = Value::from(pattern);
        let take = |width: &u32| {
            let value = rest.slice(0, *width);
            rest = &rest >> *width;
            value
        };
        widths.iter().map(take).collect()
    });
    all.collect()
}

/// A testbench that applies the stimuli and prints the outputs, one line each.
fn bench(design: &Design, stimuli: &[Vec<Value>]) -> String {
    let module = design.module(top(design));
    let mut declarations = String::new();
    let mut connections = vec![];
    for (id, port) in module.ports() {
        let range = match module.signal_width(id) {
            1 => String::new(),
            width => format!("[{}:0] ", width - 1),
        };
        let initial = if port.kind == SignalKind::Input { " = 0" } else { "" };
        declarations.push_str(&format!("  logic {range}{}{initial};\n", port.name));
        connections.push(format!(".{0}({0})", port.name));
    }
    let names = |kind| {
        let ports = module.ports().filter(move |(_, port)| port.kind == kind);
        ports.map(|(_, port)| port.name.as_str()).collect::<Vec<_>>()
    };
    let (inputs, outputs) = (names(SignalKind::Input), names(SignalKind::Output));
    let mut steps = String::new();
    for stimulus in stimuli {
        for (name, value) in inputs.iter().zip(stimulus) {
            steps.push_str(&format!("{name} = 'h{value:x}; "));
        }
        let formats = vec!["%h"; outputs.len()].join(" ");
        steps.push_str(&format!("#1 $display(\"{formats}\", {});\n", outputs.join(", ")));
    }
    format!(
        "module bench;\n{declarations}  {} dut ({});\n  initial begin\n#1\n{steps}$finish;\n  end\nendmodule\n",
        module.name,
        connections.join(", ")
    )
}

/// The expected output of the testbench.
fn expected(design: &Design, stimuli: &[Vec<Value>]) -> String {
    let mut evaluator = Evaluator::new(design, top(design)).unwrap();
    let ports: Vec<_> = evaluator.flat().module.ports().map(|(id, port)| (id, port.kind)).collect();
    let of_kind = |wanted| ports.iter().filter(move |(_, kind)| *kind == wanted).map(|(id, _)| *id);
    let mut lines = String::new();
    for stimulus in stimuli {
        for (id, value) in of_kind(SignalKind::Input).zip(stimulus) {
            evaluator.set(id, value.clone());
        }
        evaluator.settle().unwrap();
        let outputs = of_kind(SignalKind::Output).map(|id| {
            let digits = evaluator.flat().module.signal_width(id).div_ceil(4) as usize;
            format!("{:0digits$x}", evaluator.get(id))
        });
        lines.push_str(&(outputs.collect::<Vec<_>>().join(" ") + "\n"));
    }
    lines
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_matches_the_evaluator() {
    assert_icarus_matches(&Options::default());
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_matches_the_evaluator_with_every_option() {
    assert_icarus_matches(&no_defaults());
}

fn assert_icarus_matches(options: &Options) {
    let mut problems = String::new();
    for (name, design) in designs() {
        let folder = tempfile::tempdir().unwrap();
        let design = design();
        let mut files = write(&design, folder.path(), options);
        let flat = Evaluator::new(&design, top(&design)).unwrap().flat().module.clone();
        let inputs = flat.ports().filter(|(_, port)| port.kind == SignalKind::Input);
        let widths: Vec<u32> = inputs.map(|(id, _)| flat.signal_width(id)).collect();
        let registers =
            flat.items.iter().any(|item| matches!(item.kind, rust_hdl_rtl::ItemKind::Register(_)));
        let stimuli = stimuli(&widths, registers);
        fs::write(folder.path().join("bench.sv"), bench(&design, &stimuli)).unwrap();
        files.push("bench.sv".to_string());
        let mut arguments = vec!["-g2012", "-Wall", "-Wno-timescale", "-o", "bench"];
        arguments.extend(files.iter().map(String::as_str));
        let messages = IVERILOG.run(folder.path(), arguments).text();
        let messages: Vec<&str> =
            messages.lines().filter(|line| !line.contains("sorry:")).collect();
        let results = VVP.run_within(SIMULATION_TIME, folder.path(), ["-n", "bench"]);
        let results = results.unwrap_or_else(|| panic!("{name} hangs")).text();
        let results: String =
            results.lines().filter(|l| !l.contains("$finish")).map(|l| format!("{l}\n")).collect();
        let wanted = expected(&design, &stimuli);
        if !messages.is_empty() {
            problems.push_str(&format!("{name}:\n{}\n", messages.join("\n")));
        }
        if let Some(index) =
            results.lines().zip(wanted.lines()).position(|(found, wanted)| found != wanted)
        {
            let line = |text: &str| text.lines().nth(index).unwrap_or_default().to_string();
            problems.push_str(&format!(
                "{name}: {:x?}\n  icarus {}\n  design {}\n",
                stimuli[index],
                line(&results),
                line(&wanted)
            ));
        } else if results.lines().count() != wanted.lines().count() {
            problems.push_str(&format!(
                "{name}: {} of {} steps\n",
                results.lines().count(),
                wanted.lines().count()
            ));
        }
    }
    assert!(problems.is_empty(), "{problems}");
}

#[test]
#[ignore = "needs verilator, iverilog and yosys: apt-get install verilator iverilog yosys"]
fn black_boxes_elaborate() {
    for (name, design) in crate::black_boxes::DESIGNS {
        let design = design();
        let folder = tempfile::tempdir().unwrap();
        let files = write(&design, folder.path(), &Options::default());
        let with = |arguments: &[&str]| {
            let arguments = arguments.iter().map(ToString::to_string);
            arguments.chain(files.iter().cloned()).collect::<Vec<_>>()
        };
        println!("{name}");
        let unused = ["-Wno-UNUSEDSIGNAL", "-Wno-UNDRIVEN"];
        let lint = ["--lint-only", "-Wall", "--top-module", crate::harness::NAME];
        VERILATOR.run(folder.path(), with(&[lint.as_slice(), &unused].concat())).expect_clean();
        IVERILOG.run(folder.path(), with(&["-g2012", "-Wall", "-o", "compiled"])).expect_clean();
        let script = format!("read_verilog -sv {}; hierarchy -check; proc", files.join(" "));
        // Yosys notes that its support for `z` is limited.
        YOSYS.run(folder.path(), ["-q", "-p", &script]).into_result().unwrap();
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn yosys_reads_every_design() {
    for (name, design) in designs() {
        let folder = tempfile::tempdir().unwrap();
        let files = write(&design(), folder.path(), &Options::default()).join(" ");
        println!("{name}");
        let script = format!("read_verilog -sv {files}; hierarchy -check; proc");
        YOSYS.run(folder.path(), ["-q", "-p", &script]).into_result().unwrap();
    }
}

/// rust-hdl's `RAM` as a design.
fn memory() -> Design {
    elaborate(&[("device", &RAM::<Bits<16>, 9>::default())]).unwrap()
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn yosys_infers_memory_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let files = write(&memory(), folder.path(), &Options::default()).join(" ");
    let script = format!(
        "read_verilog -sv {files}; synth_intel_alm -family cyclonev -top device; tee -q -o cells stat"
    );
    YOSYS.run(folder.path(), ["-q", "-p", &script]).expect_clean();
    let cells = fs::read_to_string(folder.path().join("cells")).unwrap();
    let count = |cell| {
        let line = cells.lines().find(|line| line.split_whitespace().next() == Some(cell));
        line.and_then(|line| line.split_whitespace().last()?.parse().ok()).unwrap_or(0)
    };
    // Yosys does not map two clocks to one M10K. The flip-flops are the read register.
    assert_eq!((count("MISTRAL_MLAB"), count("MISTRAL_FF")), (256, 16), "{cells}");
}
