//! Modules with the ports `(input logic clk, input logic [15:0] in, output logic [15:0] out)`,
//! simulated by Verilator and as Yosys reads them.

use std::process::Command;

use foreign_designs::{ForeignDesign, Simulator};
use rust_hdl_lanes::Execution;
use test_support::Sandbox;
use test_support::external_tool::VERILATOR;

pub const CYCLES: usize = 1000;

/// A clock cycle: the input, and the outputs after the rising edge.
pub struct Cycle {
    pub input: u16,
    pub outputs: Vec<u16>,
}

/// Simulates modules with random inputs, in [`CYCLES`] cycles.
pub fn simulate(text: &str, modules: &[String]) -> Vec<Cycle> {
    let sandbox = Sandbox::new("");
    let number = modules.len();
    let instances = modules.iter().enumerate();
    let instances = instances.map(|(n, name)| format!("  {name} u{n}(clk, in, outs[{n}]);\n"));
    let instances: String = instances.collect();
    // Delays in a module are shorter than half a cycle.
    let bench = format!(
        "{text}\nmodule bench;\n  logic clk = 0; logic [15:0] in = 0; logic [15:0] outs [{number}];\n{instances}\
         \x20 initial begin\n    for (int i = 0; i < {CYCLES}; i++) begin\n\
         \x20     in = 16'($urandom); #10; clk = 1; #10; $write(\"%h\", in);\n\
         \x20     for (int j = 0; j < {number}; j++) $write(\" %h\", outs[j]);\n\
         \x20     $write(\"\\n\"); clk = 0; #10;\n    end\n    $finish;\n  end\nendmodule\n"
    );
    sandbox.write("bench.sv", bench);
    let options =
        "--binary --timing -Wno-fatal -Wno-lint -CFLAGS -O0 --top bench bench.sv -o bench";
    VERILATOR.run(&sandbox.path(""), options.split(' ')).succeeds();
    let output = Command::new(sandbox.path("obj_dir/bench")).output().expect("bench");
    let text = String::from_utf8(output.stdout).expect("a text");
    let cycle = |line: &str| {
        let words = line.split(' ').map(|word| u16::from_str_radix(word, 16));
        let words: Vec<u16> = words.collect::<Result<_, _>>().ok()?;
        Some(Cycle { input: *words.first()?, outputs: words[1..].to_vec() })
    };
    let cycles: Vec<Cycle> = text.lines().filter_map(cycle).collect();
    assert_eq!(cycles.len(), CYCLES, "{text}");
    cycles
}

/// The outputs of a reading after the rising edge of each cycle, in the order of the ports.
pub fn outputs(design: &ForeignDesign, cycles: &[Cycle]) -> Vec<Vec<u16>> {
    let mut simulator = Simulator::new(design, 1, Execution::Fastest);
    let leaf = |name: &str| design.netlist.input(name).map(|input| (input.leaf, input.width));
    let mut outputs = vec![];
    for cycle in cycles {
        let (first, width) = leaf("in").unwrap_or_default();
        (0..width).for_each(|bit| simulator.lanes.fill(first + bit, cycle.input >> bit & 1 == 1));
        simulator.settle_all().expect("settled");
        for level in [true, false] {
            if let Some((clk, _)) = leaf("clk") {
                simulator.lanes.fill(clk, level);
            }
            simulator.settle_all().expect("settled");
            if level {
                let values = simulator.first_outputs();
                let values = values[..values.len() - 1].iter();
                outputs.push(values.map(|value| value.to_u64().expect("16 bits") as u16).collect());
            }
        }
    }
    outputs
}
