//! The printed text of every kernel in external tools, all modules at once.
//!
//! Run with `cargo test --test kernels -- --ignored`. A test fails if its tool is not installed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use rust_hdl_rtl::{Design, Module, ModuleId, SignalKind, Value};
use rust_hdl_systemverilog::Options;
use tempfile::TempDir;
use test_support::external_tool::{IVERILOG, VERILATOR, VVP, YOSYS};
use test_support::{ExternalTool, Output};

use crate::case::{Case, Outputs, Stimulus, text};

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

/// A folder with a file for each module; `all_cases.sv`, which instantiates them; and `bench.sv`, which applies the stimuli and
/// prints the outputs.
struct Testbench {
    folder: TempDir,
    duts: Vec<Dut>,
}

/// A device under test: a block of kernels with its design.
struct Dut {
    case: Case,
    design: Design,
}

impl Dut {
    fn module(&self) -> &Module {
        self.design.module(ModuleId(0))
    }

    /// The names and widths of the outputs.
    fn outputs(&self) -> Vec<(&str, usize)> {
        let module = self.module();
        let outputs = module.ports().filter(|(_, port)| port.kind == SignalKind::Output);
        outputs.map(|(id, port)| (&*port.name, module.signal_width(id) as usize)).collect()
    }
}

impl Testbench {
    fn of(cases: Vec<Case>, options: &Options) -> Testbench {
        let duts = cases.into_iter().map(|case| Dut { design: case.design(), case });
        let testbench =
            Testbench { folder: tempfile::tempdir().expect("a folder"), duts: duts.collect() };
        for dut in &testbench.duts {
            let text = text(&dut.design, options);
            testbench.write(&format!("{}.sv", dut.case.name), &text);
        }
        testbench.write("all_cases.sv", &testbench.modules());
        testbench.write("bench.sv", &testbench.bench());
        for (width, stimuli) in testbench.stimuli() {
            let line = |stimulus: &Stimulus| {
                let digits = stimulus.iter().map(|value| format!("{value:0width$b}"));
                digits.collect::<String>() + "\n"
            };
            let text: String = stimuli.iter().map(line).collect();
            testbench.write(&format!("stimuli_{width}.txt"), &text);
        }
        testbench
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("a file in a folder of our own");
    }

    /// The modules' files, then the one that instantiates them.
    fn sources(&self) -> Vec<String> {
        let mut sources: Vec<String> =
            self.duts.iter().map(|dut| format!("{}.sv", dut.case.name)).collect();
        sources.push("all_cases.sv".to_string());
        sources
    }

    /// The stimuli by width: blocks of one width have the same.
    fn stimuli(&self) -> BTreeMap<usize, &[Stimulus]> {
        let mut stimuli = BTreeMap::new();
        for dut in &self.duts {
            let case = &dut.case;
            let known = stimuli.entry(case.width as usize).or_insert(&*case.stimuli);
            assert_eq!(*known, case.stimuli, "{}", case.name);
        }
        stimuli
    }

    /// A module that instantiates all others. It has the inputs of each width, and one output for each module.
    fn modules(&self) -> String {
        let mut ports: Vec<String> = Vec::new();
        for width in self.stimuli().into_keys() {
            let names = ["a", "b", "c"].map(|name| format!("{name}_{width}"));
            ports.push(format!("  input logic [{}:0] {}", width - 1, names.join(", ")));
        }
        let mut instances = String::new();
        for dut in &self.duts {
            let (name, width) = (&dut.case.name, dut.case.width);
            let mut connections =
                ["a", "b", "c"].map(|input| format!(".{input}({input}_{width})")).to_vec();
            let mut above: usize = dut.outputs().iter().map(|(_, width)| width).sum();
            ports.push(format!("  output logic [{}:0] {name}", above - 1));
            for (output, width) in dut.outputs() {
                above -= width;
                connections.push(format!(".{output}({name}[{above}+:{width}])"));
            }
            instances.push_str(&format!("  {name} {name}_i ({});\n", connections.join(", ")));
        }
        format!("module all_cases (\n{}\n);\n{instances}endmodule\n", ports.join(",\n"))
    }

