//! The computer, and external simulators.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use baccarat_hdl::top::Top;
use rust_hdl_systemverilog::{Options, print_all};

/// Returns the model of the CPU.
pub fn processor() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.to_string())
}

/// Writes the modules of a top into a folder.
pub fn emit(folder: &Path, top: impl Into<Top>) -> Result<Vec<PathBuf>> {
    let design = baccarat_sim::design(top)?;
    let sources = print_all(&design, &Options::default()).into_iter().map(|source| {
        let path = folder.join(&source.name);
        fs::write(&path, source.text).with_context(|| path.display().to_string())?;
        Ok(path)
    });
    sources.collect()
}

/// Builds a Verilator model of this name with full optimisation. Returns the path of its program.
pub fn build_verilator(
    folder: &Path,
    model: &str,
    top: &str,
    options: &[String],
    sources: &[PathBuf],
    harness_text: &str,
) -> Result<PathBuf> {
    let harness = folder.join("harness.cpp");
    fs::write(&harness, harness_text)?;
    // Without OPT_FAST the makefile of Verilator appends -Os.
    let mut build = Command::new("verilator");
    build.args(["--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "--x-initial", "fast"]);
    build.args(["--noassert", "-Wno-fatal", "-MAKEFLAGS", "OPT_FAST='-O3 -march=native'"]);
    build.args(["--prefix", model, "--top-module", top]).args(options).args(sources).arg(&harness);
    run(build, folder, "apt-get install verilator make g++")?;
    Ok(folder.join("obj_dir").join(model))
}

/// Runs a program in a folder and returns what it prints.
pub fn run(mut command: Command, folder: &Path, remedy: &str) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = match command.current_dir(folder).stdin(Stdio::null()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("not found: {remedy}"),
        output => output.with_context(|| program.clone())?,
    };
    if !output.status.success() {
        bail!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Parses a time in seconds.
pub fn seconds(text: &str) -> Result<Duration> {
    let seconds: f64 =
        text.parse().with_context(|| format!("`{text}` is not a time in seconds"))?;
    Ok(Duration::from_secs_f64(seconds))
}
