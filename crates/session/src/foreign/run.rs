//! Runs of a paused clock until something happens.

use std::time::Instant;

use super::signals::format_value;
use crate::RequestError;
use crate::protocol::RunEvent;
use crate::real_time::SIMULATION_TIMEOUT;
use punto_banco::grouped;
use rust_hdl_rtl::Value;
use virtual_board::{Event, ForeignBoard, SignalEvent, Wait};

/// The largest number of cycles until a frame: a second at 50 MHz.
const LONGEST_FRAME: u64 = 50_000_000;

/// The largest number of cycles until a light, a display or a signal changes: ten seconds at
/// 50 MHz.
const LONGEST_CHANGE: u64 = 500_000_000;

/// The last run, until the clock goes on in another way.
#[derive(Debug, Default)]
pub enum Run {
    #[default]
    None,
    Waits(Wait),
    Ended(String),
}

impl Run {
    /// Starts a run.
    ///
    /// # Errors
    ///
    /// The signal is not traced, or does not have such values.
    pub fn until(event: RunEvent, board: &ForeignBoard) -> Result<Run, RequestError> {
        let event = match event {
            RunEvent::Frame => Event::Frame,
            RunEvent::Display => Event::Display,
            RunEvent::Signal { name, value } => signal_event(board, name, value)?,
        };
        Ok(Run::Waits(board.wait_for(event)))
    }

    /// Whether cycles are being simulated.
    pub fn is_running(&self) -> bool {
        matches!(self, Run::Waits(_))
    }

    /// Ends a wait for a signal, whose bits are others once other signals are traced.
    pub fn forget_signal(&mut self) {
        if matches!(self, Run::Waits(Wait { event: Event::Signal(_), .. })) {
            *self = Run::None;
        }
    }

    /// Simulates for a short time, as fast as possible.
    pub fn advance(&mut self, board: &mut ForeignBoard) {
        let Run::Waits(wait) = self else { return };
        let end = wait.since + longest(&wait.event);
        let deadline = Instant::now() + SIMULATION_TIMEOUT;
        let cycles = end.saturating_sub(board.cycle());
        if board.run_until(wait, cycles, deadline) {
            *self = Run::Ended(happened(wait, board));
        } else if board.failure().is_some() {
            *self = Run::None;
        } else if board.cycle() >= end {
            *self = Run::Ended(nothing(&wait.event));
        }
    }

    /// What happens or has happened, for the page.
    pub fn text(&self) -> Option<String> {
        match self {
            Run::None => None,
            Run::Waits(wait) => Some(match &wait.event {
                Event::Frame => "Running until the next frame is complete".into(),
                Event::Display => "Running until a light or a display changes".into(),
                Event::Signal(signal) => {
                    format!(
                        "Running until {} {}",
                        signal.name,
                        change(signal, ["changes", "becomes"])
                    )
                }
            }),
            Run::Ended(text) => Some(text.clone()),
        }
    }
}

/// The event that a traced signal gets a value, if there is one.
fn signal_event(
    board: &ForeignBoard,
    name: String,
    value: Option<String>,
) -> Result<Event, RequestError> {
    let traced = board.traced().signals.iter().find(|signal| signal.name == name);
    let Some(signal) = traced else { return Err(RequestError::NotTraced(name)) };
    let width = signal.width;
    let parse = |text: String| {
        let no_value = || RequestError::NoValue { name: name.clone(), value: text.clone(), width };
        parse_value(width, &text).ok_or_else(no_value)
    };
    let value = value.map(parse).transpose()?;
    board.signal_event(&name, value).ok_or(RequestError::NotTraced(name))
}

/// Parses a value in hexadecimal, such as `0x1f`; none if it has more bits.
fn parse_value(width: usize, text: &str) -> Option<Value> {
    let digits = text.strip_prefix("0x")?;
    let is_number = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let value = Value::from_str_radix(digits, 16).filter(|_| is_number)?;
    (value.clone().truncated(width as u32) == value).then_some(value)
}

/// The longest number of cycles until an event.
fn longest(event: &Event) -> u64 {
    match event {
        Event::Frame => LONGEST_FRAME,
        Event::Display | Event::Signal(_) => LONGEST_CHANGE,
    }
}

fn happened(wait: &Wait, board: &ForeignBoard) -> String {
    let cycles = after(board.cycle() - wait.since);
    match &wait.event {
        Event::Frame => format!("A frame is complete {cycles}"),
        Event::Display => format!("{} changed {cycles}", board.changed_displays(wait).join(", ")),
        Event::Signal(signal) => {
            format!("{} {} {cycles}", signal.name, change(signal, ["changed", "became"]))
        }
    }
}

/// What a signal does: it changes, or becomes a value, with the verbs for both.
fn change(signal: &SignalEvent, [changes, becomes]: [&str; 2]) -> String {
    let value = signal.value.as_ref();
    value.map_or(changes.into(), |value| {
        format!("{becomes} {}", format_value(signal.width(), value))
    })
}

fn after(cycles: u64) -> String {
    match cycles {
        1 => "after 1 cycle".into(),
        _ => format!("after {} cycles", grouped(cycles.into())),
    }
}

fn nothing(event: &Event) -> String {
    let cycles = grouped(longest(event).into());
    match event {
        Event::Frame => format!("No frame was complete within {cycles} cycles"),
        Event::Display => format!("No light and no display changed within {cycles} cycles"),
        Event::Signal(signal) => {
            let change = change(signal, ["change", "become"]);
            format!("{} did not {change} within {cycles} cycles", signal.name)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_as_many_bits_as_their_signal() {
        let parsed = |width, text| parse_value(width, text).map(|value| value.to_string());
        for (width, text) in [(1, "0x2"), (4, "0x10"), (4, "0x"), (4, "3"), (4, "0xg"), (0, "0x1")]
        {
            assert_eq!(parsed(width, text), None, "{width} bits: {text}");
        }
        for (width, text, expected) in [(1, "0x1", 1), (4, "0x00f", 15), (12, "0xabc", 0xabc)] {
            let expected: Value = (0..width).map(|bit| expected >> bit & 1 == 1).collect();
            assert_eq!(parse_value(width, text), Some(expected), "{width} bits: {text}");
        }
    }
}
