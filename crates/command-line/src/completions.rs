//! `completions`: a completion script for a shell.

use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use crate::{Program, stdout};

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell to print the script for
    shell: Shell,
}

/// Examples for the help of a program's `completions`.
#[macro_export]
macro_rules! completion_examples {
    ($program:literal) => {
        concat!(
            "Examples:\n  mkdir -p ~/.local/share/bash-completion/completions\n  ",
            $program,
            " completions bash > ~/.local/share/bash-completion/completions/",
            $program,
            "\n  ",
            $program,
            " completions fish > ~/.config/fish/completions/",
            $program,
            ".fish"
        )
    };
}

impl Completions {
    /// Prints the script of a program on stdout.
    ///
    /// # Errors
    /// Stdout cannot be written. A closed pipe is not an error.
    pub fn run<P: Program>(&self) -> anyhow::Result<ExitCode> {
        let mut command = P::command();
        let name = command.get_name().to_owned();
        // Into memory first: the generator panics when it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);

        stdout::print(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
