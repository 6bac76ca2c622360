//! The guessed states of the next cycles.
//!
//! Most registers keep their value, or count: every cycle, or every second, fourth or eighth one.
//! Each is assumed to go on as it did in the last cycles.

use std::collections::{BTreeMap, VecDeque};

use super::lookahead::CHUNKS;
use rust_hdl_gates::netlist::RegisterBit;
use rust_hdl_lanes::Word;
use rust_hdl_lanes::masks::{NONE, lanes_where};

/// The numbers of cycles after which a value may change in the same way again. They divide the
/// lanes of a word.
const STRIDES: [usize; 4] = [1, 2, 4, 8];

/// For each stride, the lanes with the remainder 0.
const REMAINDERS: [u64; STRIDES.len()] =
    [u64::MAX, 0x5555_5555_5555_5555, 0x1111_1111_1111_1111, 0x0101_0101_0101_0101];

/// The number of states that a guess is made from: twice the longest stride, and the current one.
pub const HISTORY: usize = 17;

/// The least number of changes that are a trend. Short counters wrap often.
const LEAST_SEEN: usize = 8;

/// The stride from which on a value has to change only once in each.
const HELD: usize = 8;

/// The largest width of a counter.
const WIDTH: usize = 64;

/// The bits of the number of a lane.
const LANE_BITS: usize = 12;

/// Guesses states.
pub struct Prediction {
    words: Vec<Counter>,
    /// For each stride, how often a value has changed until each lane: the planes of the number.
    changes: [Vec<[Word; CHUNKS]>; STRIDES.len()],
}

/// A register.
struct Counter {
    /// Its bits, as indices, the lowest first.
    bits: Vec<usize>,
    /// What it did when it last did anything regular.
    trend: Trend,
}

/// What a register has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Trend {
    /// The index of the stride.
    stride: usize,
    /// What is added once per stride.
    delta: u64,
}

impl Prediction {
    pub fn new(registers: &[RegisterBit]) -> Prediction {
        let mut words: BTreeMap<&str, BTreeMap<usize, usize>> = BTreeMap::new();
        let mut rest = vec![];
        for (index, register) in registers.iter().enumerate() {
            let (path, bit) = register.path_and_bit();
            if path.is_empty() {
                rest.push(vec![index]);
            } else {
                // Names can collide: `c[0]` may be an escaped identifier.
                rest.extend(
                    words.entry(path).or_default().insert(bit, index).map(|other| vec![other]),
                );
            }
        }
        let words = words.into_values().map(|bits| bits.into_values().collect::<Vec<usize>>());
        let words =
            words.flat_map(|bits| bits.chunks(WIDTH).map(<[usize]>::to_vec).collect::<Vec<_>>());
        let counter = |bits| Counter { bits, trend: Trend::default() };
        let changes = STRIDES.map(|stride| {
            let plane = |bit: usize| planes(|lane| lane.div_ceil(stride) >> bit & 1 == 1);
            (0..LANE_BITS).map(plane).collect()
        });
        Prediction { words: words.chain(rest).map(counter).collect(), changes }
    }

    /// Guesses the states in the lanes of some chunks, of which the first has the last state of the
    /// history. For each register bit, `guess` gets its value in each lane. Calls `counting` with
    /// the bits of registers that change.
    pub fn guess(
        &mut self,
        history: &VecDeque<Vec<bool>>,
        chunks: usize,
        guess: &mut [[Word; CHUNKS]],
        mut counting: impl FnMut(usize),
    ) {
        for Counter { bits, trend } in &mut self.words {
            let mut values = [0; HISTORY];
            for (value, state) in values.iter_mut().zip(history.iter().rev()) {
                *value =
                    bits.iter().rev().fold(0, |value, bit| value << 1 | u64::from(state[*bit]));
            }
            // A counter that has just wrapped goes on as before.
            *trend = trend_of(&values, bits.len()).unwrap_or(*trend);
            let stride = STRIDES[trend.stride];
            for (place, bit) in bits.iter().enumerate() {
                // In each lane, the value before anything is added depends on the remainder of the
                // lane.
                let lanes =
                    (0..stride).filter(|lane| values[(stride - lane) % stride] >> place & 1 == 1);
                let word = lanes.fold(0, |word, lane| word | REMAINDERS[trend.stride] << lane);
                guess[*bit][..chunks].fill([word; 4]);
            }
            if trend.delta == 0 {
                continue;
            }
            bits.iter().for_each(|bit| counting(*bit));
            let mask = u64::MAX >> (WIDTH - bits.len());
            let negative = trend.delta.wrapping_neg() & mask;
            let step = trend.delta.min(negative);
            let is_down = step < trend.delta;
            for shift in (0..bits.len()).filter(|shift| step >> shift & 1 == 1) {
                add(guess, chunks, &bits[shift..], &self.changes[trend.stride], is_down);
            }
        }
    }
}

