use std::process::ExitCode;

use baccarat::commands::{Cli, NotJudged, print_error};

/// The exit code for wrong usage, the same as clap's.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::try_parse_arguments(std::env::args_os()).unwrap_or_else(|error| error.exit());
    cli.run().unwrap_or_else(|error| match error.downcast_ref::<clap::Error>() {
        Some(usage) => {
            // A closed stderr does not change the exit code.
            let _ = usage.print();
            ExitCode::from(USAGE)
        }
        None => {
            print_error(&error);
            match error.is::<NotJudged>() {
                true => ExitCode::from(NotJudged::EXIT_CODE),
                false => ExitCode::FAILURE,
            }
        }
    })
}
