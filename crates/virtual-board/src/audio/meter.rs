//! The level and the rate of samples.

use de1_soc::CLOCK_50_HZ;

/// The time of a measurement, 25 ms.
const INTERVAL: u64 = CLOCK_50_HZ as u64 / 40;

/// The largest number of samples that wait to be heard: half a second at 96 kHz.
const MAXIMUM_WAITING: usize = 48_000;

/// What was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// Samples of either side in a second.
    pub rate: f64,
    /// The largest magnitudes, left and right, left-aligned in 32 bits with a sign.
    pub peaks: [u32; 2],
}

/// Samples in some time.
#[derive(Clone, Copy, Debug, Default)]
struct Measurement {
    /// The number of samples of either side, and the cycles of the first and of the last one.
    count: u64,
    first: u64,
    last: u64,
    peaks: [u32; 2],
}

impl Measurement {
    fn rate(&self) -> Option<f64> {
        let cycles = (self.last - self.first) as f64;
        (self.count > 1).then(|| (self.count - 1) as f64 * f64::from(CLOCK_50_HZ) / cycles)
    }
}

/// Measures samples.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    now: Measurement,
    before: Measurement,
    /// The samples that wait to be heard, if there is a listener.
    waiting: Option<Vec<[i16; 2]>>,
}

impl Meter {
    /// What was measured until a cycle. `None` without samples.
    pub fn reading(&self, cycle: u64) -> Option<Reading> {
        let rate = self.before.rate().or_else(|| self.now.rate());
        let rate = rate.filter(|_| self.now.last + INTERVAL > cycle)?;
        let peak = |side: usize| self.now.peaks[side].max(self.before.peaks[side]);
        Some(Reading { rate, peaks: [peak(0), peak(1)] })
    }

    /// Both samples of a cycle, and how they sound: left-aligned in 32 bits.
    pub fn take(&mut self, samples: [i32; 2], heard: [i32; 2], cycle: u64) {
        if self.now.count == 0 || self.now.first + INTERVAL <= cycle {
            let is_recent = self.now.last + INTERVAL > cycle;
            self.before = if is_recent { self.now } else { Measurement::default() };
            self.now = Measurement { first: cycle, ..Measurement::default() };
        }
        self.now.count += 1;
        self.now.last = cycle;
        for (peak, sample) in self.now.peaks.iter_mut().zip(samples) {
            *peak = (*peak).max(sample.unsigned_abs());
        }
        if let Some(waiting) = self.waiting.as_mut().filter(|all| all.len() < MAXIMUM_WAITING) {
            waiting.push(heard.map(|sample| (sample >> 16) as i16));
        }
    }

    /// Measures anew.
    pub fn restart(&mut self) {
        (self.now, self.before) = (Measurement::default(), Measurement::default());
    }

    /// So many cycles are left out, in which samples went on.
    pub fn skip(&mut self, cycles: u64) {
        for measurement in [&mut self.now, &mut self.before] {
            measurement.first += cycles;
            measurement.last += cycles;
        }
    }

    /// Keeps samples to be heard, or no longer.
    pub fn listen(&mut self, on: bool) {
        match on {
            true => drop(self.waiting.get_or_insert_default()),
            false => self.waiting = None,
        }
    }

    /// Whether samples are kept to be heard.
    pub fn has_listener(&self) -> bool {
        self.waiting.is_some()
    }

    /// The samples that wait to be heard.
    pub fn heard(&mut self) -> Vec<[i16; 2]> {
        self.waiting.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
