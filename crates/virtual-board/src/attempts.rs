//! When to try to simulate many cycles at once.

/// The least and the largest number of cycles that are simulated one by one before the next
/// attempt. Counters that have wrapped have to have been seen since, for as long as their longest
/// stride.
const SHORTEST_PAUSE: u64 = 4;
const LONGEST_PAUSE: u64 = 1 << 16;

/// How much the time that earlier attempts have saved counts after one more.
const REMEMBERED: f64 = 0.875;

/// The attempts so far. Times are in seconds, compared with a simulation one by one: negative if
/// that would have taken less.
#[derive(Clone, Debug)]
pub struct Attempts {
    /// The cycles until the next attempt, and after one that fails.
    wait: u64,
    pause: u64,
    /// The time that the last attempts have saved. Each counts less than the next one.
    saved: f64,
    /// The time that the cycles of which the next attempt needs the states have saved.
    prepared: f64,
}

impl Attempts {
    pub fn new() -> Attempts {
        Attempts { wait: SHORTEST_PAUSE, pause: SHORTEST_PAUSE, saved: 0.0, prepared: 0.0 }
    }

    /// The number of cycles until the next attempt.
    pub fn wait(&self) -> u64 {
        self.wait
    }

    /// The states of before do not count any more.
    pub fn restart(&mut self) {
        self.wait = SHORTEST_PAUSE;
    }

    /// Some cycles were simulated one by one.
    pub fn pass(&mut self, cycles: u64) {
        self.wait = self.wait.saturating_sub(cycles);
    }

    /// The cycles of which the next attempt needs the states have saved this time.
    pub fn prepared(&mut self, saved: f64) {
        self.prepared += saved;
    }

    /// An attempt has saved this time. `is_complete` says that all cycles were guessed right.
    ///
    /// The next attempts follow soon only while the last ones have saved time together: a few that
    /// succeed do not outweigh many that fail.
    pub fn judge(&mut self, saved: f64, is_complete: bool) {
        let saved = saved + std::mem::take(&mut self.prepared);
        self.saved = REMEMBERED * self.saved + saved;
        if saved <= 0.0 {
            self.pause = (2 * self.pause).min(LONGEST_PAUSE);
        } else if self.saved > 0.0 {
            self.pause = SHORTEST_PAUSE;
            self.wait = if is_complete { 0 } else { SHORTEST_PAUSE };
            return;
        }
        self.wait = self.pause;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The waits after attempts that have saved these times.
    fn waits(saved: &[f64]) -> Vec<u64> {
        let mut attempts = Attempts::new();
        let wait = |saved: &f64| {
            attempts.judge(*saved, *saved > 1.0);
            attempts.wait()
        };
        saved.iter().map(wait).collect()
    }

    #[test]
    fn attempts_that_save_time_follow_soon() {
        assert_eq!(waits(&[2.0, 0.5, 2.0]), [0, SHORTEST_PAUSE, 0]);
        let mut attempts = Attempts::new();
        attempts.prepared(-3.0);
        attempts.judge(2.0, true);
        assert_eq!(attempts.wait(), 2 * SHORTEST_PAUSE, "it took longer with what it needed");
        attempts.pass(3);
        assert_eq!(attempts.wait(), 2 * SHORTEST_PAUSE - 3);
    }

    #[test]
    fn a_few_that_succeed_do_not_outweigh_many_that_fail() {
        assert_eq!(waits(&[-1.0, -1.0, -1.0]), [8, 16, 32]);
        let line: [f64; 5] = [1.5, -1.0, -1.0, -1.0, -1.0];
        let last = waits(&line.repeat(10)).pop();
        assert_eq!(last, Some(LONGEST_PAUSE));
    }

    #[test]
    fn they_follow_soon_again_after_a_few_that_save_time() {
        let saved = [[-0.25; 40].as_slice(), &[2.0; 4]].concat();
        assert_eq!(waits(&saved).pop(), Some(0));
    }
}
