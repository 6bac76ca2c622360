//! Verilator and Icarus Verilog, on the emitted SystemVerilog.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use baccarat::engine::{self, Clocking};

use crate::table::Measured;
use crate::{seconds, waits};

/// Writes the modules into a folder.
pub fn emit(folder: &Path, clocking: Clocking) -> Result<Vec<PathBuf>> {
    let design = engine::design(clocking)?;
    let sources = engine::sources(&design)?.into_iter().map(|source| {
        let path = folder.join(&source.name);
        fs::write(&path, source.text).with_context(|| path.display().to_string())?;
        Ok(path)
    });
    sources.collect()
}

/// Plays all hands on a Verilator model with full optimisation.
pub fn verilator(
    folder: &Path,
    sources: &[PathBuf],
    clocking: Clocking,
    answer_words: &[u64],
) -> Result<Measured> {
    let harness = folder.join("harness.cpp");
    fs::write(&harness, include_str!("verilator.cpp"))?;
    let answers = folder.join("answers.bin");
    let mut file = std::io::BufWriter::new(fs::File::create(&answers)?);
    answer_words.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
    file.flush()?;
    // Without OPT_FAST the makefile of Verilator appends -Os.
    let mut build = Command::new("verilator");
    build.args(["--cc", "--exe", "--build", "-O3", "--x-assign", "fast", "--x-initial", "fast"]);
    build.args([
        "--noassert",
        "-Wno-fatal",
        "-MAKEFLAGS",
        "OPT_FAST='-O3 -march=native'",
        "--top-module",
        "task5",
    ]);
    build.args(sources).arg(&harness);
    run(build, folder, "apt-get install verilator make g++")?;
    let (shortest, after_reset) = waits(clocking);
    let mut play = Command::new(folder.join("obj_dir").join("Vtask5"));
    play.arg(&answers)
        .args([answer_words.len(), shortest, after_reset].map(|number| number.to_string()));
    let output = run(play, folder, "build it")?;
    let (wrong, time) =
        output.trim().split_once(' ').context("the Verilator model printed no result")?;
    Ok(Measured { hands: answer_words.len(), wrong: wrong.parse()?, time: seconds(time)? })
}

/// Plays a hand for each answer on Icarus Verilog.
pub fn icarus(
    folder: &Path,
    sources: &[PathBuf],
    clocking: Clocking,
    answer_words: &[u64],
) -> Result<Measured> {
    let harness = folder.join("bench.sv");
    fs::write(&harness, include_str!("icarus.sv"))?;
    let answers: Vec<String> = answer_words.iter().map(|word| format!("{word:x}\n")).collect();
    fs::write(folder.join("answers.hex"), answers.concat())?;
    let (shortest, after_reset) = waits(clocking);
    let mut build = Command::new("iverilog");
    build.args(["-g2012", "-s", "bench", "-o", "bench.vvp"]);
    for (parameter, value) in [
        ("HANDS", answer_words.len()),
        ("SHORTEST_WAIT", shortest),
        ("RANK_AFTER_RESET", after_reset),
    ] {
        build.arg(format!("-Pbench.{parameter}={value}"));
    }
    build.args(sources).arg(&harness);
    run(build, folder, "apt-get install iverilog")?;
    let mut play = Command::new("vvp");
    play.args(["-n", "bench.vvp"]);
    let start = Instant::now();
    let output = run(play, folder, "apt-get install iverilog")?;
    let time = start.elapsed();
    let wrong = output
        .lines()
        .find_map(|line| line.trim().parse().ok())
        .context("Icarus Verilog printed no result")?;
    Ok(Measured { hands: answer_words.len(), wrong, time })
}

fn run(mut command: Command, folder: &Path, remedy: &str) -> Result<String> {
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
