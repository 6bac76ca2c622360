//! `baccarat completions`: a completion script for a shell.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use command_line::stdout;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell to print the script for
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  mkdir -p ~/.local/share/bash-completion/completions
  baccarat completions bash > ~/.local/share/bash-completion/completions/baccarat
  baccarat completions fish > ~/.config/fish/completions/baccarat.fish";

impl Completions {
    /// Prints the script on stdout.
    ///
    /// # Errors
    /// Stdout cannot be written. A closed pipe is not an error.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let mut command = Cli::command();
        let name = command.get_name().to_owned();
        // Into memory first: the generator panics when it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);

        stdout::print(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
