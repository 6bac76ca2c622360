//! How long cycles take one by one.

use std::time::Duration;

/// The least number of cycles whose time is taken as a measure.
pub const MEASURED: u64 = 8_192;

/// The number of cycles that are simulated many at once until single cycles are measured anew. The
/// first ones may have been slower: a browser optimises code while it runs.
const MEASURED_FOR: u64 = 1 << 21;

/// The time that some single cycles took. The last ones count most.
#[derive(Default)]
pub struct SingleSpeed {
    time: Duration,
    cycles: u64,
    /// The cycles that were simulated many at once since then.
    since: u64,
}

impl SingleSpeed {
    pub fn is_measured(&self) -> bool {
        self.cycles >= MEASURED
    }

    /// Some single cycles took this time.
    pub fn measure(&mut self, cycles: u64, took: Duration) {
        (self.time, self.cycles) = (self.time + took, self.cycles + cycles);
        if self.cycles >= 2 * MEASURED {
            (self.time, self.cycles) = (self.time / 2, self.cycles / 2);
        }
    }

    /// Some cycles were simulated many at once.
    pub fn pass(&mut self, cycles: u64) {
        self.since += cycles;
        if self.since >= MEASURED_FOR {
            *self = SingleSpeed::default();
        }
    }

    /// The time that some cycles would take one by one, less the time that they took, in seconds.
    /// `None` before any were measured.
    pub fn saved(&self, cycles: u64, took: Duration) -> Option<f64> {
        let single = (self.cycles > 0).then(|| self.time.as_secs_f64() / self.cycles as f64)?;
        Some(single * cycles as f64 - took.as_secs_f64())
    }
}
