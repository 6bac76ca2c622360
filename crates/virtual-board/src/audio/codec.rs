//! The codec as a device.

use super::bus::{Bus, Lines};
use super::meter::{Meter, Reading};
use super::registers::{Registers, Silence};
use super::samples::Decoder;
use crate::devices::Device;
use crate::pins::Pins;
use crate::window::{Levels, Window};
use de1_soc::{AUDIO_BITS, CLOCK_50_HZ, I2C_BITS};
use foreign_designs::CodecClocks;

/// The lines among those of [`AUDIO_BITS`].
const BIT_CLOCK: usize = 0;
const SAMPLE_CLOCK: usize = 1;
const MASTER_CLOCK: usize = 3;
const DATA: usize = 4;

/// The time after which a clock that does not change has stopped: 10 ms.
const STOPPED: u64 = CLOCK_50_HZ as u64 / 100;

/// The audio codec.
#[derive(Clone, Debug, Default)]
pub struct Codec {
    bus: Bus,
    registers: Registers,
    decoder: Decoder,
    meter: Meter,
    /// How loud each side is.
    gains: [f64; 2],
    /// Whether it pulls the data of the bus low, and how it makes its clocks.
    driven: (bool, CodecClocks),
    /// The cycles in which the master clock and the clock of bits last changed.
    master_changed: Option<u64>,
    bits_changed: u64,
    /// The last levels of the lines of samples.
    samples: SampleLines,
}

impl Codec {
    /// Its settings.
    pub fn registers(&self) -> &Registers {
        &self.registers
    }

    /// The samples before a cycle.
    pub fn reading(&self, cycle: u64) -> Option<Reading> {
        self.meter.reading(cycle)
    }

    /// Why nothing is heard.
    pub fn silence(&self, cycle: u64) -> Option<Silence> {
        let has_clock = self.master_changed.is_some_and(|changed| changed + STOPPED > cycle);
        match self.registers.silence() {
            None if !has_clock => Some(Silence::NoMasterClock),
            None if self.reading(cycle).is_none() => Some(Silence::NoFrames),
            silence => silence,
        }
    }

    /// Keeps samples to be heard, or no longer.
    pub fn listen(&mut self, on: bool) {
        self.meter.listen(on);
    }

    /// The samples to be heard, left and right, since the last call.
    pub fn heard(&mut self) -> Vec<[i16; 2]> {
        self.meter.heard()
    }

    /// Whether it pulls the data of the bus low.
    #[cfg(test)]
    pub fn is_pulling_low(&self) -> bool {
        self.driven.0
    }

    fn wanted(&self) -> (bool, CodecClocks) {
        (self.bus.is_acknowledging(), self.registers.clocks())
    }

    fn observe_bus(&mut self, lines: u64, cycle: u64) {
        let lines = Lines { clock: lines & 1 == 1, data: lines >> 1 & 1 == 1 };
        let Some(bytes) = self.bus.observe(lines, cycle) else { return };
        let format = self.registers.format();
        self.registers.write(bytes);
        if self.registers.format() != format {
            self.decoder = Decoder::default();
            self.meter.restart();
        }
        let is_silent = self.registers.silence().is_some();
        self.gains = self.registers.volumes().map(|volume| match volume {
            Some(volume) if !is_silent => 10_f64.powf(f64::from(volume) / 20.0),
            _ => 0.0,
        });
    }

    fn observe_samples(&mut self, lines: u64, cycle: u64) {
        let lines = SampleLines::of(lines);
        let before = std::mem::replace(&mut self.samples, lines);
        if lines.bits == before.bits {
            return;
        }
        self.bits_changed = cycle;
        let format = self.registers.format();
        if lines.bits == format.is_inverted {
            return;
        }
        if let Some(samples) = self.decoder.take(format, before.samples, before.data) {
            let heard = [0, 1].map(|side| (f64::from(samples[side]) * self.gains[side]) as i32);
            self.meter.take(samples, heard, cycle);
        }
    }
}

/// The levels of the lines on which samples are sent.
#[derive(Clone, Copy, Debug, Default)]
struct SampleLines {
    bits: bool,
    samples: bool,
    data: bool,
}

impl SampleLines {
    fn of(lines: u64) -> SampleLines {
        let level = |line: usize| lines >> line & 1 == 1;
        SampleLines { bits: level(BIT_CLOCK), samples: level(SAMPLE_CLOCK), data: level(DATA) }
    }
}

impl Device for Codec {
    fn drive(&self, pins: &Pins) -> Vec<(u32, bool)> {
        let (is_acknowledging, clocks) = self.driven;
        let bus = pins.i2c.into_iter().zip([true, !is_acknowledging]);
        let bus = bus.filter_map(|(leaf, level)| Some((leaf?, level)));
        let clocks = pins.codec.into_iter().flat_map(|leaf| (leaf..).zip(clocks.levels()));
        bus.chain(clocks).collect()
    }

    fn due(&self) -> Option<u64> {
        (self.driven != self.wanted()).then_some(self.bus.changed() + 1)
    }

    fn act(&mut self, _: u64) {
        self.driven = self.wanted();
    }

    fn longest_window(&self, cycle: u64) -> u64 {
        self.bus.longest_window(cycle)
    }

    fn settle(&mut self, levels: &Levels, cycle: u64) {
        self.observe_bus(levels.value(I2C_BITS), cycle);
        self.observe_samples(levels.value(AUDIO_BITS), cycle);
    }

    fn observe(&mut self, window: &Window, first: u64) {
        for change in window.changes(I2C_BITS) {
            self.observe_bus(change.value, first + window.cycle(&change));
        }
        let master = AUDIO_BITS.start + MASTER_CLOCK;
        if window.changes(master..master + 1).next().is_some() {
            self.master_changed = Some(first + window.cycles as u64);
        }
        for change in window.changes(AUDIO_BITS) {
            self.observe_samples(change.value, first + window.cycle(&change));
        }
    }

    fn is_quiet(&self, period: u64, cycle: u64) -> bool {
        let are_heard = self.meter.has_listener() && self.bits_changed + period > cycle;
        !are_heard && self.bus.is_quiet(period, cycle)
    }

    fn skip(&mut self, cycles: u64, period: u64, cycle: u64) {
        // What has changed in the last period will change in the next ones.
        let is_recent = |changed: u64| changed + period > cycle;
        if self.master_changed.is_some_and(is_recent) {
            self.master_changed = self.master_changed.map(|changed| changed + cycles);
        }
        if is_recent(self.bits_changed) {
            self.bits_changed += cycles;
            self.meter.skip(cycles);
        }
    }
}
