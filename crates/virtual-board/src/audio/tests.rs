//! The codec with a host that speaks to it.

use super::codec::Codec;
use super::meter::Reading;
use super::registers::{Registers, Silence};
use super::samples::{Decoder, Format, Justification};
use crate::devices::Device;
use crate::window::Levels;
use de1_soc::{ALL_OUTPUT_BITS, output_bit};
use foreign_designs::CodecClocks;

/// A quarter of a bit on the bus at 100 kHz, and half of a bit of a sample.
const QUARTER: u64 = 125;
const HALF_BIT: u64 = 8;

/// A codec, a host, and the lines between them.
struct Bench {
    codec: Codec,
    levels: Vec<bool>,
    /// Whether the host releases the data of the bus.
    is_released: bool,
    cycle: u64,
}

impl Bench {
    fn new() -> Bench {
        let mut bench = Bench {
            codec: Codec::default(),
            levels: vec![false; ALL_OUTPUT_BITS],
            is_released: true,
            cycle: 0,
        };
        bench.set("FPGA_I2C_SCLK", true);
        bench.settle();
        bench
    }

    /// A codec with these registers.
    fn configured(registers: &[(u8, u16)]) -> Bench {
        let mut bench = Bench::new();
        for (register, value) in registers {
            bench.write(*register, *value);
        }
        bench
    }

    fn set(&mut self, line: &str, level: bool) {
        self.levels[output_bit(line)] = level;
    }

    /// Shows the codec the levels, and lets it act.
    fn settle(&mut self) {
        for _ in 0..3 {
            let is_released = self.is_released && !self.codec.is_pulling_low();
            self.set("FPGA_I2C_SDAT", is_released);
            self.codec.settle(&Levels::of(&self.levels), self.cycle);
            if self.codec.due().is_some_and(|due| due <= self.cycle + 1) {
                self.codec.act(self.cycle);
            }
        }
    }

    /// Sets the lines of the bus for a quarter of a bit.
    fn bus(&mut self, clock: bool, data: bool) {
        self.set("FPGA_I2C_SCLK", clock);
        self.is_released = data;
        self.settle();
        self.cycle += QUARTER;
    }

    /// Sends bytes from a start to a stop. Returns whether each is acknowledged.
    fn transfer(&mut self, bytes: &[u8]) -> Vec<bool> {
        self.bus(true, true);
        self.bus(true, false);
        self.bus(false, false);
        let acknowledged = bytes.iter().map(|byte| self.send(*byte)).collect();
        self.bus(false, false);
        self.bus(true, false);
        self.bus(true, true);
        acknowledged
    }

    fn send(&mut self, byte: u8) -> bool {
        for bit in (0..8).rev().map(|place| byte >> place & 1 == 1) {
            [false, true, true, false].iter().for_each(|clock| self.bus(*clock, bit));
        }
        self.bus(false, true);
        self.bus(true, true);
        let is_acknowledged = !self.levels[output_bit("FPGA_I2C_SDAT")];
        self.bus(true, true);
        self.bus(false, true);
        is_acknowledged
    }

    fn write(&mut self, register: u8, value: u16) {
        let acknowledged = self.transfer(&[0x34, register << 1 | (value >> 8) as u8, value as u8]);
        assert_eq!(acknowledged, [true; 3]);
    }

    /// Sends a bit of a sample, with a master clock.
    fn bit(&mut self, sample_clock: bool, data: bool) {
        for level in [false, true] {
            self.set("AUD_BCLK", level);
            if !level {
                self.set("AUD_DACLRCK", sample_clock);
                self.set("AUD_DACDAT", data);
            }
            self.settle();
            self.cycle += HALF_BIT;
        }
    }

    /// Sends samples of 16 bits in the format I²S, 32 bits of the clock for each.
    fn play(&mut self, samples: [i16; 2], count: usize) {
        for _ in 0..count {
            for (side, sample) in [(false, samples[0]), (true, samples[1])] {
                for place in 0..32 {
                    let bit = (1..=16).contains(&place) && sample >> (16 - place) & 1 == 1;
                    self.bit(side, bit);
                }
            }
        }
    }
}

/// What makes the codec play samples in the format I²S with 16 bits.
const PLAYING: [(u8, u16); 5] = [(4, 0x12), (5, 0), (6, 0x67), (7, 2), (9, 1)];

