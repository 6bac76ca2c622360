//! Recorded signal values.

use rust_hdl_rtl::Value;

/// The time between input changes in ns. They happen while the clock is low. Presses of realistic
/// duration would take millions of cycles of the waveform.
const INPUT_SPACING: u64 = 2;

/// The values of signals over time.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The times in ns, with the values in the order of the signals.
    pub samples: Vec<(u64, Vec<Value>)>,
    /// Times at which cycles are left out. They take no time in the trace.
    pub gaps: Vec<u64>,
    /// The end in ns.
    pub end: u64,
    pub clock: UnrecordedClock,
}

/// A clock whose changes are not among the samples.
#[derive(Clone, Debug, Default)]
pub struct UnrecordedClock {
    /// The indices of its signals, whose values do not count.
    pub signals: Vec<usize>,
    /// The times in ns at which its level changes, each with the new one: `None` where it is not
    /// known.
    pub levels: Vec<(u64, Option<bool>)>,
}

impl Trace {
    /// Returns the times at which the result of `of` changes, each with the new result; the first
    /// entry is the initial one.
    pub fn changes<T: PartialEq>(&self, of: impl Fn(&[Value]) -> T) -> Vec<(u64, T)> {
        let mut changes: Vec<(u64, T)> = Vec::new();
        for (time, values) in &self.samples {
            let now = of(values);
            if changes.last().is_none_or(|(_, last)| *last != now) {
                changes.push((*time, now));
            }
        }
        changes
    }
}

/// The amount to record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The number of cycles recorded after each input change; further cycles until the next change
    /// are left out.
    pub cycles: u64,
    /// The maximum number of samples.
    pub samples: usize,
}

impl Recording {
    /// No limits.
    pub const WHOLE: Recording = Recording { cycles: u64::MAX, samples: usize::MAX };
}

/// Records the signals of a board at each edge of its clock and each change of its inputs.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// The period of the clock in ns.
    period: u64,
    recording: Recording,
    trace: Trace,
    /// The next rising edge of the clock, in ns.
    next_edge: u64,
    /// Input changes since the last falling edge of the clock.
    input_changes: u64,
    /// Cycles since the last input change.
    idle: u64,
    /// Whether cycles have been left out since the last sample.
    is_behind: bool,
}

impl Recorder {
    /// Starts a recording with the period of the clock in ns and the values at its beginning.
    pub fn new(period: u64, recording: Recording, values: Vec<Value>) -> Recorder {
        let mut recorder = Recorder {
            period,
            recording,
            trace: Trace::default(),
            next_edge: period,
            input_changes: 0,
            idle: 0,
            is_behind: false,
        };
        recorder.sample(0, values);
        recorder.trace.end = period;
        recorder
    }

    /// Returns what has been recorded.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    pub fn into_trace(self) -> Trace {
        self.trace
    }

    /// Returns whether cycles until the next input change would be left out.
    pub fn has_enough(&self) -> bool {
        self.idle >= self.recording.cycles || self.is_full()
    }

    fn is_full(&self) -> bool {
        self.trace.samples.len() >= self.recording.samples
    }

    /// Called after cycles that were not simulated.
    pub fn skipped(&mut self) {
        self.is_behind = true;
    }

    /// Records the values after an edge of the clock.
    pub fn clock_changed(&mut self, is_high: bool, values: impl FnOnce() -> Vec<Value>) {
        if is_high && self.has_enough() {
            self.is_behind = true;
        }
        if self.is_behind {
            return;
        }
        if is_high {
            self.sample(self.next_edge, values());
        } else {
            self.sample(self.next_edge + self.period / 2, values());
            self.next_edge += self.period;
            self.input_changes = 0;
            self.idle += 1;
        }
    }

    /// Records the values after a change of an input.
    pub fn input_changed(&mut self, values: impl FnOnce() -> Vec<Value>) {
        if self.is_full() {
            return;
        }
        // Insert a cycle if the low phase has no room for another change.
        if INPUT_SPACING * (self.input_changes + 1) >= self.period / 2 {
            self.next_edge += self.period;
            self.input_changes = 0;
        }
        let low = self.next_edge - self.period / 2;
        if std::mem::take(&mut self.is_behind) {
            self.trace.gaps.push(low);
        }
        self.input_changes += 1;
        self.idle = 0;
        self.sample(low + INPUT_SPACING * self.input_changes, values());
    }

    fn sample(&mut self, time: u64, values: Vec<Value>) {
        self.trace.samples.push((time, values));
        self.trace.end = self.next_edge.max(time + self.period / 2);
    }
}
