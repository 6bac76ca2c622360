//! `baccarat verify`: plays hands on the simulated hardware and compares them with the rules.

mod casino;
pub(super) mod foreign;
mod json;
mod progress;
mod report;
mod success;

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::anyhow;
use clap::{Args, value_parser};

use super::machine::SomeMachines;
use super::sources::{ReaderOptions, SourceOptions};
use super::{Status, stdout, usage};
use crate::game::Decks;
use crate::generator::{self, Top};
use crate::output::OutputFile;
use crate::simulation::casino_hands::{self, CasinoDesign, DECKS, Plan};
use crate::simulation::every_hand::{HANDS, ReplayedHand, play_every_hand, replay};
use crate::waveform::Waveform;
use progress::Progress;
use rust_hdl_gates::Execution;
use rust_hdl_rtl::Design;
use success::Success;

/// Play hands on the simulated hardware and compare them with the rules
///
/// task5: deals all 4,826,809 sequences of six ranks at the pins, simulated as gates, and compares all lights and displays with the
/// rules in Rust after every press. Counts the outcomes that the lights show, and computes the exact odds and house edges from them.
///
/// casino: deals shoes to the end at random instants, with bets, keys and switches that move at random moments, and compares all lights
/// and displays with the rules in Rust after every release of KEY0; then every bet and result at the limits of the bankroll, and every
/// position of the shoe.
///
/// --sources: judges somebody's task5 instead. Learns its conventions from the pins, plays every hand, and lists the wrong ones by
/// cause. docs/judging.md explains the verdict.
///
/// If a hand does not match, prints the first one card by card and exits with 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Verify {
    #[command(flatten)]
    machines: SomeMachines,

    /// Deal at least N hands of casino at random instants [default: 10000000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=MAX_HANDS))]
    hands: Option<u64>,

    /// The seed of casino's random instants, bets, keys and switches [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

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

    #[command(flatten)]
    sources: SourceOptions,

    #[command(flatten)]
    reader: ReaderOptions,
}

