//! The command line: one file per subcommand.

mod board;
mod build;
mod clocking;
mod completions;
mod diagram;
mod doctor;
mod flash;
mod generate;
mod output_file;
mod play;
mod simulate;
mod stdout;
mod synth;
mod table;
mod tools;
mod verify;

use clap::{Parser, Subcommand};

pub use board::Board;
pub use build::Build;
pub use completions::Completions;
pub use diagram::Diagram;
pub use doctor::Doctor;
pub use flash::Flash;
pub use generate::Generate;
pub use play::Play;
pub use simulate::Simulate;
pub use synth::Synth;
pub use verify::{Machine, Verify};

/// Punto banco as hardware: writes the SystemVerilog, the constraints and the Quartus project for a DE1-SoC.
///
/// Without a command it does what `generate` does, with the same options.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub generate: Generate,
}

const EXAMPLES: &str = "\
Examples:
  baccarat                         write everything into generated/ and constraints/
  baccarat generate --check        tell whether those files are current
  baccarat verify                  play every hand on the simulated machine
  baccarat simulate --cards 5,K,9,2,7,A    deal one hand, press by press
  baccarat play                    play at the table in the terminal
  baccarat board --open            play on the board in a browser
  baccarat diagram states          draw the state machine as SVG
  baccarat synth                   count the cells that Yosys makes of it
  baccarat build                   build a bitstream for the DE1-SoC
  baccarat flash                   load it into the board
  baccarat doctor                  tell which tools for that are installed
  baccarat completions bash        print a completion script for bash";

#[derive(Debug, Subcommand)]
pub enum Command {
    Generate(Generate),
    Verify(Verify),
    Simulate(Simulate),
    Play(Play),
    Board(Board),
    Diagram(Diagram),
    Synth(Synth),
    Build(Build),
    Flash(Flash),
    Doctor(Doctor),
    Completions(Completions),
}
