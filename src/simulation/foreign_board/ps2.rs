//! A PS/2 keyboard.
//!
//! | module | contents |
//! |---|---|
//! | `link` | bytes on the two lines |
//! | `scan_codes` | the codes of the keys |
//!
//! Commands, responses and times are those of *IBM Personal System/2 Hardware Interface Technical
//! Reference, Keyboards (101- and 102-Key)*. Times are in cycles of CLOCK_50.

mod link;
mod scan_codes;

use std::collections::VecDeque;

use super::devices::Device;
use super::pins::Pins;
use super::window::Window;
use crate::de1_soc::PS2_BITS;
pub use link::REACTION;
use link::{Lines, Link, Outcome, microseconds};
use scan_codes::Key;

/// The rest of the self test when the FPGA has been configured, and the self test after a reset.
const POWER_UP: u64 = microseconds(10_000);
const SELF_TEST: u64 = microseconds(300_000);

/// A key is ignored while more bytes than these wait. A keyboard has room for 16, but nobody types
/// faster than it sends.
const MAXIMUM_WAITING: usize = 256;

const ACKNOWLEDGE: u8 = 0xfa;
const RESEND: u8 = 0xfe;
const PASSED: u8 = 0xaa;

/// The commands with an argument.
const SET_LEDS: u8 = 0xed;
const SET_SCAN_CODES: u8 = 0xf0;
const SET_TYPEMATIC: u8 = 0xf3;

/// The argument of [`SET_TYPEMATIC`] at power-up: 500 ms, 10.9 characters a second.
const DEFAULT_TYPEMATIC: u8 = 0x2b;

/// A keyboard at the two lines.
#[derive(Clone, Debug)]
pub struct Keyboard {
    link: Link,
    /// The bytes to send, and the one that was sent last.
    waiting: VecDeque<u8>,
    sent: u8,
    /// The command that waits for its argument.
    command: Option<u8>,
    /// The argument of [`SET_TYPEMATIC`].
    typematic: u8,
    /// The key that repeats, and when it does.
    repeated: Option<(Key, u64)>,
    held: Vec<Key>,
    leds: u8,
    is_enabled: bool,
    /// The end of the self test.
    self_test: Option<u64>,
}

impl Default for Keyboard {
    /// A keyboard at power-up.
    fn default() -> Keyboard {
        Keyboard {
            link: Link::default(),
            waiting: VecDeque::new(),
            sent: 0,
            command: None,
            typematic: DEFAULT_TYPEMATIC,
            repeated: None,
            held: vec![],
            leds: 0,
            is_enabled: true,
            self_test: Some(POWER_UP),
        }
    }
}

