//! A program that is not ours, and what it said.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io::{self, ErrorKind};
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
pub const IVERILOG: Tool =
    Tool { program: "iverilog", variable: "IVERILOG", remedy: "apt-get install iverilog" };
pub const VVP: Tool = Tool { program: "vvp", variable: "VVP", remedy: "apt-get install iverilog" };
pub const YOSYS: Tool =
    Tool { program: "yosys", variable: "YOSYS", remedy: "apt-get install yosys" };
pub const PYTHON: Tool =
    Tool { program: "python3", variable: "PYTHON", remedy: "apt-get install python3" };
pub const FUSESOC: Tool = Tool {
    program: "fusesoc",
    variable: "FUSESOC",
    remedy: "python3 -m pip install fusesoc==2.4.7",
};

impl Tool {
    /// Runs it in a folder until it ends.
    ///
    /// # Panics
    ///
    /// If it is not there: to skip a test unseen would be worse than to fail it.
    pub fn run<A: AsRef<OsStr>>(
        &self,
        folder: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Ran {
        let program = env::var_os(self.variable).unwrap_or_else(|| self.program.into());
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(folder);
        Ran::of(command).unwrap_or_else(|error| match error.kind() {
            ErrorKind::NotFound => panic!(
                "needs {}: {}, or set {} to the one to use (there is no {})",
                self.program,
                self.remedy,
                self.variable,
                program.display()
            ),
            _ => panic!("cannot run {}: {error}", program.display()),
        })
    }
}

/// A run that has ended.
pub struct Ran {
    command: String,
    succeeded: bool,
    stdout: String,
    stderr: String,
}

impl Ran {
    /// Runs a program until it ends.
    pub fn of(mut command: Command) -> io::Result<Ran> {
        let output = command.stdin(Stdio::null()).output()?;
        Ok(Ran {
            command: format!("{command:?}"),
            succeeded: output.status.success(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    fn said(&self, text: &str) -> bool {
        self.stdout.contains(text) || self.stderr.contains(text)
    }

    #[track_caller]
    pub fn expect_success(self) {
        assert!(self.succeeded, "{self}");
    }

    /// Whether it succeeded and had nothing to say.
    pub fn is_clean(&self) -> bool {
        self.succeeded && self.stdout.is_empty() && self.stderr.is_empty()
    }

    #[track_caller]
    pub fn expect_clean(self) {
        assert!(self.is_clean(), "{self}");
    }

    /// Succeeded, said this, and nothing else.
    #[track_caller]
    pub fn expect_only(self, stdout: &str) {
        assert!(self.succeeded && self.stderr.is_empty(), "{self}");
        assert_eq!(self.stdout, stdout, "{}", self.command);
    }

    /// Succeeded, and said this among other things.
    #[track_caller]
    pub fn expect_success_saying(self, text: &str) {
        assert!(self.succeeded && self.said(text), "no success with {text:?} in:\n{self}");
    }

    /// Failed, and said this among other things.
    #[track_caller]
    pub fn expect_failure_saying(self, text: &str) {
        assert!(!self.succeeded && self.said(text), "no failure with {text:?} in:\n{self}");
    }

    /// Succeeded, and said this first.
    #[track_caller]
    pub fn expect_beginning(self, stdout: &str) {
        assert!(self.succeeded && self.stdout.starts_with(stdout), "{self}");
    }

    /// Was not clean, and said this among other things.
    #[track_caller]
    pub fn expect_complaint(self, complaint: &str) {
        assert!(self.said(complaint), "nothing of {complaint:?} in:\n{self}");
    }
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = if self.succeeded { "succeeded" } else { "failed" };
        write!(f, "{}\n{outcome}, and said:\n{}{}", self.command, self.stdout, self.stderr)
    }
}
