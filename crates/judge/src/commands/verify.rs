//! `baccarat-judge verify`: judges a `task5` of somebody else.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::read;
use crate::course::{VERDICT, confine};
use crate::judge;
use crate::report::{Report, Rubric, diagram, not_judged, rejected, verdict};
use baccarat_sim::commands::timed;
use baccarat_sim::every_hand::HANDS;
use command_line::{Status, output_file, stdout, usage_error};
use output_files::OutputFile;
use thiserror::Error;
use tool_options::{ReaderOptions, SourceOptions};

/// Why a design of other people could not be judged.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct NotJudged(anyhow::Error);

impl NotJudged {
    /// The exit code of `verify`, which is not that of a wrong design.
    pub const EXIT_CODE: u8 = 3;
}

/// Judge somebody's task5
///
/// Learns its conventions from the pins, plays every hand, and explains the wrong ones by the
/// fewest changes of the rules. docs/judging.md explains the verdict.
///
/// If the design is wrong, prints the first wrong hand of each cause and exits with 1; with 3 if
/// the sources cannot be judged.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Verify {
    #[command(flatten)]
    sources: SourceOptions,

    /// Print JSON instead of tables; --help lists the fields
    #[arg(long)]
    json: bool,

    /// Write the waveform of the first wrong hand to FILE, for GTKWave or Surfer; nothing is
    /// written if all hands are right. With `-`, the waveform goes to stdout and the tables to
    /// stderr
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    vcd: Option<OutputFile>,

    /// Give a mark: FILE is a JSON object with weights of properties, such as {"cards": 2,
    /// "tie": 1}
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,

    /// Draw the first wrong hand as a timing diagram into FILE, as SVG
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    svg: Option<OutputFile>,

    /// Write below DIR only, temporary files and the verdict too
    #[arg(long, value_name = "DIR", hide = true)]
    write_below: Option<PathBuf>,

    #[command(flatten)]
    reader: ReaderOptions,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat-judge verify --sources lab/*.sv
  baccarat-judge verify --sources lab/*.sv --rubric rubric.json
  baccarat-judge verify --sources lab.qpf --vcd hand.vcd --svg hand.svg"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  passed            whether every hand and every reset is right; if false, the
                    exit code is 1; null if the design could not be judged: the
                    exit code is then 3
  error             only if passed is null: the reason, with its file and line
  top, seconds      the top module, and the duration of the simulation
  reader            what has read the sources: slang in a Yosys, or its own reader
  properties        what a solution has to do, each with its name in a rubric:
                    property; result: passed, failed or not_reached; causes,
                    those of groups, from 0; weight, null without --rubric
  mark              null without --rubric; points, the weights of what passed;
                    maximum, those of everything
  observation       null, or why the design is not a game of the lab;
                    nothing follows then
  hands             the number of hands that were played
  wrong_hands       how many of them are wrong
  wrong_at_end      how many of these are wrong when they end; others only
                    change after a further press
  groups            the causes, the most frequent first: cause; hands, how many
                    are wrong for it; first, the six cards that the shoe offers in
                    the lowest of them; before, null or those of a hand that has to
                    be played before it; presses, for the reset and each
                    press {press, shown, expected, state}, where shown and expected
                    are {ledr, hex}, hex from HEX0; expected is null before the
                    end; state is the value of the state register, if any
  contradicting     how many draws and lights contradict the best set of causes;
                    unless 0, causes name hands instead
  failing_resets    after how many presses a reset does not start a new hand
  conventions       what the design does its own way, in sentences
  warnings          what may be wrong on a board, and Yosys's warnings

",
    examples!()
);

impl Verify {
    /// Judges the design and prints the verdict on stdout.
    ///
    /// # Errors
    /// The design is wrong, the waveform cannot be written, or the design cannot be judged.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        if let Some(folder) = &self.write_below {
            confine(folder)?;
            // Another folder is chosen already only if something has asked for it.
            let _ = tempfile::env::override_temp_dir(folder);
        }
        self.sources.check_is_given()?;
        let vcd_to_stdout = self.vcd == Some(OutputFile::Stdout);
        if self.json && vcd_to_stdout {
            return Err(usage_error("--json and --vcd - both write to stdout"));
        }
        if self.svg == Some(OutputFile::Stdout) {
            return Err(usage_error("--svg needs a file: stdout has the verdict"));
        }
        let mut text = String::new();
        let result = self.judge(&mut text, status);
        match (&self.write_below, vcd_to_stdout) {
            (Some(folder), _) => fs::write(folder.join(VERDICT), text)?,
            (None, true) => status.print_verbatim(text.trim_end()),
            (None, false) => stdout::print(text.as_bytes())?,
        }
        result.map(|()| ExitCode::SUCCESS)
    }

    fn judge(&self, text: &mut String, status: Status) -> anyhow::Result<()> {
        self.check_files()?;
        let rubric = Rubric::given(self.rubric.as_deref())?;
        let cannot_judge = |error: anyhow::Error, text: &mut String| {
            if self.json {
                *text += &format!("{:#}\n", not_judged(&error));
            }
            anyhow::Error::from(NotJudged(error))
        };
        let (elaborated, remarks) =
            read(&self.reader, &self.sources, status).map_err(|error| cannot_judge(error, text))?;
        let design = &elaborated.design;
        let (judged, elapsed) = timed(HANDS, status, |played| judge(design, played));
        let judged = match judged {
            Ok(judged) => judged,
            Err(error) => {
                // They may explain why.
                for warning in &elaborated.warnings {
                    status.print(format_args!("Yosys: {warning}"));
                }
                let missing = remarks.missing(&elaborated);
                let rejected = rejected(&elaborated, rubric.as_ref(), error, missing, elapsed);
                return self.report(rejected.map_err(|error| cannot_judge(error, text))?, text);
            }
        };
        let mut verdict = verdict(&elaborated, &remarks, rubric.as_ref(), &judged, elapsed);
        if let (Some(file), Some(diagram)) = (&self.svg, diagram(&design.top, &judged)) {
            let written = file.write(|file| file.write_all(diagram.as_bytes()));
            verdict.failure = written.err().map(Into::into).or(verdict.failure);
        }
        match (&self.vcd, judged.groups.first()) {
            (Some(file), Some(group)) => {
                let trace = group.first.record(design, &judged.conventions)?.trace;
                let written = file.write(|file| design.waveform().write(&trace, file));
                verdict.failure = written.err().map(Into::into).or(verdict.failure);
            }
            (Some(file), None) => {
                verdict.text += &format!("\nNo hand is wrong: {file} was not written.\n");
            }
            (None, _) => {}
        }
        self.report(verdict, text)
    }

    fn check_files(&self) -> anyhow::Result<()> {
        Ok([&self.vcd, &self.svg].into_iter().flatten().try_for_each(OutputFile::check)?)
    }

    /// Appends a verdict to `text`, and returns its failure.
    fn report(&self, verdict: Report, text: &mut String) -> anyhow::Result<()> {
        match self.json {
            true => *text += &format!("{:#}\n", verdict.json),
            false => *text += &verdict.text,
        }
        verdict.failure.map_or(Ok(()), Err)
    }
}
