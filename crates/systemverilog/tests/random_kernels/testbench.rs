//! A SystemVerilog testbench for many kernels at once.

use std::fs;
use std::path::{Path, PathBuf};

/// A kernel that was emitted and simulated in rust-hdl.
pub struct Dut {
    pub number: usize,
    /// The folder with its SystemVerilog files, `files`, `ports` and `rows`.
    pub folder: PathBuf,
}

/// A port of the kernel's module.
struct Port {
    is_input: bool,
    width: usize,
    name: String,
}

impl Dut {
    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).expect("a file that the generated program wrote")
    }

    /// The SystemVerilog files, in the order in which tools must read them.
    pub fn files(&self) -> Vec<String> {
        let path = |name: &str| self.folder.join(name).display().to_string();
        self.read("files").lines().map(path).collect()
    }

    fn ports(&self) -> Vec<Port> {
        let port = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let [direction, width, name] = words[..] else { panic!("{line}") };
            let width = width.parse().expect("a number");
            Port { is_input: direction == "input", width, name: name.to_string() }
        };
        self.read("ports").lines().map(port).collect()
    }

    /// The names and widths of the inputs, or of the outputs, in the order of a row.
    fn signals(&self, are_inputs: bool) -> Vec<(String, usize)> {
        let ports = self.ports().into_iter().filter(|port| port.is_input == are_inputs);
        ports.map(|port| (port.name, port.width)).collect()
    }

    fn rows(&self) -> String {
        self.read("rows")
    }

    /// A module with an instance of the kernel's.
    fn test(&self) -> String {
        let number = self.number;
        let mut declarations = String::new();
        for Port { is_input, width, name } in self.ports() {
            let range = format!("[{}:0]", width - 1);
            declarations.push_str(&match is_input {
                true => format!("  logic {range} {name} = 0;\n"),
                false => format!("  wire {range} {name};\n"),
            });
        }
        let connections: Vec<String> =
            self.ports().iter().map(|port| format!(".{0}({0})", port.name)).collect();
        let list = |signals: &[(String, usize)]| {
            let names: Vec<&str> = signals.iter().map(|(name, _)| name.as_str()).collect();
            (names.join(", "), signals.iter().map(|(_, width)| width).sum::<usize>())
        };
        let ((inputs, input_bits), (outputs, output_bits)) =
            (list(&self.signals(true)), list(&self.signals(false)));
        let steps = self.rows().lines().count();
        format!(
            "module test_{number} (input logic apply, input logic check, input int step);\n{declarations}  \
               k{number} dut ({});\n  \
               logic [{}:0] rows [0:{}];\n  \
               initial $readmemb(\"{number}.rows\", rows);\n  \
               always @(posedge apply) {{{inputs}}} = rows[step][{}:{output_bits}];\n  \
               always @(posedge check)\n    \
                 if ({{{outputs}}} !== rows[step][{}:0]) $display(\"{number} %0d %b\", step, {{{outputs}}});\n\
             endmodule\n\n",
            connections.join(", "),
            input_bits + output_bits - 1,
            steps - 1,
            input_bits + output_bits - 1,
            output_bits - 1,
        )
    }

    /// Describes the first output that differs from Rust's, or is unknown, in a step for which the testbench prints these
    /// outputs.
    pub fn mismatch(&self, step: usize, outputs: &str) -> String {
        let rows = self.rows();
        let row = rows.lines().nth(step).expect("a row for each step");
        let (inputs, expected) = row.split_once(' ').expect("inputs and outputs");
        let values = |signals: Vec<(String, usize)>, mut digits: &str| {
            let mut values = vec![];
            for (name, width) in signals {
                let (value, rest) = digits.split_at(width);
                values.push(format!("{name} = {width}'b{value}"));
                digits = rest;
            }
            values
        };
        let actual = values(self.signals(false), outputs);
        let mut pairs = values(self.signals(false), expected).into_iter().zip(actual);
        let (expected, actual) =
            pairs.find(|(expected, actual)| expected != actual).expect("a difference");
        let inputs = values(self.signals(true), inputs).join(", ");
        format!("in step {step}, {actual}, but in Rust {expected}; the inputs are {inputs}")
    }
}

/// Writes `bench.sv` and the rows of each kernel into a folder. All kernels take the same steps at the same time.
pub fn write(duts: &[&Dut], folder: &Path) {
    let mut tests = String::new();
    let mut instances = String::new();
    let mut steps = 0;
    for dut in duts {
        let number = dut.number;
        let rows = dut.rows();
        steps = rows.lines().count();
        fs::write(folder.join(format!("{number}.rows")), rows.replace(' ', ""))
            .expect("a file in a folder of our own");
        tests.push_str(&dut.test());
        instances.push_str(&format!("  test_{number} test_{number} (.*);\n"));
    }
    let bench = format!(
        "{tests}module bench;\n  logic apply = 0, check = 0;\n  int step = 0;\n{instances}  \
           initial begin\n    \
             for (step = 0; step < {steps}; step++) begin\n      \
               #1 apply = 1;\n      \
               #1 check = 1;\n      \
               #1 apply = 0;\n      \
               check = 0;\n    \
             end\n    \
             $display(\"done\");\n    \
             $finish;\n  \
           end\nendmodule\n"
    );
    fs::write(folder.join("bench.sv"), bench).expect("a file in a folder of our own");
}
