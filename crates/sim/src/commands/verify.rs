//! `baccarat-sim verify`: plays hands on the simulated hardware and compares them with the rules.

mod casino;
mod help;
mod mismatch;
mod task5;

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use super::timed;
use crate::SimulatedBoard;
use crate::casino_hands::{self, CasinoDesign, Plan};
use crate::every_hand::{HANDS, play_every_hand, replay};
use baccarat_hdl::casino::DECKS;
use baccarat_hdl::top::Top;
use command_line::machine::SomeMachines;
use command_line::number::whole_number;
use command_line::{Status, output_file, stdout, usage_error};
use help::{EXAMPLES, FIELDS_AND_EXAMPLES};
use output_files::OutputFile;
use punto_banco::{Decks, Outcome, Tally};
use rust_hdl_lanes::Execution;
use rust_hdl_rtl::Design;
use waveform::Waveform;

/// Play hands on the simulated hardware and compare them with the rules
///
/// task5: deals all 4,826,809 sequences of six ranks at the pins, simulated as gates, and compares
/// all lights and displays with the rules in Rust after every press. Counts the outcomes that the
/// lights show, and computes the exact odds and house edges from them.
///
/// casino: deals shoes to the end at random instants, with bets, keys and switches that move at
/// random moments, and compares all lights and displays with the rules in Rust after every release
/// of KEY0; then every bet and result at the limits of the bankroll, and every position of the
/// shoe.
///
/// If a hand does not match, prints the first one card by card and exits with 1. `baccarat-judge`
/// judges a task5 of somebody else.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Verify {
    #[command(flatten)]
    machines: SomeMachines,

    /// Deal at least N hands of casino at random instants [default: 1000000]
    #[arg(long, value_name = "N", value_parser = whole_number(1..=MAX_HANDS))]
    hands: Option<u64>,

    /// The seed of casino's random instants, bets, keys and switches [default: 1]
    #[arg(long, value_name = "N", value_parser = whole_number(0u64..))]
    seed: Option<u64>,

    /// Also print the odds of a shoe of N decks, 1 to 100; can be repeated
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_values_t = [1, 4, 6, 8],
        value_parser = whole_number(1..=Decks::MAX),
    )]
    decks: Vec<u32>,

    /// Print JSON instead of tables; --help lists the fields
    #[arg(long)]
    json: bool,

    /// Write the waveform of the first mismatch to FILE, for GTKWave or Surfer; nothing is written
    /// if all hands match. With `-`, the waveform goes to stdout and the tables to stderr
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    vcd: Option<OutputFile>,
}

/// The largest number of random hands: about an hour on two cores.
const MAX_HANDS: u64 = 1_000_000_000;

/// A design of task5 to verify.
pub type ClockedDesign = (baccarat_hdl::top::Clocking, Design);

/// The result of verifying a design.
struct Verdict {
    /// For people.
    text: String,
    /// For programs: the fields that the help of the command describes.
    json: Value,
    /// What is wrong, if anything.
    failure: Option<anyhow::Error>,
}