#[test]
fn the_codec_acknowledges_two_bytes_after_its_address() {
    for (bytes, expected) in [
        (&[0x34, 0x12, 0x01][..], &[true, true, true][..]),
        (&[0x34, 0x12, 0x01, 0x00], &[true, true, true, false]),
        (&[0x36, 0x12, 0x01], &[false, false, false]),
        // The video decoder.
        (&[0x40, 0x12, 0x01, 0x00], &[true, true, true, true]),
        (&[0x35, 0x12, 0x01], &[false, false, false]),
    ] {
        let mut bench = Bench::new();
        assert_eq!(bench.transfer(bytes), expected, "{bytes:x?}");
        let is_written = bench.codec.registers() != &Registers::default();
        assert_eq!(is_written, bytes[0] == 0x34, "{bytes:x?}");
        bench.write(9, 1);
    }
}

#[test]
fn a_transfer_that_is_stopped_early_writes_nothing() {
    let mut bench = Bench::new();
    assert_eq!(bench.transfer(&[0x34, 0x12]), [true, true]);
    assert_eq!(bench.codec.registers(), &Registers::default());
    // A second start without a stop begins again, too.
    bench.bus(true, true);
    bench.bus(true, false);
    bench.bus(false, false);
    assert!(bench.send(0x34) && bench.send(0x12));
    bench.bus(false, true);
    bench.write(9, 1);
    assert_eq!(bench.codec.silence(bench.cycle), Some(Silence::PoweredDown));
}

#[test]
fn the_bus_is_seen_often_enough_to_acknowledge_in_time() {
    let mut bench = Bench::new();
    // At power-up, a host may be as fast as the codec allows: 95 cycles for a bit.
    assert_eq!(bench.codec.longest_window(bench.cycle), 7 * 95);
    bench.write(9, 1);
    // Twice as fast as this host was.
    assert_eq!(bench.codec.longest_window(bench.cycle), 7 * 250);
    bench.bus(true, false);
    bench.bus(false, false);
    for bit in 0..8 {
        let window = bench.codec.longest_window(bench.cycle);
        assert!(window < (8 - bit) * 500, "bit {bit}: {window}");
        [false, true, true].iter().for_each(|clock| bench.bus(*clock, false));
    }
    assert!(bench.codec.longest_window(bench.cycle) < 50);
    assert!(bench.codec.longest_window(bench.cycle + 1_000_000) > 100_000);
}

#[test]
fn the_first_reason_of_silence_is_named() {
    let mut bench = Bench::new();
    let steps: [(u8, u16, Silence); 7] = [
        (2, 0x179, Silence::PoweredDown),
        (6, 0x67, Silence::Inactive),
        (9, 1, Silence::NotSelected),
        (4, 0x12, Silence::Muted),
        (5, 0, Silence::NoMasterClock),
        (2, 0x100, Silence::NoVolume),
        (15, 0, Silence::NotConfigured),
    ];
    assert_eq!(bench.codec.silence(bench.cycle), Some(Silence::NotConfigured));
    for (register, value, expected) in steps {
        bench.write(register, value);
        assert_eq!(bench.codec.silence(bench.cycle), Some(expected), "register {register}");
    }
    assert_eq!(bench.codec.registers(), &Registers::default());
}

#[test]
fn volumes_are_in_decibels_and_can_be_written_at_once() {
    let volumes = |settings: &[(u8, u16)]| Bench::configured(settings).codec.registers().volumes();
    assert_eq!(volumes(&[]), [Some(0), Some(0)]);
    assert_eq!(volumes(&[(2, 0x7f), (3, 0x30)]), [Some(6), Some(-73)]);
    assert_eq!(volumes(&[(2, 0x2f)]), [None, Some(0)]);
    assert_eq!(volumes(&[(2, 0x16f)]), [Some(-10), Some(-10)]);
    assert_eq!(volumes(&[(3, 0x100)]), [None, None]);
}

