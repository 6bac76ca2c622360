//! `baccarat-board export`: the board as a web page for any web server.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::on_board::OnBoard;
use crate::site::{self, Site};
use command_line::Status;

/// Write the board as a web page that any web server can serve
///
/// Writes a folder of static files: the page of `baccarat-board`, with the simulator as
/// WebAssembly, so that the board runs in the browser of each visitor. The browser keeps the board
/// when the page is left. An earlier export in the folder is replaced; other files in it stay.
///
/// --sources: puts somebody's design on the board instead, as in baccarat-board.
///
/// The first run compiles the simulator, which takes some minutes and needs Rust's target
/// wasm32-wasip1: rustup target add wasm32-wasip1. That happens in the folder with the sources of
/// this program, which has to be there even if the program itself was copied.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    #[command(flatten)]
    on_board: OnBoard,

    /// The folder to write
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  baccarat-board export --machine casino -o site
  baccarat-board export --sources lab/lab.qpf -o site        a Quartus project
  python3 -m http.server --directory site              then open http://localhost:8000";

impl Export {
    /// Writes the folder.
    ///
    /// # Errors
    /// The simulator cannot be compiled, or the folder cannot be written.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        // Before what takes minutes.
        site::check_folder(&self.output)?;
        let compile = || {
            status.print(format_args!(
                "Compiling the simulator in {}. The first time takes minutes.",
                site::SOURCES
            ));
            site::compile(status.is_quiet())
        };
        let site = match self.on_board.machine()? {
            Some(top) => Site::of_machine(top, compile()?)?,
            None => Site::of_design(self.on_board.read(&[], status)?, compile()?)?,
        };
        site.write(&self.output)?;
        let (files, bytes) = site.size();
        status.print(format_args!(
            "Wrote {}: {files} files, {} kB.",
            self.output.display(),
            bytes / 1000
        ));
        Ok(ExitCode::SUCCESS)
    }
}
