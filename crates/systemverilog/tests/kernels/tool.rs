//! Programs that are not ours.

use std::env;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program by its usual name, the environment variable that names another, and how to get it.
pub struct Tool(pub &'static str, pub &'static str, pub &'static str);

pub const VERILATOR: Tool = Tool("verilator", "VERILATOR", "apt-get install verilator make g++");
pub const IVERILOG: Tool = Tool("iverilog", "IVERILOG", "apt-get install iverilog");
pub const VVP: Tool = Tool("vvp", "VVP", "apt-get install iverilog");
pub const YOSYS: Tool = Tool("yosys", "YOSYS", "apt-get install yosys");

impl Tool {
    /// Runs it in a folder and gives all that it says.
    ///
    /// # Panics
    ///
    /// If it fails. If it is not there: to skip a test unseen would be worse than to fail it.
    pub fn run(&self, folder: &Path, arguments: &[&str]) -> String {
        let Tool(name, variable, remedy) = self;
        let program = env::var_os(variable).unwrap_or_else(|| OsString::from(name));
        let mut command = Command::new(&program);
        let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output();
        let output = output.unwrap_or_else(|error| match error.kind() {
            ErrorKind::NotFound => panic!(
                "needs {name}: {remedy}, or set {variable} to the one to use (there is no {})",
                program.display()
            ),
            _ => panic!("cannot run {}: {error}", program.display()),
        });
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(output.status.success(), "{name} failed, and said:\n{said}");
        said
    }
}
