//! What a run of a design waits for.

use super::window::{Levels, Window};
use super::{ForeignBoard, ForeignError};
use de1_soc::{LIGHTS_AND_DISPLAYS, OUTPUT_BITS, PERIOD, output_bit};
use rust_hdl_rtl::Value;
use std::ops::Range;
use std::time::Instant;

/// What a run of a design waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The monitor has a complete frame, even if it is the same picture.
    Frame,
    /// At the end of a cycle, a light or a display is another one than before.
    Display,
    /// At the end of a cycle, a traced signal has another value than before.
    Signal(SignalEvent),
}

/// A change of a traced signal, or that to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalEvent {
    /// The path of the signal.
    pub name: String,
    /// The value that it gets; any other value if there is none.
    pub value: Option<Value>,
    /// Its bits, of the traced ones.
    bits: Range<usize>,
}

impl SignalEvent {
    /// The number of bits of the signal.
    pub fn width(&self) -> usize {
        self.bits.len()
    }

    /// The value of the signal.
    fn read(&self, levels: &Levels) -> Value {
        levels.traced().skip(self.bits.start).take(self.bits.len()).collect()
    }

    fn is(&self, before: &Value, now: &Value) -> bool {
        before != now && self.value.as_ref().is_none_or(|value| value == now)
    }

    /// Returns after how many cycles of a window it has happened.
    fn end(&self, window: &Window) -> Option<u64> {
        // Values within a cycle do not count.
        let mut ends: Vec<(u64, Value)> = vec![];
        window.traced(|pair, half, levels| {
            let cycle = window.time(pair, half) / 1_000 / PERIOD;
            let value = self.read(levels);
            match ends.last_mut().filter(|last| last.0 == cycle) {
                Some(last) => last.1 = value,
                None => ends.push((cycle, value)),
            }
        });
        let mut before = self.read(window.levels_before());
        let event = ends.into_iter().find(|(_, now)| {
            let before = std::mem::replace(&mut before, now.clone());
            self.is(&before, now)
        });
        event.map(|(cycle, _)| cycle + 1)
    }
}

/// A wait for an event. The outputs at its start tell whether the event has happened.
#[derive(Clone, Debug)]
pub struct Wait {
    pub event: Event,
    /// The cycle in which it began.
    pub since: u64,
    /// The complete frames until then.
    frames: u64,
    /// The lights and displays then.
    displays: u64,
    /// The value of the signal after the last cycle.
    value: Value,
    /// Whether the signal has had its event.
    has_signal: bool,
}

impl Wait {
    /// Returns after how many cycles of a window the event has happened, if that can be seen there.
    fn end(&self, window: &Window) -> Option<u64> {
        match &self.event {
            Event::Frame => None,
            Event::Display => {
                let mut changes = window.changes(0..OUTPUT_BITS).peekable();
                while let Some(change) = changes.next() {
                    let cycle = window.cycle(&change);
                    let is_last = changes.peek().is_none_or(|next| window.cycle(next) > cycle);
                    if is_last && change.value != self.displays {
                        return Some(cycle + 1);
                    }
                }
                None
            }
            Event::Signal(signal) => signal.end(window),
        }
    }

    /// Notes whether the event was seen in a window, and what was seen last.
    pub(super) fn observe(&mut self, is_seen: bool, window: &Window) {
        if let Event::Signal(signal) = &self.event {
            self.has_signal |= is_seen;
            self.value = signal.read(window.levels());
        }
    }

    /// Whether everything that repeats with this period was seen without the event.
    pub(super) fn has_seen(&self, period: u64, cycle: u64) -> bool {
        cycle - self.since >= period
    }
}

impl ForeignBoard {
    /// Waits for an event from now on.
    pub fn wait_for(&self, event: Event) -> Wait {
        let (frames, displays) = (self.frames(), self.displays());
        let value = match &event {
            Event::Signal(signal) => signal.read(self.timeline.levels()),
            _ => Value::default(),
        };
        Wait { event, since: self.cycle, frames, displays, value, has_signal: false }
    }

    /// The event that a traced signal changes, or gets this value; none if it is not traced, or is
    /// CLOCK_50, which changes in each cycle.
    pub fn signal_event(&self, name: &str, value: Option<Value>) -> Option<Event> {
        let mut first = 0;
        for signal in self.tracer.signals.iter().filter(|signal| !signal.is_clock) {
            let bits = first..first + signal.width;
            if signal.name == name {
                return Some(Event::Signal(SignalEvent { name: name.into(), value, bits }));
            }
            first = bits.end;
        }
        None
    }

    /// As [`run`](Self::run), but stops in the cycle of a change of lights, displays or a signal,
    /// and at most 4,096 cycles after a frame is complete. Returns whether the event has happened.
    pub fn run_until(&mut self, wait: &mut Wait, cycles: u64, deadline: Instant) -> bool {
        self.run_waiting(Some(wait), cycles, deadline);
        self.has_happened(wait)
    }

    /// Returns whether an event has happened.
    pub(super) fn has_happened(&self, wait: &Wait) -> bool {
        match &wait.event {
            Event::Frame => self.frames() > wait.frames,
            Event::Display => self.displays() != wait.displays,
            Event::Signal(signal) => {
                // Pins can change it between two cycles.
                wait.has_signal || signal.is(&wait.value, &signal.read(self.timeline.levels()))
            }
        }
    }

    /// The lights and displays that are others than when a wait began, such as `HEX0`.
    pub fn changed_displays(&self, wait: &Wait) -> Vec<&'static str> {
        let changed = self.displays() ^ wait.displays;
        let has_changed =
            |(port, width): &(&str, usize)| changed >> output_bit(port) & ((1 << width) - 1) != 0;
        LIGHTS_AND_DISPLAYS.into_iter().filter(has_changed).map(|port| port.0).collect()
    }

    fn frames(&self) -> u64 {
        self.monitor().map_or(0, |monitor| monitor.completed())
    }

    fn displays(&self) -> u64 {
        self.timeline.levels().value(0..OUTPUT_BITS)
    }

    /// Simulates at least one and at most this many cycles, up to the event of a wait if there is
    /// one. Returns whether it was seen.
    pub(super) fn advance_timeline(
        &mut self,
        wait: Option<&Wait>,
        most: u64,
    ) -> Result<bool, ForeignError> {
        let Some(wait) = wait.filter(|wait| wait.event != Event::Frame) else {
            return self.timeline.advance(most).map(|()| false);
        };
        // What was written to a memory cannot be taken back.
        let is_written = self.design.memories.iter().any(|memory| !memory.writes.is_empty());
        let most = if is_written { 1 } else { most };
        self.timeline.advance_until(most, |window| wait.end(window))
    }
}
