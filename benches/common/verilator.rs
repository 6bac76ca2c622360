//! Hands and frames in Verilator.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{Measured, tools};

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
    let answer_file = folder.join("answers.bin");
    let mut file = std::io::BufWriter::new(fs::File::create(&answer_file)?);
    answers.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
    file.flush()?;
    let program =
        tools::build_verilator(folder, &format!("V{top}"), top, &[], sources, harness_text)?;
    let mut play = Command::new(program);
    play.arg(&answer_file).args(arguments);
    let output = tools::run(play, folder, "build it")?;
    let (wrong, time) =
        output.trim().split_once(' ').context("the Verilator model printed no result")?;
    Ok(Measured { count: hands, wrong: wrong.parse()?, time: tools::seconds(time)? })
}
