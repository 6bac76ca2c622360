//! Random inputs whose distributions change over time: a reset stays low for a while, an enable
//! stays high, a bus counts.

use std::ops::RangeInclusive;

use crate::case::Case;
use crate::interface::{Interface, PortKind};
use fastrand::Rng;

/// The lengths of phases, in clock steps.
const PHASE_LENGTHS: [u32; 4] = [16, 64, 256, 1024];

/// The probabilities, of 256, that an input changes in a step.
const ACTIVITIES: [u16; 3] = [16, 96, 256];

/// The probabilities, of 256, that a new bit is 1.
const BIT_PROBABILITIES: [u16; 7] = [0, 6, 48, 128, 208, 250, 256];

/// The random inputs of a block.
pub struct RandomInputs {
    inputs: Vec<Input>,
}

struct Input {
    index: usize,
    width: u32,
    values: RangeInclusive<u128>,
    remaining: u32,
    activity: u16,
    distribution: Distribution,
}

/// The distribution of an input's values during a phase.
enum Distribution {
    Bit(u16),
    Any,
    /// At most 8.
    Small,
    /// Incremented each time.
    Counting,
    /// The minimum, the maximum, or a single bit set.
    Extreme,
}

impl RandomInputs {
    pub fn new(case: &Case, interface: &Interface) -> RandomInputs {
        let ports = interface.inputs.iter().enumerate();
        let inputs = ports.filter(|(_, port)| port.kind != PortKind::Clock).map(|(index, port)| {
            let limit = case.limits.iter().find(|limit| limit.input == port.name);
            let values = match (limit, port.kind) {
                (Some(limit), _) => limit.values.clone(),
                (None, PortKind::Enum(variants)) => 0..=variants as u128 - 1,
                (None, _) => 0..=u128::MAX >> (128 - port.width),
            };
            Input {
                index,
                width: port.width,
                values,
                remaining: 0,
                activity: 0,
                distribution: Distribution::Any,
            }
        });
        RandomInputs { inputs: inputs.collect() }
    }

    /// Possibly changes the inputs other than clocks.
    pub fn change(&mut self, values: &mut [u128], random: &mut Rng) {
        for input in &mut self.inputs {
            input.change(&mut values[input.index], random);
        }
    }
}

impl Input {
    fn change(&mut self, value: &mut u128, random: &mut Rng) {
        if self.remaining == 0 {
            self.remaining = PHASE_LENGTHS[random.usize(..PHASE_LENGTHS.len())];
            self.activity = ACTIVITIES[random.usize(..ACTIVITIES.len())];
            self.distribution = self.new_distribution(random);
        }
        self.remaining -= 1;
        if u16::from(random.u8(..)) >= self.activity {
            return;
        }
        let (least, greatest) = (*self.values.start(), *self.values.end());
        let wanted = match self.distribution {
            Distribution::Bit(probability) => u128::from(u16::from(random.u8(..)) < probability),
            Distribution::Any => random.u128(least..=greatest),
            Distribution::Small => least + random.u128(0..8),
            Distribution::Counting => value.wrapping_add(1) & u128::MAX >> (128 - self.width),
            Distribution::Extreme => match random.u8(..3) {
                0 => least,
                1 => greatest,
                _ => 1 << random.u32(..self.width),
            },
        };
        *value = if self.values.contains(&wanted) { wanted } else { least };
    }

    fn new_distribution(&self, random: &mut Rng) -> Distribution {
        if self.width == 1 {
            return Distribution::Bit(BIT_PROBABILITIES[random.usize(..BIT_PROBABILITIES.len())]);
        }
        match random.u8(..8) {
            0 => Distribution::Small,
            1 => Distribution::Counting,
            2 => Distribution::Extreme,
            _ => Distribution::Any,
        }
    }
}
