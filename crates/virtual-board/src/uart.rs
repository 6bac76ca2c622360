//! A serial terminal at two pins of the headers: a start bit, eight data bits with the lowest
//! first, no parity, and a stop bit, as the UART of a computer has them.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::ForeignBoard;
use super::devices::Device;
use super::pins::Pins;
use super::window::{Levels, Window};
use de1_soc::{CLOCK_50_HZ, GPIO, HEADER_PINS, output_bit};

/// The bits of a frame: start, data and stop.
const FRAME: u32 = 10;

/// The supported baud rates, in bits a second.
pub const BAUD_RATES: RangeInclusive<u32> = 50..=5_000_000;

/// The largest number of bytes that wait to be sent, and that were received and not taken.
pub const MAXIMUM_BYTES: usize = 64 * 1024;

/// A pin of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PinPosition {
    pub header: usize,
    pub pin: usize,
}

impl PinPosition {
    /// Whether the board has it.
    pub fn is_known(self) -> bool {
        self.header < GPIO.len() && self.pin < HEADER_PINS
    }

    fn output(self) -> usize {
        output_bit(GPIO[self.header].0) + self.pin
    }
}

/// How a terminal is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TerminalSettings {
    /// The pin at which the design sends, often called TX.
    pub from: Option<PinPosition>,
    /// The pin at which it receives, often called RX.
    pub to: Option<PinPosition>,
    /// In bits a second.
    pub baud: u32,
}

/// A terminal. A bit takes the same number of cycles at each speed of the simulation.
#[derive(Clone, Debug)]
pub struct Terminal {
    settings: TerminalSettings,
    /// What the design has sent, until it is taken.
    received: Vec<u8>,
    /// The frames without a stop bit.
    errors: u64,
    /// The level at the pin of the design once it was seen, and the cycle in which it has changed
    /// last.
    level: Option<bool>,
    changed: u64,
    /// The cycle in which a frame began, the samples that were taken of it, and their values.
    frame: Option<(u64, u32, u32)>,
    /// What is typed and not sent yet.
    waiting: VecDeque<u8>,
    /// The bits of the frame that is sent, its first cycle, and the number of the current bit.
    sending: Option<(u32, u64, u32)>,
}

impl Terminal {
    /// A terminal that has sent and received nothing.
    pub fn new(settings: TerminalSettings, cycle: u64) -> Terminal {
        Terminal {
            settings,
            received: vec![],
            errors: 0,
            level: None,
            changed: cycle,
            frame: None,
            waiting: VecDeque::new(),
            sending: None,
        }
    }

    pub fn settings(&self) -> TerminalSettings {
        self.settings
    }

    /// The number of frames that had no stop bit: the rate is another one, or nothing is sent.
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// Takes what the design has sent.
    pub fn take_received(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.received)
    }

    /// The number of bytes that wait to be sent.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Sends bytes from this cycle on, after those that wait. Returns whether there is room for
    /// them, and a pin.
    fn send(&mut self, bytes: &[u8], cycle: u64) -> bool {
        if self.settings.to.is_none() || self.waiting.len() + bytes.len() > MAXIMUM_BYTES {
            return false;
        }
        self.waiting.extend(bytes);
        if self.sending.is_none() {
            self.begin(cycle);
        }
        true
    }

    /// The cycle after so many half bits.
    fn after(&self, start: u64, halves: u32) -> u64 {
        let cycles =
            f64::from(halves) / 2.0 * f64::from(CLOCK_50_HZ) / f64::from(self.settings.baud);
        start + cycles.round() as u64
    }

    fn begin(&mut self, cycle: u64) {
        let bits = |byte: u8| u32::from(byte) << 1 | 1 << (FRAME - 1);
        self.sending = self.waiting.pop_front().map(|byte| (bits(byte), cycle, 0));
    }

    /// The pin has this level since a cycle.
    fn record_level(&mut self, level: bool, cycle: u64) {
        self.sample_until(cycle);
        let before = self.level.replace(level);
        if before == Some(level) {
            return;
        }
        self.changed = cycle;
        // Without a level before, nobody knows when it has fallen.
        if before == Some(true) && self.frame.is_none() {
            self.frame = Some((cycle, 0, 0));
        }
    }

    /// The level has not changed before this cycle: takes the samples until then, in the middle of
    /// each bit.
    fn sample_until(&mut self, cycle: u64) {
        while let Some((start, samples, bits)) = self.frame {
            if self.after(start, 2 * samples + 1) >= cycle {
                return;
            }
            let level = self.level == Some(true);
            let bits = bits | u32::from(level) << samples;
            self.frame = Some((start, samples + 1, bits));
            if samples == 0 && level {
                // It was too short for a start bit.
                self.frame = None;
            } else if samples + 1 == FRAME {
                self.frame = None;
                self.end_frame(bits);
            }
        }
    }

    fn end_frame(&mut self, bits: u32) {
        if bits >> (FRAME - 1) == 0 {
            self.errors += 1;
        } else if self.received.len() < MAXIMUM_BYTES {
            self.received.push((bits >> 1) as u8);
        }
    }
}

