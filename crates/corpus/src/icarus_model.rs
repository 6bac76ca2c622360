//! The emitted files in Icarus Verilog, an event-driven simulator: processes that wake each other forever hang it, while Verilator
//! orders them once.

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use test_support::external_tool::{IVERILOG, VVP};

use crate::case::Case;
use crate::cosimulation::{Failure, Model, cosimulate};
use crate::files::Files;
use crate::interface::{Interface, Port};
use crate::verilator_model::bench;

/// Compares a case with the emitted files in Icarus Verilog for `cycles` cycles. After `limit` Icarus Verilog counts as hanging.
pub fn compare(case: &Case, files: &Files, cycles: u64, limit: Duration) -> Result<(), Failure> {
    let interface = case.interface();
    let mut steps = Steps { interface: &interface, inputs: vec![], episodes: vec![] };
    cosimulate(case, cycles, &mut steps)?;
    replay(&interface, &steps.episodes, files, limit).map_err(Failure::Model)
}

/// Runs each episode: a simulator powers up only once.
fn replay(
    interface: &Interface,
    episodes: &[Vec<String>],
    files: &Files,
    limit: Duration,
) -> Result<(), String> {
    let unwritten = |error: std::io::Error| error.to_string();
    let longest = episodes.iter().map(Vec::len).max().unwrap_or(0);
    fs::write(files.scratch("bench.sv"), bench(interface, &[])).map_err(unwritten)?;
    fs::write(files.scratch("replay.sv"), testbench(interface, longest)).map_err(unwritten)?;
    let mut arguments = vec!["-g2012", "-s", "replay", "-o", "replay"];
    arguments.extend(files.names.iter().map(String::as_str));
    arguments.extend(["bench.sv", "replay.sv"]);
    IVERILOG.run(files.folder(), arguments).into_result()?;
    for steps in episodes {
        fs::write(files.scratch("steps"), steps.join("\n")).map_err(unwritten)?;
        let count = format!("+count={}", steps.len());
        let output = VVP.run_within(limit, files.folder(), ["-n", "replay", &count]);
        let output = output.ok_or("Icarus Verilog hangs: processes wake each other forever")?;
        let report = output.into_result()?;
        if !report.lines().any(|line| line == "match") {
            return Err(report);
        }
    }
    Ok(())
}

/// For each power-up, the steps: for each one, the inputs, whether each bus is driven from outside, and the expected outputs.
struct Steps<'a> {
    interface: &'a Interface,
    inputs: Vec<u128>,
    episodes: Vec<Vec<String>>,
}

impl Model for Steps<'_> {
    fn power_up(&mut self) -> Result<(), String> {
        self.inputs = vec![0; self.interface.inputs.len()];
        self.episodes.push(vec![]);
        Ok(())
    }

    fn step(
        &mut self,
        changes: &[(usize, u128)],
        outputs: &[u128],
        drives: &[bool],
    ) -> Result<(), String> {
        for (index, value) in changes {
            self.inputs[*index] = *value;
        }
        let mut step = String::new();
        let mut add = |ports: &[Port], values: &[u128]| {
            for (port, value) in ports.iter().zip(values) {
                let _ = write!(step, "{value:0width$b}", width = port.width as usize);
            }
        };
        add(&self.interface.inputs, &self.inputs);
        add(&self.interface.outputs, outputs);
        step.extend(drives.iter().map(|drives| if *drives { '0' } else { '1' }));
        let episode = self.episodes.last_mut().ok_or("a step before power-up")?;
        episode.push(step);
        Ok(())
    }
}

/// A testbench that reads the steps and prints `match` or the first difference.
fn testbench(interface: &Interface, longest: usize) -> String {
    let (inputs, outputs) = (&interface.inputs, &interface.outputs);
    let buses = interface.buses().count();
    let declare = |letter: char, ports: &[Port], initial: &str| -> String {
        let ports = ports.iter().enumerate();
        ports
            .map(|(i, port)| format!("  logic [{}:0] {letter}{i}{initial};\n", port.width - 1))
            .collect()
    };
    let list = |letter: char, count: usize| -> Vec<String> {
        (0..count).map(|index| format!("{letter}{index}")).collect()
    };
    let (i, o) = (list('i', inputs.len()), list('o', outputs.len()));
    let (e, x) = (list('e', buses), list('x', outputs.len()));
    let drivers = e.iter().map(|name| format!("  logic {name} = 0;\n")).collect::<String>();
    let total = |ports: &[Port]| ports.iter().map(|port| port.width as usize).sum::<usize>();
    let (high, middle, low) = (total(inputs), total(outputs), buses);
    let connections = i.iter().chain(&o).chain(&e).map(|name| format!(".{name}({name})"));
    let connections = connections.collect::<Vec<_>>().join(", ");
    let assign = |names: &[String], from: usize, width: usize| match names.is_empty() {
        true => String::new(),
        false => format!("      {{{}}} = steps[step][{from}+:{width}];\n", names.join(", ")),
    };
    let checks = outputs.iter().enumerate().map(|(index, port)| {
        format!(
            "      if (o{index} !== x{index}) begin\n        \
             $display(\"in step %0d, `{}` in Icarus Verilog is 0x%h, in Rust 0x%h\", step, o{index}, x{index});\n        \
             $finish;\n      end\n",
            port.name
        )
    });
    let checks = checks.collect::<String>();
    [
        "module replay;\n".to_string(),
        declare('i', inputs, " = 0"),
        declare('o', outputs, ""),
        declare('x', outputs, ""),
        drivers,
        format!("  bench bench ({connections});\n"),
        format!("  logic [{}:0] steps [0:{}];\n", (high + middle + low).max(1) - 1, longest.max(1) - 1),
        "  integer count, step;\n  initial begin\n    count = 0;\n".to_string(),
        "    if ($value$plusargs(\"count=%d\", count)) $readmemb(\"steps\", steps, 0, count - 1);\n".to_string(),
        "    for (step = 0; step < count; step = step + 1) begin\n".to_string(),
        assign(&i, middle + low, high),
        "      #1;\n".to_string(),
        assign(&e, 0, low),
        assign(&x, low, middle),
        "      #1;\n".to_string(),
        checks,
        "    end\n    $display(\"match\");\n    $finish;\n  end\nendmodule\n".to_string(),
    ]
    .concat()
}
