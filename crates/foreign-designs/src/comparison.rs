//! Two readings of a design, compared on random inputs.

use super::ForeignDesign;
use super::lowering::{READ, TICK, UNSTABLE};
use super::memories;
use super::simulator::Simulator;
use foreign_sources::ForeignError;
use rust_hdl_gates::graph::Node;
use rust_hdl_lanes::masks::{ALL, NONE, first_lane, has_lane};
use rust_hdl_lanes::{Execution, Word};

/// The number of clock cycles in each of the compared copies.
pub const CYCLES: usize = (FIRST_PHASE << PHASES) - FIRST_PHASE;

/// The number of copies, each with its own inputs.
pub const COPIES: usize = 256;

/// The inputs change as often during a phase. Each phase has twice the cycles of the one before.
const FIRST_PHASE: usize = 16;
const PHASES: usize = 7;

/// The largest amount of memory of a design in bytes: each copy has its own.
const MAXIMUM_BYTES: u64 = 2 << 20;

/// The inputs are the same in each run.
const SEED: u64 = 0x5eed;

/// The first difference between two readings of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A port that only one of the readings has, or that has another width in the other one.
    Port(String),
    /// Different values of an output.
    Output {
        /// The clock cycle, from 0.
        cycle: usize,
        output: String,
        /// The values of the two readings: `16'h0003`.
        values: [String; 2],
        /// The inputs in that cycle: `in = 16'h1234`.
        inputs: Vec<String>,
    },
}

impl Difference {
    /// A sentence about the difference, with names for the two readings.
    pub fn sentence(&self, readings: [&str; 2]) -> String {
        match self {
            Difference::Port(name) => {
                format!(
                    "the port `{name}` is not the same in {} and in {}",
                    readings[0], readings[1]
                )
            }
            Difference::Output { cycle, output, values, inputs } => format!(
                "cycle {cycle}: `{output}` is {} as read by {}, {} as read by {}, for {}",
                values[0],
                readings[0],
                values[1],
                readings[1],
                if inputs.is_empty() { "no inputs".into() } else { inputs.join(", ") }
            ),
        }
    }
}

/// A bit of an input port.
struct InputBit {
    /// Its leaves in the two netlists.
    leaves: [u32; 2],
    is_clock: bool,
    /// The values in the copies.
    level: Word,
    /// The copies in which it changes in half of all cycles, and in one of sixteen.
    often: Word,
    rarely: Word,
}

/// A port of both designs.
struct Port {
    name: String,
    width: usize,
    /// An output's places in the two netlists, or an input's first bit in [`Pair::bits`].
    places: [usize; 2],
}

/// Two readings that are simulated with the same inputs.
struct Pair {
    simulators: [Simulator; 2],
    bits: Vec<InputBit>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    random: fastrand::Rng,
}

/// Simulates two readings of a design from power-up, in [`COPIES`] copies and for [`CYCLES`] cycles
/// each, with the same random inputs. Returns the first difference of an output. The input ports
/// that are `is_high` are 1 at power-up. `progress` is called with the number of each cycle.
///
/// # Errors
///
/// [`ForeignError::LargeMemory`] for memories of more than 2 MiB; [`ForeignError::Oscillation`];
/// [`ForeignError::Interrupted`] after Ctrl-C.
pub fn compare(
    designs: [&ForeignDesign; 2],
    is_high: impl Fn(&str) -> bool,
    mut progress: impl FnMut(usize),
) -> Result<Option<Difference>, ForeignError> {
    for design in designs {
        memories::check_size(&design.memories, MAXIMUM_BYTES)?;
    }
    let mut pair = match Pair::new(designs, is_high) {
        Ok(pair) => pair,
        Err(port) => return Ok(Some(Difference::Port(port))),
    };
    pair.settle()?;
    let mut cycle = 0;
    for phase in 0..PHASES {
        pair.choose_rates();
        for _ in 0..FIRST_PHASE << phase {
            progress(cycle);
            if let Some(difference) = pair.cycle(cycle)? {
                return Ok(Some(difference));
            }
            cycle += 1;
        }
    }
    Ok(None)
}

impl Pair {
    /// Both designs at power-up. The error is a port that only one of them has.
    fn new(designs: [&ForeignDesign; 2], is_high: impl Fn(&str) -> bool) -> Result<Pair, String> {
        let inputs = matched(designs, |design| {
            let inputs = design.netlist.inputs.iter();
            let inputs = inputs.filter(|port| ![TICK, READ].contains(&port.name.as_str()));
            inputs
                .map(|port| (port.name.clone(), port.width as usize, port.leaf as usize))
                .collect()
        })?;
        let outputs = matched(designs, |design| {
            let outputs = design.netlist.outputs.iter().enumerate();
            let outputs = outputs.filter(|(_, port)| port.name != UNSTABLE);
            outputs.map(|(place, port)| (port.name.clone(), port.bits.len(), place)).collect()
        })?;
        let clocks = designs.map(clocks);
        let mut bits = vec![];
        let inputs = inputs.into_iter().map(|port| {
            let first = bits.len();
            for bit in 0..port.width {
                let leaves = port.places.map(|leaf| (leaf + bit) as u32);
                let is_clock = clocks.iter().zip(leaves).any(|(of, leaf)| of.contains(&leaf));
                let level = if is_high(&port.name) { ALL } else { NONE };
                bits.push(InputBit { leaves, is_clock, level, often: NONE, rarely: NONE });
            }
            Port { places: [first; 2], ..port }
        });
        let inputs: Vec<Port> = inputs.collect();
        let simulators = designs.map(|design| Simulator::new(design, 1, Execution::Fastest));
        let mut pair =
            Pair { simulators, bits, inputs, outputs, random: fastrand::Rng::with_seed(SEED) };
        (0..pair.bits.len()).for_each(|bit| pair.put(bit));
        Ok(pair)
    }

