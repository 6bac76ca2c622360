//! The observed bits of a design in consecutive cycles.

use std::ops::Range;

use rust_hdl_gates::Word;
use rust_hdl_gates::masks::{NONE, has_lane};

/// What is observed in some clock cycles: the values of some bits after the rising and after the
/// falling edge of each, with a lane for each cycle.
#[derive(Clone, Debug, Default)]
pub struct Window {
    pub cycles: usize,
    chunks: usize,
    /// For each bit, a word for each chunk.
    high: Vec<Word>,
    low: Vec<Word>,
}

/// A half of a clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// After the rising edge.
    High,
    /// After the falling edge.
    Low,
}

impl Window {
    pub fn new(bits: usize, chunks: usize) -> Window {
        let none = vec![NONE; bits * chunks];
        Window { cycles: 0, chunks, high: none.clone(), low: none }
    }

    /// The lanes of a bit in a chunk.
    pub fn word(&self, half: Half, bit: usize, chunk: usize) -> Word {
        let index = bit * self.chunks + chunk;
        match half {
            Half::High => self.high[index],
            Half::Low => self.low[index],
        }
    }

    pub fn set(&mut self, half: Half, bit: usize, chunk: usize, word: Word) {
        let index = bit * self.chunks + chunk;
        match half {
            Half::High => self.high[index] = word,
            Half::Low => self.low[index] = word,
        }
    }

    /// Sets a bit in 64 cycles, of which this is the number.
    pub fn set_part(&mut self, half: Half, bit: usize, part: usize, levels: u64) {
        let index = bit * self.chunks + part / 4;
        let words = match half {
            Half::High => &mut self.high,
            Half::Low => &mut self.low,
        };
        words[index][part % 4] = levels;
    }

    /// The halves of cycles in which some of these bits change, in order. `before` has the levels
    /// of all bits before the first cycle.
    pub fn changes(&self, bits: Range<usize>, before: &[bool]) -> Vec<(usize, Half)> {
        let mut found = vec![];
        for chunk in 0..self.cycles.div_ceil(256) {
            let mut changed = [NONE; 2];
            for bit in bits.clone() {
                let [high, low] = [Half::High, Half::Low].map(|half| self.word(half, bit, chunk));
                let mut last = match chunk {
                    0 => before[bit],
                    _ => self.bit(Half::Low, bit, chunk * 256 - 1),
                };
                for part in 0..4 {
                    changed[0][part] |= high[part] ^ (low[part] << 1 | u64::from(last));
                    changed[1][part] |= low[part] ^ high[part];
                    last = low[part] >> 63 == 1;
                }
            }
            for lane in 0..(self.cycles - chunk * 256).min(256) {
                for (half, changed) in [Half::High, Half::Low].into_iter().zip(&changed) {
                    if has_lane(&[*changed], lane) {
                        found.push((chunk * 256 + lane, half));
                    }
                }
            }
        }
        found
    }

    /// Copies the bits at the end of the last cycle.
    pub fn copy_last(&self, levels: &mut [bool]) {
        for (bit, level) in levels.iter_mut().enumerate() {
            *level = self.bit(Half::Low, bit, self.cycles - 1);
        }
    }

    /// A bit in a cycle.
    pub fn bit(&self, half: Half, bit: usize, cycle: usize) -> bool {
        has_lane(&[self.word(half, bit, cycle / 256)], cycle % 256)
    }
}