impl Keyboard {
    /// The names of the keys that are held.
    pub fn held(&self) -> impl Iterator<Item = &'static str> {
        self.held.iter().map(|key| key.name)
    }

    /// Whether its lights are on: Num Lock, Caps Lock and Scroll Lock.
    pub fn leds(&self) -> [bool; 3] {
        [1, 2, 0].map(|bit| self.leds >> bit & 1 == 1)
    }

    /// Presses or releases the key that browsers call so. Returns whether there is such a key.
    pub(super) fn set_key(&mut self, name: &str, pressed: bool, cycle: u64) -> bool {
        let Some(key) = Key::named(name) else { return false };
        let place = self.held.iter().position(|held| *held == key);
        match (place, pressed) {
            (None, true) if self.waiting.len() <= MAXIMUM_WAITING => {
                self.held.push(key);
                self.type_code(&key.make_code());
                let repetition = (key, cycle + self.typematic_delay());
                self.repeated = key.is_typematic().then_some(repetition);
            }
            (Some(place), false) => {
                self.held.remove(place);
                self.type_code(&key.break_code());
                self.repeated = self.repeated.filter(|(repeated, _)| *repeated != key);
            }
            _ => {}
        }
        true
    }

    /// Releases all keys.
    pub(super) fn release_all(&mut self, cycle: u64) {
        for key in self.held.clone() {
            self.set_key(key.name, false, cycle);
        }
    }

    fn type_code(&mut self, code: &[u8]) {
        if self.is_enabled && self.self_test.is_none() {
            self.waiting.extend(code);
        }
    }

    /// Executes a command, or its argument.
    fn receive(&mut self, byte: Option<u8>, cycle: u64) {
        let Some(byte) = byte else { return self.respond(&[RESEND]) };
        match (self.command.take(), byte) {
            (Some(SET_LEDS), 0..=7) => self.leds = byte,
            (Some(SET_TYPEMATIC), 0..=0x7f) => self.typematic = byte,
            (Some(SET_SCAN_CODES), 0) => return self.respond(&[ACKNOWLEDGE, 2]),
            (Some(SET_SCAN_CODES), 2) => {}
            (_, SET_LEDS | SET_SCAN_CODES | SET_TYPEMATIC) => self.command = Some(byte),
            // Echo.
            (_, 0xee) => return self.respond(&[byte]),
            // Identify.
            (_, 0xf2) => return self.respond(&[ACKNOWLEDGE, 0xab, 0x83]),
            // Enable, disable, set defaults.
            (_, 0xf4) => self.restart(true),
            (_, 0xf5) => {
                self.typematic = DEFAULT_TYPEMATIC;
                self.restart(false);
            }
            (_, 0xf6) => {
                self.typematic = DEFAULT_TYPEMATIC;
                self.restart(self.is_enabled);
            }
            // Of the scan codes of set 3.
            (_, 0xf7..=0xfa) => {}
            (_, RESEND) => return self.respond(&[self.sent]),
            // Reset.
            (_, 0xff) => {
                (self.typematic, self.leds) = (DEFAULT_TYPEMATIC, 0);
                self.restart(true);
                self.self_test = Some(cycle + SELF_TEST);
            }
            _ => return self.respond(&[RESEND]),
        }
        self.respond(&[ACKNOWLEDGE]);
    }

    fn restart(&mut self, is_enabled: bool) {
        self.waiting.clear();
        (self.repeated, self.is_enabled) = (None, is_enabled);
    }

    /// Sends bytes before those that wait.
    fn respond(&mut self, bytes: &[u8]) {
        bytes.iter().rev().for_each(|byte| self.waiting.push_front(*byte));
    }

    /// The time from the press of a key to its repetition.
    fn typematic_delay(&self) -> u64 {
        microseconds(250_000) * (1 + u64::from(self.typematic >> 5 & 3))
    }

    /// The time from one repetition to the next.
    fn typematic_period(&self) -> u64 {
        microseconds(4_170) * ((8 + u64::from(self.typematic & 7)) << (self.typematic >> 3 & 3))
    }
}

impl Device for Keyboard {
    fn drive(&self, pins: &Pins) -> Vec<(u32, bool)> {
        let Lines { clock, data } = self.link.drive();
        pins.ps2.into_iter().flatten().zip([clock, data]).collect()
    }

    fn due(&self) -> Option<u64> {
        let send = if self.waiting.is_empty() { None } else { self.link.ready() };
        let repeat = self.repeated.map(|(_, cycle)| cycle);
        [self.link.due(), self.self_test, repeat, send].into_iter().flatten().min()
    }

    fn act(&mut self, cycle: u64) {
        let is_due = |due: Option<u64>| due.is_some_and(|due| due <= cycle);
        while is_due(self.due()) {
            if is_due(self.link.due()) {
                match self.link.step(cycle) {
                    Some(Outcome::Sent) => self.sent = self.waiting.pop_front().unwrap_or_default(),
                    Some(Outcome::Received(byte)) => self.receive(byte, cycle),
                    None => {}
                }
            } else if is_due(self.self_test) {
                self.self_test = None;
                self.waiting.push_back(PASSED);
            } else if let Some((key, due)) = self.repeated.filter(|(_, due)| *due <= cycle) {
                if self.waiting.is_empty() {
                    self.type_code(&key.make_code());
                }
                self.repeated = Some((key, due + self.typematic_period()));
            } else if let Some(byte) = self.waiting.front() {
                self.link.send(*byte, cycle);
            }
        }
    }

    fn settle(&mut self, levels: &[bool], cycle: u64) {
        self.link.observe(lines(|bit| levels[bit]), cycle);
    }

    fn observe(&mut self, window: &Window, before: &[bool], first: u64) {
        for (cycle, half) in window.changes(PS2_BITS, before) {
            let lines = lines(|bit| window.bit(half, bit, cycle));
            self.link.observe(lines, first + cycle as u64);
        }
    }

    fn is_quiet(&self, period: u64, cycle: u64) -> bool {
        self.link.is_quiet(period, cycle)
    }
}

/// The lines, as the levels of outputs.
fn lines(level: impl Fn(usize) -> bool) -> Lines {
    Lines { clock: level(PS2_BITS.start), data: level(PS2_BITS.start + 1) }
}

#[cfg(test)]
mod tests;