    /// A testbench that prints a line for each stimulus: the outputs of each module of its width, in binary.
    fn bench(&self) -> String {
        let (mut declarations, mut runs) = (String::new(), String::new());
        for (width, stimuli) in self.stimuli() {
            let names: Vec<&str> = self.of_width(width).map(|dut| &*dut.case.name).collect();
            for dut in self.of_width(width) {
                let bits: usize = dut.outputs().iter().map(|(_, width)| width).sum();
                declarations.push_str(&format!("  logic [{}:0] {};\n", bits - 1, dut.case.name));
            }
            declarations.push_str(&format!(
                "  logic [{}:0] a_{width}, b_{width}, c_{width};\n  \
                   logic [{}:0] stimuli_{width} [0:{}];\n",
                width - 1,
                3 * width - 1,
                stimuli.len() - 1
            ));
            runs.push_str(&format!(
                "    $readmemb(\"stimuli_{width}.txt\", stimuli_{width});\n    \
                     for (int i = 0; i < {}; i++) begin\n      \
                       {{a_{width}, b_{width}, c_{width}}} = stimuli_{width}[i];\n      \
                       #1;\n      \
                       $display(\"{}\", {});\n    \
                     end\n",
                stimuli.len(),
                vec!["%b"; names.len()].join(" "),
                names.join(", ")
            ));
        }
        format!(
            "module bench;\n{declarations}  all_cases all_cases (.*);\n  initial begin\n{runs}    $finish;\n  end\nendmodule\n"
        )
    }

    fn of_width(&self, width: usize) -> impl Iterator<Item = &Dut> {
        self.duts.iter().filter(move |dut| dut.case.width as usize == width)
    }

    /// Runs a tool with these arguments and all modules.
    fn run(&self, tool: &ExternalTool, arguments: &[&str]) -> String {
        let sources = self.sources();
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        tool.run(self.path(), [arguments, &sources].concat()).succeeds().text()
    }

    /// Asserts that the printed outputs are as expected.
    #[track_caller]
    fn assert_match(&self, tool: &str, printed: &str) {
        let mismatches = self.mismatches(tool, printed);
        assert!(mismatches.is_empty(), "{mismatches}");
    }

    /// The mismatches in the printed outputs, one line each.
    fn mismatches(&self, tool: &str, printed: &str) -> String {
        let mut mismatches = String::new();
        let mut lines = printed.lines();
        for (width, stimuli) in self.stimuli() {
            let lines: Vec<Vec<&str>> =
                lines.by_ref().take(stimuli.len()).map(|line| line.split(' ').collect()).collect();
            assert_eq!(lines.len(), stimuli.len(), "{tool}: results at {width} bits");
            for (index, dut) in self.of_width(width).enumerate() {
                let read: Result<Vec<Outputs>, String> =
                    lines.iter().map(|line| values(&dut.outputs(), line[index])).collect();
                let mismatch = match read {
                    Ok(values) => {
                        dut.case.difference(&dut.design, &dut.case.reference(), tool, &values)
                    }
                    Err(unknown) => Some(format!("{}.{unknown} in {tool}", dut.case.name)),
                };
                mismatches.extend(mismatch.map(|mismatch| mismatch + "\n"));
            }
        }
        mismatches
    }
}

