//! Runs Icarus Verilog.

use std::fs;

use test_support::external_tool::{IVERILOG, VVP};

/// Simulates a text whose top module is `bench`, and returns the lines that it prints.
pub fn run(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bench.sv"), text).unwrap();
    let arguments = ["-g2012", "-s", "bench", "-o", "bench.vvp", "bench.sv"];
    let output = IVERILOG.run(folder.path(), arguments);
    assert!(output.is_success(), "{}\n{text}", output.stderr);
    let output = VVP.run(folder.path(), ["-N", "bench.vvp"]);
    assert!(output.is_success(), "{}", output.stderr);
    output.stdout.lines().map(str::to_string).collect()
}