/// The trend of the values, of which the first is the current one and each other is a cycle older.
fn trend_of(values: &[u64; HISTORY], width: usize) -> Option<Trend> {
    let mask = u64::MAX >> (WIDTH - width);
    let is_trend = |(index, stride): (usize, usize)| {
        let delta = |age: usize| values[age].wrapping_sub(values[age + stride]) & mask;
        let first = delta(0);
        let seen = (2 * stride).max(LEAST_SEEN) - stride;
        let is_regular = (0..=seen).all(|age| delta(age) == first);
        // Others only look as if they counted, such as what depends on a faster counter.
        let changes = (0..stride).filter(|age| values[*age] != values[*age + 1]).count();
        let is_counter = stride < HELD || changes == 1;
        (is_regular && is_counter).then_some(Trend { stride: index, delta: first })
    };
    STRIDES.into_iter().enumerate().find_map(is_trend)
}

/// Adds a number to some bits in each lane, or subtracts it.
fn add(
    sum: &mut [[Word; CHUNKS]],
    chunks: usize,
    bits: &[usize],
    number: &[[Word; CHUNKS]],
    subtract: bool,
) {
    let mut carries = [NONE; CHUNKS];
    let rest = std::iter::repeat(&[NONE; CHUNKS]);
    for (bit, number) in bits.iter().zip(number.iter().chain(rest)) {
        let lanes = sum[*bit][..chunks].as_flattened_mut().iter_mut().zip(number.as_flattened());
        for ((sum, number), carry) in lanes.zip(carries.as_flattened_mut()) {
            let left = if subtract { !*sum } else { *sum };
            *sum ^= number ^ *carry;
            *carry = left & number | *carry & (left | number);
        }
    }
}

/// The lanes for which this holds.
fn planes(holds: impl Fn(usize) -> bool) -> [Word; CHUNKS] {
    std::array::from_fn(|chunk| lanes_where(chunk, &holds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl_lanes::LANES_PER_WORD;
    use rust_hdl_lanes::masks::has_lane;

    /// The guessed values of a register of this width, lane by lane.
    fn guessed(width: usize, history: &[u64]) -> Vec<u64> {
        let registers: Vec<RegisterBit> = (0..width)
            .map(|bit| RegisterBit {
                name: format!("count[{bit}]"),
                leaf: bit as u32,
                next: rust_hdl_gates::graph::Edge::ZERO,
                clock: 0,
                power_up: false,
            })
            .collect();
        let states = history.iter();
        let states = states.map(|value| (0..width).map(|bit| value >> bit & 1 == 1).collect());
        let mut guess = vec![[NONE; CHUNKS]; width];
        Prediction::new(&registers).guess(&states.collect(), CHUNKS, &mut guess, |_| {});
        let bit = |bit: usize, lane: usize| u64::from(has_lane(&guess[bit], lane));
        let value = |lane| (0..width).fold(0, |value, place| value | bit(place, lane) << place);
        (0..CHUNKS * LANES_PER_WORD).map(value).collect()
    }

    #[test]
    fn a_register_goes_on_as_before() {
        type Value = fn(u64) -> u64;
        let cases: [(&str, usize, Value); 9] = [
            ("constant", 5, |_| 19),
            ("counts up", 26, |cycle| 1_000 + cycle),
            ("counts down", 26, |cycle| 900_000 - cycle),
            ("counts by three and wraps", 8, |cycle| (250 + 3 * cycle) % 256),
            ("counts every second cycle", 10, |cycle| 5 + cycle / 2),
            ("counts down every fourth cycle", 12, |cycle| 4_000 - cycle.div_ceil(4)),
            ("counts up every eighth cycle", 12, |cycle| 17 + cycle.div_ceil(8)),
            ("toggles", 1, |cycle| cycle % 2),
            ("alternates", 4, |cycle| [3, 12][cycle as usize % 2]),
        ];
        for (name, width, value) in cases {
            let history: Vec<u64> = (0..HISTORY as u64).map(value).collect();
            let mask = u64::MAX >> (WIDTH - width);
            for (lane, guessed) in guessed(width, &history).into_iter().enumerate() {
                let expected = value((HISTORY - 1 + lane) as u64) & mask;
                assert_eq!(guessed, expected, "{name}, lane {lane}");
            }
        }
    }
}
