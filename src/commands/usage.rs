//! Parsing the command line, and usage errors that clap does not check.

use std::ffi::OsString;
use std::fmt::Display;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ColorChoice, Command, CommandFactory, FromArgMatches, ValueEnum};

use super::{Cli, Generate};

impl Cli {
    /// Parses a command line. Help and errors follow `--color`, too.
    ///
    /// # Errors
    /// It is not valid, or asks for help or the version.
    pub fn try_parse_arguments(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Cli, clap::Error> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        if let Some(choice) = color_choice(&arguments) {
            anstream::ColorChoice::write_global(match choice {
                ColorChoice::Auto => anstream::ColorChoice::Auto,
                ColorChoice::Always => anstream::ColorChoice::Always,
                ColorChoice::Never => anstream::ColorChoice::Never,
            });
        }
        let mut command = Cli::command();
        let matches = command.try_get_matches_from_mut(arguments)?;
        if let (Some((name, _)), Some(option)) = (matches.subcommand(), generate_option(&matches)) {
            let message = format!(
                "the subcommand '{name}' cannot be used with '{option}' before it: options follow the subcommand"
            );
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        let mut cli = Cli::from_arg_matches(&matches)?;
        cli.subcommand = matches.subcommand_name().map(str::to_owned);
        // clap checks conflicts of global options only on the same side of the command.
        if cli.output.quiet && cli.output.verbose {
            let message = "the argument '--quiet' cannot be used with '--verbose'";
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        Ok(cli)
    }
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

/// An option of `generate` that is given to `baccarat` itself.
fn generate_option(matches: &ArgMatches) -> Option<String> {
    let command = Generate::augment_args(Command::new("generate"));
    let given = command.get_arguments().find(|argument| {
        matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
    });
    given.and_then(|argument| argument.get_long()).map(|long| format!("--{long}"))
}

/// A usage error that clap does not check. [`Cli::run`] adds the usage of the subcommand.
pub(super) fn error(message: impl Display) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ArgumentConflict, message).into()
}

/// Adds the usage of a subcommand to a usage error.
pub(super) fn with_usage(error: anyhow::Error, subcommand: Option<&str>) -> anyhow::Error {
    let mut cli = Cli::command();
    cli.build();
    let command = subcommand.and_then(|name| cli.find_subcommand_mut(name));
    match (error.downcast::<clap::Error>(), command) {
        (Ok(usage), Some(command)) => usage.format(command).into(),
        (Ok(usage), None) => usage.format(&mut cli).into(),
        (Err(error), _) => error,
    }
}