#[test]
fn samples_are_measured_and_heard() {
    let mut bench = Bench::configured(&PLAYING);
    bench.codec.listen(true);
    // The clock of bits without a master clock.
    bench.play([0x4000, -0x2000], 3_000);
    assert_eq!(bench.codec.silence(bench.cycle), Some(Silence::NoMasterClock));
    let rate = 50e6 / 1_024.0;
    let reading = Reading { rate, peaks: [0x4000 << 16, 0x2000 << 16] };
    assert_eq!(bench.codec.reading(bench.cycle), Some(reading));
    let heard = bench.codec.heard();
    assert!((2_998..=3_000).contains(&heard.len()), "{}", heard.len());
    assert!(heard.iter().all(|samples| *samples == [0x4000, -0x2000]));

    // 6 dB less on the left, and more than there is on the right.
    bench.write(2, 0x73);
    bench.write(3, 0x7f);
    bench.play([0x4000, -0x7000], 10);
    let heard = bench.codec.heard();
    let expected = [(f64::from(0x4000) * 10_f64.powf(-0.3)) as i16, i16::MIN];
    assert_eq!(heard.last(), Some(&expected));
    bench.write(5, 8);
    bench.play([0x4000, 0x4000], 10);
    assert_eq!(bench.codec.heard().last(), Some(&[0, 0]));
    assert_eq!(bench.codec.silence(bench.cycle), Some(Silence::Muted));
    bench.codec.listen(false);
    bench.play([0x4000, 0x4000], 10);
    assert!(bench.codec.heard().is_empty());

    bench.cycle += 5_000_000;
    assert_eq!(bench.codec.reading(bench.cycle), None);
}

#[test]
fn a_peak_is_shown_for_a_while() {
    let mut bench = Bench::configured(&PLAYING);
    let peaks = |bench: &Bench| bench.codec.reading(bench.cycle).expect("samples").peaks;
    bench.play([0, 0], 1);
    bench.play([0x7fff, i16::MIN], 1);
    bench.play([0, 0], 1_000);
    assert_eq!(peaks(&bench), [0x7fff << 16, 1 << 31]);
    bench.play([0x100, 0], 4_000);
    assert_eq!(peaks(&bench), [0x100 << 16, 0]);
}

#[test]
fn nothing_is_left_out_while_it_changes_the_bus_or_is_heard() {
    let mut bench = Bench::configured(&PLAYING);
    bench.play([1, 1], 2_000);
    let (period, cycle) = (1_024, bench.cycle);
    assert!(bench.codec.is_quiet(period, cycle));
    bench.codec.skip(100 * period, period, cycle);
    bench.cycle += 100 * period;
    assert!(bench.codec.reading(bench.cycle).is_some());
    bench.codec.listen(true);
    assert!(!bench.codec.is_quiet(period, bench.cycle));
    bench.cycle += 10 * period;
    assert!(bench.codec.is_quiet(period, bench.cycle));
    bench.bus(true, false);
    assert!(!bench.codec.is_quiet(period, bench.cycle));
}

/// The bits of two samples in a format, with the clock of samples: `bits` of that of the bits for
/// each sample.
fn sent(format: Format, bits: u32, samples: [u32; 2]) -> Vec<(bool, bool)> {
    let width = format.bits;
    let bit = |sample: u32, place: u32| place < width && sample >> (width - 1 - place) & 1 == 1;
    if format.justification == Justification::Dsp {
        let late = u32::from(format.has_other_phase);
        let places = (0..2 * bits).map(|place| {
            let data = place.checked_sub(late).is_some_and(|place| match place / width {
                0 => bit(samples[0], place),
                1 => bit(samples[1], place - width),
                _ => false,
            });
            (place == 0, data)
        });
        return places.collect();
    }
    let early = match format.justification {
        Justification::Right => bits - width,
        Justification::I2s => 1,
        _ => 0,
    };
    let left = (format.justification == Justification::I2s) == format.has_other_phase;
    let mut sent: Vec<(bool, bool)> = vec![];
    for (level, sample) in [(left, samples[0]), (!left, samples[1])] {
        sent.extend((0..bits).map(|place| {
            let place = place.checked_sub(early);
            (level, place.is_some_and(|place| bit(sample, place)))
        }));
    }
    // The last bit of a sample may follow after the clock of samples has changed.
    if format.justification == Justification::I2s && bits == width {
        sent[0].1 = samples[1] & 1 == 1;
        sent[bits as usize].1 = samples[0] & 1 == 1;
    }
    sent
}

