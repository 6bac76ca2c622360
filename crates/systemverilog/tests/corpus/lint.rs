//! Other people's opinion of the emitted files: every warning on. Only signals called `unused_` are waived.

use test_support::SLANG_SCRIPT;

use crate::case::TOP;
use crate::files::Files;
use crate::tools::{IVERILOG, PYTHON, Said, VERILATOR, YOSYS};

/// Nothing, or the first tool that has something to say, with that.
pub fn lint(files: &Files) -> Result<(), String> {
    let said_by = |tool: &'static str| move |said| format!("{tool}: {said}");
    verilator(files).nothing().map_err(said_by("Verilator"))?;
    icarus(files).nothing().map_err(said_by("Icarus Verilog"))?;
    slang(files).nothing().map_err(said_by("slang"))?;
    yosys(files).nothing().map_err(said_by("Yosys"))
}

fn with_files(arguments: &[&str], files: &Files) -> Vec<String> {
    let arguments = arguments.iter().map(ToString::to_string);
    arguments.chain(files.names.iter().cloned()).collect()
}

fn verilator(files: &Files) -> Said {
    let arguments = ["--lint-only", "-Wall", "--top-module", TOP];
    VERILATOR.run(files.folder(), with_files(&arguments, files))
}

fn icarus(files: &Files) -> Said {
    let arguments = ["-g2012", "-Wall", "-s", TOP, "-o", "compiled"];
    // What it is sorry for is that a process wakes up more often than it would have to.
    IVERILOG.run(files.folder(), with_files(&arguments, files)).without("sorry: constant selects")
}

fn slang(files: &Files) -> Said {
    PYTHON.run(files.folder(), with_files(&[SLANG_SCRIPT, "--top", TOP], files))
}

fn yosys(files: &Files) -> Said {
    let script = format!(
        "read_verilog -sv {}; hierarchy -check -top {TOP}; proc -norom; check -assert; \
         select -assert-none t:$dlatch* t:$adlatch* t:$sr",
        files.names.join(" ")
    );
    // A warning is an error, but for the one that it gives of any `z` at all.
    let tristate = "only limited support for tri-state logic";
    YOSYS.run(files.folder(), ["-q", "-w", tristate, "-e", ".*", "-p", &script])
}
