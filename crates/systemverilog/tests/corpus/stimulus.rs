//! Random inputs with moods: a reset that is long absent, an enable that is long present, a bus that counts.

use std::ops::RangeInclusive;

use fastrand::Rng;
use rust_hdl_rtl::mask;

use crate::case::Case;
use crate::device::{Interface, PortKind};

/// For how many steps of a clock a mood lasts.
const LENGTHS: [u32; 4] = [16, 64, 256, 1024];

/// In how many of 256 steps an input gets a new value.
const RESTLESSNESS: [u16; 3] = [16, 96, 256];

/// In how many of 256 cases a new bit is 1.
const INCLINATIONS: [u16; 7] = [0, 6, 48, 128, 208, 250, 256];

/// The random inputs of a block.
pub struct Moods {
    inputs: Vec<Input>,
}

struct Input {
    place: usize,
    width: u32,
    values: RangeInclusive<u128>,
    remaining: u32,
    restlessness: u16,
    taste: Taste,
}

/// Which values an input likes for a while.
enum Taste {
    Bit(u16),
    Any,
    /// At most 8.
    Small,
    /// One more each time.
    Counting,
    /// The least, the greatest, and one bit.
    Extreme,
}

impl Moods {
    pub fn new(case: &Case, interface: &Interface) -> Moods {
        let ports = interface.inputs.iter().enumerate();
        let inputs = ports.filter(|(_, port)| port.kind != PortKind::Clock).map(|(place, port)| {
            let limit = case.limits.iter().find(|limit| limit.input == port.name);
            let values = match (limit, port.kind) {
                (Some(limit), _) => limit.values.clone(),
                (None, PortKind::Enum(variants)) => 0..=variants as u128 - 1,
                (None, _) => 0..=mask(port.width),
            };
            Input {
                place,
                width: port.width,
                values,
                remaining: 0,
                restlessness: 0,
                taste: Taste::Any,
            }
        });
        Moods { inputs: inputs.collect() }
    }

    /// Changes the inputs that are no clocks, or does not.
    pub fn change(&mut self, values: &mut [u128], random: &mut Rng) {
        for input in &mut self.inputs {
            input.change(&mut values[input.place], random);
        }
    }
}

impl Input {
    fn change(&mut self, value: &mut u128, random: &mut Rng) {
        if self.remaining == 0 {
            self.remaining = LENGTHS[random.usize(..LENGTHS.len())];
            self.restlessness = RESTLESSNESS[random.usize(..RESTLESSNESS.len())];
            self.taste = self.new_taste(random);
        }
        self.remaining -= 1;
        if u16::from(random.u8(..)) >= self.restlessness {
            return;
        }
        let (least, greatest) = (*self.values.start(), *self.values.end());
        let wanted = match self.taste {
            Taste::Bit(inclination) => u128::from(u16::from(random.u8(..)) < inclination),
            Taste::Any => random.u128(least..=greatest),
            Taste::Small => least + random.u128(0..8),
            Taste::Counting => value.wrapping_add(1) & mask(self.width),
            Taste::Extreme => match random.u8(..3) {
                0 => least,
                1 => greatest,
                _ => 1 << random.u32(..self.width),
            },
        };
        *value = if self.values.contains(&wanted) { wanted } else { least };
    }

    fn new_taste(&self, random: &mut Rng) -> Taste {
        if self.width == 1 {
            return Taste::Bit(INCLINATIONS[random.usize(..INCLINATIONS.len())]);
        }
        match random.u8(..8) {
            0 => Taste::Small,
            1 => Taste::Counting,
            2 => Taste::Extreme,
            _ => Taste::Any,
        }
    }
}