#[test]
fn samples_are_decoded_in_every_format() {
    use Justification::{Dsp, I2s, Left, Right};
    let mut random = fastrand::Rng::with_seed(8_731);
    for justification in [Right, Left, I2s, Dsp] {
        for (width, clocks) in
            [(16, 16), (16, 17), (16, 32), (20, 125), (24, 32), (32, 32), (32, 192)]
        {
            for flags in 0..4 {
                let format = Format {
                    justification,
                    bits: width,
                    has_other_phase: flags & 1 == 1,
                    is_swapped: flags & 2 == 2,
                    is_inverted: false,
                };
                // The samples need a bit more in this format.
                let clocks = if justification == Dsp { clocks + 1 } else { clocks };
                let samples = [(); 2].map(|()| random.u32(..) >> (32 - width));
                let mut decoder = Decoder::default();
                let mut decoded = vec![];
                for _ in 0..4 {
                    for (clock, bit) in sent(format, clocks, samples) {
                        decoded.extend(decoder.take(format, clock, bit));
                    }
                }
                let [left, right] = samples.map(|sample| (sample << (32 - width)) as i32);
                let expected = if format.is_swapped { [right, left] } else { [left, right] };
                assert!(decoded.len() >= 2, "{format:?}, {clocks}: {} samples", decoded.len());
                for decoded in decoded {
                    assert_eq!(decoded, expected, "{format:?}, {clocks}");
                }
            }
        }
    }
}

#[test]
fn bits_are_read_on_the_other_edge_if_their_clock_is_inverted() {
    let mut bench = Bench::configured(&PLAYING);
    bench.write(7, 0x82);
    bench.codec.listen(true);
    for _ in 0..3 {
        for (clock, bit) in sent(bench.codec.registers().format(), 32, [0x1234, 0x5678]) {
            for level in [true, false] {
                bench.set("AUD_BCLK", level);
                // On the other edge, there is something else.
                bench.set("AUD_DACLRCK", clock);
                bench.set("AUD_DACDAT", if level { bit } else { !bit });
                bench.settle();
                bench.cycle += HALF_BIT;
            }
        }
    }
    assert_eq!(bench.codec.heard().last(), Some(&[0x1234, 0x5678]));
}

#[test]
fn a_codec_that_is_the_master_has_the_clocks_of_its_sampling_register() {
    let clocks = |interface: u16, sampling: u16| {
        let settings = [(6, 0x67), (7, interface), (8, sampling), (9, 1)];
        Bench::configured(&settings).codec.registers().clocks()
    };
    assert!(!clocks(2, 0).is_master);
    let normal =
        CodecClocks { is_master: true, half_bit: 2, bits: [32, 32], ..CodecClocks::default() };
    let usb = CodecClocks { is_direct: true, half_bit: 1, ..normal };
    // The ratios of the master clock to the rate: 256 and 384, 250 and 272, and their multiples.
    for (sampling, expected) in [
        (0x00, normal),
        (0x02, CodecClocks { half_bit: 3, ..normal }),
        (0x40, CodecClocks { half_bit: 4, ..normal }),
        (0x0c, CodecClocks { bits: [192, 192], ..normal }),
        (0x18, CodecClocks { bits: [48, 48], ..normal }),
        (0x1c, CodecClocks { bits: [16, 16], ..normal }),
        (0x20, normal),
        (0x2c, CodecClocks { bits: [176, 176], ..normal }),
        (0x3c, CodecClocks { bits: [16, 16], ..normal }),
        (0x01, CodecClocks { bits: [125, 125], ..usb }),
        (0x0d, CodecClocks { bits: [750, 750], ..usb }),
        (0x19, CodecClocks { bits: [188, 187], ..usb }),
        (0x1d, CodecClocks { bits: [63, 62], ..usb }),
        (0x23, CodecClocks { bits: [136, 136], ..usb }),
        (0x2f, CodecClocks { bits: [748, 748], ..usb }),
        (0x3f, CodecClocks { bits: [68, 68], ..usb }),
        (0x41, CodecClocks { is_direct: false, bits: [125, 125], ..usb }),
    ] {
        assert_eq!(clocks(0x42, sampling), expected, "{sampling:#x}");
    }
    assert!(clocks(0xc2, 0).is_inverted && clocks(0x43, 0).is_pulse);
    let inactive = Bench::configured(&[(6, 0x67), (7, 0x42)]);
    assert!(!inactive.codec.registers().clocks().is_master);
}
