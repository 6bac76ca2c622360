//! `baccarat verify`: plays every hand on the simulated engine.

mod json;
mod progress;
mod report;
mod success;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use clap::{Args, value_parser};

use super::clocking::Clocking;
use super::stdout;
use crate::engine;
use crate::exhaustive::{HANDS, Replay, play_every_hand, replay};
use crate::game::Decks;
use crate::machine::Waveform;
use crate::output::OutputFile;
use progress::Progress;
use rust_hdl_gates::Execution;
use rust_hdl_rtl::Design;
use success::Success;

/// Play every hand on the simulated engine and compare it with the rules
///
/// All 4,826,809 sequences of six ranks are dealt at the pins of task5, simulated as gates: CLOCK_50 and the keys go in,
/// and after every press all lights and displays are compared with the rules. What is counted is what the machine's own
/// lights say of each hand; odds and house edges come from these counts, weighted exactly.
///
/// If a hand goes wrong, the first one is told card by card, and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Verify {
    /// Which machine plays [default: both]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<Clocking>,

    /// Give the odds of a shoe of N decks, 1 to 100, beside those of the infinite deck; may be repeated
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_values_t = [1, 4, 6, 8],
        value_parser = value_parser!(u32).range(1..=i64::from(Decks::MAX)),
    )]
    decks: Vec<u32>,

    /// Print a JSON object instead of tables; --help tells its fields
    #[arg(long)]
    json: bool,

    /// Where the waveform goes if a hand goes wrong, for GTKWave or Surfer; nothing is written otherwise
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
}

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat verify
  baccarat verify --clocking synchronised --vcd hand.vcd
  baccarat verify --decks 2 --decks 8 --json"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  passed            true, or false with the exit code 1
  seconds           how long the playing took
  hands_per_second  of all machines together; null if a hand went wrong
  machines          for each: clocking, hands, and those of them that ended with the lights for
                    player, banker and tie; empty if a hand went wrong
  odds              for each shoe: decks (null: the infinite deck);
                    ways {player, banker, tie, total}, in how many ways the shoe deals six cards that
                    end so: decimal strings, as they outgrow the exact range of a double;
                    share {player, banker, tie} of all ways, a fraction;
                    house_edge {player, banker, tie} of the bet, a fraction of the stake;
                    empty if a hand went wrong
  mismatch          null, or the first hand that went wrong: clocking; hand, its six cards in order;
                    press, the number of the press that showed something wrong (0: a new hand);
                    replayed, whether the statement-level simulator shows it too;
                    before, null or the hand that has to be played first for it to show;
                    vcd, null or the file with the waveform;
                    presses, for each of 0 to 6 what the statement-level simulator shows:
                    shown and expected, each {LEDR, HEX5 to HEX0}, numbers as the pins have them

",
    examples!()
);

/// A machine to be verified.
pub type Machine = (engine::Clocking, Design);

impl Verify {
    /// Plays on the engine and prints what came of it on stdout.
    ///
    /// # Errors
    /// A hand goes wrong, the waveform cannot be written, or the engine cannot be simulated.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let clockings = match self.clocking {
            Some(clocking) => vec![clocking.into()],
            None => vec![engine::Clocking::Synchronised, engine::Clocking::Direct],
        };
        let machines =
            clockings.into_iter().map(|clocking| Ok((clocking, engine::design(clocking)?)));
        let mut text = String::new();
        let verdict = self.judge(&machines.collect::<anyhow::Result<Vec<_>>>()?, &mut text);
        stdout::print(text.as_bytes())?;
        verdict.map(|()| ExitCode::SUCCESS)
    }

    /// Plays every hand on each of these machines. What is to be printed is appended to `text`, also of a machine that
    /// is wrong.
    ///
    /// # Errors
    /// Those of [`run`](Self::run).
    pub fn judge(&self, machines: &[Machine], text: &mut String) -> anyhow::Result<()> {
        let destination = self.vcd.clone().map(OutputFile::Path);
        destination.as_ref().map_or(Ok(()), OutputFile::check)?;
        let boards: Vec<_> =
            machines.iter().map(|(clocking, design)| (*clocking, design)).collect();
        let start = Instant::now();
        let progress = Progress::new(HANDS);
        let played = play_every_hand(&boards, Execution::Fastest, &|hands| progress.advance(hands));
        progress.clear();
        let elapsed = start.elapsed();
        match played? {
            Ok(results) => {
                let machines = machines.iter().map(|(clocking, _)| *clocking).zip(results);
                let success = Success::new(machines.collect(), &self.decks, elapsed)?;
                if self.json {
                    json::success(&success, text)?;
                } else {
                    success.tell(self.vcd.as_deref(), text)?;
                }
                Ok(())
            }
            Err((place, mismatch)) => {
                let (clocking, design) = &machines[place];
                let replay = replay(*clocking, design, &mismatch)?;
                let waveform = Waveform::new(replay.machine.hierarchy());
                let trace = replay.machine.trace();
                let written = destination.zip(trace).map_or(Ok(()), |(destination, trace)| {
                    destination.write(|file| waveform.write(trace, file))
                });
                let vcd = self.vcd.as_deref().filter(|_| written.is_ok());
                if self.json {
                    json::failure(&replay, vcd, elapsed, text)?;
                } else {
                    report::tell(&replay, vcd, text)?;
                }
                written?;
                Err(wrong(&replay))
            }
        }
    }
}

fn wrong(replay: &Replay) -> anyhow::Error {
    let cards = report::in_order(replay.mismatch.cards);
    anyhow!("task5 with the {} clocking goes wrong with the hand {cards}", replay.clocking)
}
