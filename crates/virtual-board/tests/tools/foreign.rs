//! Foreign designs in the gate simulator and in Icarus Verilog: latches, resets, clocks and
//! memories of all kinds.

use std::fmt::Write;
use std::fs;

use foreign_designs::{ForeignDesign, Simulator};
use foreign_sources::{ForeignError, Reader, Sources};
use fpga_tools::synthesis::Yosys;
use fpga_tools::toolchain::Finder;
use rust_hdl_lanes::masks::ALL;
use rust_hdl_lanes::{Execution, Word};
use test_support::Sandbox;
use test_support::external_tool::{IVERILOG, VVP};
use word_simulator::simulator::Memories;

/// Bodies of `module dut (input a, b, c, input [3:0] d, output [7:0] q)`.
const DESIGNS: [(&str, &str); 39] = [
    ("rising edge", "reg [3:0] r = 3; always @(posedge a) r <= d; assign q = {d, r};"),
    ("falling edge", "reg [3:0] r = 9; always @(negedge a) r <= r + d; assign q = r;"),
    (
        "both edges",
        "reg [3:0] r = 0, s = 0; always @(posedge a) r <= d; always @(negedge a) s <= r; assign q = {s, r};",
    ),
    (
        "asynchronous reset",
        "reg [7:0] r = 7; always @(posedge a or negedge b) if (!b) r <= 8'h35; else r <= r + d; assign q = r;",
    ),
    (
        "asynchronous set and reset",
        "wire s = c & ~b; reg r = 0; always @(posedge a or posedge b or posedge s) if (b) r <= 0; else if (s) r <= 1; else r <= d[0]; assign q = r;",
    ),
    (
        "asynchronous load",
        "reg [3:0] r = 0, s = 5; always @(negedge b) s <= d; always @(posedge a or posedge b) if (b) r <= s; else r <= r + 1; assign q = r;",
    ),
    (
        "synchronous reset and enable",
        "reg [3:0] r = 0; always @(posedge a) if (b) r <= 0; else if (c) r <= r + d; assign q = r;",
    ),
    ("latch", "reg [3:0] r = 0; always_latch if (a) r = d; assign q = r;"),
    (
        "latch with reset",
        "reg [3:0] r = 0; always_latch if (b) r = 0; else if (a) r = d; assign q = r;",
    ),
    ("latch in always_comb", "reg [3:0] r = 0; always_comb if (a) r = d; assign q = r;"),
    (
        "latch of gates",
        "wire s = ~(d[0] & a), r = ~(~d[0] & a); wire x, y; nand (x, s, y); nand (y, r, x); assign q = {x, y};",
    ),
    (
        "flip-flop of gates",
        "wire [1:6] n; assign n[1] = ~(n[4] & n[2]), n[2] = ~(n[1] & a), n[3] = ~(n[2] & a & n[4]),\n\
         n[4] = ~(n[3] & b), n[5] = ~(n[2] & n[6]), n[6] = ~(n[5] & n[3]), q = {n[5], n[6]};",
    ),
    (
        "module without a body",
        "wire [3:0] open; empty e (a, open); assign q = {d, a & open[0], b, c, a}; endmodule\n\
         module empty (input a, output [3:0] y);",
    ),
    (
        "internal tristate buffer",
        "wire [3:0] bus; assign bus = a ? d : 4'bz; assign q = a ? bus : {b, c};",
    ),
    (
        "bus of several modules",
        "wire [3:0] bus; tri_driver x (a & b, d, bus), y (~a, 4'd5, bus), z (a & ~b, ~d, bus); assign q = bus + 1; endmodule\n\
         module tri_driver (input enable, input [3:0] value, inout [3:0] bus);\n\
         assign bus = enable ? value : 4'bzzzz;",
    ),
    (
        "master and slave latch",
        "reg [3:0] m = 0, s = 0; always_latch if (!a) m = s + 1; always_latch if (a) s = m; assign q = {m, s};",
    ),
    (
        "divided clock",
        "reg h = 0; reg [3:0] r = 0; always @(posedge a) h <= ~h; always @(posedge h) r <= r + d; assign q = {h, r};",
    ),
    (
        "ripple counter",
        "reg [3:0] r = 0; always @(negedge a) r[0] <= ~r[0]; always @(negedge r[0]) r[1] <= ~r[1];\n\
         always @(negedge r[1]) r[2] <= ~r[2]; always @(negedge r[2]) r[3] <= ~r[3]; assign q = r;",
    ),
    (
        "gated clock",
        "reg e = 0; always_latch if (!a) e = b; wire g = a & e; reg [3:0] r = 0; always @(posedge g) r <= r + 1; assign q = r;",
    ),
    (
        "counter that resets itself",
        "reg [3:0] r = 0; wire full = r == 10; always @(posedge a or posedge full) if (full) r <= 0; else r <= r + 1; assign q = r;",
    ),
    (
        "memory",
        "reg [7:0] m [0:15]; integer i; initial for (i = 0; i < 16; i = i + 1) m[i] = i * 3;\n\
         always @(posedge a) if (b) m[d] <= m[d] + 1; assign q = m[d];",
    ),
    (
        "ROM from a file",
        "reg [7:0] m [0:15]; initial $readmemh(\"rom.hex\", m); reg [7:0] r = 0; always @(posedge a) r <= m[d]; assign q = r;",
    ),
    (
        "large memory",
        "reg [7:0] m [0:63]; integer i; initial for (i = 0; i < 64; i = i + 1) m[i] = i * 3;\n\
         always @(posedge a) if (b) m[{c, c, d}] <= m[{b, c, d}] + 1; assign q = m[{c, c, d}];",
    ),
    (
        "memory with enables of bits",
        "reg [7:0] m [0:31]; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = i;\n\
         always @(posedge a) begin if (b) m[{c, d}][3:0] <= ~d; if (d[0]) m[{c, d}][7:4] <= d; end assign q = m[{c, d}];",
    ),
    (
        "memory with two clocks",
        "reg [3:0] m [0:31], p = 0; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = i;\n\
         always @(posedge a) begin m[{c, d}] <= p; p <= p + 3; end always @(negedge b) m[{d, c}] <= ~d; assign q = m[{c, d}];",
    ),
    (
        "memory of some words with an offset",
        "reg [5:0] m [10:50]; integer i; initial for (i = 10; i <= 50; i = i + 1) m[i] = i;\n\
         always @(posedge a) m[{b, c, d}] <= ~{b, c, d}; assign q = m[{c, b, d}];",
    ),
    (
        "memory with an integer as its address",
        "reg [6:0] m [0:99]; integer i = 0, k; initial for (k = 0; k < 100; k = k + 1) m[k] = k;\n\
         always @(posedge a) begin i <= b ? 0 : i + d; if (c) m[i] <= m[i] + 5; end assign q = m[i];",
    ),
    (
        "memory with a register for the address",
        "reg [7:0] m [0:31]; reg [4:0] r = 0; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = 7 * i;\n\
         always @(posedge a) begin r <= {c, d}; if (b) m[{c, d}] <= {d, c, d}; end assign q = m[r];",
    ),
    (
        "memory that addresses a memory",
        "reg [4:0] m [0:31]; reg [7:0] n [0:31]; integer i; initial for (i = 0; i < 32; i = i + 1) begin m[i] = i * 5; n[i] = i * 11; end\n\
         always @(posedge a) if (b) m[d] <= m[d] + 1; always @(negedge a) n[m[{c, d}]] <= {d, d}; assign q = n[m[{c, d}]];",
    ),
    (
        "clock from a memory",
        "reg m [0:31]; reg [4:0] r = 0; reg [3:0] s = 0; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = i % 3 == 1;\n\
         always @(posedge a) r <= r + 1; wire k = m[r]; always @(posedge k) s <= s + d; assign q = {s, k};",
    ),
    (
        "memory that is read with a divided clock",
        "reg [7:0] m [0:63], r = 0; reg [5:0] p = 0; reg h = 0; integer i; initial for (i = 0; i < 64; i = i + 1) m[i] = 5 * i;\n\
         always @(posedge a) begin p <= p + d; h <= ~h; m[p] <= {d, p[3:0]}; end always @(posedge h) r <= m[p]; assign q = r;",
    ),
    (
        "memory that is written with a divided clock",
        "reg [7:0] m [0:31], r = 0; reg [4:0] p = 0; reg h = 0; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = i;\n\
         always @(posedge a) begin p <= p + 1; h <= ~h; r <= m[{c, d}]; end always @(posedge h) m[p] <= {d, b, c, 2'b01}; assign q = r;",
    ),
    (
        "reset from a memory",
        "reg m [0:31]; reg [7:0] r = 9; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = i % 8 != 5;\n\
         wire ok = m[{c, d}]; always @(posedge a or negedge ok) if (!ok) r <= 0; else r <= r + 1; assign q = r;",
    ),
    (
        "address that is larger than the memory",
        "reg [7:0] m [0:63]; integer i; initial for (i = 0; i < 64; i = i + 1) m[i] = i;\n\
         wire [7:0] p = {b, 2'b00, c, d}; always @(posedge a) m[p] <= ~p; assign q = m[{c, d}];",
    ),
    (
        "memory beside a latch of gates",
        "wire s = ~(d[0] & a), r = ~(~d[0] & a); wire x, y; nand (x, s, y); nand (y, r, x);\n\
         reg [5:0] m [0:31]; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = i;\n\
         always @(posedge x) m[{c, d}] <= ~{c, d}; assign q = {x, m[{c, d}]};",
    ),
    (
        "words that depend on themselves, and bits that do not",
        "wire [3:0] s, m; assign s = d ^ {s[2:0], b & c}; assign m = b ? {m[2:0], c} : s;\n\
         reg [3:0] r = 0; always @(posedge a) r <= r + s; assign q = {r, m};",
    ),
    (
        "division of numbers with signs",
        "integer x, y; always @* begin x = $signed({d, c, b}); y = $signed({a, b, c}); end\n\
         wire signed [3:0] e = d; assign q = a ? x / 3 : b ? x % -3 : y == 0 ? 0 : c ? x / y : e % y;",
    ),
    (
        "division of wide numbers",
        "wire [69:0] x = {d, 62'd12345678901, d}; assign q = a ? x / 70'd1000003 : b ? x % 70'd255 : d / 4'd3;",
    ),
    ("arithmetic", "assign q = a ? d * d : b ? d / 3 : c ? d % 5 : d << 2;"),
];

