//! How far the playing is, for somebody who waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Who waits no longer than this sees no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar on stderr, if that is a terminal, from half a second on.
pub(super) struct Progress {
    bar: ProgressBar,
    start: Instant,
    is_shown: AtomicBool,
}

impl Progress {
    /// Nothing done of so many hands.
    pub fn new(hands: usize) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(hands as u64), ProgressDrawTarget::hidden());
        let of = format!("{{bar:40}} {{percent:>3}} % of {} hands", HumanCount(hands as u64));
        if let Ok(style) = ProgressStyle::with_template(&of) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { bar, start: Instant::now(), is_shown: AtomicBool::new(false) }
    }

    /// So many more hands are done.
    pub fn advance(&self, hands: usize) {
        self.bar.inc(hands as u64);
        if self.start.elapsed() > PATIENCE && !self.is_shown.swap(true, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
