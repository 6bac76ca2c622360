//! The files of a design in four linters, with every warning enabled. Only signals called
//! `unused_` are exempt.

use std::fs;
use std::path::Path;

use rust_hdl_systemverilog::SourceFile;
use tempfile::TempDir;
use test_support::external_tool::{IVERILOG, PYTHON, VERILATOR, YOSYS};
use test_support::{Output, SLANG_SCRIPT};

/// Files in a temporary folder, with the name of their top module.
pub struct Sources {
    folder: TempDir,
    /// The names of the files, in the order in which tools must read them.
    pub names: Vec<String>,
    top: String,
}

impl Sources {
    /// Writes the files.
    pub fn write(files: &[SourceFile], top: &str) -> Sources {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let names = files.iter().map(|file| {
            fs::write(folder.path().join(&file.name), &file.text).expect("a file of our own");
            file.name.clone()
        });
        Sources { names: names.collect(), folder, top: top.to_string() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Arguments, then the files.
    pub fn after(&self, arguments: &[&str]) -> Vec<String> {
        arguments.iter().map(ToString::to_string).chain(self.names.iter().cloned()).collect()
    }

    /// Lints the files.
    ///
    /// # Errors
    ///
    /// With what the first tool with a warning prints.
    pub fn lint(&self) -> Result<(), String> {
        self.verilator(&[])?;
        self.icarus()?;
        clean("slang", self.slang(), None)?;
        clean("Yosys", self.yosys(), None)
    }

    /// Elaborates the files, whose texts of black boxes may have warnings.
    ///
    /// # Errors
    ///
    /// With what the first tool with an error prints.
    pub fn elaborate(&self) -> Result<(), String> {
        let top = &self.top;
        let verilator =
            ["--lint-only", "-Wno-lint", "-Wno-style", "-Wno-fatal", "--top-module", top];
        let icarus = ["-g2012", "-s", top, "-o", "compiled"];
        let files = self.names.join(" ");
        let script = format!("read_verilog -sv {files}; hierarchy -check -top {top}; proc");
        for (tool, output) in [
            ("Verilator", VERILATOR.run(self.folder(), self.after(&verilator))),
            ("Icarus Verilog", IVERILOG.run(self.folder(), self.after(&icarus))),
            ("Yosys", YOSYS.run(self.folder(), ["-q", "-p", &script])),
        ] {
            output.into_result().map_err(|text| format!("{tool}: {text}"))?;
        }
        Ok(())
    }

    /// Lints the files in Verilator, without some warnings.
    ///
    /// # Errors
    ///
    /// With its messages.
    pub fn verilator(&self, without: &[&str]) -> Result<(), String> {
        let without: Vec<String> = without.iter().map(|name| format!("-Wno-{name}")).collect();
        let mut arguments = vec!["--lint-only", "-Wall", "--top-module", &self.top];
        arguments.extend(without.iter().map(String::as_str));
        clean("Verilator", VERILATOR.run(self.folder(), self.after(&arguments)), None)
    }

    /// Lints the files in Icarus Verilog.
    ///
    /// # Errors
    ///
    /// With its messages.
    pub fn icarus(&self) -> Result<(), String> {
        let arguments = ["-g2012", "-Wall", "-Wno-timescale", "-s", &self.top, "-o", "compiled"];
        let output = IVERILOG.run(self.folder(), self.after(&arguments));
        // It apologises that a process wakes up more often than necessary, and that it ignores
        // `unique`.
        clean("Icarus Verilog", output, Some("sorry:"))
    }

    fn slang(&self) -> Output {
        PYTHON.run(self.folder(), self.after(&[SLANG_SCRIPT, "--top", &self.top]))
    }

    fn yosys(&self) -> Output {
        let script = format!(
            "read_verilog -sv {}; hierarchy -check -top {}; proc -norom; check -assert; \
             select -assert-none t:$dlatch* t:$adlatch* t:$sr",
            self.names.join(" "),
            self.top
        );
        // Warnings are errors, except the one that Yosys prints for every `z`.
        let tristate = "only limited support for tri-state logic";
        YOSYS.run(self.folder(), ["-q", "-w", tristate, "-e", ".*", "-p", &script])
    }
}

/// Fails with the tool's messages, except the lines that contain `accepted`.
fn clean(tool: &str, output: Output, accepted: Option<&str>) -> Result<(), String> {
    let text = output.into_result().map_err(|text| format!("{tool}: {text}"))?;
    let is_accepted = |line: &str| accepted.is_some_and(|accepted| line.contains(accepted));
    let warnings: Vec<&str> = text.lines().filter(|line| !is_accepted(line)).collect();
    if warnings.is_empty() { Ok(()) } else { Err(format!("{tool}: {}", warnings.join("\n"))) }
}
