//! The command line: one file per subcommand.

mod generate;

use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Parser, Subcommand};

use command_line::{Completions, OutputOptions, Program, Status, completion_examples};

pub use generate::Generate;

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
}

const EXAMPLES: &str = "\
Examples:
  baccarat                         write generated/ and constraints/
  baccarat generate --check        check whether those files are up to date
  baccarat completions bash        print a completion script for bash

Other programs, each with its own help:
  baccarat-fpga     build a bitstream, load it into the board, count FPGA cells
  baccarat-sim      play in the terminal, verify every hand, deal a hand, draw diagrams
  baccarat-board    play in a browser, or put any design on the board
  baccarat-judge    judge a task5 of somebody else, or the solutions of a course
In a checkout: cargo fpga, cargo sim, cargo board, cargo judge; cargo play, verify, simulate and diagram are short for cargo sim play, ...";

/// The commands of the other programs, and how to run each from a checkout.
const OTHER_PROGRAMS: [(&[&str], &str); 5] = [
    (&["build", "flash", "doctor", "synth"], "baccarat-fpga (cargo fpga)"),
    (&["play"], "baccarat-sim (cargo play)"),
    (
        &["verify", "simulate", "diagram"],
        "baccarat-sim (cargo verify, cargo simulate, cargo diagram)",
    ),
    (&["board", "export"], "baccarat-board (cargo board)"),
    (&["judge", "course"], "baccarat-judge (cargo judge)"),
];

#[derive(Debug, Subcommand)]
pub enum Command {
    Generate(Generate),
    #[command(after_help = completion_examples!("baccarat"))]
    Completions(Completions),
}

impl Program for Cli {
    fn output(&self) -> &OutputOptions {
        &self.output
    }

    fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        match &self.command {
            None => self.generate.run(status),
            Some(Command::Generate(generate)) => generate.run(status),
            Some(Command::Completions(completions)) => completions.run::<Cli>(),
        }
    }

    fn elsewhere(command: &str) -> Option<&'static str> {
        let (_, program) =
            OTHER_PROGRAMS.iter().find(|(commands, _)| commands.contains(&command))?;
        Some(program)
    }

    /// Options of `generate` before another subcommand.
    fn problem(matches: &ArgMatches) -> Option<String> {
        let (name, _) = matches.subcommand()?;
        let command = Generate::augment_args(clap::Command::new("generate"));
        let mut given = command.get_arguments().filter(|argument| {
            matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
        });
        let option = given.find_map(|argument| argument.get_long())?;
        Some(format!(
            "the subcommand '{name}' cannot be used with '--{option}' before it: options follow the subcommand"
        ))
    }
}
