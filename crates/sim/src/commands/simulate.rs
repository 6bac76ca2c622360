//! `baccarat-sim simulate`: deals one hand and shows it press by press.

mod cards;
mod casino;
mod options;
mod task5;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use serde_json::Value;

use crate::SimulatedBoard;
use crate::drawing::{displays, timing_diagram};
use baccarat_hdl::top::{Clocking, Top};
pub use cards::Cards;
use command_line::machine::OneMachine;
use command_line::{Status, output_file, stdout, usage_error};
use de1_soc::BoardOutputs;
use options::CasinoOptions;
use output_files::OutputFile;
use waveform::{Recording, Waveform};

/// Deal one hand on the simulated hardware and show it press by press
///
/// Each card is dealt by the pins: KEY0 is released in the cycle of CLOCK_50 in which the shoe's
/// counter shows the card. The bet of casino is that of its switches, its burn card comes first,
/// and the table is cleared at the end.
///
/// FILE can be `-` for stdout; the table then goes to stderr.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = FIELDS_AND_EXAMPLES)]
pub struct Simulate {
    /// The four to six cards in the order in which they are dealt: A, 2 to 10, J, Q, K; for casino
    /// also with suits, like KS
    #[arg(long, value_name = "CARDS")]
    cards: Cards,

    #[command(flatten)]
    machine: OneMachine,

    #[command(flatten)]
    casino: CasinoOptions,

    /// Write the waveforms of all signals to FILE, for GTKWave or Surfer
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    vcd: Option<OutputFile>,

    /// Write a timing diagram to FILE
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    svg: Option<OutputFile>,

    /// Print JSON instead of the table; --help lists the fields
    #[arg(long)]
    json: bool,
}

/// Enough cycles after every press to see its effect: in `casino`, the payment follows three cycles
/// after the last card.
const SHORT: Recording = Recording { cycles: 5, ..Recording::WHOLE };
const SHORT_CASINO: Recording = Recording { cycles: 9, ..Recording::WHOLE };

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat-sim simulate --cards 5,K,9,2,7,A
  baccarat-sim simulate --cards 5,K,9,2,7,A --vcd hand.vcd --svg hand.svg
  baccarat-sim simulate --machine casino --cards 5H,KS,9,2,7,A --bet banker,tie --chips 25"
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

With --json and casino, one object:
  machine    casino
  switches   SW9 to SW0
  burn_card  the burn card
  cards      the cards as dealt
  outcome    player, banker or tie
  bankroll   the credits after the hand
  releases   for power-up and for each release of KEY0: keys; card, if one was
             drawn; ledr; hex, as above; bankroll; stakes; cards_before_cut, the
             number of cards before the cut card; reason

",
    examples!()
);

impl Simulate {
    /// Deals the hand, prints it on stdout and writes the files.
    ///
    /// # Errors
    /// Two results have the same destination, a file cannot be written, or the hardware does not
    /// follow the rules. Whatever can be checked before the hand is dealt is checked before
    /// anything is written.
    pub fn run(&self, status: Status) -> anyhow::Result<ExitCode> {
        self.check_files()?;
        match self.machine.top()? {
            Top::Task5(clocking) => self.deal_task5(clocking, status),
            Top::Casino => self.deal_casino(status),
        }
    }

    fn deal_task5(&self, clocking: Clocking, status: Status) -> anyhow::Result<ExitCode> {
        self.casino.refuse()?;
        let dealt = self.cards.ranks_without_suits()?;
        let start = Instant::now();
        let mut machine = SimulatedBoard::new(clocking)?;
        if self.vcd.is_some() {
            machine.record(Recording::WHOLE);
        }
        let record = task5::deal(&mut machine, &dealt)?;
        print_cycles(&machine, start, status);
        self.write_vcd(&machine, Waveform::new(machine.hierarchy()), status)?;
        if self.svg.is_some() {
            // The same hand without the idle cycles between presses.
            let mut machine = SimulatedBoard::new(clocking)?;
            machine.record(SHORT);
            task5::deal(&mut machine, &dealt)?;
            self.write_svg(&machine, status)?;
        }
        let text = record.text(self.cards.left_over(), status.stdout_width());
        self.print(&text, &record.json(), status)?;
        if let Some(press) = record.results.iter().position(|result| !result.is_correct()) {
            bail!(
                "press {press}: the simulated hardware (hdl/) and the rules in Rust (crates/punto-banco/) disagree: one of them is \
                 wrong; `baccarat-sim verify` shows the first such hand card by card"
            );
        }
        Ok(ExitCode::SUCCESS)
    }

