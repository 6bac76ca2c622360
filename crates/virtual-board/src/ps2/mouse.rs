//! A PS/2 mouse with three buttons.
//!
//! Commands, responses and reports are those of *IBM Personal System/2 Hardware Interface Technical
//! Reference, Mouse*.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::link::microseconds;
use super::port::{Port, Protocol};
use super::{ACKNOWLEDGE, RESEND};

/// The response to a second wrong byte.
const ERROR: u8 = 0xfc;

/// The commands with an argument.
const SET_RESOLUTION: u8 = 0xe8;
const SET_RATE: u8 = 0xf3;

/// The rates in reports a second that the host may set.
const RATES: [u8; 7] = [10, 20, 40, 60, 80, 100, 200];

/// A count is so many parts.
const PARTS: i64 = 4;

/// The largest number of counts in a report. What the mouse has moved beyond it is in the next one,
/// so that a slow simulation loses nothing; a real mouse reports an overflow.
const MOST_COUNTS: i64 = 255;

/// The largest movement that is kept, in parts.
const MOST_PARTS: i64 = 1 << 20;

/// The largest number of changes of the buttons that wait.
const MAXIMUM_UNREPORTED: usize = 256;

/// Whether buttons are pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MouseButtons {
    pub left: bool,
    pub right: bool,
    pub middle: bool,
}

/// What the host can set.
#[derive(Clone, Copy, Debug)]
struct Settings {
    /// Reports a second.
    rate: u8,
    /// 2 to the power of this is the number of counts per mm.
    resolution: u8,
    /// Large movements count twice.
    is_doubled: bool,
    /// It reports only when it is asked to.
    is_remote: bool,
    /// It reports unasked.
    is_enabled: bool,
}

const DEFAULTS: Settings =
    Settings { rate: 100, resolution: 2, is_doubled: false, is_remote: false, is_enabled: false };

/// A mouse at the two lines.
#[derive(Clone, Debug)]
pub struct Mouse {
    pub(super) port: Port,
    settings: Settings,
    /// Bytes are sent back.
    is_wrapped: bool,
    /// The command that waits for its argument.
    command: Option<u8>,
    /// The last response or report.
    last: Vec<u8>,
    /// The last byte was wrong.
    was_wrong: bool,
    buttons: MouseButtons,
    /// The buttons of the next reports.
    unreported: VecDeque<MouseButtons>,
    /// The movement since the last report, to the right and up, in parts of counts.
    moved: [i64; 2],
    /// The cycle from which the next report may be sent.
    next: u64,
}

impl Default for Mouse {
    /// A mouse at power-up.
    fn default() -> Mouse {
        Mouse {
            port: Port::default(),
            settings: DEFAULTS,
            is_wrapped: false,
            command: None,
            last: vec![],
            was_wrong: false,
            buttons: MouseButtons::default(),
            unreported: VecDeque::new(),
            moved: [0; 2],
            next: 0,
        }
    }
}

impl Mouse {
    /// Which buttons are pressed.
    pub fn buttons(&self) -> MouseButtons {
        self.buttons
    }

    /// Whether it reports movements: the host has enabled that, or asks for them.
    pub fn is_reporting(&self) -> bool {
        let Settings { is_remote, is_enabled, .. } = self.settings;
        (is_remote || is_enabled) && !self.port.is_testing() && !self.is_wrapped
    }

    /// Moves it to the right and down, in quarters of a millimetre: counts, unless the host has set
    /// another resolution.
    pub fn shift(&mut self, right: i16, down: i16) {
        if self.is_reporting() {
            for (moved, by) in self.moved.iter_mut().zip([i64::from(right), -i64::from(down)]) {
                let parts = *moved + (by << self.settings.resolution);
                *moved = parts.clamp(-MOST_PARTS, MOST_PARTS);
            }
        }
    }

    /// Presses and releases buttons.
    pub fn set_buttons(&mut self, buttons: MouseButtons) {
        let is_new = self.buttons != buttons;
        self.buttons = buttons;
        if is_new && self.is_reporting() && self.unreported.len() < MAXIMUM_UNREPORTED {
            self.unreported.push_back(buttons);
        }
    }

    /// The counts of the next report.
    fn counts(&self) -> [i64; 2] {
        let most = if self.is_doubling() { MOST_COUNTS / 2 } else { MOST_COUNTS };
        self.moved.map(|parts| (parts / PARTS).clamp(-most, most))
    }

    /// Whether large movements count twice: not in reports that the host asks for.
    fn is_doubling(&self) -> bool {
        self.settings.is_doubled && !self.settings.is_remote
    }

    /// The next report. What is in it is not reported again.
    fn report(&mut self) -> [u8; 3] {
        let counts = self.counts();
        for (moved, counts) in self.moved.iter_mut().zip(counts) {
            *moved -= counts * PARTS;
        }
        let [x, y] = if self.is_doubling() { counts.map(doubled) } else { counts };
        let MouseButtons { left, right, middle } =
            self.unreported.pop_front().unwrap_or(self.buttons);
        let flags = [left, right, middle, true, x < 0, y < 0];
        [bits(&flags), x as u8, y as u8]
    }

