//! The registers of the codec.

use std::fmt;

use super::samples::{Format, Justification};
use foreign_designs::CodecClocks;

/// The numbers of the registers.
const LEFT_VOLUME: usize = 2;
const RIGHT_VOLUME: usize = 3;
const ANALOGUE: usize = 4;
const DIGITAL: usize = 5;
const POWER: usize = 6;
const INTERFACE: usize = 7;
const SAMPLING: usize = 8;
const ACTIVE: usize = 9;
const RESET: u8 = 15;

/// The values after a reset.
const DEFAULTS: [u16; 10] = [0x097, 0x097, 0x079, 0x079, 0x00a, 0x008, 0x09f, 0x00a, 0x000, 0x000];

/// The volume of 0 dB. Each number above or below is 1 dB.
const UNCHANGED: i32 = 0x79;

/// Lower volumes are silence.
const LOWEST_VOLUME: u16 = 0x30;

/// Why nothing is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// No register was written since the last reset.
    NotConfigured,
    PoweredDown,
    Inactive,
    /// The DAC is not connected to the outputs.
    NotSelected,
    Muted,
    NoVolume,
    /// AUD_XCK has no edges.
    NoMasterClock,
    /// AUD_BCLK or AUD_DACLRCK has no edges.
    NoFrames,
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Silence::NotConfigured => "Not configured: no register was written",
            Silence::PoweredDown => "Powered down by register 6",
            Silence::Inactive => "Not activated by register 9",
            Silence::NotSelected => "DAC not selected by register 4",
            Silence::Muted => "Muted by register 5",
            Silence::NoVolume => "Volume turned off by registers 2 and 3",
            Silence::NoMasterClock => "No master clock on AUD_XCK",
            Silence::NoFrames => "No frames on AUD_BCLK and AUD_DACLRCK",
        })
    }
}

/// The registers, and whether one was written since the last reset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    values: [u16; DEFAULTS.len()],
    is_written: bool,
}

impl Default for Registers {
    fn default() -> Registers {
        Registers { values: DEFAULTS, is_written: false }
    }
}

impl Registers {
    /// Takes the two bytes of a transfer: the number of a register, and its 9 bits.
    pub fn write(&mut self, [high, low]: [u8; 2]) {
        let (register, value) = (high >> 1, u16::from(high & 1) << 8 | u16::from(low));
        if register == RESET && value == 0 {
            *self = Registers::default();
            return;
        }
        let Some(held) = self.values.get_mut(usize::from(register)) else { return };
        *held = value;
        self.is_written = true;
        // The volumes of both sides can be written at once.
        if let register @ (LEFT_VOLUME | RIGHT_VOLUME) = usize::from(register)
            && value >> 8 == 1
        {
            self.values[LEFT_VOLUME + RIGHT_VOLUME - register] = value;
        }
    }

    fn is_set(&self, register: usize, bit: u32) -> bool {
        self.values[register] >> bit & 1 == 1
    }

    /// Why the samples would not be heard, whatever they are.
    pub fn silence(&self) -> Option<Silence> {
        let off = [3, 4, 7].map(|bit| self.is_set(POWER, bit));
        match self {
            _ if !self.is_written => Some(Silence::NotConfigured),
            _ if off.contains(&true) => Some(Silence::PoweredDown),
            _ if !self.is_set(ACTIVE, 0) => Some(Silence::Inactive),
            _ if !self.is_set(ANALOGUE, 4) => Some(Silence::NotSelected),
            _ if self.is_set(DIGITAL, 3) => Some(Silence::Muted),
            _ if self.volumes() == [None; 2] => Some(Silence::NoVolume),
            _ => None,
        }
    }

    /// The volumes in dB, left and right. `None` is silence.
    pub fn volumes(&self) -> [Option<i32>; 2] {
        [LEFT_VOLUME, RIGHT_VOLUME].map(|register| {
            let volume = self.values[register] & 0x7f;
            (volume >= LOWEST_VOLUME).then_some(i32::from(volume) - UNCHANGED)
        })
    }

    /// What the bits of samples are.
    pub fn format(&self) -> Format {
        let value = self.values[INTERFACE];
        Format {
            justification: match value & 3 {
                0 => Justification::Right,
                1 => Justification::Left,
                2 => Justification::I2s,
                _ => Justification::Dsp,
            },
            bits: [16, 20, 24, 32][usize::from(value >> 2 & 3)],
            has_other_phase: self.is_set(INTERFACE, 4),
            is_swapped: self.is_set(INTERFACE, 5),
            is_inverted: self.is_set(INTERFACE, 7),
        }
    }

    /// Whether the codec makes the clocks of the samples.
    pub fn is_master(&self) -> bool {
        self.is_set(INTERFACE, 6)
    }

    /// How it does.
    pub fn clocks(&self) -> CodecClocks {
        let is_usb = self.is_set(SAMPLING, 0);
        let has_other_base = self.is_set(SAMPLING, 1);
        let is_divided = self.is_set(SAMPLING, 6);
        let format = self.format();
        let half_bit = match (is_usb, has_other_base) {
            (true, _) => 1,
            (false, false) => 2,
            (false, true) => 3,
        };
        let base = match (is_usb, has_other_base) {
            (false, _) => 64,
            (true, false) => 250,
            (true, true) => 272,
        };
        let bits = match self.values[SAMPLING] >> 2 & 0xf {
            0b0001 | 0b0011 => base * 6,
            0b1001 | 0b1011 => base * 11 / 2,
            0b0110 => base * 3 / 2,
            0b0111 | 0b1111 => base / 2,
            _ => base,
        };
        CodecClocks {
            is_master: self.is_master() && self.is_set(ACTIVE, 0) && !self.is_set(POWER, 7),
            is_direct: is_usb && !is_divided,
            is_inverted: format.is_inverted,
            is_pulse: format.justification == Justification::Dsp,
            half_bit: if is_divided && !is_usb { 2 * half_bit } else { half_bit },
            bits: [u32::div_ceil(bits, 2), bits / 2],
        }
    }
}

impl fmt::Display for Registers {
    /// The format of the samples, who makes their clocks, and the volume.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let clocks = if self.is_master() { "codec" } else { "design" };
        write!(f, "{}, clocks of the {clocks}, volume ", self.format())?;
        let volume =
            |volume: Option<i32>| volume.map_or("off".into(), |volume| format!("{volume} dB"));
        match self.volumes() {
            [left, right] if left == right => write!(f, "{}", volume(left)),
            [left, right] => write!(f, "{} and {}", volume(left), volume(right)),
        }
    }
}
