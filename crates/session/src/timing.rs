//! A timing diagram as a message.

use crate::protocol::{Timing, TimingEvent, TimingKind, TimingRow};
use rust_hdl_diagram::timing::{self, Wave};

/// Converts a timing diagram.
pub fn of(timing: timing::Timing) -> Timing {
    let mut events: Vec<TimingEvent> = timing
        .captions
        .into_iter()
        .map(|caption| TimingEvent { time: caption.time, text: caption.text })
        .collect();
    events.sort_by_key(|event| event.time);
    let rows = timing.rows.into_iter().map(row).collect();
    Timing { rows, events, breaks: timing.breaks, end: timing.end }
}

fn row(timing::Row { name, wave }: timing::Row) -> TimingRow {
    let bits = |changes: Vec<(u64, bool)>| {
        let texts = changes.into_iter().map(|(time, bit)| (time, u8::from(bit).to_string()));
        texts.collect()
    };
    let (kind, changes) = match wave {
        Wave::Clock(changes) => (TimingKind::Clock, bits(changes)),
        Wave::Bit(changes) => (TimingKind::Bit, bits(changes)),
        Wave::Bus(changes) => (TimingKind::Bus, changes),
    };
    TimingRow { name, kind, changes }
}