    fn status(&self) -> [u8; 3] {
        let Settings { rate, resolution, is_doubled, is_remote, is_enabled } = self.settings;
        let MouseButtons { left, right, middle } = self.buttons;
        let flags = [right, middle, left, false, is_doubled, is_enabled, is_remote];
        [bits(&flags), resolution, rate]
    }

    fn send(&mut self, bytes: &[u8]) {
        self.last = bytes.to_vec();
        self.send_unkept(bytes);
    }

    /// Sends bytes that a host cannot ask for again.
    fn send_unkept(&mut self, bytes: &[u8]) {
        self.port.waiting.clear();
        self.port.waiting.extend(bytes);
    }

    fn set(&mut self, settings: Settings) {
        self.settings = settings;
        self.moved = [0; 2];
        self.unreported.clear();
    }

    /// Executes a command or its argument. Returns what follows the acknowledgement, or `None` for
    /// a wrong byte.
    fn execute(&mut self, byte: u8, cycle: u64) -> Option<Vec<u8>> {
        let settings = self.settings;
        match (self.command.take(), byte) {
            (Some(SET_RESOLUTION), 0..=3) => self.set(Settings { resolution: byte, ..settings }),
            (Some(SET_RATE), rate) if RATES.contains(&rate) => {
                self.set(Settings { rate, ..settings })
            }
            // Reset.
            (_, 0xff) => {
                self.set(DEFAULTS);
                self.port.test(cycle);
            }
            // The argument of another command.
            (Some(_), _) => return None,
            // Scaling 1:1, and 2:1.
            (None, 0xe6 | 0xe7) => self.set(Settings { is_doubled: byte == 0xe7, ..settings }),
            (None, SET_RESOLUTION | SET_RATE) => self.command = Some(byte),
            (None, 0xe9) => return Some(self.status().into()),
            // Stream mode, and remote mode.
            (None, 0xea | 0xf0) => self.set(Settings { is_remote: byte == 0xf0, ..settings }),
            (None, 0xeb) => return Some(self.report().into()),
            // Wrap mode, and its end.
            (None, 0xec) => {}
            (None, 0xee) => self.is_wrapped = true,
            // Identify: a mouse without a wheel.
            (None, 0xf2) => return Some(vec![0]),
            // Enable, disable, set defaults.
            (None, 0xf4 | 0xf5) => self.set(Settings { is_enabled: byte == 0xf4, ..settings }),
            (None, 0xf6) => self.set(DEFAULTS),
            _ => return None,
        }
        Some(vec![])
    }
}

/// A byte with these flags, the lowest bit first.
fn bits(flags: &[bool]) -> u8 {
    flags.iter().rev().fold(0, |bits, flag| bits << 1 | u8::from(*flag))
}

/// Counts with the scaling 2:1.
fn doubled(counts: i64) -> i64 {
    let large = match counts.abs() {
        2 => 1,
        4 => 6,
        5 => 9,
        small @ 0..=3 => small,
        large => 2 * large,
    };
    large * counts.signum()
}

impl Protocol for Mouse {
    const CONNECTOR: usize = 1;
    const PASSED: &[u8] = &[0xaa, 0];

    fn port(&self) -> &Port {
        &self.port
    }

    fn port_mut(&mut self) -> &mut Port {
        &mut self.port
    }

    fn timer(&self) -> Option<u64> {
        let has_news = self.counts() != [0; 2] || !self.unreported.is_empty();
        let is_asked = self.settings.is_remote || self.command.is_some();
        let is_free = self.is_reporting() && !is_asked && self.port.waiting.is_empty();
        (has_news && is_free).then_some(self.next)
    }

    fn tick(&mut self, cycle: u64) {
        let report = self.report();
        self.send(&report);
        self.next = cycle + microseconds(1_000_000) / u64::from(self.settings.rate);
    }

    fn receive(&mut self, byte: Option<u8>, cycle: u64) {
        match byte {
            Some(RESEND) => {
                let last = self.last.clone();
                return self.send(&last);
            }
            Some(0xec) if self.is_wrapped => self.is_wrapped = false,
            Some(byte) if self.is_wrapped && byte != 0xff => return self.send(&[byte]),
            _ => {}
        }
        let results = byte.and_then(|byte| self.execute(byte, cycle));
        let is_wrong = results.is_none();
        match results {
            Some(results) => self.send(&[vec![ACKNOWLEDGE], results].concat()),
            // The last response is still what a host can ask for again.
            None => self.send_unkept(&[if self.was_wrong { ERROR } else { RESEND }]),
        }
        self.was_wrong = is_wrong;
    }
}

#[cfg(test)]
mod tests;
