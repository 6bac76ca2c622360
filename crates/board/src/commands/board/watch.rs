//! Sources that change while their design is shown.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use board_session::SharedDesign;
use command_line::print_error;
use foreign_designs::Elaborated;
use foreign_sources::SourceSet;
use fpga_tools::interrupt::is_interrupted;
use tool_options::SourceOptions;

/// The shortest time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(500);

/// How many times as long as a look at the files the time between two is, at least.
const SHARE: u32 = 20;

/// All that a design is read from, or why it cannot be read.
pub type Files = Result<SourceSet, String>;

/// Reads the files. Their contents are compared, not their times: editors may replace files, and
/// new files may count.
pub fn files(sources: &SourceOptions) -> Files {
    sources.files().map_err(|error| error.to_string())
}

/// Replaces the design whenever the files have changed, and twice have been the same since. If they
/// cannot be read, says so on the page and the terminal. Ends when the other end of `stopped` does.
pub fn run(
    sources: &SourceOptions,
    mut known: Files,
    read: impl Fn() -> anyhow::Result<Elaborated>,
    shown: &SharedDesign,
    stopped: &Receiver<()>,
) {
    let (mut last, mut wait) = (known.clone(), INTERVAL);
    while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        let begun = Instant::now();
        let now = files(sources);
        wait = INTERVAL.max(SHARE * begun.elapsed());
        let is_written = now == last;
        last = now;
        if !is_written || last == known {
            continue;
        }
        known.clone_from(&last);
        match read() {
            Ok(elaborated) => shown.replace(elaborated),
            Err(_) if is_interrupted() => return,
            Err(error) => {
                print_error(&error);
                shown.set_problem(format!("{error:#}"));
            }
        }
    }
}