/// Splits the outputs of a module.
fn values(outputs: &[(&str, usize)], bits: &str) -> Result<Outputs, String> {
    let mut rest = bits;
    let value = |(name, width): &(&str, usize)| {
        let (value, after) = rest.split_at(*width);
        rest = after;
        Value::from_str_radix(value, 2).ok_or_else(|| format!("{name} is {value}"))
    };
    outputs.iter().map(value).collect()
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn verilator_matches_rust() {
    let testbench = Testbench::of(all(), &Options::default());
    // Linting is a separate test. The program runs only once: not worth optimising.
    let effort = "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0";
    let arguments =
        ["--binary", "-Wno-lint", "-j", "2", "-MAKEFLAGS", effort, "--top-module", "bench"];
    testbench.run(&VERILATOR, &[&arguments[..], &["-o", "../bench", "bench.sv"]].concat());
    // It reads the stimuli from files in the folder where it runs.
    let mut bench = Command::new(testbench.path().join("bench"));
    bench.current_dir(testbench.path());
    let output = Output::of(bench).expect("the program starts");
    testbench.assert_match("Verilator", &output.succeeds().stdout);
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_matches_rust_without_warnings() {
    assert_icarus_matches(all(), &Options::default());
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn expressions_keep_their_meaning_when_broken_wherever_possible() {
    let trees = crate::trees::random_cases(WIDTH_OF_TREES);
    assert_icarus_matches(trees, &Options { line_length: 0, ..Options::default() });
}

#[track_caller]
fn assert_icarus_matches(cases: Vec<Case>, options: &Options) {
    let testbench = Testbench::of(cases, options);
    let arguments = ["-g2012", "-Wall", "-s", "bench", "-o", "bench", "bench.sv"];
    assert_eq!(testbench.run(&IVERILOG, &arguments), "");
    testbench.assert_match(
        "Icarus Verilog",
        &VVP.run(testbench.path(), ["-n", "bench"]).succeeds().text(),
    );
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn faults_in_the_text_are_found() {
    let testbench = Testbench::of(vec![crate::miscompiled::case()], &Options::default());
    let text = fs::read_to_string(testbench.path().join("miscompiled_4.sv")).expect("the module");
    for (from, to, mismatch) in [
        (
            "{4'd0, a + b}",
            "a + b",
            "miscompiled_4.sum_in_8_bits at a = 0xf, b = 0x1, c = 0x0: expected 0x0",
        ),
        ("(a + 4'd1) >> 1", "4'bx", "miscompiled_4.carry_is_lost is xxxx in Icarus Verilog"),
    ] {
        assert!(text.contains(from), "{text}");
        testbench.write("miscompiled_4.sv", &text.replace(from, to));
        testbench.run(&IVERILOG, &["-g2012", "-s", "bench", "-o", "bench", "bench.sv"]);
        let printed = VVP.run(testbench.path(), ["-n", "bench"]).succeeds().text();
        let found = testbench.mismatches("Icarus Verilog", &printed);
        assert!(found.starts_with(mismatch), "{printed}");
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn verilator_lint_is_clean() {
    // Not every kernel uses all inputs, or all bits of its results. Random trees are not included: many of their comparisons
    // are constant, and Verilator warns about that.
    let arguments = ["--lint-only", "-Wall", "-Wno-UNUSEDSIGNAL", "--top-module", "all_cases"];
    assert_eq!(
        Testbench::of(written_and_paired(), &Options::default()).run(&VERILATOR, &arguments),
        ""
    );
}

#[test]
#[ignore = "needs yosys: apt-get install yosys; and iverilog: apt-get install iverilog"]
fn yosys_matches_rust_and_infers_no_latch() {
    let testbench = Testbench::of(written(), &Options::default());
    let script = format!(
        "read_verilog -sv {}; hierarchy -check -top all_cases; proc; check -assert; \
         select -assert-none t:$dlatch; flatten; opt_clean; write_verilog -noattr gates.v",
        testbench.sources().join(" ")
    );
    YOSYS.run(testbench.path(), ["-q", "-p", &script]).expect_clean();
    // Simulate what Yosys has read in Icarus Verilog.
    let arguments = ["-g2012", "-s", "bench", "-o", "bench", "bench.sv", "gates.v"];
    IVERILOG.run(testbench.path(), arguments).succeeds();
    testbench.assert_match("Yosys", &VVP.run(testbench.path(), ["-n", "bench"]).succeeds().text());
}
