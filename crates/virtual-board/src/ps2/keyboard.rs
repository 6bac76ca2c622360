//! A PS/2 keyboard.
//!
//! Commands, responses and times are those of *IBM Personal System/2 Hardware Interface Technical
//! Reference, Keyboards (101- and 102-Key)*.

use super::link::microseconds;
use super::port::{Port, Protocol};
use super::scan_codes::Key;
use super::{ACKNOWLEDGE, RESEND};

/// A key is ignored while more bytes than these wait. A keyboard has room for 16, but nobody types
/// faster than it sends.
const MAXIMUM_WAITING: usize = 256;

/// The commands with an argument.
const SET_LEDS: u8 = 0xed;
const SET_SCAN_CODES: u8 = 0xf0;
const SET_TYPEMATIC: u8 = 0xf3;

/// The argument of [`SET_TYPEMATIC`] at power-up: 500 ms, 10.9 characters a second.
const DEFAULT_TYPEMATIC: u8 = 0x2b;

/// A keyboard at the two lines.
#[derive(Clone, Debug)]
pub struct Keyboard {
    pub(super) port: Port,
    /// The command that waits for its argument.
    command: Option<u8>,
    /// The argument of [`SET_TYPEMATIC`].
    typematic: u8,
    /// The key that repeats, and when it does.
    repeated: Option<(Key, u64)>,
    held: Vec<Key>,
    leds: u8,
    is_enabled: bool,
}

impl Default for Keyboard {
    /// A keyboard at power-up.
    fn default() -> Keyboard {
        Keyboard {
            port: Port::default(),
            command: None,
            typematic: DEFAULT_TYPEMATIC,
            repeated: None,
            held: vec![],
            leds: 0,
            is_enabled: true,
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
    pub fn set_key(&mut self, name: &str, pressed: bool, cycle: u64) -> bool {
        let Some(key) = Key::named(name) else { return false };
        let place = self.held.iter().position(|held| *held == key);
        match (place, pressed) {
            (None, true) if self.port.waiting.len() <= MAXIMUM_WAITING => {
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
    pub fn release_all(&mut self, cycle: u64) {
        for key in self.held.clone() {
            self.set_key(key.name, false, cycle);
        }
    }

    fn type_code(&mut self, code: &[u8]) {
        if self.is_enabled && !self.port.is_testing() {
            self.port.waiting.extend(code);
        }
    }

    fn restart(&mut self, is_enabled: bool) {
        self.port.waiting.clear();
        (self.repeated, self.is_enabled) = (None, is_enabled);
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

impl Protocol for Keyboard {
    const CONNECTOR: usize = 0;
    const PASSED: &[u8] = &[0xaa];

    fn port(&self) -> &Port {
        &self.port
    }

    fn port_mut(&mut self) -> &mut Port {
        &mut self.port
    }

    fn timer(&self) -> Option<u64> {
        self.repeated.map(|(_, cycle)| cycle)
    }

    fn tick(&mut self, _: u64) {
        let Some((key, due)) = self.repeated else { return };
        if self.port.waiting.is_empty() {
            self.type_code(&key.make_code());
        }
        self.repeated = Some((key, due + self.typematic_period()));
    }

    fn receive(&mut self, byte: Option<u8>, cycle: u64) {
        let Some(byte) = byte else { return self.port.respond(&[RESEND]) };
        match (self.command.take(), byte) {
            (Some(SET_LEDS), 0..=7) => self.leds = byte,
            (Some(SET_TYPEMATIC), 0..=0x7f) => self.typematic = byte,
            (Some(SET_SCAN_CODES), 0) => return self.port.respond(&[ACKNOWLEDGE, 2]),
            (Some(SET_SCAN_CODES), 2) => {}
            (_, SET_LEDS | SET_SCAN_CODES | SET_TYPEMATIC) => self.command = Some(byte),
            // Echo.
            (_, 0xee) => return self.port.respond(&[byte]),
            // Identify.
            (_, 0xf2) => return self.port.respond(&[ACKNOWLEDGE, 0xab, 0x83]),
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
            (_, RESEND) => return self.port.respond(&[self.port.sent]),
            // Reset.
            (_, 0xff) => {
                (self.typematic, self.leds) = (DEFAULT_TYPEMATIC, 0);
                self.restart(true);
                self.port.test(cycle);
            }
            _ => return self.port.respond(&[RESEND]),
        }
        self.port.respond(&[ACKNOWLEDGE]);
    }
}

#[cfg(test)]
mod tests;
