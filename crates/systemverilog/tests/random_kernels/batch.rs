//! Compiles kernels and simulates them in rust-hdl.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use backend_testing::VerilatorRuntime;
use serde_json::Value;
use test_support::Output;

use crate::generator::Kernel;

/// The longest time in which a program simulates and proves its kernels, well above what it needs.
const TIMEOUT: Duration = Duration::from_secs(1200);

/// What is compared with Rust.
#[derive(Clone, Copy, PartialEq)]
pub enum Tools {
    /// Icarus Verilog and Verilator.
    Simulators,
    /// The netlists of Yosys.
    Netlists,
}

/// The libraries that kernels need: arguments with which `rustc` finds those in Rust.
pub struct Libraries {
    arguments: Vec<String>,
    /// What simulates the kernels: the folder with Verilator's runtime, or `netlists`.
    tools: PathBuf,
}

impl Libraries {
    /// Builds the runtime with cargo, and Verilator's in a folder unless netlists are compared.
    pub fn build(folder: &Path, tools: Tools) -> Libraries {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--offline", "--quiet", "--message-format=json"]);
        cargo.args(["--package", "random-kernels-runtime", "--target-dir"]).arg(target());
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        let built = Output::of(cargo).expect("cargo starts").succeeds().stdout;
        let messages: Vec<Value> =
            built.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let dependencies = target().join("debug/deps").display().to_string();
        let mut arguments = vec!["-L".to_string(), format!("dependency={dependencies}")];
        for name in ["random_kernels_runtime", "rust_hdl_systemverilog"] {
            let message = messages.iter().find(|message| message["target"]["name"] == name);
            let file = message.and_then(|message| message["filenames"][0].as_str());
            let file = file.expect("a library among cargo's messages");
            arguments.extend(["--extern".to_string(), format!("{name}={file}")]);
        }
        let tools = match tools {
            Tools::Simulators => {
                let verilator = folder.join("verilator");
                fs::create_dir(&verilator).expect("a folder");
                VerilatorRuntime::in_folder(&verilator, false);
                verilator
            }
            Tools::Netlists => "netlists".into(),
        };
        Libraries { arguments, tools }
    }

    /// Compiles kernels to one program and runs it. Returns what it prints.
    ///
    /// # Errors
    ///
    /// With the output of the compiler, or of a program that does not finish.
    pub fn run(&self, kernels: &[Kernel], folder: &Path, seed: u64) -> Result<String, String> {
        let first = kernels.first().map_or(0, |kernel| kernel.number);
        let name = format!("kernels_{first}");
        fs::write(folder.join(format!("{name}.rs")), program(kernels)).expect("a file");
        let mut rustc = Command::new("rustc");
        // Without unwinding and debug information there is less to compile.
        let fast = ["-Cpanic=abort", "-Cdebuginfo=0", "-Cstrip=symbols", "--cap-lints=allow"];
        rustc
            .current_dir(folder)
            .args(["--edition=2024", &format!("{name}.rs")])
            .args(fast)
            .args(&self.arguments);
        Output::of(rustc).expect("rustc starts").into_result()?;
        let mut program = Command::new(folder.join(&name));
        program.arg(seed.to_string()).arg(&self.tools).current_dir(folder);
        let output = Output::within(TIMEOUT, program).map_err(|error| error.to_string())?;
        Ok(output.ok_or_else(|| format!("it does not finish within {TIMEOUT:?}"))?.stdout)
    }
}

/// The folder of build products that the tests are in, too.
fn target() -> PathBuf {
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR"));
    tests.parent().expect("the target folder").to_path_buf()
}

/// The program with these kernels as modules.
fn program(kernels: &[Kernel]) -> String {
    let mut modules = String::new();
    let mut entries = String::new();
    for Kernel { number, top, .. } in kernels {
        modules.push_str(&format!("#[path = \"{number}/kernel.rs\"]\nmod k{number};\n"));
        entries.push_str(&format!("        Kernel::new::<k{number}::{top}>({number}),\n"));
    }
    format!(
        "use random_kernels_runtime::{{Kernel, run}};\n\n{modules}\nfn main() {{\n    run(&[\n{entries}    ]);\n}}\n"
    )
}
