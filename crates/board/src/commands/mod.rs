//! The command line: one file per subcommand.

mod board;
mod compared_readers;
mod export;
mod on_board;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use command_line::{Completions, OutputOptions, Program, Status, completion_examples};

pub use board::BoardCommand;
pub use export::Export;

/// The board in a browser
///
/// Without a command, serves it.
#[derive(Debug, Parser)]
#[command(name = "baccarat-board", version, propagate_version = true, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    board: BoardCommand,
    #[command(flatten)]
    output: OutputOptions,
}

const EXAMPLES: &str = "\
Examples:
  baccarat-board --open            play in a browser
  baccarat-board --sources lab/*.sv
                                   somebody's design on the board
  baccarat-board export -o site    write the board as a web page";

#[derive(Debug, Subcommand)]
enum Command {
    Export(Box<Export>),
    #[command(after_help = completion_examples!("baccarat-board"))]
    Completions(Completions),
}

impl Program for Cli {
    fn output(&self) -> &OutputOptions {
        &self.output
    }

    fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        match &self.command {
            None => self.board.run(status),
            Some(Command::Export(export)) => export.run(status),
            Some(Command::Completions(completions)) => completions.run::<Cli>(),
        }
    }
}
