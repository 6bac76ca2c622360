//! Records the changes of some signals.

use super::window::{Levels, Window};
use de1_soc::PERIOD;
use rust_hdl_rtl::Value;
use waveform::{Trace, UnrecordedClock};

/// The largest number of signals that are traced at once, and of their bits.
pub const MAXIMUM_TRACED: usize = 64;
pub const MAXIMUM_TRACED_BITS: usize = 4_096;

/// The largest number of recorded changes.
const MAXIMUM_CHANGES: usize = 4_000;

/// The largest number of cycles in which the levels of CLOCK_50 are listed, if there are no
/// changes.
const MAXIMUM_CLOCK_CYCLES: u64 = 16_000;

/// The time of the falling edge of CLOCK_50 in its period, in ns, and of changes of the inputs.
const FALLING: u64 = PERIOD / 2;
pub(super) const INPUT: u64 = PERIOD * 3 / 4;

/// A signal that is traced.
#[derive(Clone, Debug)]
pub struct TracedSignal {
    /// Its path.
    pub name: String,
    pub width: usize,
    /// Whether it is CLOCK_50, which is not recorded, and whose value is 0 between two cycles.
    pub is_clock: bool,
}

/// Records signals over time, from when it was created.
#[derive(Clone, Debug, Default)]
pub struct Tracer {
    pub signals: Vec<TracedSignal>,
    /// Their changes, without those of CLOCK_50.
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
    pub fn new(signals: Vec<TracedSignal>, levels: &Levels, cycle: u64) -> Tracer {
        let mut tracer = Tracer { signals, start: cycle, changed: cycle, ..Tracer::default() };
        tracer.trace.samples.push((0, tracer.values(levels)));
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

    /// Returns the values of the signals, of which CLOCK_50 is not observed.
    pub fn values(&self, levels: &Levels) -> Vec<Value> {
        let mut bits = levels.traced();
        let value = |signal: &TracedSignal| {
            let width = if signal.is_clock { 0 } else { signal.width };
            bits.by_ref().take(width).collect()
        };
        self.signals.iter().map(value).collect()
    }

    /// Records the signals in a cycle, `after` ns after its rising edge, if they have changed.
    pub fn record(&mut self, levels: &Levels, cycle: u64, after: u64) {
        if !self.is_recording() {
            return;
        }
        let time = (cycle - self.start) * PERIOD + after;
        self.trace.end = time + PERIOD;
        let values = self.values(levels);
        let samples = &mut self.trace.samples;
        // Clocks of PLLs have edges in the same ns as others, and later than inputs change.
        let last = samples.pop_if(|(last, _)| *last >= time);
        let time = last.as_ref().map_or(time, |(last, _)| time.max(*last));
        if samples.last().is_none_or(|(_, before)| *before != values) {
            samples.push((time, values));
            self.changed = cycle;
        }
    }

    /// Records the signals in some cycles, of which this is the first.
    pub(super) fn observe(&mut self, window: &Window, first: u64) {
        if !self.is_recording() {
            return;
        }
        window.traced(|pair, half, levels| {
            let time = window.time(pair, half) / 1_000;
            let cycle = time / PERIOD;
            self.record(levels, first + cycle, time % PERIOD);
        });
        self.pass(first + window.cycles as u64 - 1);
    }

    /// The recording with the levels of CLOCK_50, if that is traced. Between changes that are far
    /// apart, they are listed only after the first and before the second.
    pub fn trace_with_clock(&self) -> Trace {
        let signals = (0..).zip(&self.signals).filter(|(_, signal)| signal.is_clock);
        let signals: Vec<usize> = signals.map(|(index, _)| index).collect();
        let levels = if signals.is_empty() { vec![] } else { self.clock() };
        Trace { clock: UnrecordedClock { signals, levels }, ..self.trace.clone() }
    }

    fn clock(&self) -> Vec<(u64, Option<bool>)> {
        let Trace { samples, end, .. } = &self.trace;
        let room = MAXIMUM_CLOCK_CYCLES / samples.len().max(1) as u64 / 2;
        let mut levels = vec![(0, Some(false))];
        let both = |cycle| [(cycle * PERIOD, Some(true)), (cycle * PERIOD + FALLING, Some(false))];
        let mut last = 0;
        let changes = samples.iter().map(|(time, _)| time / PERIOD);
        for next in changes.chain([(end / PERIOD).saturating_sub(1)]) {
            if next > last + 2 * room {
                levels.extend((last + 1..=last + room).flat_map(both));
                levels.push(((last + room + 1) * PERIOD, None));
                last = next - room;
            }
            levels.extend((last + 1..=next).flat_map(both));
            last = next;
        }
        levels
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

#[cfg(test)]
mod tests {
    use super::*;
    use de1_soc::ALL_OUTPUT_BITS;
    use waveform::{Declaration, Waveform};

    /// A recording of CLOCK_50 with a light that changes in these cycles, the last of which is the
    /// end.
    fn tracer(changes: impl IntoIterator<Item = u64>) -> Tracer {
        let signal = |name: &str, is_clock| TracedSignal { name: name.into(), width: 1, is_clock };
        let levels = |light| {
            let mut bits = [false; ALL_OUTPUT_BITS + 1];
            bits[ALL_OUTPUT_BITS] = light;
            Levels::of(&bits)
        };
        let signals = vec![signal("light", false), signal("CLOCK_50", true)];
        let mut tracer = Tracer::new(signals, &levels(false), 100);
        let mut light = false;
        for cycle in changes {
            light = !light;
            tracer.record(&levels(light), 100 + cycle, 0);
        }
        tracer
    }

    #[test]
    fn clock_50_has_an_edge_every_10_ns_and_does_not_fill_the_recording() {
        let mut tracer = tracer([]);
        tracer.pass(100 + 8_000);
        assert_eq!(tracer.trace.samples.len(), 1);
        let levels = tracer.trace_with_clock().clock.levels;
        assert_eq!(levels.len(), 1 + 2 * 8_000);
        for (half, (time, level)) in (1..).zip(&levels) {
            let expected = if half == 1 { 0 } else { 10 * half };
            assert_eq!((*time, *level), (expected, Some(half % 2 == 0)));
        }
    }

    #[test]
    fn edges_far_from_any_change_are_unknown_and_few_however_long_the_recording() {
        const HOUR: u64 = 180_000_000_000;
        let trace = tracer([HOUR, HOUR + 2]).trace_with_clock();
        let signals = ["light", "clock"];
        let signals =
            signals.map(|name| Declaration { path: vec![name.into()], width: 1, range: None });
        let waveform = Waveform::of_declarations("top", signals.into_iter());
        let vcd = waveform.format(&trace).expect("text");
        assert!(vcd.contains("#53330\n0\"\n#53340\nx\"\n#"), "{}", &vcd[..500]);
        let levels = trace.clock.levels;
        assert!(levels.len() < 20_000, "{}", levels.len());
        let unknown: Vec<usize> = (0..levels.len()).filter(|at| levels[*at].1.is_none()).collect();
        let [gap] = unknown[..] else { panic!("{unknown:?}") };
        let cycles = |range: &[(u64, Option<bool>)]| {
            range.iter().map(|it| it.0 / PERIOD).collect::<Vec<_>>()
        };
        assert_eq!(cycles(&levels[gap - 1..][..2]), [2_666, 2_667]);
        assert_eq!(levels.last(), Some(&((HOUR + 2) * PERIOD + FALLING, Some(false))));
        assert!(levels.windows(2).all(|pair| pair[0].0 < pair[1].0));

        let many = tracer((1..=MAXIMUM_CHANGES as u64).map(|change| change * HOUR));
        assert!(!many.is_recording());
        assert!(many.trace_with_clock().clock.levels.len() < 40_000);
    }
}
