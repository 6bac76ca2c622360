//! `baccarat simulate`: one hand, told press by press.

mod cards;
mod json;
mod record;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::clocking::Clocking;
use super::stdout;
use crate::drawing::timing_diagram;
use crate::game::Rank;
use crate::machine::{Machine, MachineError, Recording, Waveform};
use crate::output::OutputFile;
use cards::Cards;
use record::{Record, deal};

/// Deal one hand on the simulated machine and tell it, press by press
///
/// The cards are dealt as a hand at the keys would: KEY0 is released at the cycle of CLOCK_50 at which the shoe's counter
/// shows the rank.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Simulate {
    /// The cards in the order in which they are dealt, four to six: A, 2 to 10, J, Q, K
    #[arg(long, value_name = "CARDS")]
    cards: Cards,

    /// How the machine is clocked
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Clocking::Synchronised)]
    clocking: Clocking,

    /// Write the waveforms of all signals, for GTKWave or Surfer
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,

    /// Write a timing diagram
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print JSON: `cards` as dealt, `outcome` (player, banker or tie), and for the start and each of the `presses` the
    /// `card`, `ledr`, `hex` (HEX0 to HEX5, a segment lit by 0), `state` and `reason`
    #[arg(long)]
    json: bool,
}

/// So much of every press that it is seen to take effect.
const SHORT: Recording = Recording { cycles: 5, ..Recording::WHOLE };

const EXAMPLES: &str = "\
Examples:
  baccarat simulate --cards 5,K,9,2,7,A
  baccarat simulate --cards 5,K,9,2,7,A --vcd hand.vcd --svg hand.svg";

impl Simulate {
    /// Deals the hand, prints it on stdout and writes the files.
    ///
    /// # Errors
    /// The hand needs more cards, a file cannot be written, or the machine shows what the rules do not say. All that can be
    /// known before the hand is dealt is said before anything is written.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let dealt = self.cards.of_the_hand()?;
        if let (Some(vcd), Some(svg)) = (&self.vcd, &self.svg)
            && vcd == svg
        {
            bail!("--vcd and --svg are the same file, {}", vcd.display());
        }
        let vcd = self.vcd.clone().map(OutputFile::Path);
        let svg = self.svg.clone().map(OutputFile::Path);
        for file in vcd.iter().chain(&svg) {
            file.check()?;
        }

        let mut machine = Machine::new(self.clocking.into())?;
        if vcd.is_some() {
            machine.record(Recording::WHOLE);
        }
        let record = deal(&mut machine, dealt)?;

        if let (Some(destination), Some(trace)) = (vcd, machine.trace()) {
            let waveform = Waveform::new(machine.hierarchy());
            destination.write(|file| waveform.write(trace, file))?;
        }
        if let Some(destination) = svg {
            let picture = self.picture(dealt)?;
            destination.write(|file| file.write_all(picture.as_bytes()))?;
        }
        let text = match self.json {
            true => json::of(&record)?,
            false => report::of(&record, self.cards.left_over()),
        };
        stdout::print(text.as_bytes())?;
        self.verdict(&record)
    }

    /// The same hand with the waits left out: nobody wants to scroll through those.
    fn picture(&self, dealt: &[Rank]) -> Result<String, MachineError> {
        let mut machine = Machine::new(self.clocking.into())?;
        machine.record(SHORT);
        deal(&mut machine, dealt)?;
        Ok(machine.trace().map(|trace| timing_diagram(&machine, trace).svg()).unwrap_or_default())
    }

    fn verdict(&self, record: &Record) -> anyhow::Result<ExitCode> {
        if let Some(wrong) = record.moments.iter().position(|moment| !moment.is_correct()) {
            bail!(
                "press {wrong} does not show what the rules say: has the hardware been changed? `baccarat verify` finds \
                 every such hand"
            );
        }
        Ok(ExitCode::SUCCESS)
    }
}