/// The largest number of random hands: about an hour on two cores.
const MAX_HANDS: u64 = 1_000_000_000;

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat verify
  baccarat verify --clocking synchronised --vcd hand.vcd
  baccarat verify --machine task5 --decks 2 --decks 8 --json
  baccarat verify --machine casino --hands 1000000 --seed 7
  baccarat verify --sources lab/*.sv"
    };
}

const EXAMPLES: &str = examples!();

const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  passed            whether all hands match; if false, the exit code is 1
  seconds           duration of the simulation of task5
  hands_per_second  of task5, all clockings together; null after a mismatch
  machines          for each clocking of task5: clocking; hands, their number;
                    player, banker and tie, the hands that the lights show as
                    such; empty after a mismatch
  odds              for each shoe, empty without task5 and after a mismatch:
    decks           null is the infinite deck
    ways            {player, banker, tie, total}: the number of ways to deal six
                    cards with that outcome, as decimal strings, because a
                    double cannot hold them exactly
    share           {player, banker, tie}: fraction of all ways
    house_edge      {player, banker, tie}: fraction of the stake
  mismatch          null, or the first hand of task5 that does not match:
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
  casino            null without casino, and after a mismatch of task5:
    seed, seconds   the seed, and the duration of the simulation
    hands, shoes, cards, bounced
                    hands dealt at random instants, shoes dealt to the end, cards
                    drawn, hands dealt by keys that bounce; null after a mismatch
    outcomes        {player, banker, tie}, each {hands, share, exact, deviation}:
                    the deviation of the share from the exact value is in
                    standard deviations; null after a mismatch
    paid, refused   bets at the limits of the bankroll; null after a mismatch
    mismatch        null, or the first hand that does not match:
      part          the part of the check that found it
      fault         what is wrong
      replayed      whether the statement-level simulator shows the same
      vcd           the file with the waveform, or null
      comparisons   each {cycle, KEY, SW, releases, shown, expected}: the cycle
                    since power-up, the values of the pins, the effects of
                    releases of KEY0 by the rules, and the outputs; expected is
                    null if a card is due and none is shown

With --json and --sources, one object:
  passed            whether every hand and every reset is right; if false, the
                    exit code is 1
  top, seconds      the top module, and the duration of the simulation
  observation       null, or why no convention fits; nothing follows then
  hands             the number of hands that were played
  wrong_hands       how many of them are wrong
  groups            the wrong hands by cause, the most frequent first: cause;
                    hands, their number; first, the six cards that the shoe
                    offers in the lowest of them; presses, for the reset and each
                    press {press, shown, expected, state}, where shown and expected
                    are {ledr, hex}, hex from HEX0; expected is null before the
                    end; state is the value of the state register, if any
  failing_resets    after how many presses a reset does not start a new hand
  conventions       what the design does its own way, in sentences
  warnings          what may be wrong on a board, and Yosys's warnings

",
    examples!()
);

/// A design of task5 to verify.
pub type Machine = (generator::Clocking, Design);

impl Verify {
    /// Plays the hands and prints the result on stdout.
    ///
    /// # Errors
    /// A hand does not match, the waveform cannot be written, or the design cannot be simulated.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let vcd_to_stdout = self.vcd == Some(OutputFile::Stdout);
        if self.json && vcd_to_stdout {
            return Err(usage::error("verify", "--json and --vcd - both write to stdout"));
        }
        if self.sources.is_given() {
            return self.judge(status);
        }
        let tops = self.machines.tops("verify")?;
        if !tops.contains(&Top::Casino) && (self.hands.is_some() || self.seed.is_some()) {
            return Err(usage::error("verify", "--hands and --seed are for casino"));
        }
        let start = Instant::now();
        let (mut task5, mut casino) = (Vec::new(), None);
        for top in tops {
            let design = generator::design(top)?;
            status.detail(format_args!("{top}: {} modules", design.modules.len()));
            match top {
                Top::Task5(clocking) => task5.push((clocking, design)),
                Top::Casino => casino = Some(design),
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        status.detail(format_args!("elaborated in {seconds:.2} s"));
        let mut text = String::new();
        let result = self.play(&task5, casino.as_ref(), &mut text, status);
        status.detail(format_args!("finished in {:.2} s", start.elapsed().as_secs_f64()));
        match vcd_to_stdout {
            true => status.print_verbatim(text.trim_end()),
            false => stdout::print(text.as_bytes())?,
        }
        result.map(|()| ExitCode::SUCCESS)
    }

    /// Judges other people's sources.
    fn judge(&self, status: Status) -> anyhow::Result<ExitCode> {
        if self.machines.is_given() || self.hands.is_some() || self.seed.is_some() {
            let problem =
                "--machine, --clocking, --hands and --seed are for our machines, not for --sources";
            return Err(usage::error("verify", problem));
        }
        self.vcd.as_ref().map_or(Ok(()), OutputFile::check)?;
        let elaborated = self.reader.read(&self.sources, status)?;
        let mut text = String::new();
        let checked = foreign::verify(&elaborated, self.vcd.as_ref(), self.json, &mut text, status);
        match self.vcd == Some(OutputFile::Stdout) {
            true => status.print_verbatim(text.trim_end()),
            false => stdout::print(text.as_bytes())?,
        }
        checked?;
        Ok(ExitCode::SUCCESS)
    }

    /// Plays the hands on each of these designs of task5, then on the casino. Appends the report to `text`, after a mismatch too.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn play(
        &self,
        machines: &[Machine],
        casino: Option<&Design>,
        text: &mut String,
        status: Status,
    ) -> anyhow::Result<()> {
        self.vcd.as_ref().map_or(Ok(()), OutputFile::check)?;
        let task5 = match machines {
            [] => None,
            machines => Some(self.play_task5(machines, text, status)?),
        };
        if let Some(task5) = task5.as_ref().filter(|_| !self.json) {
            task5.report(text)?;
            text.push_str(if casino.is_some() { "\n" } else { "" });
        }
        let casino = casino.map(|design| self.play_casino(design, text, status)).transpose()?;
        let checked = casino.as_ref().map_or(Ok(()), casino::Success::check);
        if self.json {
            json::success(task5.as_ref(), casino.as_ref(), checked.is_ok(), text)?;
            return checked;
        }
        if let Some(casino) = &casino {
            casino.write(text)?;
        }
        checked?;
        if let Some(vcd) = &self.vcd {
            writeln!(text, "\nThere is no mismatch: {vcd} was not written.")?;
        }
        Ok(())
    }

    fn play_task5(
        &self,
        machines: &[Machine],
        text: &mut String,
        status: Status,
    ) -> anyhow::Result<Success> {
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
                Success::new(machines.collect(), &self.decks, elapsed)
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

    fn play_casino(
        &self,
        design: &Design,
        text: &mut String,
        status: Status,
    ) -> anyhow::Result<casino::Success> {
        let boards = CasinoDesign::new(design, DECKS)?;
        let plan = Plan {
            seed: self.seed.unwrap_or(Plan::SEED),
            hands: self.hands.unwrap_or(Plan::HANDS),
        };
        let start = Instant::now();
        let progress = Progress::new(plan.hands as usize, status);
        let played =
            casino_hands::run(&boards, plan, Execution::Fastest, &|hands| progress.advance(hands));
        progress.clear();
        let elapsed = start.elapsed();
        let failure = match played? {
            Ok(report) => return casino::Success::new(plan, report, elapsed),
            Err(failure) => failure,
        };
        let (job, lane) = (failure.job, failure.mismatch.lane);
        let log = casino_hands::log(&boards, plan, Execution::Fastest, job, lane)?;
        let replay = casino_hands::replay(design, &log)?;
        let waveform = Waveform::new(replay.machine.hierarchy());
        let trace = replay.machine.trace();
        let written = self
            .vcd
            .as_ref()
            .zip(trace)
            .map_or(Ok(()), |(file, trace)| file.write(|file| waveform.write(trace, file)));
        let vcd = self.vcd.as_ref().filter(|_| written.is_ok());
        if self.json {
            json::casino_failure(plan, &failure, &replay, vcd, elapsed, text)?;
        } else {
            casino::write_failure(plan, &failure, &replay, vcd, status.stdout_width(), text)?;
        }
        written?;
        Err(anyhow!(
            "casino and the rules in Rust disagree ({}, seed {})",
            casino::part(&failure),
            plan.seed
        ))
    }
}

fn mismatch_error(replay: &ReplayedHand) -> anyhow::Error {
    let cards = report::in_order(replay.mismatch.cards);
    let clocking = replay.clocking;
    anyhow!("task5 ({clocking} clocking) and the rules in Rust disagree on the hand {cards}")
}
