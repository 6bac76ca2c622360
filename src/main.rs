use std::io::{Write, stderr};
use std::process::ExitCode;

use baccarat::commands::{Cli, Command};
use clap::Parser;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        None => cli.generate.run(),
        Some(Command::Generate(generate)) => generate.run(),
        Some(Command::Verify(verify)) => verify.run(),
        Some(Command::Simulate(simulate)) => simulate.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Board(board)) => board.run(),
        Some(Command::Diagram(diagram)) => diagram.run(),
        Some(Command::Synth(synth)) => synth.run(),
        Some(Command::Build(build)) => build.run(),
        Some(Command::Flash(flash)) => flash.run(),
        Some(Command::Doctor(doctor)) => doctor.run(),
        Some(Command::Completions(completions)) => completions.run(),
    };
    result.unwrap_or_else(|error| {
        // With nobody left to read it, the exit code has to say it.
        let _ = writeln!(stderr(), "error: {error:#}");
        ExitCode::FAILURE
    })
}
