//! What Quartus accepts of SystemVerilog, and the messages about what it does not accept.

use std::time::{Duration, Instant};

use foreign_designs::{Elaborated, Simulator};
use foreign_sources::{ForeignError, Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use rust_hdl_lanes::Execution;
use rust_hdl_rtl::Value;
use test_support::Sandbox;
use virtual_board::ForeignBoard;

use crate::distributed_yosys;

fn yosys() -> Yosys {
    Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys")
}

/// Reads `lab.sv` of the sandbox.
fn read(sandbox: &Sandbox) -> Result<Elaborated, ForeignError> {
    let sources = Sources { files: vec![sandbox.path("lab.sv")], ..Sources::default() };
    let reader = Reader::new(yosys(), Duration::from_secs(100));
    foreign_designs::read(&reader, &sources.collect()?, |_| false)
}

fn read_text(text: &str) -> Result<Elaborated, ForeignError> {
    let sandbox = Sandbox::new("");
    sandbox.write("lab.sv", text);
    read(&sandbox)
}

/// Constructs that Yosys 0.23 does not read, as bodies of
/// `module top (input clk, input [3:0] a, output logic [3:0] y)`.
const NEEDS_NEW_YOSYS: [(&str, &str); 8] = [
    (
        "packed array of two dimensions",
        "logic [1:0][3:0] r; always_ff @(posedge clk) r[a[0]] <= a; assign y = r[1];",
    ),
    ("automatic variable in always_comb", "always_comb begin automatic int t = a; y = t + 1; end"),
    (
        "automatic variable in always_ff",
        "always_ff @(posedge clk) begin automatic int t = a; y <= t + 1; end",
    ),
    (
        "initialised local of a function",
        "function automatic logic [3:0] f(input logic [3:0] x); int n = 3; n += x; return n; endfunction\n\
         assign y = f(a);",
    ),
    (
        "import inside a module",
        "import p::*; assign y = a + OFFSET; endmodule\npackage p; localparam OFFSET = 3;\nendpackage\nmodule unused;",
    ),
    (
        "parameter without parentheses",
        "register #4 r (clk, a, y); endmodule\n\
         module register #(parameter W = 1) (input clk, input [W-1:0] d, output reg [W-1:0] q);\n\
         always @(posedge clk) q <= d;",
    ),
    ("function that returns", "function int f(int x); return x + 1; endfunction assign y = f(a);"),
    ("array parameter", "localparam int T [4] = '{1, 2, 3, 4}; assign y = T[a[1:0]];"),
];

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn messages_and_checks_of_simulations_are_left_out() {
    let text = "module top (input clk, input [3:0] a, output logic [3:0] y);\n\
                initial $display(\"begin\");\n\
                always @(posedge clk) begin y <= a; $display(\"%h\", a); assert (a != 5); end\nendmodule\n";
    let design = read_text(text).expect("a design").design;
    assert_eq!(design.netlist.registers.iter().filter(|bit| bit.name.starts_with("y[")).count(), 4);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_new_yosys_reads_constructs_that_an_old_one_does_not() {
    let limitation = yosys().limitation();
    let reader = Reader::new(yosys(), Duration::from_secs(100));
    let sandbox = Sandbox::new("");
    sandbox.write(
        "includes/ports 1.svh",
        "`define PORTS (input clk, input [3:0] a, output logic [3:0] y)\n",
    );
    let sources = Sources {
        files: vec![sandbox.path("lab 1/top (1).sv")],
        includes: vec![sandbox.path("includes")],
        ..Sources::default()
    };
    for (name, body) in NEEDS_NEW_YOSYS {
        sandbox.write(
            "lab 1/top (1).sv",
            format!("`include \"ports 1.svh\"\nmodule top `PORTS;\n{body}\nendmodule\n"),
        );
        let read = foreign_designs::read(&reader, &sources.collect().expect(name), |_| false);
        match (&limitation, read) {
            (None, read) => {
                let elaborated = read.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(elaborated.design.netlist.graph.len() > 4, "{name}");
            }
            (Some(limitation), Err(error)) => {
                assert!(error.to_string().contains(limitation), "{name}: {error}");
            }
            (Some(_), Ok(_)) => panic!("{name} does not need a new Yosys"),
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn names_of_files_and_numbers_are_read_as_in_quartus() {
    let sandbox = Sandbox::new("");
    let name = "(top) a & b=c@d+e.sv";
    sandbox.write(name, "module top (output [7:0] y);\n`include \"y (1).svh\"\nendmodule\n");
    sandbox.write("y (1).svh", "assign y = 8'h_5A | 8'b_0000_0001;\n");
    let sources = Sources { files: vec![sandbox.path(name)], ..Sources::default() };
    let read = Reader::new(yosys(), Duration::from_secs(100));
    let read = foreign_designs::read(&read, &sources.collect().expect("sources"), |_| false)
        .expect("a design");
    let y = Simulator::new(&read.design, 1, Execution::Fastest).first_outputs();
    assert_eq!(y[0].to_u64(), Some(0x5b));
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_initial_block_decides_when_the_declaration_has_a_value_too() {
    let text = "module top (input clk, output reg [3:0] y = 1, output [3:0] z);\n\
                reg [3:0] r = 0, s = 5;\ninitial r <= 1010;\ninitial begin y = 3; end\nassign z = r ^ s;\n\
                always @(posedge clk) begin r <= r + 1; s <= r; y <= y + 1; end\nendmodule\n";
    let design = read_text(text).expect("a design").design;
    let outputs = Simulator::new(&design, 1, Execution::Fastest).first_outputs();
    let words: Vec<Option<u64>> = outputs.iter().map(Value::to_u64).collect();
    assert_eq!(words[..2], [Some(3), Some((1010 % 16) ^ 5)]);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_value_of_a_declaration_does_not_drive_what_something_else_drives() {
    let text = "module top (input [3:0] a, output logic [3:0] y = 9, z);\n\
                logic [3:0] s = 4'd5; logic [1:0] t = 3, u = 0, k = 2;\n\
                sub first (.x(a), .y(s)), second (a, {t, u});\nassign y = s + 1;\n\
                assign z = {t, u} ^ {k, k};\nendmodule\n\
                module sub (x, y); input [3:0] x; output [3:0] y; assign y = ~x; endmodule\n";
    let sandbox = Sandbox::new("");
    sandbox.write("lab.sv", text);
    let sources = Sources { files: vec![sandbox.path("lab.sv")], ..Sources::default() };
    for yosys in [yosys(), distributed_yosys()] {
        let reader = Reader::new(yosys, Duration::from_secs(100));
        let read = foreign_designs::read(&reader, &sources.collect().expect("sources"), |_| false);
        let design = read.expect("a design").design;
        let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
        for a in [3, 12_u64] {
            for bit in 0..4 {
                simulator.lanes.fill(design.netlist.inputs[0].leaf + bit, a >> bit & 1 == 1);
            }
            simulator.settle_all().expect("settled");
            let words: Vec<Option<u64>> =
                simulator.first_outputs().iter().map(Value::to_u64).collect();
            let inverted = !a & 15;
            assert_eq!(words[..2], [Some((inverted + 1) & 15), Some(inverted ^ 0b1010)]);
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn errors_name_the_users_files_and_lines() {
    let cases = [
        (
            "module top (input a, output y);\n  sub s (.a(a),\n    .z(y));\nendmodule\nmodule sub (input a, output y);\n  assign y = a;\nendmodule\n",
            "lab.sv:3: ERROR: Module `sub'",
        ),
        (
            "module top (input a, output y);\n\n  missing m (a, y);\nendmodule\n",
            "lab.sv:3: ERROR: Module `missing'",
        ),
        ("`include \"parts/sub.svh\"\nmodule top;\nendmodule\n", "parts/sub.svh:2: ERROR: syntax"),
        (
            "module top (input c, a, b, output reg [1:0] q, output y);\n\
             always @(posedge c) q <= a;\nalways @(posedge c) q <= b;\nassign y = q[0];\nendmodule\n",
            "several drivers of `q[1:0]`: drive each from one process",
        ),
    ];
    let sandbox = Sandbox::new("");
    sandbox.write("parts/sub.svh", "module sub (input a);\nwire b = a assign c = b;\nendmodule\n");
    for (text, expected) in cases {
        sandbox.write("lab.sv", text);
        let error = read(&sandbox).expect_err(expected).to_string();
        let folder = format!("{}/", sandbox.path("").display()).replace("//", "/");
        let error = error.replace(&folder, "");
        let error = error.strip_prefix("Yosys: ").unwrap_or(&error);
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains("sv2v") && !error.contains("sources/"), "{error}");
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_display_without_a_driver_is_one_warning() {
    let text = "module top (input a, output [6:0] HEX0, HEX1, inout io);\n\
                assign HEX0 = {7{io}}, io = a ? 1'b0 : 1'bz;\nendmodule\n";
    let warnings = read_text(text).expect("a design").warnings;
    assert_eq!(warnings, ["Wire HEX1[6:0] is used but has no driver."]);
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_design_reads_the_lines_of_the_keyboard_while_it_does_not_drive_them() {
    let cases = [
        ("input", ""),
        ("inout", ""),
        ("inout", "assign PS2_CLK = 1'bz, PS2_DAT = 1'bz;"),
        ("inout", "assign PS2_CLK = SW[0] ? 1'b0 : 1'bz, PS2_DAT = SW[0] ? SW[1] : 1'bz;"),
        ("inout", "assign PS2_CLK = SW[0] ? 0 : 1'bz, PS2_DAT = !SW[0] ? 1'bz : 0;"),
        ("inout", "wire bus = SW[0] ? 1'b0 : 1'bz; assign PS2_CLK = bus;"),
        ("inout", "released one (PS2_CLK); driver other (SW[0], PS2_DAT);"),
        ("inout", "assign PS2_DAT = SW[0] ? SW[1] : SW[2] ? 1'b0 : SW[3] && clock ? 1'b0 : 1'bz;"),
        ("inout", "assign PS2_DAT = !SW[0] ? (SW[1] ? 1'b0 : 1'bz) : SW[2] ? 1'bz : SW[3];"),
        ("inout", "command one (SW[2:0], PS2_DAT); command other (SW[5:3], PS2_DAT);"),
    ];
    for (direction, body) in cases {
        let text = format!(
            "module m (input CLOCK_50, input [9:0] SW, {direction} PS2_CLK, {direction} PS2_DAT, output reg [9:0] LEDR);\n\
             reg clock = 1; reg [10:0] frame = 0; always @(posedge CLOCK_50) begin clock <= PS2_CLK;\n\
             if (clock && !PS2_CLK) frame <= {{PS2_DAT, frame[10:1]}}; LEDR <= frame[9:0]; end\n{body}\nendmodule\n\
             module released (inout line); assign line = 1'bz; endmodule\n\
             module driver (input low, inout line); assign line = low ? 1'b0 : 1'bz; endmodule\n\
             module command (input [2:0] state, inout line);\n\
             assign line = state[0] ? state[1] : state[1] ? 1'b0 : state[2] ? 1'b0 : 1'bz; endmodule\n"
        );
        let mut board = ForeignBoard::new(read_text(&text).expect(body).design);
        // The self test of the keyboard is over after 10 ms: 0xaa with its parity and start bits.
        board.run(600_000, Instant::now() + Duration::from_secs(600));
        assert_eq!(board.output("LEDR"), 0x1aa << 1, "{direction} {body}");
        assert!(board.pins().unconnected.is_empty(), "{:?}", board.pins());
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_parameter_names_the_file_of_a_memory() {
    let text = "module top (input a, output [7:0] q, r);\n\
                rom #(.FILE(\"one.hex\")) x (a, q); rom #(.FILE(\"data/two.hex\")) y (a, r);\nendmodule\n\
                module rom #(parameter FILE = \"none.hex\") (input a, output [7:0] q);\n\
                reg [7:0] m [0:1]; initial $readmemh(FILE, m); assign q = m[a];\nendmodule\n";
    let sandbox = Sandbox::new("");
    sandbox.write("one.hex", "5a\n00\n");
    sandbox.write("data/two.hex", "c3\n00\n");
    sandbox.write("lab.sv", text);
    let design = read(&sandbox).expect("a design").design;
    let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
    simulator.settle_all().expect("settled");
    let words: Vec<Option<u64>> = simulator.first_outputs().iter().map(Value::to_u64).collect();
    assert_eq!(words[..2], [Some(0x5a), Some(0xc3)]);
    sandbox.write("lab.sv", text.replace("one.hex", "missing.hex"));
    let error = read(&sandbox).expect_err("a missing file").to_string();
    assert!(error.contains("lab.sv:") && error.contains("file `missing.hex` for"), "{error}");
    sandbox.write("lab.sv", text.replace("one.hex", "/etc/hostname"));
    assert!(read(&sandbox).is_err());
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn instances_without_names_are_read() {
    let text = "module top (input [3:0] a, output [3:0] y, z);\nwire n; not (n, a[0]);\n\
                increment (\n  .a(a),\n  .y(y));\n\
                if (1) increment #(.BY(2)) (a ^ n, z);\nendmodule\n\
                module increment #(parameter BY = 1) (input [3:0] a, output [3:0] y);\n\
                assign y = a + BY;\nendmodule\n";
    let design = read_text(text).expect("a design").design;
    let mut simulator = Simulator::new(&design, 1, Execution::Fastest);
    simulator.settle_all().expect("settled");
    let words: Vec<Option<u64>> = simulator.first_outputs().iter().map(Value::to_u64).collect();
    assert_eq!(words[..2], [Some(1), Some(3)]);
    let error = read_text(&text.replace(".y(y)", ".x(y)")).expect_err("no such port").to_string();
    assert!(error.contains("lab.sv:5: ERROR: Module `increment'"), "{error}");
    assert!(error.contains("in cell `unnamed_increment_1'"), "{error}");
}
