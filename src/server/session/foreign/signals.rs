//! The signals of a foreign design as messages.

use crate::foreign::Design;
use crate::server::protocol::{
    FoundSignal, Reply, Signal, Timing, TimingEvent, TimingKind, TimingRow,
};
use crate::virtual_board::VirtualBoard;

/// The largest number of signals in an answer.
const MAXIMUM_FOUND: usize = 100;

/// The signals whose paths contain all words of a text: those of the top module first.
pub fn find(design: &Design, text: String) -> Reply {
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
pub fn values(board: &VirtualBoard) -> Vec<Signal> {
    let signal = |(name, bits): (&str, &[bool])| Signal { name: name.into(), value: value(bits) };
    board.traced_values().map(signal).collect()
}

/// The traced signals over time.
pub fn waveform(board: &VirtualBoard) -> Option<Reply> {
    let trace = board.traced();
    let mut vcd = Vec::new();
    // Neither call can fail: the VCD is ASCII text and is written to memory.
    trace.waveform().write(&board.design().top, &mut vcd).ok()?;
    let vcd = String::from_utf8(vcd).ok()?;
    let mut first = 0;
    let rows = trace.signals.iter().map(|(name, width)| {
        let bits = first..first + width;
        first = bits.end;
        let mut changes: Vec<(u64, String)> = vec![];
        for (time, all) in &trace.changes {
            let text = value(&all[bits.clone()]);
            if changes.last().is_none_or(|(_, before)| *before != text) {
                changes.push((*time, text));
            }
        }
        let kind = if *width == 1 { TimingKind::Bit } else { TimingKind::Bus };
        TimingRow { name: name.clone(), kind, changes }
    });
    let events = trace.events.iter();
    let events = events.map(|(time, text)| TimingEvent { time: *time, text: text.clone() });
    let timing =
        Timing { rows: rows.collect(), events: events.collect(), breaks: vec![], end: trace.end };
    Some(Reply::Waveform { timing, vcd })
}

/// A value: a bit as it is, a bus in hexadecimal.
fn value(bits: &[bool]) -> String {
    match bits {
        [bit] => u8::from(*bit).to_string(),
        bits => {
            let digits = bits.chunks(4).rev();
            let digit = |bits: &[bool]| {
                let value = bits.iter().rev().fold(0, |value, bit| value << 1 | u32::from(*bit));
                char::from_digit(value, 16).unwrap_or('?')
            };
            format!("0x{}", digits.map(digit).collect::<String>())
        }
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
            let bits: Vec<bool> = (0..width).map(|bit| number >> bit & 1 == 1).collect();
            assert_eq!(value(&bits), expected);
        }
    }
}
