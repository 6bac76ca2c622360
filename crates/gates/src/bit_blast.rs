//! Bit-blasting: converts a typed design to gates.

mod kept;
mod memory;

use super::graph::{Edge, Graph};
use super::netlist::{InputPort, Netlist, NetlistWithMemories, OutputPort, RegisterBit};
use super::symbolic::{Evaluator, Gates};
use super::words::Word;
use memory::Memories;
use rust_hdl_rtl::{
    Design, Error, Expression, Flat, Item, ItemKind, MemoryId, ModuleId, Register, Signal,
    SignalId, SignalKind, Target, flatten,
};

/// Flattens a module of a design and turns it into gates. Memories become register bits.
///
/// # Errors
///
/// [`Error::CombinationalLoop`], or [`Error::BlackBox`] if an instance is a black box.
pub fn bit_blast(design: &Design, top: ModuleId) -> Result<Netlist, Error> {
    let flat = flatten(design, top)?.reject_black_boxes()?;
    Ok(BitBlaster::new(&flat, false).netlist().netlist)
}

/// Like [`bit_blast`], but keeps memories, which `rust-hdl-lanes` simulates as arrays. A
/// memory becomes register bits nevertheless if a register loads anything else than a whole word of
/// it on every edge.
///
/// # Errors
///
/// As for [`bit_blast`].
pub fn bit_blast_keeping_memories(
    design: &Design,
    top: ModuleId,
) -> Result<NetlistWithMemories, Error> {
    bit_blast_flat(flatten(design, top)?)
}

/// Like [`bit_blast_keeping_memories`], but with these outputs alone, and without the registers and
/// memories that none of them depends on.
///
/// # Errors
///
/// As for [`bit_blast`].
pub fn bit_blast_observed(
    design: &Design,
    top: ModuleId,
    outputs: &[&str],
) -> Result<NetlistWithMemories, Error> {
    bit_blast_flat(flatten(design, top)?.observed_at(outputs))
}

/// Like [`bit_blast_keeping_memories`], for a flat module.
///
/// # Errors
///
/// [`Error::BlackBox`] if an instance is a black box.
pub fn bit_blast_flat(flat: Flat) -> Result<NetlistWithMemories, Error> {
    Ok(BitBlaster::new(&flat.reject_black_boxes()?, true).netlist())
}

/// The gates of a flat design, whose leaves are numbered.
#[derive(Default)]
struct FlatGates {
    graph: Graph,
    leaves: u32,
    memories: Memories,
}

impl FlatGates {
    /// Returns new leaves.
    fn word(&mut self, width: u32) -> Word {
        let word = (0..width).map(|bit| self.graph.leaf(self.leaves + bit)).collect();
        self.leaves += width;
        word
    }
}

impl Gates for FlatGates {
    fn graph(&mut self) -> &mut Graph {
        &mut self.graph
    }

    fn memory_word(&mut self, memory: MemoryId, address: &[Edge]) -> Word {
        self.memories.word(&mut self.graph, memory, address)
    }
}

struct BitBlaster<'a> {
    flat: &'a Flat,
    evaluator: Evaluator<'a, FlatGates>,
    inputs: Vec<InputPort>,
    /// For each memory, whether it is kept.
    kept: Vec<bool>,
    clocks: Vec<Edge>,
}

impl<'a> BitBlaster<'a> {
    fn new(flat: &'a Flat, keeps_memories: bool) -> BitBlaster<'a> {
        let evaluator = Evaluator::new(&flat.module, FlatGates::default());
        let kept = match keeps_memories {
            true => kept::kept_memories(&flat.module),
            false => vec![false; flat.module.memories.len()],
        };
        BitBlaster { flat, evaluator, inputs: vec![], kept, clocks: vec![] }
    }

    fn netlist(mut self) -> NetlistWithMemories {
        let module = &self.flat.module;
        for (id, signal) in module.signals() {
            if signal.kind == SignalKind::Input {
                let (name, width) = (signal.name.clone(), module.signal_width(id));
                self.inputs.push(InputPort { name, width, leaf: self.evaluator.gates.leaves });
                self.add_leaves(id, width);
            }
        }
        let registers: Vec<&Register> = module.items.iter().filter_map(as_register).collect();
        for register in &registers {
            self.add_leaves(register.target, module.signal_width(register.target));
        }
        self.add_memories();
        for item in &module.items {
            if let ItemKind::Combinational(body) = &item.kind {
                self.evaluator.run(body);
            }
        }
        let mut register_bits = self.register_bits(&registers);
        let first_memory_bit = self.first_register() + register_bits.len() as u32;
        register_bits.extend(self.memory_bits(first_memory_bit));
        let memories = self.kept_memories(&registers);
        let value_of =
            |(id, signal): (SignalId, &Signal)| (signal.name.clone(), self.evaluator.value(id));
        let outputs = module.signals().filter(|(_, signal)| signal.kind == SignalKind::Output);
        let netlist = Netlist {
            name: module.name.clone(),
            outputs: outputs.map(value_of).map(|(name, bits)| OutputPort { name, bits }).collect(),
            signals: module.signals().map(value_of).collect(),
            inputs: self.inputs,
            registers: register_bits,
            clocks: self.clocks,
            graph: self.evaluator.gates.graph,
        };
        NetlistWithMemories { netlist, memories }
    }

    fn add_leaves(&mut self, id: SignalId, width: u32) {
        let word = self.evaluator.gates.word(width);
        self.evaluator.assign(&Target::whole(id), word);
    }

    /// Returns the index of a clock.
    fn clock(&mut self, clock: &Expression) -> usize {
        let edge = self.evaluator.evaluate(clock)[0];
        self.clock_index(edge)
    }

    fn clock_index(&mut self, clock: Edge) -> usize {
        self.clocks.iter().position(|known| *known == clock).unwrap_or_else(|| {
            self.clocks.push(clock);
            self.clocks.len() - 1
        })
    }

    /// Returns the leaf of the first register bit.
    fn first_register(&self) -> u32 {
        self.inputs.iter().map(|port| port.width).sum()
    }

    fn register_bits(&mut self, registers: &[&Register]) -> Vec<RegisterBit> {
        let mut bits = Vec::new();
        let first = self.first_register();
        for register in registers {
            let clock = self.clock(&register.clock);
            let next = match self.kept_read(register) {
                // The read port loads it.
                Some(_) => self.evaluator.value(register.target),
                None => self.evaluator.next_value(register),
            };
            let signal = self.flat.module.signal(register.target);
            let width = next.len();
            for (bit, next) in (0..).zip(next) {
                let name = match width {
                    1 => signal.name.clone(),
                    _ => format!("{}[{bit}]", signal.name),
                };
                let power_up = signal.power_up.as_ref().is_some_and(|value| value.bit(bit));
                bits.push(RegisterBit {
                    name,
                    leaf: first + bits.len() as u32,
                    next,
                    clock,
                    power_up,
                });
            }
        }
        bits
    }
}

fn as_register(item: &Item) -> Option<&Register> {
    match &item.kind {
        ItemKind::Register(register) => Some(register),
        _ => None,
    }
}
