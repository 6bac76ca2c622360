//! Bit-blasting: converts a typed design to gates.

mod memory;

use super::graph::{Edge, Graph};
use super::netlist::{InputPort, Netlist, OutputPort, RegisterBit};
use super::symbolic::{Evaluator, Gates};
use super::words::Word;
use memory::Memories;
use rust_hdl_rtl::{
    Design, Error, Flat, Item, ItemKind, MemoryId, ModuleId, Register, Signal, SignalId,
    SignalKind, Target, flatten,
};

/// Flattens a module of a design and turns it into gates.
///
/// # Errors
///
/// [`Error::CombinationalLoop`], or [`Error::BlackBox`] if an instance is a black box.
pub fn bit_blast(design: &Design, top: ModuleId) -> Result<Netlist, Error> {
    Ok(BitBlaster::new(&flatten(design, top)?.reject_black_boxes()?).netlist())
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
}

impl<'a> BitBlaster<'a> {
    fn new(flat: &'a Flat) -> BitBlaster<'a> {
        let evaluator = Evaluator::new(&flat.module, FlatGates::default());
        BitBlaster { flat, evaluator, inputs: vec![] }
    }

    fn netlist(mut self) -> Netlist {
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
        let (register_bits, clocks) = self.registers(&registers);
        let value_of =
            |(id, signal): (SignalId, &Signal)| (signal.name.clone(), self.evaluator.value(id));
        let outputs = module.signals().filter(|(_, signal)| signal.kind == SignalKind::Output);
        Netlist {
            name: module.name.clone(),
            outputs: outputs.map(value_of).map(|(name, bits)| OutputPort { name, bits }).collect(),
            signals: module.signals().map(value_of).collect(),
            inputs: self.inputs,
            registers: register_bits,
            clocks,
            graph: self.evaluator.gates.graph,
        }
    }

    fn add_leaves(&mut self, id: SignalId, width: u32) {
        let word = self.evaluator.gates.word(width);
        self.evaluator.assign(&Target::whole(id), word);
    }

    fn registers(&mut self, registers: &[&Register]) -> (Vec<RegisterBit>, Vec<Edge>) {
        let (mut bits, mut clocks) = (Vec::new(), Vec::new());
        let inputs: u32 = self.inputs.iter().map(|port| port.width).sum();
        for register in registers {
            let edge = self.evaluator.evaluate(&register.clock)[0];
            let clock = clocks.iter().position(|known| *known == edge).unwrap_or_else(|| {
                clocks.push(edge);
                clocks.len() - 1
            });
            let next = self.evaluator.next_value(register);
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
                    leaf: inputs + bits.len() as u32,
                    next,
                    clock,
                    power_up,
                });
            }
        }
        let memories = self.memory_bits(inputs + bits.len() as u32, &mut clocks);
        bits.extend(memories);
        (bits, clocks)
    }
}

fn as_register(item: &Item) -> Option<&Register> {
    match &item.kind {
        ItemKind::Register(register) => Some(register),
        _ => None,
    }
}