impl Verify {
    /// Plays the hands and prints the result on stdout.
    ///
    /// # Errors
    /// A hand does not match, the waveform cannot be written, or the design cannot be simulated.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        let vcd_to_stdout = self.vcd == Some(OutputFile::Stdout);
        if self.json && vcd_to_stdout {
            return Err(usage_error("--json and --vcd - both write to stdout"));
        }
        let mut text = String::new();
        let result = self.play_machines(&mut text, status);
        match vcd_to_stdout {
            true => status.print_verbatim(text.trim_end()),
            false => stdout::print(text.as_bytes())?,
        }
        result.map(|()| ExitCode::SUCCESS)
    }

    /// Plays the hands on our own machines.
    fn play_machines(&self, text: &mut String, status: Status) -> anyhow::Result<()> {
        let tops = self.machines.tops()?;
        if !tops.contains(&Top::Casino) && (self.hands.is_some() || self.seed.is_some()) {
            return Err(usage_error("--hands and --seed are for casino"));
        }
        let start = Instant::now();
        let (mut task5, mut casino) = (Vec::new(), None);
        for top in tops {
            let design = crate::design(top)?;
            status.detail(format_args!("{top}: {} modules", design.hardware().count()));
            match top {
                Top::Task5(clocking) => task5.push((clocking, design)),
                Top::Casino => casino = Some(design),
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        status.detail(format_args!("elaborated in {seconds:.2} s"));
        let result = self.play(&task5, casino.as_ref(), text, status);
        status.detail(format_args!("finished in {:.2} s", start.elapsed().as_secs_f64()));
        result
    }

    /// Plays the hands on each of these designs of task5, then on the casino. Appends the report to
    /// `text`, after a mismatch too.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn play(
        &self,
        machines: &[ClockedDesign],
        casino: Option<&Design>,
        text: &mut String,
        status: Status,
    ) -> anyhow::Result<()> {
        self.check_files()?;
        let mut verdict = Verdict { text: String::new(), json: no_results(), failure: None };
        if !machines.is_empty() {
            let task5 = self.play_task5(machines, status)?;
            (verdict.text, verdict.failure) = (task5.text, task5.failure);
            if let (Some(fields), Value::Object(task5)) = (verdict.json.as_object_mut(), task5.json)
            {
                fields.extend(task5);
            }
        }
        if let (Some(design), None) = (casino, &verdict.failure) {
            verdict.text += if machines.is_empty() { "" } else { "\n" };
            let casino = self.play_casino(design, status)?;
            verdict.text += &casino.text;
            if !casino.json["mismatch"].is_null() {
                verdict.json = no_results();
            }
            verdict.json["casino"] = casino.json;
            verdict.failure = casino.failure;
        }
        verdict.json["passed"] = verdict.failure.is_none().into();
        if let (Some(vcd), None) = (&self.vcd, &verdict.failure) {
            verdict.text += &format!("\nThere is no mismatch: {vcd} was not written.\n");
        }
        self.report(verdict, text)
    }

    fn play_task5(&self, machines: &[ClockedDesign], status: Status) -> anyhow::Result<Verdict> {
        let boards: Vec<_> =
            machines.iter().map(|(clocking, design)| (*clocking, design)).collect();
        let (played, elapsed) =
            timed(HANDS, status, |played| play_every_hand(&boards, Execution::Fastest, played));
        match played? {
            Ok(results) => {
                let machines: Vec<_> =
                    machines.iter().map(|(clocking, _)| *clocking).zip(results).collect();
                task5::success(&machines, &self.decks, elapsed)
            }
            Err((index, mismatch)) => {
                let (clocking, design) = &machines[index];
                let replay = replay(*clocking, design, &mismatch)?;
                Ok(self.with_waveform(&replay.machine, |vcd| {
                    task5::mismatch(&replay, vcd, elapsed, status.stdout_width())
                }))
            }
        }
    }

    fn play_casino(&self, design: &Design, status: Status) -> anyhow::Result<Verdict> {
        let boards = CasinoDesign::new(design, DECKS)?;
        let plan = Plan {
            seed: self.seed.unwrap_or(Plan::SEED),
            hands: self.hands.unwrap_or(Plan::HANDS),
        };
        let (played, elapsed) = timed(plan.hands as usize, status, |played| {
            casino_hands::run(&boards, plan, Execution::Fastest, played)
        });
        let failure = match played? {
            Ok(report) => return casino::success(plan, &report, elapsed),
            Err(failure) => failure,
        };
        let (job, lane) = (failure.job, failure.mismatch.lane);
        let log = casino_hands::log(&boards, plan, Execution::Fastest, job, lane)?;
        let replay = casino_hands::replay(design, &log)?;
        Ok(self.with_waveform(&replay.machine, |vcd| {
            casino::mismatch(plan, &failure, &replay, vcd, elapsed, status.stdout_width())
        }))
    }

    /// Writes the waveform of a replay, if it is wanted. Returns the verdict, which names the file
    /// if it has been written.
    fn with_waveform(
        &self,
        machine: &SimulatedBoard,
        verdict: impl FnOnce(Option<&OutputFile>) -> Verdict,
    ) -> Verdict {
        let waveform = Waveform::new(machine.hierarchy());
        let wanted = self.vcd.as_ref().zip(machine.trace());
        let written =
            wanted.map_or(Ok(()), |(file, trace)| file.write(|file| waveform.write(trace, file)));
        let verdict = verdict(self.vcd.as_ref().filter(|_| written.is_ok()));
        Verdict { failure: written.err().map(Into::into).or(verdict.failure), ..verdict }
    }

    fn check_files(&self) -> anyhow::Result<()> {
        Ok(self.vcd.iter().try_for_each(OutputFile::check)?)
    }

    /// Appends a verdict to `text`, and returns its failure.
    fn report(&self, verdict: Verdict, text: &mut String) -> anyhow::Result<()> {
        match self.json {
            true => *text += &format!("{:#}\n", verdict.json),
            false => *text += &verdict.text,
        }
        verdict.failure.map_or(Ok(()), Err)
    }
}

/// The fields of a report without results.
fn no_results() -> Value {
    json!({
        "passed": false,
        "seconds": 0.0,
        "hands_per_second": null,
        "machines": [],
        "odds": [],
        "mismatch": null,
        "casino": null,
    })
}

/// The fraction of all ways with this outcome.
fn share(tally: &Tally, outcome: Outcome) -> f64 {
    tally.of(outcome) as f64 / tally.total() as f64
}
