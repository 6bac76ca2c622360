//! `baccarat-judge simulate`: deals one hand on a `task5` of somebody else.

mod hand;

use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::read;
use baccarat_sim::commands::Cards;
use command_line::{Status, output_file, printable, stdout, usage_error};
use output_files::OutputFile;
use tool_options::{ReaderOptions, SourceOptions};

/// Deal one hand on somebody's task5 and show it press by press
///
/// FILE can be `-` for stdout; the table then goes to stderr.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Simulate {
    /// The four to six cards in the order in which they are dealt: A, 2 to 10, J, Q, K
    #[arg(long, value_name = "CARDS")]
    cards: Cards,

    #[command(flatten)]
    sources: SourceOptions,

    /// Write the waveforms of the pins and registers to FILE, for GTKWave or Surfer
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    vcd: Option<OutputFile>,

    /// Print JSON instead of the table; --help lists the fields
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    reader: ReaderOptions,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat-judge simulate --sources lab/*.sv --cards 5,K,9,2,7,A --vcd hand.vcd"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  passed       whether the finished hand is right; if false, the exit code is 1
  cards        the cards as dealt
  conventions  what the design does its own way, in sentences
  presses      for the reset and each press: press, its number; shown and
               expected, each {ledr, hex}: hex is HEX0 to HEX5, where 0 lights a
               segment; expected is null before the end of the hand; state, the value of the state register, if any

",
    examples!()
);

impl Simulate {
    /// Deals the hand, prints it on stdout and writes the file.
    ///
    /// # Errors
    /// Two results go to stdout, a file cannot be written, or the finished hand is wrong.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        self.sources.check_is_given()?;
        let ranks = self.cards.ranks_without_suits()?;
        let vcd_to_stdout = self.vcd == Some(OutputFile::Stdout);
        if self.json && vcd_to_stdout {
            return Err(usage_error("--json and --vcd - both write to stdout"));
        }
        self.vcd.iter().try_for_each(OutputFile::check)?;
        let (elaborated, remarks) = read(&self.reader, &self.sources, status)?;
        for warning in &elaborated.warnings {
            status.print(format_args!("Yosys: {warning}"));
        }
        if let Some(warning) = remarks.warning() {
            status.print(format_args!("{}", printable(&warning)));
        }
        let (conventions, replay) = hand::deal(&elaborated.design, &ranks)?;
        if let Some(file) = &self.vcd {
            let trace = replay.record(&elaborated.design, &conventions)?.trace;
            file.write(|file| elaborated.design.waveform().write(&trace, file))?;
            status.detail(format_args!("wrote the waveforms to {file}"));
        }
        let text = hand::text(&conventions, &replay);
        match vcd_to_stdout {
            true => status.print_verbatim(text.trim_end()),
            false if self.json => {
                let json = hand::json(&conventions, &replay);
                stdout::print(format!("{json:#}\n").as_bytes())?;
            }
            false => stdout::print(text.as_bytes())?,
        }
        if !replay.is_right() {
            bail!("{} deals this hand wrong", elaborated.design.top);
        }
        Ok(ExitCode::SUCCESS)
    }
}