    fn word(&mut self) -> Word {
        std::array::from_fn(|_| self.random.u64(..))
    }

    /// Chooses new values for all inputs but clocks, and how often each bit changes in each copy.
    fn choose_rates(&mut self) {
        for bit in 0..self.bits.len() {
            if self.bits[bit].is_clock {
                continue;
            }
            let (level, kind, other) = (self.word(), self.word(), self.word());
            let bit = &mut self.bits[bit];
            bit.level = level;
            bit.often = kind;
            bit.rarely = std::array::from_fn(|part| !kind[part] & other[part]);
        }
    }

    /// Changes the inputs, then lets each clock rise and fall. Returns the first difference.
    fn cycle(&mut self, cycle: usize) -> Result<Option<Difference>, ForeignError> {
        for bit in 0..self.bits.len() {
            if self.bits[bit].is_clock {
                continue;
            }
            let half = self.word();
            let sixteenth = (0..3).fold(half, |word, _| and(word, self.word()));
            let input = &mut self.bits[bit];
            for part in 0..half.len() {
                let changed = input.often[part] & half[part] | input.rarely[part] & sixteenth[part];
                input.level[part] ^= changed;
            }
            self.put(bit);
        }
        self.settle()?;
        if let Some(difference) = self.difference(cycle) {
            return Ok(Some(difference));
        }
        let clocks: Vec<usize> =
            (0..self.bits.len()).filter(|bit| self.bits[*bit].is_clock).collect();
        for clock in &clocks {
            // Several clocks have no order.
            let copies = if clocks.len() == 1 { ALL } else { self.word() };
            for _ in 0..2 {
                let level = &mut self.bits[*clock].level;
                *level = std::array::from_fn(|part| level[part] ^ copies[part]);
                self.put(*clock);
                self.settle()?;
                if let Some(difference) = self.difference(cycle) {
                    return Ok(Some(difference));
                }
            }
        }
        Ok(None)
    }

    fn put(&mut self, bit: usize) {
        let InputBit { leaves, level, .. } = &self.bits[bit];
        for (simulator, leaf) in self.simulators.iter_mut().zip(leaves) {
            simulator.lanes.set(*leaf, 0, *level);
        }
    }

    fn settle(&mut self) -> Result<(), ForeignError> {
        self.simulators.iter_mut().try_for_each(Simulator::settle_all)
    }

    /// The first output that differs, in the first copy in which it does.
    fn difference(&mut self, cycle: usize) -> Option<Difference> {
        let values = self.simulators.each_mut().map(|simulator| {
            let mut ports = vec![vec![]; simulator.lanes.netlist().outputs.len()];
            simulator.lanes.outputs(|port, _, _, word| ports[port].push(word));
            ports
        });
        self.outputs.iter().find_map(|port| {
            let bits = [0, 1].map(|side| &values[side][port.places[side]]);
            let different = bits[0].iter().zip(bits[1]).find(|(left, right)| left != right);
            let (left, right) = different?;
            let differs = std::array::from_fn(|part| left[part] ^ right[part]);
            let copy = first_lane(&[differs])?;
            let inputs = self.inputs.iter().map(|input| {
                let bits = self.bits.iter().skip(input.places[0]).take(input.width);
                format!("{} = {}", input.name, literal(bits.map(|bit| &bit.level), copy))
            });
            Some(Difference::Output {
                cycle,
                output: port.name.clone(),
                values: bits.map(|bits| literal(bits.iter(), copy)),
                inputs: inputs.collect(),
            })
        })
    }
}

/// The ports of both designs, in the order of the first one. The error is the name of a port that
/// only one of them has. `ports` returns names, widths and places.
fn matched(
    designs: [&ForeignDesign; 2],
    ports: impl Fn(&ForeignDesign) -> Vec<(String, usize, usize)>,
) -> Result<Vec<Port>, String> {
    let [left, right] = designs.map(ports);
    let same = |one: &(String, usize, usize), all: &[(String, usize, usize)]| {
        all.iter().find(|other| (&other.0, other.1) == (&one.0, one.1)).map(|other| other.2)
    };
    if let Some(port) = right.iter().find(|port| same(port, &left).is_none()) {
        return Err(port.0.clone());
    }
    let matched = left.into_iter().map(|port| {
        let place = same(&port, &right).ok_or_else(|| port.0.clone())?;
        Ok(Port { name: port.0, width: port.1, places: [port.2, place] })
    });
    matched.collect()
}

/// The leaves of the inputs that are clocks themselves.
fn clocks(design: &ForeignDesign) -> Vec<u32> {
    let levels = design.netlist.registers.iter();
    let levels = levels.filter(|register| design.levels.contains(&register.leaf));
    let leaf = |node| match design.netlist.graph.node(node) {
        Node::Leaf(leaf) => Some(leaf),
        _ => None,
    };
    levels.filter_map(|level| leaf(level.next.node())).collect()
}

/// The value of a port in one copy, from its bits: `16'h1234`.
fn literal<'w>(bits: impl Iterator<Item = &'w Word>, copy: usize) -> String {
    let bits: Vec<bool> = bits.map(|word| has_lane(std::slice::from_ref(word), copy)).collect();
    let digit = |bits: &[bool]| {
        let number = bits.iter().rev().fold(0, |number, bit| 2 * number + u32::from(*bit));
        char::from_digit(number, 16).unwrap_or('?')
    };
    let digits: String = bits.chunks(4).rev().map(digit).collect();
    format!("{}'h{digits}", bits.len())
}

fn and(left: Word, right: Word) -> Word {
    std::array::from_fn(|part| left[part] & right[part])
}

#[cfg(test)]
mod tests;
