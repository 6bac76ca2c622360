//! The checker that compares outputs and next values for all inputs and states.

use std::collections::{BTreeSet, HashMap};

use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::Edge;
use rust_hdl_lanes::masks::{NONE, first_lane, set_lane};
use rust_hdl_lanes::{Execution, LANES_PER_WORD, Lanes, Word, exhaustive_stimulus};

/// A pin or a register with its width in bits.
pub type Field = (&'static str, u32);

/// The number of chunks of lanes.
const CHUNKS: usize = 16;

/// The limit for the number of leaves to enumerate; only mutants exceed it.
const MAXIMUM_LEAVES: usize = 22;

/// The leaves of a netlist by the names of their pins and registers, lowest bit first.
pub struct Leaves(HashMap<String, Vec<u32>>);

impl Leaves {
    pub fn of(netlist: &Netlist) -> Leaves {
        let mut leaves: HashMap<String, Vec<u32>> = HashMap::new();
        for port in &netlist.inputs {
            leaves.insert(port.name.clone(), (port.leaf..port.leaf + port.width).collect());
        }
        for register in &netlist.registers {
            leaves.entry(path(&register.name).to_string()).or_default().push(register.leaf);
        }
        Leaves(leaves)
    }

    /// Returns the leaves of a pin or a register.
    ///
    /// # Errors
    ///
    /// A message if there is none with this name.
    pub fn named(&self, name: &str) -> Result<&[u32], String> {
        self.0.get(name).map(Vec::as_slice).ok_or_else(|| format!("no pin or register `{name}`"))
    }
}

/// Returns the path of the register of a bit: `dp.pcard1` for `dp.pcard1[2]`.
pub fn path(bit: &str) -> &str {
    bit.strip_suffix(']').and_then(|bit| bit.rsplit_once('[')).map_or(bit, |(path, _)| path)
}

/// Outputs and registers that depend on the same inputs and registers, with their expected values.
pub struct Group {
    depends_on: Vec<Field>,
    outputs: Vec<Field>,
    /// Registers that load on rising edges of `clock`.
    registers: Vec<Field>,
    clock: Option<&'static str>,
    /// For each bit of the outputs, then of the registers, its values in all lanes.
    expected: Vec<Vec<Word>>,
}

impl Group {
    /// `behaviour` maps the values of `depends_on` to those of the outputs, then of the registers
    /// after the edge.
    pub fn new(
        depends_on: &[Field],
        outputs: &[Field],
        clock: Option<&'static str>,
        registers: &[Field],
        behaviour: impl Fn(&[u64]) -> Vec<u64>,
    ) -> Group {
        let points = 1_usize << bits(depends_on);
        let roots: Vec<Field> = outputs.iter().chain(registers).copied().collect();
        let words = points.div_ceil(LANES_PER_WORD);
        let mut expected = vec![vec![NONE; words]; bits(&roots)];
        for number in 0..words * LANES_PER_WORD {
            let values = behaviour(&split(number % points, depends_on));
            assert_eq!(values.len(), roots.len());
            let mut root_bits = expected.iter_mut();
            for ((_, width), value) in roots.iter().zip(values) {
                for (bit, words) in (0..*width).zip(root_bits.by_ref()) {
                    set_lane(words, number, value >> bit & 1 == 1);
                }
            }
        }
        Group {
            depends_on: depends_on.to_vec(),
            outputs: outputs.to_vec(),
            registers: registers.to_vec(),
            clock,
            expected,
        }
    }

    /// Returns the names of the outputs and registers.
    pub fn subjects(&self) -> impl Iterator<Item = &'static str> {
        self.outputs.iter().chain(&self.registers).map(|(name, _)| *name)
    }

    /// Compares with the expected values for all values of the leaves in the structural support,
    /// which may be more than `depends_on`.
    ///
    /// # Errors
    ///
    /// A description of the first violation.
    pub fn check(&self, netlist: &Netlist) -> Result<(), String> {
        let leaves = Leaves::of(netlist);
        self.check_clock(netlist, &leaves)?;
        let mut enumerated: Vec<u32> = named(&leaves, &self.depends_on)?;
        let netlist = self.part_of(netlist);
        let support = netlist.graph.support(&roots(&netlist));
        let own: BTreeSet<u32> = enumerated.iter().copied().collect();
        enumerated.extend(support.difference(&own));
        if enumerated.len() > MAXIMUM_LEAVES {
            return Err(format!("{:?} depend on {} bits", self.outputs, enumerated.len()));
        }
        let chunks = (1_usize << enumerated.len()).div_ceil(LANES_PER_WORD);
        let execution = if chunks > CHUNKS { Execution::Fastest } else { Execution::Interpreted };
        let mut lanes = Lanes::new(netlist, chunks.min(CHUNKS), execution);
        for first in (0..chunks).step_by(CHUNKS) {
            self.check_block(&mut lanes, &leaves, &enumerated, first)?;
        }
        Ok(())
    }

    /// Returns the netlist reduced to this group: other outputs are removed, other registers hold.
    fn part_of(&self, netlist: &Netlist) -> Netlist {
        let is_among =
            |fields: &[Field], name: &str| fields.iter().any(|(field, _)| *field == name);
        let mut part = netlist.clone();
        part.signals.clear();
        part.outputs.retain(|port| is_among(&self.outputs, &port.name));
        for bit in &mut part.registers {
            if !is_among(&self.registers, path(&bit.name)) {
                bit.next = part.graph.leaf(bit.leaf);
            }
        }
        part
    }

    /// Checks that the registers load on rising edges of the clock pin only and power up at 0.
    fn check_clock(&self, netlist: &Netlist, leaves: &Leaves) -> Result<(), String> {
        let mut graph = netlist.graph.clone();
        let pin = match self.clock {
            Some(clock) => Some(graph.leaf(leaves.named(clock)?[0])),
            None => None,
        };
        for (name, _) in &self.registers {
            for bit in netlist.registers.iter().filter(|bit| path(&bit.name) == *name) {
                if Some(netlist.clocks[bit.clock]) != pin {
                    return Err(format!("{} is not clocked by {:?}", bit.name, self.clock));
                }
                if bit.power_up {
                    return Err(format!("{} powers up at 1", bit.name));
                }
            }
        }
        Ok(())
    }

    fn check_block(
        &self,
        lanes: &mut Lanes,
        leaves: &Leaves,
        enumerated: &[u32],
        first: usize,
    ) -> Result<(), String> {
        for (index, leaf) in enumerated.iter().enumerate() {
            for chunk in 0..lanes.chunks() {
                lanes.set(*leaf, chunk, exhaustive_stimulus(index as u32, first + chunk));
            }
        }
        lanes.ignore_edges();
        let outputs = named_outputs(lanes, &self.outputs);
        let own = bits(&self.outputs);
        self.compare(&self.outputs, &self.expected[..own], &outputs, first)?;

        let Some(clock) = self.clock else {
            return Ok(());
        };
        let registers = named(leaves, &self.registers)?;
        for level in [true, false] {
            lanes.fill(leaves.named(clock)?[0], level);
            lanes.settle().map_err(|error| error.to_string())?;
            let held: Vec<Vec<Word>> = registers
                .iter()
                .map(|leaf| (0..lanes.chunks()).map(|chunk| lanes.get(*leaf, chunk)).collect())
                .collect();
            self.compare(&self.registers, &self.expected[own..], &held, first)?;
        }
        Ok(())
    }

    fn compare(
        &self,
        fields: &[Field],
        expected: &[Vec<Word>],
        found: &[Vec<Word>],
        first: usize,
    ) -> Result<(), String> {
        for (bit, (expected, found)) in expected.iter().zip(found).enumerate() {
            for (chunk, found) in found.iter().enumerate() {
                let expected = expected[(first + chunk) % expected.len()];
                if *found != expected {
                    let wrong = std::array::from_fn(|part| found[part] ^ expected[part]);
                    let lane = first_lane(&[wrong]).unwrap_or(0);
                    let number = (first + chunk) * LANES_PER_WORD + lane;
                    return Err(self.describe(fields, bit, number));
                }
            }
        }
        Ok(())
    }

    fn describe(&self, fields: &[Field], mut bit: usize, number: usize) -> String {
        let mut place = String::new();
        for (name, width) in fields {
            if bit < *width as usize {
                place = format!("{name}[{bit}]");
                break;
            }
            bit -= *width as usize;
        }
        let values = split(number, &self.depends_on);
        let given: Vec<String> = (self.depends_on.iter().zip(values))
            .map(|((name, _), value)| format!("{name} = {value}"))
            .collect();
        format!("{place} is wrong where {}", given.join(", "))
    }
}

