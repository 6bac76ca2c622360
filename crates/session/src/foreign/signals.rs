//! The signals of a foreign design as messages.

use crate::protocol::{
    FoundSignal, Reply, Timing, TimingEvent, TimingKind, TimingRow, TracedValue,
};
use rust_hdl_gates::graph::Edge;
use rust_hdl_rtl::Value;
use virtual_board::{ForeignBoard, TracedSignal};
use waveform::Trace;

/// The largest number of signals in an answer.
const MAXIMUM_FOUND: usize = 100;

/// The signals whose paths contain all words of a text: those of the top module first, CLOCK_50
/// last.
pub fn find(board: &ForeignBoard, text: String) -> Reply {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let fits = |name: &str| {
        let name = name.to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    let design = board.design();
    let signals = design.netlist.signals.iter().enumerate();
    let mut found: Vec<_> = signals.filter(|(_, (name, _))| fits(name)).collect();
    found.sort_by_key(|(_, (name, bits))| (board.is_clock(bits), name.matches('.').count(), name));
    let signal = |(index, (name, bits)): &(usize, &(String, Vec<Edge>))| FoundSignal {
        name: name.clone(),
        width: bits.len(),
        place: design.places.get(*index),
    };
    let signals = found.iter().take(MAXIMUM_FOUND).map(signal).collect();
    Reply::Found { text, total: found.len(), signals }
}

/// The values of the traced signals.
pub fn values(board: &ForeignBoard) -> Vec<TracedValue> {
    let signals = board.traced().signals.iter().zip(board.traced_values());
    let signal = |(signal, value): (&TracedSignal, Value)| TracedValue {
        name: signal.name.clone(),
        width: signal.width,
        value: format_value(signal.width, &value),
        clock: signal.is_clock,
    };
    signals.map(signal).collect()
}

/// The traced signals over time.
pub fn waveform(board: &ForeignBoard) -> Option<Reply> {
    let tracer = board.traced();
    let (signals, trace) = (&tracer.signals, tracer.trace_with_clock());
    let paths = signals.iter().map(|signal| (signal.name.as_str(), signal.width));
    let vcd = board.design().waveform_of(paths).format(&trace)?;
    let rows = signals.iter().enumerate().map(|(index, signal)| row(index, signal, &trace));
    let events =
        tracer.events.iter().map(|(time, text)| TimingEvent { time: *time, text: text.clone() });
    let timing =
        Timing { rows: rows.collect(), events: events.collect(), breaks: vec![], end: trace.end };
    Some(Reply::Waveform { timing, vcd })
}

/// The signal with an index over time. A level of CLOCK_50 that is not known is an empty text.
fn row(index: usize, signal: &TracedSignal, trace: &Trace) -> TimingRow {
    let level =
        |level: Option<bool>| level.map_or(String::new(), |level| u8::from(level).to_string());
    let (kind, changes) = match signal.width {
        _ if signal.is_clock => {
            let levels = trace.clock.levels.iter();
            (TimingKind::Clock, levels.map(|(time, now)| (*time, level(*now))).collect())
        }
        width => {
            let kind = if width == 1 { TimingKind::Bit } else { TimingKind::Bus };
            (kind, trace.changes(|values| format_value(width, &values[index])))
        }
    };
    TimingRow { name: signal.name.clone(), kind, changes }
}

/// A value: a bit as it is, a bus in hexadecimal.
pub fn format_value(width: usize, value: &Value) -> String {
    match width {
        1 => value.to_string(),
        _ => format!("{value:#0digits$x}", digits = 2 + width.div_ceil(4)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_shown_as_they_are_and_buses_in_hexadecimal() {
        let cases =
            [(1, 1, "1"), (1, 0, "0"), (4, 0xa, "0xa"), (5, 0x1f, "0x1f"), (12, 0x0b7, "0x0b7")];
        for (width, number, expected) in cases {
            assert_eq!(format_value(width, &Value::from(number)), expected);
        }
    }
}
