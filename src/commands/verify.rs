//! `baccarat verify`: plays every hand on the simulated hardware and compares it with the rules.

mod json;
mod progress;
mod report;
mod success;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use clap::{Args, value_parser};

use super::machine::Clocking;
use super::{Status, stdout, usage};
use crate::engine;
use crate::exhaustive::{HANDS, Replay, play_every_hand, replay};
use crate::game::Decks;
use crate::machine::Waveform;
use crate::output::OutputFile;
use progress::Progress;
use rust_hdl_gates::Execution;
use rust_hdl_rtl::Design;
use success::Success;

/// Play every hand on the simulated hardware and compare it with the rules
///
/// Deals all 4,826,809 sequences of six ranks at the pins of task5, simulated as gates, and compares all lights and displays
/// with the rules in Rust after every press. Counts the outcomes that the lights show, and computes the exact odds and house
/// edges from them.
///
/// If a hand does not match, prints the first one card by card and exits with 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Verify {
    /// How the design is clocked [default: both, one after the other]
    #[arg(long, value_enum, value_name = "HOW")]
    clocking: Option<Clocking>,

    /// Also print the odds of a shoe of N decks, 1 to 100; can be repeated
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_values_t = [1, 4, 6, 8],
        value_parser = value_parser!(u32).range(1..=i64::from(Decks::MAX)),
    )]
    decks: Vec<u32>,

    /// Print JSON instead of tables; --help lists the fields
    #[arg(long)]
    json: bool,

    /// Write the waveform of the first mismatch to FILE, for GTKWave or Surfer; nothing is written if all hands match. With
    /// `-`, the waveform goes to stdout and the tables to stderr
    #[arg(long, value_name = "FILE")]
    vcd: Option<OutputFile>,
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
  passed            whether all hands match; if false, the exit code is 1
  seconds           duration of the simulation
  hands_per_second  of all clockings together; null after a mismatch
  machines          for each clocking: clocking; hands, their number; player,
                    banker and tie, the hands that the lights show as such;
                    empty after a mismatch
  odds              for each shoe, empty after a mismatch:
    decks           null is the infinite deck
    ways            {player, banker, tie, total}: the number of ways to deal six
                    cards with that outcome, as decimal strings, because a
                    double cannot hold them exactly
    share           {player, banker, tie}: fraction of all ways
    house_edge      {player, banker, tie}: fraction of the stake
  mismatch          null, or the first hand that does not match:
    clocking        synchronised or direct
    hand            the six cards in order
    press           the first press that does not match; 0 is the new hand
    replayed        whether the statement-level simulator, which is that of
                    simulate, shows the mismatch, too
    before          the hand that must be played first to see it, or null
    vcd             the file with the waveform, or null
    presses         for presses 0 to 6 in the statement-level simulator: shown
                    and expected, each {LEDR, HEX5 to HEX0}, the values of the
                    pins

",
    examples!()
);

/// A design to verify.
pub type Machine = (engine::Clocking, Design);

impl Verify {
    /// Plays every hand and prints the result on stdout.
    ///
    /// # Errors
    /// A hand does not match, the waveform cannot be written, or the design cannot be simulated.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let vcd_to_stdout = self.vcd == Some(OutputFile::Stdout);
        if self.json && vcd_to_stdout {
            return Err(usage::error("verify", "--json and --vcd - both write to stdout"));
        }
        let start = Instant::now();
        let clockings = match self.clocking {
            Some(clocking) => vec![clocking.into()],
            None => vec![engine::Clocking::Synchronised, engine::Clocking::Direct],
        };
        let machines =
            clockings.into_iter().map(|clocking| Ok((clocking, engine::design(clocking)?)));
        let machines = machines.collect::<anyhow::Result<Vec<_>>>()?;
        for (clocking, design) in &machines {
            let modules = design.modules.len();
            status.detail(format_args!("{clocking} clocking: {modules} modules"));
        }
        let seconds = start.elapsed().as_secs_f64();
        status.detail(format_args!("elaborated in {seconds:.2} s"));
        let mut text = String::new();
        let result = self.play(&machines, &mut text, status);
        status.detail(format_args!("finished in {:.2} s", start.elapsed().as_secs_f64()));
        match vcd_to_stdout {
            true => status.print_verbatim(text.trim_end()),
            false => stdout::print(text.as_bytes())?,
        }
        result.map(|()| ExitCode::SUCCESS)
    }

    /// Plays every hand on each of these designs. Appends the report to `text`, after a mismatch too.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn play(
        &self,
        machines: &[Machine],
        text: &mut String,
        status: Status,
    ) -> anyhow::Result<()> {
        self.vcd.as_ref().map_or(Ok(()), OutputFile::check)?;
        let boards: Vec<_> =
            machines.iter().map(|(clocking, design)| (*clocking, design)).collect();
        let start = Instant::now();
        let progress = Progress::new(HANDS, status);
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
                    success.report(self.vcd.as_ref(), text)?;
                }
                Ok(())
            }
            Err((index, mismatch)) => {
                let (clocking, design) = &machines[index];
                let replay = replay(*clocking, design, &mismatch)?;
                let waveform = Waveform::new(replay.machine.hierarchy());
                let trace = replay.machine.trace();
                let written =
                    self.vcd.as_ref().zip(trace).map_or(Ok(()), |(file, trace)| {
                        file.write(|file| waveform.write(trace, file))
                    });
                let vcd = self.vcd.as_ref().filter(|_| written.is_ok());
                if self.json {
                    json::failure(&replay, vcd, elapsed, text)?;
                } else {
                    report::write(&replay, vcd, status.stdout_width(), text)?;
                }
                written?;
                Err(mismatch_error(&replay))
            }
        }
    }
}

fn mismatch_error(replay: &Replay) -> anyhow::Error {
    let cards = report::in_order(replay.mismatch.cards);
    let clocking = replay.clocking;
    anyhow!("task5 ({clocking} clocking) and the rules in Rust disagree on the hand {cards}")
}
