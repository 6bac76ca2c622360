//! Records the changes of some signals.

use crate::de1_soc::PERIOD;
use crate::waveform::Trace;
use rust_hdl_rtl::Value;

/// The largest number of recorded changes.
const MAXIMUM_CHANGES: usize = 4_000;

/// The time of the falling edge of CLOCK_50 in its period, in ns, and of changes of the inputs.
pub(super) const FALLING: u64 = PERIOD / 2;
pub(super) const INPUT: u64 = PERIOD * 3 / 4;

/// Records signals over time, from when it was created.
#[derive(Clone, Debug, Default)]
pub struct Tracer {
    /// Paths and widths.
    pub signals: Vec<(String, usize)>,
    /// Their changes.
    pub trace: Trace,
    /// Keys and switches that were moved, with the times.
    pub events: Vec<(u64, String)>,
    /// The cycle in which it began.
    start: u64,
    /// The cycle of the last change.
    changed: u64,
}

impl Tracer {
    /// Begins with these values of the signals.
    pub fn new(signals: Vec<(String, usize)>, bits: &[bool], cycle: u64) -> Tracer {
        let mut tracer = Tracer { signals, start: cycle, changed: cycle, ..Tracer::default() };
        tracer.trace.samples.push((0, tracer.values(bits)));
        tracer
    }

    /// Whether further changes are recorded.
    pub fn is_recording(&self) -> bool {
        !self.signals.is_empty() && self.trace.samples.len() < MAXIMUM_CHANGES
    }

    /// Whether no change was recorded in so many cycles before this one.
    pub fn is_quiet(&self, cycles: u64, cycle: u64) -> bool {
        self.changed + cycles <= cycle
    }

    /// Returns the values of the signals with these bits.
    pub fn values(&self, mut bits: &[bool]) -> Vec<Value> {
        let value = |(_, width): &(String, usize)| {
            bits.split_off(..*width).into_iter().flatten().copied().collect()
        };
        self.signals.iter().map(value).collect()
    }

    /// Records the bits in a cycle, `after` ns after its rising edge, if they have changed.
    pub fn record(&mut self, bits: &[bool], cycle: u64, after: u64) {
        if !self.is_recording() {
            return;
        }
        let time = (cycle - self.start) * PERIOD + after;
        self.trace.end = time + PERIOD;
        let values = self.values(bits);
        if self.trace.samples.last().is_none_or(|(_, before)| *before != values) {
            self.trace.samples.push((time, values));
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
            self.trace.end = (cycle - self.start + 1) * PERIOD;
        }
    }
}
