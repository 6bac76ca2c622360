//! `baccarat simulate`: deals one hand and shows it press by press.

mod cards;
mod json;
mod record;
mod report;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use clap::Args;

use super::machine::Clocking;
use super::{Status, stdout, usage};
use crate::drawing::timing_diagram;
use crate::engine;
use crate::game::Rank;
use crate::machine::{Machine, MachineError, Recording, Waveform};
use crate::output::OutputFile;
use cards::Cards;
use record::{Record, deal};

/// Deal one hand on the simulated hardware and show it press by press
///
/// Each card is dealt by the pins: KEY0 is released in the cycle of CLOCK_50 in which the card counter shows the rank.
///
/// FILE can be `-` for stdout; the table then goes to stderr.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Simulate {
    /// The four to six cards in the order in which they are dealt: A, 2 to 10, J, Q, K
    #[arg(long, value_name = "CARDS")]
    cards: Cards,

    /// How the design is clocked
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Clocking::Synchronised)]
    clocking: Clocking,

    /// Write the waveforms of all signals to FILE, for GTKWave or Surfer
    #[arg(long, value_name = "FILE")]
    vcd: Option<OutputFile>,

    /// Write a timing diagram to FILE
    #[arg(long, value_name = "FILE")]
    svg: Option<OutputFile>,

    /// Print JSON instead of the table; --help lists the fields
    #[arg(long)]
    json: bool,
}

/// Enough cycles after every press to see its effect.
const SHORT: Recording = Recording { cycles: 5, ..Recording::WHOLE };

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat simulate --cards 5,K,9,2,7,A
  baccarat simulate --cards 5,K,9,2,7,A --vcd hand.vcd --svg hand.svg"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  cards    the cards as dealt
  outcome  player, banker or tie
  presses  for power-up and for each press: card, null at power-up; ledr; hex,
           HEX0 to HEX5, where 0 lights a segment; state; reason, the rule that
           applies

",
    examples!()
);

impl Simulate {
    /// Deals the hand, prints it on stdout and writes the files.
    ///
    /// # Errors
    /// Two results have the same destination, a file cannot be written, or the hardware does not follow the rules. Whatever
    /// can be checked before the hand is dealt is checked before anything is written.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        self.check_files()?;
        let dealt = self.cards.dealt();

        let start = Instant::now();
        let mut machine = Machine::new(engine::Clocking::from(self.clocking))?;
        if self.vcd.is_some() {
            machine.record(Recording::WHOLE);
        }
        let record = deal(&mut machine, dealt)?;
        status.detail(format_args!(
            "simulated {} cycles of CLOCK_50 in {:.2} s",
            machine.cycle(),
            start.elapsed().as_secs_f64()
        ));

        if let (Some(file), Some(trace)) = (&self.vcd, machine.trace()) {
            let waveform = Waveform::new(machine.hierarchy());
            file.write(|file| waveform.write(trace, file))?;
            status.detail(format_args!("wrote the waveforms to {file}"));
        }
        if let Some(file) = &self.svg {
            let diagram = self.timing_diagram(dealt)?;
            file.write(|file| file.write_all(diagram.as_bytes()))?;
            status.detail(format_args!("wrote the timing diagram to {file}"));
        }
        let text = match self.json {
            true => json::format(&record)?,
            false => report::format(&record, self.cards.left_over(), status.stdout_width()),
        };
        match self.files().any(|(_, file)| *file == OutputFile::Stdout) {
            true => status.print_verbatim(text.trim_end()),
            false => stdout::print(text.as_bytes())?,
        }
        check(&record)
    }

    fn files(&self) -> impl Iterator<Item = (&'static str, &OutputFile)> {
        let files = [("--vcd", &self.vcd), ("--svg", &self.svg)];
        files.into_iter().filter_map(|(option, file)| Some((option, file.as_ref()?)))
    }

    /// Checks that the files can be written, and that no two results go to the same file or both to stdout.
    fn check_files(&self) -> anyhow::Result<()> {
        if let (Some(vcd), Some(svg)) = (&self.vcd, &self.svg)
            && vcd == svg
        {
            let message = format!("--vcd and --svg are the same: {vcd}");
            return Err(usage::error("simulate", message));
        }
        for (option, file) in self.files() {
            if self.json && *file == OutputFile::Stdout {
                let message = format!("--json and {option} - both write to stdout");
                return Err(usage::error("simulate", message));
            }
            file.check()?;
        }
        Ok(())
    }

    /// The same hand without the idle cycles between presses.
    fn timing_diagram(&self, dealt: &[Rank]) -> Result<String, MachineError> {
        let mut machine = Machine::new(engine::Clocking::from(self.clocking))?;
        machine.record(SHORT);
        deal(&mut machine, dealt)?;
        Ok(machine.trace().map(|trace| timing_diagram(&machine, trace).svg()).unwrap_or_default())
    }
}

fn check(record: &Record) -> anyhow::Result<ExitCode> {
    if let Some(press) = record.results.iter().position(|result| !result.is_correct()) {
        bail!(
            "press {press}: the simulated hardware (hdl/) and the rules in Rust (src/game/) disagree: one of them is wrong; \
             `baccarat verify` shows the first such hand card by card"
        );
    }
    Ok(ExitCode::SUCCESS)
}