/// Returns the outputs and next values of a netlist, without registers that only hold.
fn roots(netlist: &Netlist) -> Vec<Edge> {
    let outputs = netlist.outputs.iter().flat_map(|port| port.bits.iter().copied());
    let mut graph = netlist.graph.clone();
    let registers = netlist.registers.iter().filter(|bit| bit.next != graph.leaf(bit.leaf));
    outputs.chain(registers.map(|bit| bit.next)).collect()
}

/// Returns the outputs with these names, bit by bit, for each chunk.
fn named_outputs(lanes: &mut Lanes, fields: &[Field]) -> Vec<Vec<Word>> {
    let ports: Vec<String> = lanes.netlist().outputs.iter().map(|port| port.name.clone()).collect();
    let mut found = vec![vec![NONE; lanes.chunks()]; bits(fields)];
    lanes.outputs(|port, bit, chunk, word| {
        let mut start = 0;
        for (name, width) in fields {
            if *name == ports[port] {
                found[start + bit][chunk] = word;
            }
            start += *width as usize;
        }
    });
    found
}

fn named(leaves: &Leaves, fields: &[Field]) -> Result<Vec<u32>, String> {
    let mut named = Vec::new();
    for (name, width) in fields {
        let leaves = leaves.named(name)?;
        if leaves.len() != *width as usize {
            return Err(format!("{name} has {} bits", leaves.len()));
        }
        named.extend(leaves);
    }
    Ok(named)
}

fn bits(fields: &[Field]) -> usize {
    fields.iter().map(|(_, width)| *width as usize).sum()
}

/// Splits a number into fields, the lowest bits first.
fn split(mut number: usize, fields: &[Field]) -> Vec<u64> {
    fields
        .iter()
        .map(|(_, width)| {
            let value = number as u64 & ((1 << width) - 1);
            number >>= width;
            value
        })
        .collect()
}
