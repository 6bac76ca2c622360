//! What a run of a design waits for.

use super::window::Window;
use super::{ForeignBoard, ForeignError};
use de1_soc::{LIGHTS_AND_DISPLAYS, OUTPUT_BITS, output_bit};
use std::time::Instant;

/// What a run of a design waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The monitor has a complete frame, even if it is the same picture.
    Frame,
    /// At the end of a cycle, a light or a display is another one than before.
    Display,
}

/// A wait for an event. The outputs at its start tell whether the event has happened.
#[derive(Clone, Copy, Debug)]
pub struct Wait {
    pub event: Event,
    /// The cycle in which it began.
    pub since: u64,
    /// The complete frames until then.
    frames: u64,
    /// The lights and displays then.
    displays: u64,
}

impl Wait {
    /// Returns after how many cycles of a window the event has happened, if that can be seen there.
    pub(super) fn end(&self, window: &Window) -> Option<u64> {
        match self.event {
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
        Wait { event, since: self.cycle, frames, displays }
    }

    /// As [`run`](Self::run), but stops in the cycle of a change of lights or displays, and at most
    /// 4,096 cycles after a frame is complete. Returns whether the event has happened.
    pub fn run_until(&mut self, wait: &Wait, cycles: u64, deadline: Instant) -> bool {
        self.run_waiting(Some(wait), cycles, deadline);
        self.has_happened(wait)
    }

    /// Returns whether an event has happened.
    pub(super) fn has_happened(&self, wait: &Wait) -> bool {
        match wait.event {
            Event::Frame => self.frames() > wait.frames,
            Event::Display => self.displays() != wait.displays,
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
    /// one.
    pub(super) fn advance_timeline(
        &mut self,
        wait: Option<&Wait>,
        most: u64,
    ) -> Result<(), ForeignError> {
        let Some(wait) = wait.filter(|wait| wait.event == Event::Display) else {
            return self.timeline.advance(most);
        };
        // What was written to a memory cannot be taken back.
        let is_written = self.design.memories.iter().any(|memory| !memory.writes.is_empty());
        let most = if is_written { 1 } else { most };
        self.timeline.advance_until(most, |window| wait.end(window))
    }
}
