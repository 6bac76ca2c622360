//! Verilator and Icarus Verilog, on the emitted SystemVerilog.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};
use baccarat_hdl::top::Clocking;

use crate::common::tools::run;
use crate::common::{self, Measured};
use crate::waits;

/// Plays all hands on a Verilator model with full optimisation.
pub fn verilator(
    folder: &Path,
    sources: &[PathBuf],
    clocking: Clocking,
    answers: &[u64],
) -> Result<Measured> {
    let (shortest, after_reset) = waits(clocking);
    let arguments = [answers.len(), shortest, after_reset].map(|number| number.to_string());
    let harness = include_str!("verilator.cpp");
    common::verilator(folder, sources, "task5", harness, answers, answers.len(), &arguments)
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
    Ok(Measured { count: answer_words.len(), wrong, time })
}
