//! `baccarat verify`: plays hands on the simulated hardware and compares them with the rules.

mod casino;
mod foreign;
mod help;
mod mismatch;
mod progress;
mod rubric;
mod task5;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use super::machine::SomeMachines;
use super::number::whole_number;
use super::output_file::output_file;
use super::sources::{NotJudged, ReaderOptions, SourceOptions};
use super::{Status, stdout, usage};
use baccarat_hdl::casino::DECKS;
use baccarat_hdl::top::Top;
use baccarat_judge::course::{VERDICT, confine};
use baccarat_judge::judge;
use baccarat_judge::judged_hand_diagram;
use baccarat_sim::SimulatedBoard;
use baccarat_sim::casino_hands::{self, CasinoDesign, Plan};
use baccarat_sim::every_hand::{HANDS, play_every_hand, replay};
use help::{EXAMPLES, FIELDS_AND_EXAMPLES};
use mismatch::in_order;
use output_files::OutputFile;
use progress::timed;
use punto_banco::{Decks, Outcome, Tally};
pub(super) use rubric::Rubric;
use rust_hdl_gates::Execution;
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
/// --sources: judges somebody's task5 instead. Learns its conventions from the pins, plays every
/// hand, and explains the wrong ones by the fewest changes of the rules. docs/judging.md explains
/// the verdict.
///
/// If a hand does not match, prints the first one card by card and exits with 1; with 3 if the
/// sources cannot be judged.
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

    #[command(flatten)]
    sources: SourceOptions,

    /// Give a mark: FILE is a JSON object with weights of properties, such as {"cards": 2,
    /// "tie": 1}
    #[arg(long, value_name = "FILE", help_heading = "Other people's SystemVerilog")]
    rubric: Option<PathBuf>,

    /// Draw the first wrong hand as a timing diagram into FILE, as SVG
    #[arg(long, value_name = "FILE", help_heading = "Other people's SystemVerilog", value_parser = output_file())]
    svg: Option<OutputFile>,

    /// Write below DIR only, temporary files and the verdict too
    #[arg(long, value_name = "DIR", hide = true)]
    write_below: Option<PathBuf>,

    #[command(flatten)]
    reader: ReaderOptions,
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
        if let Some(folder) = &self.write_below {
            confine(folder)?;
            // Another folder is chosen already only if something has asked for it.
            let _ = tempfile::env::override_temp_dir(folder);
        }
        let vcd_to_stdout = self.vcd == Some(OutputFile::Stdout);
        if self.json && vcd_to_stdout {
            return Err(usage::error("--json and --vcd - both write to stdout"));
        }
        if self.svg == Some(OutputFile::Stdout) {
            return Err(usage::error("--svg needs a file: stdout has the verdict"));
        }
        let mut text = String::new();
        let result = match self.sources.is_given() {
            true => self.play_sources(&mut text, status),
            false if self.rubric.is_some() || self.svg.is_some() => {
                Err(usage::error("--rubric and --svg are for --sources"))
            }
            false => self.play_machines(&mut text, status),
        };
        match (&self.write_below, vcd_to_stdout) {
            (Some(folder), _) => fs::write(folder.join(VERDICT), text)?,
            (None, true) => status.print_verbatim(text.trim_end()),
            (None, false) => stdout::print(text.as_bytes())?,
        }
        result.map(|()| ExitCode::SUCCESS)
    }

    /// Judges other people's sources.
    fn play_sources(&self, text: &mut String, status: Status) -> anyhow::Result<()> {
        if self.machines.is_given() || self.hands.is_some() || self.seed.is_some() {
            let problem =
                "--machine, --clocking, --hands and --seed are for our machines, not for --sources";
            return Err(usage::error(problem));
        }
        self.check_files()?;
        let rubric = Rubric::given(self.rubric.as_deref())?;
        let not_judged = |error: anyhow::Error, text: &mut String| {
            if self.json {
                *text += &format!("{:#}\n", foreign::not_judged(&error));
            }
            anyhow::Error::from(NotJudged(error))
        };
        let elaborated =
            self.reader.read(&self.sources, status).map_err(|error| not_judged(error, text))?;
        let design = &elaborated.design;
        let (judged, elapsed) = timed(HANDS, status, |played| judge(design, played));
        let judged = match judged {
            Ok(judged) => judged,
            Err(error) => {
                // They may explain why.
                for warning in &elaborated.warnings {
                    status.print(format_args!("Yosys: {warning}"));
                }
                let rejected = foreign::rejected(design, rubric.as_ref(), error, elapsed);
                return self.report(rejected.map_err(|error| not_judged(error, text))?, text);
            }
        };
        let mut verdict = foreign::verdict(&elaborated, rubric.as_ref(), &judged, elapsed);
        let mut groups = judged.groups.iter().filter(|group| !group.first.is_right());
        if let (Some(file), Some(group)) = (&self.svg, groups.next()) {
            let before = group.first.before.map(|cards| format!(", after {}", in_order(cards)));
            let title = format!("{}: {}{}", design.top, group.cause, before.unwrap_or_default());
            let diagram = judged_hand_diagram(title, &judged.conventions, &group.first).svg();
            let written = file.write(|file| file.write_all(diagram.as_bytes()));
            verdict.failure = written.err().map(Into::into).or(verdict.failure);
        }
        match (&self.vcd, judged.groups.first()) {
            (Some(file), Some(group)) => {
                let trace = group.first.trace(design, &judged.conventions)?;
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

    /// Plays the hands on our own machines.
    fn play_machines(&self, text: &mut String, status: Status) -> anyhow::Result<()> {
        let tops = self.machines.tops()?;
        if !tops.contains(&Top::Casino) && (self.hands.is_some() || self.seed.is_some()) {
            return Err(usage::error("--hands and --seed are for casino"));
        }
        let start = Instant::now();
        let (mut task5, mut casino) = (Vec::new(), None);
        for top in tops {
            let design = baccarat_sim::design(top)?;
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
        Ok([&self.vcd, &self.svg].into_iter().flatten().try_for_each(OutputFile::check)?)
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
