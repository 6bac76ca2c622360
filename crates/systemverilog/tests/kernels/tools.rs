//! The printed text of every kernel in other people's tools, all modules at once.
//!
//! Run with `cargo test --test kernels -- --ignored`. Without its tool a test fails.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use rust_hdl_rtl::{Design, Module, ModuleId, SignalKind};
use rust_hdl_systemverilog::Options;
use tempfile::TempDir;
use test_support::external_tool::{IVERILOG, VERILATOR, VVP, YOSYS};
use test_support::{ExternalTool, Output};

use crate::case::{Case, Stimulus, text};

/// The kernels of the tables.
fn written() -> Vec<Case> {
    let mut cases = vec![crate::nine::case()];
    cases.extend(crate::unsigned::cases());
    cases.extend(crate::truth::cases());
    cases.extend(crate::signed::cases());
    cases.extend(crate::products::cases());
    cases.extend(crate::wide::cases());
    cases
}

/// Those, and every pair of operators.
fn written_and_paired() -> Vec<Case> {
    let mut cases = written();
    cases.extend(crate::trees::pair_cases(WIDTH_OF_TREES));
    cases
}

/// Those, and deeper trees.
fn all() -> Vec<Case> {
    let mut cases = written_and_paired();
    cases.extend(crate::trees::random_cases(WIDTH_OF_TREES));
    cases
}

/// Of the trees that nobody wrote, what other tools get to see: the least width at which not every number of bits is a
/// power of two.
const WIDTH_OF_TREES: u32 = 3;

/// A folder with a file for each module; `shelf.sv`, which has them all inside; and `bench.sv`, which puts the stimuli
/// in and prints what comes out.
struct Shelf {
    folder: TempDir,
    books: Vec<Book>,
}

/// A block of kernels with its design.
struct Book {
    case: Case,
    design: Design,
}

impl Book {
    fn module(&self) -> &Module {
        self.design.module(ModuleId(0))
    }

    /// Names and widths of its outputs.
    fn outputs(&self) -> Vec<(&str, usize)> {
        let module = self.module();
        let outputs = module.ports().filter(|(_, port)| port.kind == SignalKind::Output);
        outputs.map(|(id, port)| (&*port.name, module.signal_width(id) as usize)).collect()
    }
}