    fn deal_casino(&self, status: Status) -> anyhow::Result<ExitCode> {
        let request = self.casino.request(&self.cards)?;
        let start = Instant::now();
        let recording = self.vcd.as_ref().map(|_| Recording::WHOLE);
        let (record, table) = casino::deal(&request, recording)?;
        let machine = table.casino().machine();
        print_cycles(machine, start, status);
        self.write_vcd(machine, table.casino().waveform(), status)?;
        if self.svg.is_some() {
            let (_, table) = casino::deal(&request, Some(SHORT_CASINO))?;
            self.write_svg(table.casino().machine(), status)?;
        }
        self.print(&record.text(status.stdout_width()), &record.json(), status)?;
        Ok(ExitCode::SUCCESS)
    }

    fn write_vcd(
        &self,
        machine: &SimulatedBoard,
        waveform: Waveform,
        status: Status,
    ) -> anyhow::Result<()> {
        if let (Some(file), Some(trace)) = (&self.vcd, machine.trace()) {
            file.write(|file| waveform.write(trace, file))?;
            status.detail(format_args!("wrote the waveforms to {file}"));
        }
        Ok(())
    }

    fn write_svg(&self, machine: &SimulatedBoard, status: Status) -> anyhow::Result<()> {
        if let (Some(file), Some(trace)) = (&self.svg, machine.trace()) {
            let diagram = timing_diagram(machine, trace).svg();
            file.write(|file| file.write_all(diagram.as_bytes()))?;
            status.detail(format_args!("wrote the timing diagram to {file}"));
        }
        Ok(())
    }

    /// Prints the result on stdout, or on stderr if a file goes to stdout.
    fn print(&self, text: &str, json: &Value, status: Status) -> anyhow::Result<()> {
        match self.files().any(|(_, file)| *file == OutputFile::Stdout) {
            true => status.print_verbatim(text.trim_end()),
            false if self.json => stdout::print(format!("{json:#}\n").as_bytes())?,
            false => stdout::print(text.as_bytes())?,
        }
        Ok(())
    }

    fn files(&self) -> impl Iterator<Item = (&'static str, &OutputFile)> {
        let files = [("--vcd", &self.vcd), ("--svg", &self.svg)];
        files.into_iter().filter_map(|(option, file)| Some((option, file.as_ref()?)))
    }

    /// Checks that the files can be written, and that no two results go to the same file or both to
    /// stdout.
    fn check_files(&self) -> anyhow::Result<()> {
        if let (Some(vcd), Some(svg)) = (&self.vcd, &self.svg)
            && vcd == svg
        {
            let message = format!("--vcd and --svg are the same: {vcd}");
            return Err(usage_error(message));
        }
        for (option, file) in self.files() {
            if self.json && *file == OutputFile::Stdout {
                let message = format!("--json and {option} - both write to stdout");
                return Err(usage_error(message));
            }
            file.check()?;
        }
        Ok(())
    }
}

fn print_cycles(machine: &SimulatedBoard, start: Instant, status: Status) {
    status.detail(format_args!(
        "simulated {} cycles of CLOCK_50 in {:.2} s",
        machine.cycle(),
        start.elapsed().as_secs_f64()
    ));
}

/// The displays as a drawing, with two notes beside it.
fn drawing(outputs: BoardOutputs, middle_note: &str, bottom_note: &str) -> String {
    let [top, middle, bottom] = displays(outputs);
    let lines = [top, format!("{middle}  {middle_note}"), format!("{bottom}  {bottom_note}")];
    format!("\n{}\n", lines.map(|line| format!("  {}", line.trim_end())).join("\n"))
}

/// HEX0 to HEX5; 0 lights a segment.
fn hex(outputs: BoardOutputs) -> [u64; 6] {
    std::array::from_fn(|number| outputs.hex(number))
}