/// Designs that have no netlist of words: they have divisions of wide numbers.
const WITHOUT_WORDS: [&str; 1] = ["division of wide numbers"];

/// The number of input changes.
const STEPS: usize = 400;

/// The inputs a, b, c and d of each step: one bit changes at a time, so that no order of events is
/// left open.
fn stimulus() -> Vec<u32> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut inputs = 0;
    let step = |_| {
        // The clock changes most often.
        let bit = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6][random.usize(..10)];
        inputs ^= 1 << bit;
        inputs
    };
    (0..STEPS).map(step).collect()
}

/// 16 words of a memory: 0, 7, 14, …
pub fn rom() -> String {
    (0..16).map(|word| format!("{:02x}\n", word * 7)).collect()
}

/// A design with the inputs of [`stimulus`].
pub fn text(body: &str) -> String {
    format!("module dut (input a, b, c, input [3:0] d, output [7:0] q);\n{body}\nendmodule\n")
}

/// The output after each step in Icarus Verilog; `None` where a bit is unknown.
fn in_icarus(sandbox: &Sandbox, models: &[&str]) -> Vec<Option<u8>> {
    let mut bench = String::from(
        "module bench; reg a = 0, b = 0, c = 0; reg [3:0] d = 0; wire [7:0] q; dut dut (a, b, c, d, q);\n\
         initial begin\n",
    );
    for inputs in stimulus() {
        writeln!(bench, "#1 {{d, c, b, a}} = 7'd{inputs}; #1 $display(\"%b\", q);")
            .expect("a string");
    }
    bench.push_str("$finish(0); end endmodule\n");
    sandbox.write("bench.v", bench);
    let folder = sandbox.path("");
    let compiler = ["-g2012", "-o", "bench.vvp", "bench.v", "dut.v"];
    IVERILOG.run(&folder, compiler.iter().chain(models)).succeeds();
    let output = VVP.run(&folder, ["-n", "bench.vvp"]).succeeds();
    output.stdout.lines().map(|line| u8::from_str_radix(line.trim(), 2).ok()).collect()
}

