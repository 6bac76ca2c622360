//! This crate, compiled to WebAssembly by Cargo.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;

/// The platform of the module: WebAssembly whose system interface a page can provide.
const TARGET: &str = "wasm32-wasip1";

/// The profile in `Cargo.toml`.
const PROFILE: &str = "web";

/// The folder with the sources of this crate, from which this program was compiled.
pub const SOURCES: &str = env!("CARGO_MANIFEST_DIR");

/// Why the simulator was not compiled.
#[derive(Debug, thiserror::Error)]
pub enum SimulatorError {
    /// A tool of Rust cannot be started.
    #[error(
        "`{tool}` cannot be started: {error}; it compiles the simulator and comes with Rust: \
         https://rustup.rs"
    )]
    NoTool { tool: &'static str, error: io::Error },
    /// The standard library for WebAssembly is missing.
    #[error("Rust's target {TARGET} is not installed: rustup target add {TARGET}")]
    NoTarget,
    /// The sources that this program was compiled from have moved.
    #[error("{} does not have the sources of this program any more: compile it where they are", .0.display())]
    NoSources(PathBuf),
    #[error("cargo could not compile the simulator; its messages are above")]
    Failed,
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: io::Error },
}

/// A line of Cargo's output.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

/// Compiles the simulator from the sources of this program, and returns the WebAssembly module:
/// with the functions that read designs, if it is `with_reader`. Cargo shows its progress on
/// stderr, unless `is_quiet`. If nothing has changed, that takes a second.
///
/// # Errors
///
/// [`SimulatorError`]
pub fn compile(with_reader: bool, is_quiet: bool) -> Result<Vec<u8>, SimulatorError> {
    let folder = PathBuf::from(SOURCES);
    if !folder.join("Cargo.toml").is_file() {
        return Err(SimulatorError::NoSources(folder));
    }
    check_target(&folder)?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(&folder)
        .args(["rustc", "--package", env!("CARGO_PKG_NAME"), "--lib"])
        .args(["--crate-type", "cdylib", "--profile", PROFILE, "--target", TARGET])
        .args(["--message-format", "json-render-diagnostics"])
        .args(with_reader.then_some("--features=reader"))
        .args(is_quiet.then_some("--quiet"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| SimulatorError::NoTool { tool: "cargo", error })?;
    let modules = String::from_utf8_lossy(&output.stdout);
    let mut modules = modules
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok())
        .flat_map(|message| message.filenames)
        .filter(|path| path.extension().is_some_and(|extension| extension == "wasm"));
    match modules.next_back().filter(|_| output.status.success()) {
        Some(path) => {
            std::fs::read(&path).map_err(|error| SimulatorError::Unreadable { path, error })
        }
        None => Err(SimulatorError::Failed),
    }
}

fn check_target(folder: &PathBuf) -> Result<(), SimulatorError> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .current_dir(folder)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map_err(|error| SimulatorError::NoTool { tool: "rustc", error })?;
    let library = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    if output.status.success() && library.is_dir() { Ok(()) } else { Err(SimulatorError::NoTarget) }
}
