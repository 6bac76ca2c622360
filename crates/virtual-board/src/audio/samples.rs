//! The bits of samples.

use std::fmt;

/// Where the bits of a sample are, in relation to the clock of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justification {
    /// The last bit is the one before the clock changes.
    Right,
    /// The first bit is the one after the clock has changed.
    Left,
    /// The first bit is the second one after the clock has changed.
    I2s,
    /// Both samples follow each other after the clock has risen.
    Dsp,
}

/// What the bits of samples are. The highest bit of a sample comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub justification: Justification,
    /// The bits of a sample.
    pub bits: u32,
    /// The clock has the other level for the left sample; in the DSP format, the samples begin a
    /// bit later.
    pub has_other_phase: bool,
    /// The right sample is the left one.
    pub is_swapped: bool,
    /// Bits are read when their clock falls.
    pub is_inverted: bool,
}

impl Format {
    fn is_dsp(&self) -> bool {
        self.justification == Justification::Dsp
    }

    /// Whether the samples begin with the second bit.
    fn is_late(&self) -> bool {
        self.justification == Justification::I2s || self.is_dsp() && self.has_other_phase
    }

    /// The level of the clock of samples during the left one.
    fn left(&self) -> bool {
        (self.justification == Justification::I2s) == self.has_other_phase
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = match self.justification {
            Justification::Right => "right justified",
            Justification::Left => "left justified",
            Justification::I2s => "I²S",
            Justification::Dsp => "DSP",
        };
        write!(f, "{name}, {} bits", self.bits)
    }
}

/// Makes samples of bits.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// The clock of samples with the last bit.
    clock: bool,
    /// As it counts for the samples: in some formats a bit later.
    side: bool,
    /// Whether the bits are those of a sample from its beginning.
    has_begun: bool,
    /// The bits, and their number.
    bits: u64,
    count: u32,
    /// The left and the right sample.
    samples: [Option<i32>; 2],
}

impl Decoder {
    /// Takes a bit, and the level of the clock of samples. Returns both samples once they are
    /// complete, left-aligned in 32 bits.
    pub fn take(&mut self, format: Format, clock: bool, bit: bool) -> Option<[i32; 2]> {
        let last = std::mem::replace(&mut self.clock, clock);
        let side = if format.is_late() { last } else { clock };
        let has_changed = std::mem::replace(&mut self.side, side) != side;
        let bit = u64::from(bit);
        let samples = match format.is_dsp() {
            true => self.take_both(format, has_changed && side, bit),
            false => self.take_one(format, has_changed, bit),
        };
        let [left, right] = samples?;
        Some(if format.is_swapped { [right, left] } else { [left, right] })
    }

    fn take_one(&mut self, format: Format, begins: bool, bit: u64) -> Option<[i32; 2]> {
        let mut samples = None;
        if begins {
            let has_begun = std::mem::replace(&mut self.has_begun, true);
            let is_left = self.side == format.left();
            let missing = format.bits.saturating_sub(self.count);
            let word = if format.justification == Justification::Right { 0 } else { missing };
            let sample = aligned(self.bits << word, format.bits);
            self.samples[usize::from(is_left)] = has_begun.then_some(sample);
            (self.bits, self.count) = (0, 0);
            if is_left && let [Some(left), Some(right)] = std::mem::take(&mut self.samples) {
                samples = Some([left, right]);
            }
        }
        if format.justification == Justification::Right || self.count < format.bits {
            self.bits = self.bits << 1 | bit;
            self.count += 1;
        }
        samples
    }

    fn take_both(&mut self, format: Format, begins: bool, bit: u64) -> Option<[i32; 2]> {
        if begins {
            (self.has_begun, self.bits, self.count) = (true, 0, 0);
        }
        if !self.has_begun {
            return None;
        }
        self.bits = self.bits << 1 | bit;
        self.count += 1;
        (self.count == 2 * format.bits).then(|| {
            self.has_begun = false;
            [self.bits >> format.bits, self.bits].map(|bits| aligned(bits, format.bits))
        })
    }
}

/// The lowest bits of a word as the highest ones of a number.
fn aligned(word: u64, bits: u32) -> i32 {
    (word << (32 - bits)) as i32
}
