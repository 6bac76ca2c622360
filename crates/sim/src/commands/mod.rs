//! The command line: one file per subcommand.

mod diagram;
mod play;
mod progress;
mod simulate;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use command_line::{Completions, OutputOptions, Program, Status, completion_examples};

pub use diagram::Diagram;
pub use play::Play;
pub use progress::timed;
pub use simulate::{Cards, Simulate};
pub use verify::{ClockedDesign, Verify};

/// The machines simulated: play, deal a hand, verify every hand, draw diagrams
#[derive(Debug, Parser)]
#[command(name = "baccarat-sim", version, propagate_version = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub output: OutputOptions,
}

const EXAMPLES: &str = "\
Examples:
  baccarat-sim play                play in the terminal
  baccarat-sim verify              play every hand on the simulated hardware
  baccarat-sim simulate --cards 5,K,9,2,7,A
                                   deal one hand, press by press
  baccarat-sim diagram states      draw the state machine as SVG";

#[derive(Debug, Subcommand)]
pub enum Command {
    Play(Play),
    Verify(Verify),
    Simulate(Simulate),
    Diagram(Diagram),
    #[command(after_help = completion_examples!("baccarat-sim"))]
    Completions(Completions),
}

impl Program for Cli {
    fn output(&self) -> &OutputOptions {
        &self.output
    }

    fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Play(play) => play.run(status),
            Command::Verify(verify) => verify.run(status),
            Command::Simulate(simulate) => simulate.run(status),
            Command::Diagram(diagram) => diagram.run(status),
            Command::Completions(completions) => completions.run::<Cli>(),
        }
    }
}
