//! The recorded changes of some signals.

use crate::foreign::Waveform;

/// The largest number of recorded changes.
const MAXIMUM_CHANGES: usize = 4_000;

/// The period of CLOCK_50 in ns, and the time of its falling edge and of changes of the inputs.
const PERIOD: u64 = 20;
pub(super) const FALLING: u64 = 10;
pub(super) const INPUT: u64 = 15;

/// Signals over time, from when their recording began.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Paths and widths.
    pub signals: Vec<(String, usize)>,
    /// The times in ns, and all bits of all signals.
    pub changes: Vec<(u64, Vec<bool>)>,
    /// Keys and switches that were moved, with the times.
    pub events: Vec<(u64, String)>,
    /// The cycle in which it began.
    start: u64,
    /// The cycle of the last change.
    changed: u64,
    /// The time until which nothing else has changed.
    pub end: u64,
}

impl Trace {
    /// Begins with these values of the signals.
    pub fn new(signals: Vec<(String, usize)>, values: Vec<bool>, cycle: u64) -> Trace {
        let changes = vec![(0, values)];
        Trace { signals, changes, start: cycle, changed: cycle, ..Trace::default() }
    }

    /// Whether further changes are recorded.
    pub fn is_recording(&self) -> bool {
        !self.signals.is_empty() && self.changes.len() < MAXIMUM_CHANGES
    }

    /// Whether no change was recorded in so many cycles before this one.
    pub fn is_quiet(&self, cycles: u64, cycle: u64) -> bool {
        self.changed + cycles <= cycle
    }

    /// Records the values in a cycle, `after` ns after its rising edge, if they have changed.
    pub fn record(&mut self, values: Vec<bool>, cycle: u64, after: u64) {
        if !self.is_recording() {
            return;
        }
        let time = (cycle - self.start) * PERIOD + after;
        self.end = time + PERIOD;
        if self.changes.last().is_none_or(|(_, before)| *before != values) {
            self.changes.push((time, values));
            self.changed = cycle;
        }
    }

    /// Notes that a key or a switch is moved.
    pub fn note(&mut self, event: String, cycle: u64) {
        if self.is_recording() && self.events.len() < MAXIMUM_CHANGES {
            self.events.push(((cycle - self.start) * PERIOD + INPUT, event));
        }
    }

    /// Time has passed until a cycle.
    pub fn pass(&mut self, cycle: u64) {
        if self.is_recording() {
            self.end = (cycle - self.start + 1) * PERIOD;
        }
    }

    /// The recorded values for a VCD file.
    pub fn waveform(&self) -> Waveform {
        Waveform::of(self.signals.clone(), self.changes.clone())
    }
}
