//! Other people's simulators, on the SystemVerilog that is emitted.

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
    let sources = engine::sources(&design).into_iter().map(|source| {
        let path = folder.join(&source.name);
        fs::write(&path, source.text).with_context(|| path.display().to_string())?;
        Ok(path)
    });
    sources.collect()
}

/// A model with its optimisation really on, which plays all hands.
pub fn verilator(
    folder: &Path,
    sources: &[PathBuf],
    clocking: Clocking,
    pictures: &[u64],
) -> Result<Measured> {
    let harness = folder.join("harness.cpp");
    fs::write(&harness, include_str!("verilator.cpp"))?;
    let answers = folder.join("answers.bin");
    let mut file = std::io::BufWriter::new(fs::File::create(&answers)?);
    pictures.iter().try_for_each(|picture| file.write_all(&picture.to_le_bytes()))?;
    file.flush()?;
    // Its makefile adds -Os at the end unless it is told otherwise.
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
        .args([pictures.len(), shortest, after_reset].map(|number| number.to_string()));
    let said = run(play, folder, "build it")?;
    let (wrong, time) = said.trim().split_once(' ').context("Verilator's model said nothing")?;
    Ok(Measured { hands: pictures.len(), wrong: wrong.parse()?, time: seconds(time)? })
}

/// Icarus plays the first hands.
pub fn icarus(
    folder: &Path,
    sources: &[PathBuf],
    clocking: Clocking,
    pictures: &[u64],
) -> Result<Measured> {
    let harness = folder.join("bench.sv");
    fs::write(&harness, include_str!("icarus.sv"))?;
    let answers: Vec<String> = pictures.iter().map(|picture| format!("{picture:x}\n")).collect();
    fs::write(folder.join("answers.hex"), answers.concat())?;
    let (shortest, after_reset) = waits(clocking);
    let mut build = Command::new("iverilog");
    build.args(["-g2012", "-s", "bench", "-o", "bench.vvp"]);
    for (parameter, value) in
        [("HANDS", pictures.len()), ("SHORTEST_WAIT", shortest), ("RANK_AFTER_RESET", after_reset)]
    {
        build.arg(format!("-Pbench.{parameter}={value}"));
    }
    build.args(sources).arg(&harness);
    run(build, folder, "apt-get install iverilog")?;
    let mut play = Command::new("vvp");
    play.args(["-n", "bench.vvp"]);
    let start = Instant::now();
    let said = run(play, folder, "apt-get install iverilog")?;
    let time = start.elapsed();
    let wrong =
        said.lines().find_map(|line| line.trim().parse().ok()).context("Icarus said nothing")?;
    Ok(Measured { hands: pictures.len(), wrong, time })
}

fn run(mut command: Command, folder: &Path, remedy: &str) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = match command.current_dir(folder).stdin(Stdio::null()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("not there: {remedy}"),
        output => output.with_context(|| program.clone())?,
    };
    if !output.status.success() {
        bail!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