impl Shelf {
    fn of(cases: Vec<Case>, options: &Options) -> Shelf {
        let books = cases.into_iter().map(|case| Book { design: case.design(), case });
        let shelf =
            Shelf { folder: tempfile::tempdir().expect("a folder"), books: books.collect() };
        for book in &shelf.books {
            let text = text(&book.design, options);
            shelf.write(&format!("{}.sv", book.case.name), &text);
        }
        shelf.write("shelf.sv", &shelf.modules());
        shelf.write("bench.sv", &shelf.bench());
        for (width, stimuli) in shelf.stimuli() {
            let line = |stimulus: &Stimulus| {
                let digits = stimulus.iter().map(|value| format!("{value:0width$b}"));
                digits.collect::<String>() + "\n"
            };
            let text: String = stimuli.iter().map(line).collect();
            shelf.write(&format!("stimuli_{width}.txt"), &text);
        }
        shelf
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).expect("a file in a folder of our own");
    }

    /// The modules' files, and the one that has them all inside.
    fn sources(&self) -> Vec<String> {
        let mut sources: Vec<String> =
            self.books.iter().map(|book| format!("{}.sv", book.case.name)).collect();
        sources.push("shelf.sv".to_string());
        sources
    }

    /// The stimuli of each width: blocks of one width have the same.
    fn stimuli(&self) -> BTreeMap<usize, &[Stimulus]> {
        let mut stimuli = BTreeMap::new();
        for book in &self.books {
            let case = &book.case;
            let known = stimuli.entry(case.width as usize).or_insert(&*case.stimuli);
            assert_eq!(*known, case.stimuli, "{}", case.name);
        }
        stimuli
    }

    /// A module with all others inside: the inputs of each width, all outputs of each module as one.
    fn modules(&self) -> String {
        let mut ports: Vec<String> = Vec::new();
        for width in self.stimuli().into_keys() {
            let names = ["a", "b", "c"].map(|name| format!("{name}_{width}"));
            ports.push(format!("  input logic [{}:0] {}", width - 1, names.join(", ")));
        }
        let mut instances = String::new();
        for book in &self.books {
            let (name, width) = (&book.case.name, book.case.width);
            let mut connections =
                ["a", "b", "c"].map(|input| format!(".{input}({input}_{width})")).to_vec();
            let mut above: usize = book.outputs().iter().map(|(_, width)| width).sum();
            ports.push(format!("  output logic [{}:0] {name}", above - 1));
            for (output, width) in book.outputs() {
                above -= width;
                connections.push(format!(".{output}({name}[{above}+:{width}])"));
            }
            instances.push_str(&format!("  {name} {name}_i ({});\n", connections.join(", ")));
        }
        format!("module shelf (\n{}\n);\n{instances}endmodule\n", ports.join(",\n"))
    }

    /// For each stimulus a line with the outputs of each module of that width, bit by bit.
    fn bench(&self) -> String {
        let (mut declarations, mut runs) = (String::new(), String::new());
        for (width, stimuli) in self.stimuli() {
            let names: Vec<&str> = self.of_width(width).map(|book| &*book.case.name).collect();
            for book in self.of_width(width) {
                let bits: usize = book.outputs().iter().map(|(_, width)| width).sum();
                declarations.push_str(&format!("  logic [{}:0] {};\n", bits - 1, book.case.name));
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
            "module bench;\n{declarations}  shelf shelf (.*);\n  initial begin\n{runs}    $finish;\n  end\nendmodule\n"
        )
    }

    fn of_width(&self, width: usize) -> impl Iterator<Item = &Book> {
        self.books.iter().filter(move |book| book.case.width as usize == width)
    }

    /// Runs a tool with these arguments and all modules.
    fn run(&self, tool: &ExternalTool, arguments: &[&str]) -> String {
        let sources = self.sources();
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        tool.run(self.path(), [arguments, &sources].concat()).succeeds().text()
    }

    /// Fails with what is wrong in what the bench printed.
    #[track_caller]
    fn assert_agreement(&self, tool: &str, printed: &str) {
        let complaints = self.complaints(tool, printed);
        assert!(complaints.is_empty(), "{complaints}");
    }

    /// What is wrong in what the bench printed, a line each.
    fn complaints(&self, tool: &str, printed: &str) -> String {
        let mut complaints = String::new();
        let mut lines = printed.lines();
        for (width, stimuli) in self.stimuli() {
            let lines: Vec<Vec<&str>> =
                lines.by_ref().take(stimuli.len()).map(|line| line.split(' ').collect()).collect();
            assert_eq!(lines.len(), stimuli.len(), "{tool}: answers at {width} bits");
            for (place, book) in self.of_width(width).enumerate() {
                let read: Result<Vec<Vec<u128>>, String> =
                    lines.iter().map(|line| values(&book.outputs(), line[place])).collect();
                let complaint = match read {
                    Ok(values) => {
                        book.case.difference(&book.design, &book.case.reference(), tool, &values)
                    }
                    Err(unknown) => Some(format!("{}.{unknown} in {tool}", book.case.name)),
                };
                complaints.extend(complaint.map(|complaint| complaint + "\n"));
            }
        }
        complaints
    }
}

