//! The command line: one file per subcommand.

mod course;
mod simulate;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::report::Remarks;
use command_line::{Completions, OutputOptions, Program, Status, completion_examples};
use de1_soc::is_high_at_power_up;
use foreign_designs::Elaborated;
use tool_options::{ReaderOptions, SourceOptions, while_reading};

pub use course::JudgeCourse;
pub use simulate::Simulate;
pub use verify::{NotJudged, Verify};

/// Judge task5 of other people: a solution, or all solutions of a course
#[derive(Debug, Parser)]
#[command(name = "baccarat-judge", version, propagate_version = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    output: OutputOptions,
}

const EXAMPLES: &str = "\
Examples:
  baccarat-judge verify --sources lab/*.sv
                                   judge one solution
  baccarat-judge course solutions  judge the solutions of a course
  baccarat-judge simulate --sources lab/*.sv --cards 5,K,9,2,7,A
                                   deal one hand on a solution, press by press";

#[derive(Debug, Subcommand)]
enum Command {
    Verify(Verify),
    Course(JudgeCourse),
    Simulate(Simulate),
    #[command(after_help = completion_examples!("baccarat-judge"))]
    Completions(Completions),
}

impl Program for Cli {
    fn output(&self) -> &OutputOptions {
        &self.output
    }

    fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        match &self.command {
            Command::Verify(verify) => verify.run(status),
            Command::Course(course) => course.run(status),
            Command::Simulate(simulate) => simulate.run(status),
            Command::Completions(completions) => completions.run::<Cli>(),
        }
    }

    fn exit_code(error: &anyhow::Error) -> ExitCode {
        match error.is::<NotJudged>() {
            true => ExitCode::from(NotJudged::EXIT_CODE),
            false => ExitCode::FAILURE,
        }
    }
}

/// Reads a design whose keys are up at power-up, with remarks on its sources.
///
/// # Errors
/// The sources have no port of the board, Yosys is missing, or rejects the sources.
fn read(
    reader: &ReaderOptions,
    sources: &SourceOptions,
    status: Status,
) -> anyhow::Result<(Elaborated, Remarks)> {
    let (reader, set) = reader.prepare(sources.collect_submission(status)?, status)?;
    let read = || foreign_designs::read(&reader, &set, is_high_at_power_up);
    let elaborated = while_reading(status, read)?;
    Ok((elaborated, Remarks::of(&set)))
}
