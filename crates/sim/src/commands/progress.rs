//! The progress bar.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use command_line::Status;

/// The bar is shown only if the work takes longer than this.
const DELAY: Duration = Duration::from_millis(500);

/// Plays hands behind a progress bar for so many, or for twice as many once there are more, and so
/// on. Measures the time.
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
    hands: u64,
    start: Instant,
    is_shown: AtomicBool,
    is_quiet: bool,
}

impl Progress {
    /// A bar for `hands` hands, of which none is done.
    fn new(hands: usize, status: Status) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(hands as u64), ProgressDrawTarget::hidden());
        let template = "{bar:40} {percent:>3} % of {human_len} hands";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress {
            bar,
            hands: hands as u64,
            start: Instant::now(),
            is_shown: AtomicBool::new(false),
            is_quiet: status.is_quiet(),
        }
    }

    /// Adds `hands` to the hands that are done.
    fn advance(&self, hands: usize) {
        self.bar.inc(hands as u64);
        let done = self.bar.position();
        if self.bar.length().is_some_and(|length| length < done) {
            self.bar.set_length(done.next_multiple_of(self.hands));
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_goes_on_when_the_hands_are_played_again() {
        let progress = Progress::new(100, Status::default());
        let lengths = [40, 60, 1, 99].map(|hands| {
            progress.advance(hands);
            progress.bar.length()
        });
        assert_eq!(lengths, [100, 100, 200, 200].map(Some));
    }
}
