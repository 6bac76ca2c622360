//! A program: its command line, its errors and its exit code.

use std::ffi::OsString;
use std::fmt::Display;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, ColorChoice, CommandFactory, FromArgMatches, ValueEnum};

use crate::{Status, print_error};

/// The exit code for wrong usage, the same as clap's.
const USAGE: u8 = 2;

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

/// A program with subcommands.
pub trait Program: CommandFactory + FromArgMatches {
    /// Returns the options of every command.
    fn output(&self) -> &OutputOptions;

    /// Runs the command.
    ///
    /// # Errors
    /// Those of the command. A [`usage_error`] among them is printed with the usage of the
    /// subcommand.
    fn run(&self, status: Status) -> anyhow::Result<ExitCode>;

    /// Returns what is wrong with valid arguments.
    fn problem(_: &ArgMatches) -> Option<String> {
        None
    }

    /// Returns which program has a command that this one lacks, as a user runs it.
    fn elsewhere(_: &str) -> Option<&'static str> {
        None
    }

    /// Returns the exit code for an error.
    fn exit_code(_: &anyhow::Error) -> ExitCode {
        ExitCode::FAILURE
    }
}

/// Runs a program with the arguments of the process, and prints its error.
pub fn run<P: Program>() -> ExitCode {
    let arguments = std::env::args_os().collect();
    let (program, subcommand) = parse::<P>(arguments).unwrap_or_else(|error| error.exit());
    let status = Status::new(program.output().quiet, program.output().verbose);
    let error = match program.run(status) {
        Ok(code) => return code,
        Err(error) => error,
    };
    match error.downcast::<clap::Error>() {
        Ok(usage) => {
            let mut command = P::command();
            command.build();
            let usage = match subcommand.and_then(|name| command.find_subcommand_mut(name)) {
                Some(command) => usage.format(command),
                None => usage.format(&mut command),
            };
            // A closed stderr does not change the exit code.
            let _ = usage.print();
            ExitCode::from(USAGE)
        }
        Err(error) => {
            print_error(&error);
            P::exit_code(&error)
        }
    }
}

/// Parses a command line. Returns the name of the subcommand, too. Help and errors follow
/// `--color`.
fn parse<P: Program>(arguments: Vec<OsString>) -> Result<(P, Option<String>), clap::Error> {
    if let Some(choice) = color_choice(&arguments) {
        anstream::ColorChoice::write_global(match choice {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        });
    }
    let mut command = P::command();
    let matches = command.try_get_matches_from_mut(arguments).map_err(with_program::<P>)?;
    if let Some(problem) = P::problem(&matches) {
        return Err(command.error(ErrorKind::ArgumentConflict, problem));
    }
    let program = P::from_arg_matches(&matches)?;
    // clap checks conflicts of global options only on the same side of the command.
    if program.output().quiet && program.output().verbose {
        let message = "the argument '--quiet' cannot be used with '--verbose'";
        return Err(command.error(ErrorKind::ArgumentConflict, message));
    }
    Ok((program, matches.subcommand_name().map(str::to_owned)))
}

/// Adds which program has the command that is unknown here.
fn with_program<P: Program>(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(program) = P::elsewhere(name)
    {
        let tip = format!("it is a command of another program: {program}");
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The value of `--color`, which must be known before clap prints anything.
fn color_choice(arguments: &[OsString]) -> Option<ColorChoice> {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    let value = loop {
        match words.next()? {
            "--" => return None,
            "--color" => break words.next()?,
            word => {
                if let Some(value) = word.strip_prefix("--color=") {
                    break value;
                }
            }
        }
    };
    ColorChoice::from_str(value, false).ok()
}

/// A usage error that clap does not check.
pub fn usage_error(message: impl Display) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, message).into()
}
