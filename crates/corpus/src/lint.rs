//! The emitted files in four linters, with every warning enabled. Only signals called `unused_` are exempt.

use test_support::external_tool::{IVERILOG, PYTHON, VERILATOR, YOSYS};
use test_support::{Output, SLANG_SCRIPT};

use crate::case::TOP;
use crate::files::Files;

/// Lints the files; the error is what the first tool with a warning prints.
pub fn lint(files: &Files) -> Result<(), String> {
    clean("Verilator", verilator(files), None)?;
    // Icarus Verilog says that a process wakes up more often than necessary.
    clean("Icarus Verilog", icarus(files), Some("sorry: constant selects"))?;
    clean("slang", slang(files), None)?;
    clean("Yosys", yosys(files), None)
}

/// Elaborates the files; the error is what the first tool with an error prints. Texts of black boxes may have warnings.
pub fn elaborate(files: &Files) -> Result<(), String> {
    let quiet = ["--lint-only", "-Wno-lint", "-Wno-style", "-Wno-fatal", "--top-module", TOP];
    let verilator = VERILATOR.run(files.folder(), with_files(&quiet, files));
    let icarus = ["-g2012", "-s", TOP, "-o", "compiled"];
    let icarus = IVERILOG.run(files.folder(), with_files(&icarus, files));
    let script =
        format!("read_verilog -sv {}; hierarchy -check -top {TOP}; proc", files.names.join(" "));
    let yosys = YOSYS.run(files.folder(), ["-q", "-p", &script]);
    for (tool, output) in [("Verilator", verilator), ("Icarus Verilog", icarus), ("Yosys", yosys)] {
        output.into_result().map_err(|text| format!("{tool}: {text}"))?;
    }
    Ok(())
}

/// Fails with the tool's messages, except the lines that contain `accepted`.
fn clean(tool: &str, output: Output, accepted: Option<&str>) -> Result<(), String> {
    let text = output.into_result().map_err(|text| format!("{tool}: {text}"))?;
    let is_accepted = |line: &str| accepted.is_some_and(|accepted| line.contains(accepted));
    let warnings: Vec<&str> = text.lines().filter(|line| !is_accepted(line)).collect();
    if warnings.is_empty() { Ok(()) } else { Err(format!("{tool}: {}", warnings.join("\n"))) }
}

fn with_files(arguments: &[&str], files: &Files) -> Vec<String> {
    let arguments = arguments.iter().map(ToString::to_string);
    arguments.chain(files.names.iter().cloned()).collect()
}

fn verilator(files: &Files) -> Output {
    let arguments = ["--lint-only", "-Wall", "--top-module", TOP];
    VERILATOR.run(files.folder(), with_files(&arguments, files))
}

fn icarus(files: &Files) -> Output {
    let arguments = ["-g2012", "-Wall", "-s", TOP, "-o", "compiled"];
    IVERILOG.run(files.folder(), with_files(&arguments, files))
}

fn slang(files: &Files) -> Output {
    PYTHON.run(files.folder(), with_files(&[SLANG_SCRIPT, "--top", TOP], files))
}

fn yosys(files: &Files) -> Output {
    let script = format!(
        "read_verilog -sv {}; hierarchy -check -top {TOP}; proc -norom; check -assert; \
         select -assert-none t:$dlatch* t:$adlatch* t:$sr",
        files.names.join(" ")
    );
    // Warnings are errors, except the one that Yosys prints for every `z`.
    let tristate = "only limited support for tri-state logic";
    YOSYS.run(files.folder(), ["-q", "-w", tristate, "-e", ".*", "-p", &script])
}
