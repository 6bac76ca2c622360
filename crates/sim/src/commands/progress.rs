//! The progress bar.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use command_line::Status;

/// The bar is shown only if the work takes longer than this.
const DELAY: Duration = Duration::from_millis(500);

/// Plays hands behind a progress bar for so many, and measures the time.
pub fn timed<T>(
    hands: usize,
    status: Status,
    play: impl FnOnce(&(dyn Fn(usize) + Sync)) -> T,
) -> (T, Duration) {
    let start = Instant::now();
    let progress = Progress::new(hands, status);
    let played = play(&|hands| progress.advance(hands));
    progress.clear();
    (played, start.elapsed())
}

/// A bar on stderr, if that is a terminal and `--quiet` is not given.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    is_shown: AtomicBool,
    is_quiet: bool,
}

impl Progress {
    /// A bar for `hands` hands, of which none is done.
    fn new(hands: usize, status: Status) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(hands as u64), ProgressDrawTarget::hidden());
        let template = format!("{{bar:40}} {{percent:>3}} % of {} hands", HumanCount(hands as u64));
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress {
            bar,
            start: Instant::now(),
            is_shown: AtomicBool::new(false),
            is_quiet: status.is_quiet(),
        }
    }

    /// Adds `hands` to the hands that are done.
    fn advance(&self, hands: usize) {
        self.bar.inc(hands as u64);
        if !self.is_quiet
            && self.start.elapsed() > DELAY
            && !self.is_shown.swap(true, Ordering::Relaxed)
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Removes the bar.
    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
