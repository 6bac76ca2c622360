//! The simulators that run the testbench.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use test_support::Output;
use test_support::external_tool::{IVERILOG, VERILATOR, VVP};

use crate::testbench::{self, Dut};

/// The longest time in which a testbench runs, well above what it needs.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A simulator.
pub struct Simulator {
    pub name: &'static str,
    /// Builds and runs `bench.sv` and these files in a folder.
    run: fn(&Path, &[String]) -> Result<String, String>,
}

/// Both simulators.
pub const SIMULATORS: [Simulator; 2] = [
    Simulator { name: "Icarus Verilog", run: icarus },
    Simulator { name: "Verilator", run: verilator },
];

impl Simulator {
    /// Simulates the kernels at once and returns those that fail, each with a description of its first fault.
    pub fn faults(&self, duts: &[&Dut]) -> Vec<(usize, String)> {
        let folder = tempfile::tempdir().expect("a folder");
        testbench::write(duts, folder.path());
        let files: Vec<String> = duts.iter().flat_map(|dut| dut.files()).collect();
        match (self.run)(folder.path(), &files) {
            Ok(printed) => mismatches(duts, &printed),
            Err(message) if duts.len() <= 1 => {
                duts.iter().map(|dut| (dut.number, message.clone())).collect()
            }
            // One of them prevents the others from finishing.
            Err(_) => {
                let (first, second) = duts.split_at(duts.len() / 2);
                [first, second].into_iter().flat_map(|half| self.faults(half)).collect()
            }
        }
    }
}

/// Reads lines of a kernel's number, a step and its outputs.
fn mismatches(duts: &[&Dut], printed: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = vec![];
    for line in printed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [number, step, outputs] = words[..] else { continue };
        let (Ok(number), Ok(step)) = (number.parse(), step.parse()) else { continue };
        let Some(dut) = duts.iter().find(|dut| dut.number == number) else { continue };
        if found.iter().all(|(known, _)| *known != number) {
            found.push((number, dut.mismatch(step, outputs)));
        }
    }
    found
}

/// Returns what was printed if the testbench ran to its end.
fn finished(output: Option<Output>) -> Result<String, String> {
    let Some(output) = output else {
        return Err(format!("it does not finish within {} s", TIMEOUT.as_secs()));
    };
    if output.is_success() && output.stdout.lines().any(|line| line == "done") {
        return Ok(output.stdout);
    }
    Err(output.to_string())
}

fn icarus(folder: &Path, files: &[String]) -> Result<String, String> {
    let files = files.iter().map(String::as_str);
    let arguments = ["-g2012", "-s", "bench", "-o", "bench"].into_iter().chain(files);
    let compiled = IVERILOG.run(folder, arguments.chain(["bench.sv"])).into_result();
    compiled.map_err(|message| {
        let errors: Vec<&str> =
            message.lines().filter(|line| !line.contains("sorry: constant selects")).collect();
        errors.join("\n")
    })?;
    finished(VVP.run_within(TIMEOUT, folder, ["-n", "bench"]))
}

fn verilator(folder: &Path, files: &[String]) -> Result<String, String> {
    let files = files.iter().map(String::as_str);
    let effort = ["-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"];
    let arguments = ["--binary", "-Wno-lint", "--top-module", "bench", "-o", "../bench"];
    let arguments = arguments.into_iter().chain(effort);
    VERILATOR.run(folder, arguments.chain(files).chain(["bench.sv"])).into_result()?;
    let mut bench = Command::new(folder.join("bench"));
    bench.current_dir(folder);
    finished(Output::within(TIMEOUT, bench).map_err(|error| error.to_string())?)
}
