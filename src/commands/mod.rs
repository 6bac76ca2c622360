//! The command line: one file per subcommand.

mod board;
mod build;
mod completions;

mod diagram;
mod doctor;
mod export;
mod flash;
mod generate;
mod generated_files;
mod judge;
mod judged_hand;
mod machine;
mod number;
mod on_board;
mod output_file;
mod play;
mod simulate;
mod sources;
mod status;
mod stdout;
mod synth;
mod table;
mod tools;
mod usage;
mod verify;

use std::process::ExitCode;

use clap::{Args, ColorChoice, Parser, Subcommand};

pub use board::BoardCommand;
pub use build::Build;
pub use completions::Completions;
pub use diagram::Diagram;
pub use doctor::Doctor;
pub use export::Export;
pub use flash::Flash;
pub use generate::Generate;
pub use judge::JudgeCourse;
pub use play::Play;
pub use simulate::Simulate;
pub use sources::NotJudged;
pub use status::{Status, print_error};
pub use synth::Synth;
pub use verify::{ClockedDesign, Verify};

/// Punto banco as hardware: generate the SystemVerilog, constraints and Quartus project for a
/// DE1-SoC
///
/// Without a command, `generate` runs and takes its options.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub generate: Generate,
    #[command(flatten)]
    pub output: OutputOptions,
    /// The name of the subcommand.
    #[arg(skip)]
    subcommand: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  baccarat                         write generated/ and constraints/
  baccarat generate --check        check whether those files are up to date
  baccarat verify                  play every hand on the simulated hardware
  baccarat judge solutions         judge the solutions of a course
  baccarat simulate --cards 5,K,9,2,7,A
                                   deal one hand, press by press
  baccarat play                    play in the terminal
  baccarat board --open            play in a browser
  baccarat export -o site          write the board as a web page
  baccarat diagram states          draw the state machine as SVG
  baccarat synth                   count the FPGA cells with Yosys
  baccarat build                   build a bitstream for the DE1-SoC
  baccarat flash                   load the bitstream into the board
  baccarat doctor                  list the external tools and their state
  baccarat completions bash        print a completion script for bash";

/// Options of every command that control what it prints.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct OutputOptions {
    /// Print nothing but errors on stderr
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    quiet: bool,

    /// Print more on stderr, such as the output of tools, files and durations
    #[arg(long, short, global = true)]
    verbose: bool,

    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

impl OutputOptions {
    fn status(&self) -> Status {
        Status::new(self.quiet, self.verbose)
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Generate(Generate),
    Verify(Verify),
    Judge(JudgeCourse),
    Simulate(Simulate),
    Play(Play),
    Board(BoardCommand),
    Export(Export),
    Diagram(Diagram),
    Synth(Synth),
    Build(Build),
    Flash(Flash),
    Doctor(Doctor),
    Completions(Completions),
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// Those of the command. A [`clap::Error`] among them is wrong usage.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let result = self.run_command(self.output.status());
        result.map_err(|error| usage::with_usage(error, self.subcommand.as_deref()))
    }

    fn run_command(&self, status: Status) -> anyhow::Result<ExitCode> {
        match &self.command {
            None => self.generate.run(status),
            Some(Command::Generate(generate)) => generate.run(status),
            Some(Command::Verify(verify)) => verify.run(status),
            Some(Command::Judge(judge)) => judge.run(status),
            Some(Command::Simulate(simulate)) => simulate.run(status),
            Some(Command::Play(play)) => play.run(status),
            Some(Command::Board(board)) => board.run(status),
            Some(Command::Export(export)) => export.run(status),
            Some(Command::Diagram(diagram)) => diagram.run(status),
            Some(Command::Synth(synth)) => synth.run(status),
            Some(Command::Build(build)) => build.run(status),
            Some(Command::Flash(flash)) => flash.run(status),
            Some(Command::Doctor(doctor)) => doctor.run(status),
            Some(Command::Completions(completions)) => completions.run(),
        }
    }
}
