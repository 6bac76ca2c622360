//! The machines on the DE1-SoC, with external tools: one file per subcommand.
//!
//! | module | contents |
//! |---|---|
//! | `designs` | the generated files of a machine, as the flows build them |
//! | `build` | bitstreams |
//! | `flash` | loading a bitstream into the board |
//! | `doctor` | the tools and their state |
//! | `synth` | FPGA cells, and `docs/synthesis.md` |

mod build;
mod designs;
mod doctor;
mod flash;
mod synth;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use command_line::{Completions, OutputOptions, Program, Status, completion_examples};

use build::Build;
use doctor::Doctor;
use flash::Flash;
use synth::Synth;

/// Put the machines on a DE1-SoC: build a bitstream, load it, count the FPGA cells
#[derive(Debug, Parser)]
#[command(name = "baccarat-fpga", version, propagate_version = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: OutputOptions,
}

const EXAMPLES: &str = "\
Examples:
  baccarat-fpga doctor             list the external tools and their state
  baccarat-fpga build              build a bitstream for the DE1-SoC
  baccarat-fpga flash              load the bitstream into the board
  baccarat-fpga synth              count the FPGA cells with Yosys";

#[derive(Debug, Subcommand)]
enum Command {
    Build(Build),
    Flash(Flash),
    Doctor(Doctor),
    Synth(Synth),
    #[command(after_help = completion_examples!("baccarat-fpga"))]
    Completions(Completions),
}

impl Program for Cli {
    fn output(&self) -> &OutputOptions {
        &self.output
    }

    fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Build(build) => build.run(status),
            Command::Flash(flash) => flash.run(status),
            Command::Doctor(doctor) => doctor.run(status),
            Command::Synth(synth) => synth.run(status),
            Command::Completions(completions) => completions.run::<Cli>(),
        }
    }
}