impl Device for Terminal {
    fn drive(&self, pins: &Pins) -> Vec<(u32, bool)> {
        let leaf = self.settings.to.and_then(|to| pins.header_leaves[to.header][to.pin]);
        let level = self.sending.is_none_or(|(bits, _, bit)| bits >> bit & 1 == 1);
        leaf.map(|leaf| (leaf, level)).into_iter().collect()
    }

    fn due(&self) -> Option<u64> {
        self.sending.map(|(_, start, bit)| self.after(start, 2 * (bit + 1)))
    }

    fn act(&mut self, cycle: u64) {
        while let Some((bits, start, bit)) = self.sending.filter(|_| self.due() <= Some(cycle)) {
            self.sending = Some((bits, start, bit + 1));
            if bit + 1 == FRAME {
                self.begin(cycle);
            }
        }
    }

    fn settle(&mut self, levels: &Levels, cycle: u64) {
        if let Some(from) = self.settings.from {
            self.record_level(levels.value(from.output()..from.output() + 1) == 1, cycle);
        }
    }

    fn observe(&mut self, window: &Window, first: u64) {
        let Some(from) = self.settings.from else { return };
        for change in window.changes(from.output()..from.output() + 1) {
            self.record_level(change.value == 1, first + window.cycle(&change));
        }
        self.sample_until(first + window.cycles as u64);
    }

    fn is_quiet(&self, period: u64, cycle: u64) -> bool {
        self.settings.from.is_none() || self.frame.is_none() && self.changed + period <= cycle
    }

    fn skip(&mut self, cycles: u64, _: u64, cycle: u64) {
        self.sample_until(cycle + cycles);
    }
}

impl ForeignBoard {
    /// The terminal at the headers, if one is connected.
    pub fn terminal(&self) -> Option<&Terminal> {
        self.devices.terminal.as_ref()
    }

    /// Takes what the design has sent to the terminal.
    pub fn take_received(&mut self) -> Vec<u8> {
        self.devices.terminal.as_mut().map(Terminal::take_received).unwrap_or_default()
    }

    /// Connects a terminal to [known](PinPosition::is_known) pins of the headers, instead of the
    /// one before.
    pub fn set_terminal(&mut self, settings: Option<TerminalSettings>) {
        self.devices.terminal = settings.map(|settings| Terminal::new(settings, self.cycle));
        self.set_inputs();
    }

    /// Types at the terminal. Returns whether it sends, and has room for so much.
    pub fn type_bytes(&mut self, bytes: &[u8]) -> bool {
        let cycle = self.cycle;
        let terminal = self.devices.terminal.as_mut();
        let sends = terminal.is_some_and(|terminal| terminal.send(bytes, cycle));
        self.set_inputs();
        sends
    }
}
