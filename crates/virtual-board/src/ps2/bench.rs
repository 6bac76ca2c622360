//! A host in tests.

use super::link::{Lines, microseconds};
use super::port::Protocol;
use crate::devices::Device;

pub const NOTHING: [u8; 0] = [];

/// A device, a host, and the lines between them.
pub struct Bench<P> {
    pub device: P,
    host: Lines,
    lines: Lines,
    pub cycle: u64,
    /// When the lines have changed, and their levels since.
    pub changes: Vec<(u64, Lines)>,
}

impl<P: Protocol + Default> Bench<P> {
    pub fn new() -> Bench<P> {
        Bench {
            device: P::default(),
            host: Lines::RELEASED,
            lines: Lines::RELEASED,
            cycle: 0,
            changes: vec![],
        }
    }

    /// A device after its self test.
    pub fn tested() -> Bench<P> {
        let mut bench = Bench::new();
        bench.run(microseconds(15_000));
        bench.changes.clear();
        bench
    }

    fn update(&mut self) {
        let drive = self.device.port().link.drive();
        let lines =
            Lines { clock: drive.clock & self.host.clock, data: drive.data & self.host.data };
        if lines != self.lines {
            self.lines = lines;
            self.changes.push((self.cycle, lines));
            self.device.port_mut().link.observe(lines, self.cycle);
        }
    }

    /// Lets the device act until its clock falls or a time has passed. Returns whether it falls.
    pub fn run_until_fall(&mut self, end: u64) -> bool {
        while let Some(due) = self.device.due().filter(|due| *due <= end) {
            let before = self.lines.clock;
            self.cycle = due.max(self.cycle);
            self.device.act(self.cycle);
            self.update();
            if before && !self.lines.clock {
                return true;
            }
        }
        self.cycle = end;
        false
    }

    pub fn run(&mut self, cycles: u64) {
        let end = self.cycle + cycles;
        while self.run_until_fall(end) {}
    }

    pub fn set_host(&mut self, clock: bool, data: bool) {
        self.host = Lines { clock, data };
        self.update();
    }

    /// Sends these bits and a stop bit to the device. Returns whether it acknowledges.
    pub fn send_bits(&mut self, bits: u16, count: u32) -> bool {
        self.set_host(false, true);
        self.run(microseconds(100));
        self.set_host(false, false);
        self.set_host(true, false);
        for bit in 0..=count {
            assert!(self.run_until_fall(self.cycle + microseconds(15_000)), "bit {bit}");
            self.set_host(true, bit == count || bits >> bit & 1 == 1);
        }
        assert!(self.run_until_fall(self.cycle + microseconds(15_000)), "no acknowledgement");
        !self.lines.data
    }

    /// Sends a byte to the device. Returns its response.
    pub fn command(&mut self, byte: u8) -> Vec<u8> {
        let parity = u16::from(byte.count_ones().is_multiple_of(2));
        assert!(self.send_bits(parity << 8 | u16::from(byte), 9), "{byte:#x}");
        self.run(microseconds(60));
        self.received(microseconds(10_000))
    }

    /// The bytes that the device sends in a time.
    pub fn received(&mut self, cycles: u64) -> Vec<u8> {
        self.changes.clear();
        self.run(cycles);
        let falls = self.changes.windows(2).filter(|pair| pair[0].1.clock && !pair[1].1.clock);
        let bits: Vec<u16> = falls.map(|pair| u16::from(pair[1].1.data)).collect();
        let frames = bits.chunks_exact(11).map(|bits| {
            let frame = bits.iter().rev().fold(0, |frame, bit| frame << 1 | bit);
            assert_eq!((frame & 1, frame >> 10), (0, 1), "start and stop of {frame:011b}");
            assert_eq!((frame >> 1 & 0x1ff).count_ones() % 2, 1, "parity of {frame:011b}");
            (frame >> 1) as u8
        });
        assert_eq!(bits.len() % 11, 0);
        frames.collect()
    }
}