/// The output after each step in our simulators: that of gates, where the lanes are copies or
/// moments of one, and that of words, if there are any.
fn simulated(sandbox: &Sandbox) -> Result<Vec<(&'static str, Vec<u8>)>, ForeignError> {
    let yosys = Yosys::find(&Finder::from_environment(), &mut |_, _| {}).expect("yosys");
    let sources = Sources { files: vec![sandbox.path("dut.v")], ..Sources::default() };
    let reader = Reader::new(yosys, std::time::Duration::from_secs(100));
    let design = foreign_designs::read(&reader, &sources.collect()?, |_| false)?.design;
    let copies = Simulator::new(&design, 1, Execution::Fastest);
    let moments = Simulator::moments(&design, 1, Execution::Fastest);
    let mut all = vec![
        ("copies", outputs(&design, copies, ALL)?),
        ("moments", outputs(&design, moments, [1, 0, 0, 0])?),
    ];
    all.extend(in_words(&design).map(|outputs| ("words", outputs)));
    Ok(all)
}

/// The output after each step in the simulator of words.
fn in_words(design: &ForeignDesign) -> Option<Vec<u8>> {
    let mut words = design.words.as_deref()?.clone();
    let mut graph = design.netlist.graph.clone();
    let mut place = |name: &str| {
        let input = graph.leaf(design.netlist.input(name).expect("an input").leaf);
        words.state(input).expect("a word").0
    };
    let [a, b, c, d] = ["a", "b", "c", "d"].map(&mut place);
    let observed = design.netlist.outputs[0].bits.iter();
    let observed = [observed.map(|bit| words.bit(*bit).expect("a word")).collect()];
    let made = word_simulator::Simulator::new(words.netlist.clone(), &[a], &observed, &[]);
    let mut simulator = made.expect("machine code");
    (0..).zip(&words.power_up).for_each(|(state, value)| simulator.set(state, *value));
    let mut gates = Simulator::moments(design, 1, Execution::Fastest);
    let mut memories = Memories::new(&words.netlist.memories, gates.lanes.memory_bytes());
    simulator.begin(&mut memories);
    simulator.drive(0, &mut memories).expect("settled");
    let step = |inputs: u32| {
        for (state, shift, mask) in [(b, 1, 1), (c, 2, 1), (d, 3, 15)] {
            simulator.set(state, u64::from(inputs >> shift & mask));
        }
        simulator.forget_changes();
        simulator.drive(u64::from(inputs & 1), &mut memories).expect("settled");
        simulator.observed(0) as u8
    };
    Some(stimulus().into_iter().map(step).collect())
}