/// The outputs of a module, taken apart.
fn values(outputs: &[(&str, usize)], bits: &str) -> Result<Vec<u128>, String> {
    let mut rest = bits;
    let value = |(name, width): &(&str, usize)| {
        let (value, after) = rest.split_at(*width);
        rest = after;
        u128::from_str_radix(value, 2).map_err(|_| format!("{name} is {value}"))
    };
    outputs.iter().map(value).collect()
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn verilator_agrees_with_rust() {
    let shelf = Shelf::of(all(), &Options::default());
    // The lint has a test of its own. The program runs but once, so that it is not worth optimising.
    let effort = "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0";
    let arguments =
        ["--binary", "-Wno-lint", "-j", "2", "-MAKEFLAGS", effort, "--top-module", "bench"];
    shelf.run(&VERILATOR, &[&arguments[..], &["-o", "../bench", "bench.sv"]].concat());
    let bench = Output::of(Command::new(shelf.path().join("bench"))).expect("the program starts");
    shelf.assert_agreement("Verilator", &bench.succeeds().stdout);
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_agrees_with_rust_and_has_nothing_to_say() {
    icarus_agrees(all(), &Options::default());
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn expressions_mean_the_same_on_as_many_lines_as_can_be() {
    let trees = crate::trees::random_cases(WIDTH_OF_TREES);
    icarus_agrees(trees, &Options { line_length: 0, ..Options::default() });
}

#[track_caller]
fn icarus_agrees(cases: Vec<Case>, options: &Options) {
    let shelf = Shelf::of(cases, options);
    let arguments = ["-g2012", "-Wall", "-s", "bench", "-o", "bench", "bench.sv"];
    assert_eq!(shelf.run(&IVERILOG, &arguments), "");
    shelf.assert_agreement(
        "Icarus Verilog",
        &VVP.run(shelf.path(), ["-n", "bench"]).succeeds().text(),
    );
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn a_text_that_means_something_else_is_found() {
    let shelf = Shelf::of(vec![crate::nine::case()], &Options::default());
    let text = fs::read_to_string(shelf.path().join("nine_4.sv")).expect("the module");
    for (from, to, complaint) in [
        (
            "{4'd0, a + b}",
            "a + b",
            "nine_4.sum_in_8_bits at a = 0xf, b = 0x1, c = 0x0: should be 0x0",
        ),
        ("(a + 4'd1) >> 1", "4'bx", "nine_4.carry_is_lost is xxxx in Icarus Verilog"),
    ] {
        assert!(text.contains(from), "{text}");
        shelf.write("nine_4.sv", &text.replace(from, to));
        shelf.run(&IVERILOG, &["-g2012", "-s", "bench", "-o", "bench", "bench.sv"]);
        let said = VVP.run(shelf.path(), ["-n", "bench"]).succeeds().text();
        assert!(shelf.complaints("Icarus Verilog", &said).starts_with(complaint), "{said}");
    }
}

#[test]
#[ignore = "needs verilator: apt-get install verilator make g++"]
fn verilator_has_nothing_to_say() {
    // Not every kernel uses all inputs, nor all bits of what it computes. Random trees are left out: many a comparison
    // in them has but one outcome, and Verilator sees it.
    let arguments = ["--lint-only", "-Wall", "-Wno-UNUSEDSIGNAL", "--top-module", "shelf"];
    assert_eq!(
        Shelf::of(written_and_paired(), &Options::default()).run(&VERILATOR, &arguments),
        ""
    );
}

#[test]
#[ignore = "needs yosys: apt-get install yosys; and iverilog: apt-get install iverilog"]
fn yosys_agrees_with_rust_and_makes_no_latch() {
    let shelf = Shelf::of(written(), &Options::default());
    let script = format!(
        "read_verilog -sv {}; hierarchy -check -top shelf; proc; check -assert; \
         select -assert-none t:$dlatch; flatten; opt_clean; write_verilog -noattr gates.v",
        shelf.sources().join(" ")
    );
    YOSYS.run(shelf.path(), ["-q", "-p", &script]).expect_clean();
    // What Yosys has understood, simulated by another.
    let arguments = ["-g2012", "-s", "bench", "-o", "bench", "bench.sv", "gates.v"];
    IVERILOG.run(shelf.path(), arguments).succeeds();
    shelf.assert_agreement("Yosys", &VVP.run(shelf.path(), ["-n", "bench"]).succeeds().text());
}
