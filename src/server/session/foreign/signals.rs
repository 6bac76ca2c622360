//! The signals of a foreign design as messages.

use crate::foreign::ForeignDesign;
use crate::server::protocol::{
    FoundSignal, Reply, Signal, Timing, TimingEvent, TimingKind, TimingRow,
};
use crate::simulation::foreign_board::{ForeignBoard, Tracer};
use crate::waveform::Waveform;
use rust_hdl_rtl::Value;

/// The largest number of signals in an answer.
const MAXIMUM_FOUND: usize = 100;

/// The signals whose paths contain all words of a text: those of the top module first.
pub fn find(design: &ForeignDesign, text: String) -> Reply {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let fits = |name: &str| {
        let name = name.to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    let mut found: Vec<(&str, usize)> = design
        .netlist
        .signals
        .iter()
        .filter(|(name, _)| fits(name))
        .map(|(name, bits)| (name.as_str(), bits.len()))
        .collect();
    found.sort_by_key(|(name, _)| (name.matches('.').count(), *name));
    let signal =
        |(name, width): &(&str, usize)| FoundSignal { name: name.to_string(), width: *width };
    let signals = found.iter().take(MAXIMUM_FOUND).map(signal).collect();
    Reply::Found { text, total: found.len(), signals }
}

/// The values of the traced signals.
pub fn values(board: &ForeignBoard) -> Vec<Signal> {
    let signals = board.traced().signals.iter().zip(board.traced_values());
    let signal = |((name, width), value): (&(String, usize), Value)| Signal {
        name: name.clone(),
        value: format_value(*width, &value),
    };
    signals.map(signal).collect()
}

/// The traced signals over time.
pub fn waveform(board: &ForeignBoard) -> Option<Reply> {
    let Tracer { signals, trace, events, .. } = board.traced();
    let paths = signals.iter().map(|(name, width)| (name.as_str(), *width));
    let vcd = Waveform::of_paths(&board.design().top, paths).format(trace)?;
    let rows = signals.iter().enumerate().map(|(index, (name, width))| TimingRow {
        name: name.clone(),
        kind: if *width == 1 { TimingKind::Bit } else { TimingKind::Bus },
        changes: trace.changes(|values| format_value(*width, &values[index])),
    });
    let events = events.iter().map(|(time, text)| TimingEvent { time: *time, text: text.clone() });
    let timing =
        Timing { rows: rows.collect(), events: events.collect(), breaks: vec![], end: trace.end };
    Some(Reply::Waveform { timing, vcd })
}

/// A value: a bit as it is, a bus in hexadecimal.
fn format_value(width: usize, value: &Value) -> String {
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