/// The output of the first lane after each step, if these lanes are simulated.
fn outputs(
    design: &ForeignDesign,
    mut simulator: Simulator,
    lanes: Word,
) -> Result<Vec<u8>, ForeignError> {
    simulator.settle(&[lanes])?;
    let leaves: Vec<u32> = ["a", "b", "c", "d"]
        .iter()
        .flat_map(|name| {
            let port = design.netlist.input(name).expect("an input");
            port.leaf..port.leaf + port.width
        })
        .collect();
    let mut outputs = Vec::new();
    for inputs in stimulus() {
        for (bit, leaf) in leaves.iter().enumerate() {
            simulator.lanes.fill(*leaf, inputs >> bit & 1 == 1);
        }
        simulator.settle(&[lanes])?;
        simulator.lanes.commit_writes(1);
        let mut output = 0;
        simulator.lanes.outputs(|port, bit, _, word| {
            if port == 0 {
                output |= ((word[0] & 1) as u8) << bit;
            }
        });
        outputs.push(output);
    }
    Ok(outputs)
}

/// Compares the outputs of a design in both. Icarus Verilog needs the models of Intel's blocks.
///
/// # Panics
///
/// If one that is known in Icarus Verilog differs, or if most are unknown.
pub fn compare(name: &str, sandbox: &Sandbox, models: &[&str]) {
    let expected = in_icarus(sandbox, models);
    let simulated = simulated(sandbox).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(expected.len(), STEPS, "{name}");
    let known = expected.iter().flatten().count();
    assert!(known * 2 > STEPS, "{name}: {known} known outputs");
    let has_words = simulated.iter().any(|(simulator, _)| *simulator == "words");
    assert_eq!(has_words, !WITHOUT_WORDS.contains(&name), "{name}");
    for (simulator, shown) in simulated {
        for (step, (expected, shown)) in expected.iter().zip(shown).enumerate() {
            assert!(
                expected.is_none_or(|expected| expected == shown),
                "{name}, step {step}: {shown} in {simulator}, not {expected:?}"
            );
        }
    }
}

#[test]
#[ignore = "needs yosys and iverilog: apt-get install yosys iverilog"]
fn every_kind_of_register_behaves_as_in_icarus() {
    for (name, body) in DESIGNS {
        let sandbox = Sandbox::new("");
        fs::write(sandbox.path("dut.v"), text(body)).expect("a file");
        sandbox.write("rom.hex", rom());
        compare(name, &sandbox, &[]);
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_design_that_oscillates_is_an_error() {
    let sandbox = Sandbox::new("");
    // A flip-flop that clears itself, and is set by its own output being 0.
    let body = "reg r = 0; wire up = a & ~r; wire down = a & r;\n\
                always @(posedge up or posedge down) if (down) r <= 0; else r <= 1; assign q = r;";
    sandbox.write("dut.v", text(body));
    let error = simulated(&sandbox).expect_err("an oscillation");
    assert!(error.to_string().starts_with("the design does not settle"), "{error}");
}
