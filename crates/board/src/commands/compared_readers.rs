//! `baccarat-board --compare-readers`: whether both readers of Yosys read the sources the same.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use super::on_board::OnBoard;
use command_line::{Status, stdout};
use de1_soc::is_high_at_power_up;
use foreign_designs::comparison::{COPIES, CYCLES};
use foreign_designs::{ReaderComparison, ReaderStep, compare_readers};

/// How often the progress of the simulation is printed.
const PERIOD: Duration = Duration::from_secs(5);

/// Compares the readers and prints the result on stdout.
///
/// # Errors
/// The readings differ, no reader accepts the sources, or Yosys has no slang.
pub(super) fn run(on_board: &OnBoard, status: Status) -> anyhow::Result<ExitCode> {
    on_board.sources.check_is_given()?;
    on_board.machine()?;
    let set = on_board.sources.collect(status)?;
    let reader = on_board.reader.find(status)?;
    let mut printed = Instant::now();
    let progress = |step: ReaderStep| match step {
        ReaderStep::Reads(reader) => {
            status.print(format_args!("{reader} reads the sources."));
            printed = Instant::now();
        }
        ReaderStep::Simulates(cycle) => {
            if printed.elapsed() >= PERIOD {
                status.print(format_args!("{cycle} of {CYCLES} cycles are simulated."));
                printed = Instant::now();
            }
        }
    };
    let compared = compare_readers(&reader, &set, is_high_at_power_up, progress)?;
    let text = match compared {
        ReaderComparison::Same => format!(
            "Both readers read the same: no output differs in {CYCLES} cycles with random inputs, in {COPIES} copies.\n"
        ),
        ReaderComparison::OneReader { accepting, rejecting, reason } => format!(
            "Not compared: only {accepting} reads the sources. {rejecting} rejects them:\n{reason}\n"
        ),
        ReaderComparison::Different { difference, readers } => {
            let sentence = difference.sentence([&readers[0], &readers[1]]);
            return Err(anyhow!(
                "the readers differ in {sentence}\nOne of them is wrong, or the language leaves the value open: compare with a simulator, and report it"
            ));
        }
    };
    stdout::print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
