//! Programs that are not ours.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program to run.
pub struct Tool {
    /// Its usual name.
    program: &'static str,
    /// The environment variable that names another.
    variable: &'static str,
    /// How to get it.
    remedy: &'static str,
}

pub const VERILATOR: Tool = Tool {
    program: "verilator",
    variable: "VERILATOR",
    remedy: "apt-get install verilator make g++",
};
pub const COMPILER: Tool = Tool { program: "c++", variable: "CXX", remedy: "apt-get install g++" };
pub const IVERILOG: Tool =
    Tool { program: "iverilog", variable: "IVERILOG", remedy: "apt-get install iverilog" };
pub const YOSYS: Tool =
    Tool { program: "yosys", variable: "YOSYS", remedy: "apt-get install yosys" };
pub const PYTHON: Tool =
    Tool { program: "python3", variable: "PYTHON", remedy: "apt-get install python3" };

/// What a program said, and whether it was content.
pub struct Said {
    pub success: bool,
    pub text: String,
}

impl Said {
    /// Nothing, or else what was said.
    pub fn nothing(self) -> Result<(), String> {
        match (self.success, self.text.is_empty()) {
            (true, true) => Ok(()),
            (false, true) => Err("fails and does not say why".to_string()),
            _ => Err(self.text),
        }
    }

    /// Without the lines that contain a phrase.
    pub fn without(self, phrase: &str) -> Said {
        let kept = self.text.lines().filter(|line| !line.contains(phrase));
        Said { text: kept.collect::<Vec<_>>().join("\n"), ..self }
    }

    /// The text of a success, or else that of a failure.
    pub fn success(self) -> Result<String, String> {
        if self.success { Ok(self.text) } else { Err(self.text) }
    }
}

impl Tool {
    /// Runs it in a folder until it ends.
    ///
    /// # Panics
    ///
    /// If it is not there: to leave it out unseen would be worse.
    pub fn run<A: AsRef<OsStr>>(
        &self,
        folder: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Said {
        let program = env::var_os(self.variable).unwrap_or_else(|| self.program.into());
        run(&program, folder, arguments).unwrap_or_else(|error| match error.kind() {
            ErrorKind::NotFound => panic!(
                "needs {}: {}, or set {} to the one to use",
                self.program, self.remedy, self.variable
            ),
            _ => panic!("cannot run {}: {error}", self.program),
        })
    }
}

/// Runs a program in a folder until it ends.
pub fn run<A: AsRef<OsStr>>(
    program: &OsString,
    folder: &Path,
    arguments: impl IntoIterator<Item = A>,
) -> std::io::Result<Said> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    let output = command.output()?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).trim_end().to_string();
    Ok(Said { success: output.status.success(), text })
}

/// The versions of all of them, a line each.
pub fn versions() -> Vec<String> {
    let here = Path::new(".");
    let first_line = |said: Said| said.text.lines().next().unwrap_or_default().to_string();
    let slang = "import importlib.metadata as m; print('pyslang', m.version('pyslang'))";
    vec![
        first_line(VERILATOR.run(here, ["--version"])),
        first_line(IVERILOG.run(here, ["-V"])),
        first_line(PYTHON.run(here, ["-c", slang])),
        first_line(YOSYS.run(here, ["-V"])),
    ]
}
