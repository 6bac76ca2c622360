//! External simulators.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use baccarat::generator::{self, Top};

use crate::common::Measured;

/// Writes the modules of a top into a folder.
pub fn emit(folder: &Path, top: impl Into<Top>) -> Result<Vec<PathBuf>> {
    let design = generator::design(top)?;
    let sources = generator::print_proven(&design)?.into_iter().map(|source| {
        let path = folder.join(&source.name);
        fs::write(&path, source.text).with_context(|| path.display().to_string())?;
        Ok(path)
    });
    sources.collect()
}

/// Builds a Verilator model with full optimisation and plays hands on it. `answers` are written to
/// a file whose name is the first argument of the program.
pub fn verilator(
    folder: &Path,
    sources: &[PathBuf],
    top: &str,
    harness_text: &str,
    answers: &[u64],
    hands: usize,
    arguments: &[String],
) -> Result<Measured> {
    let harness = folder.join("harness.cpp");
    fs::write(&harness, harness_text)?;
    let answer_file = folder.join("answers.bin");
    let mut file = std::io::BufWriter::new(fs::File::create(&answer_file)?);
    answers.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
    file.flush()?;
    // Without OPT_FAST the makefile of Verilator appends -Os.
    let mut build = Command::new("verilator");
    build.args(["--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "--x-initial", "fast"]);
    build.args(["--noassert", "-Wno-fatal", "-MAKEFLAGS", "OPT_FAST='-O3 -march=native'"]);
    build.args(["--top-module", top]).args(sources).arg(&harness);
    run(build, folder, "apt-get install verilator make g++")?;
    let mut play = Command::new(folder.join("obj_dir").join(format!("V{top}")));
    play.arg(&answer_file).args(arguments);
    let output = run(play, folder, "build it")?;
    let (wrong, time) =
        output.trim().split_once(' ').context("the Verilator model printed no result")?;
    Ok(Measured { count: hands, wrong: wrong.parse()?, time: seconds(time)? })
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
fn seconds(text: &str) -> Result<Duration> {
    let seconds: f64 =
        text.parse().with_context(|| format!("`{text}` is not a time in seconds"))?;
    Ok(Duration::from_secs_f64(seconds))
}
