//! The observed bits of a design in many cycles at once, with a lane for each cycle.

use super::clocks::Instants;
use super::window::{Change, Half, Window, words};
use rust_hdl_lanes::masks::{NONE, has_lane};
use rust_hdl_lanes::{LANES_PER_WORD, Word, lane_values};

/// For each observed bit, a word for each chunk of lanes, after both edges of the cycle.
pub struct Planes {
    bits: usize,
    chunks: usize,
    high: Vec<Word>,
    low: Vec<Word>,
}

impl Planes {
    pub fn new(bits: usize, chunks: usize) -> Planes {
        let none = vec![NONE; bits * chunks];
        Planes { bits, chunks, high: none.clone(), low: none }
    }

    pub fn set(&mut self, half: Half, bit: usize, chunk: usize, word: Word) {
        let index = bit * self.chunks + chunk;
        match half {
            Half::High => self.high[index] = word,
            Half::Low => self.low[index] = word,
        }
    }

    /// Records the changes in the first cycles.
    pub fn record(&self, cycles: usize, window: &mut Window) {
        window.begin(&Instants::of_clock_50(cycles));
        for (word, bits) in words(self.bits).enumerate() {
            let mut before = window.levels().value(bits.clone());
            for chunk in 0..cycles.div_ceil(LANES_PER_WORD) {
                let planes = [&self.high, &self.low].map(|planes| {
                    let plane = |bit: usize| planes[bit * self.chunks + chunk];
                    bits.clone().map(plane).collect::<Vec<Word>>()
                });
                let changed = changed(&planes, before);
                if changed == [NONE; 2] {
                    continue;
                }
                let values = planes.map(|planes| lane_values(&square(&planes)));
                before = values[1][LANES_PER_WORD - 1];
                for lane in 0..(cycles - chunk * LANES_PER_WORD).min(LANES_PER_WORD) {
                    let pair = chunk * LANES_PER_WORD + lane;
                    let halves = [Half::High, Half::Low].into_iter().zip(&changed).zip(&values);
                    for ((half, changed), values) in halves {
                        if has_lane(&[*changed], lane) {
                            window.record(word, Change { pair, half, value: values[lane] });
                        }
                    }
                }
            }
        }
    }
}

/// The lanes in which any bit differs from what it was before the rising edge, and between both
/// edges. `before` has the bits before the first lane.
fn changed([high, low]: &[Vec<Word>; 2], before: u64) -> [Word; 2] {
    let mut changed = [NONE; 2];
    for (bit, (high, low)) in high.iter().zip(low).enumerate() {
        let mut last = before >> bit & 1;
        for part in 0..4 {
            changed[0][part] |= high[part] ^ (low[part] << 1 | last);
            changed[1][part] |= low[part] ^ high[part];
            last = low[part] >> 63;
        }
    }
    changed
}

fn square(planes: &[Word]) -> [Word; 64] {
    std::array::from_fn(|bit| planes.get(bit).copied().unwrap_or(NONE))
}
