//! The versions of the tools.

use std::path::Path;

use test_support::Output;
use test_support::external_tool::{IVERILOG, PYTHON, VERILATOR, YOSYS};

/// One line for each tool.
pub fn versions() -> Vec<String> {
    let here = Path::new(".");
    let first_line = |output: Output| output.text().lines().next().unwrap_or_default().to_string();
    let slang = "import importlib.metadata as m; print('pyslang', m.version('pyslang'))";
    vec![
        first_line(VERILATOR.run(here, ["--version"])),
        first_line(IVERILOG.run(here, ["-V"])),
        first_line(PYTHON.run(here, ["-c", slang])),
        first_line(YOSYS.run(here, ["-V"])),
    ]
}
