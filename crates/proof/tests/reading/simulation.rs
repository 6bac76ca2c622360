//! Reads a module and simulates its gates.

use std::collections::BTreeMap;

use rust_hdl_gates::graph::{Node, NodeId};
use rust_hdl_proof::model::{Constant, Edge, Gates, Graph, Model, Source};
use rust_hdl_proof::{Reader, Unit};

/// Values of signals, by name.
pub type Values = BTreeMap<String, Constant>;

/// A module that was read from text.
pub struct Simulation {
    model: Model,
    gates: Gates,
}

impl Simulation {
    /// Reads a text with a single module.
    pub fn of(text: &str) -> Simulation {
        let mut gates = Gates::default();
        let units = Reader::default().read(text, &[], &mut gates);
        let units = units.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let [Unit::Module(model)] = &units[..] else { panic!("{units:?}") };
        Simulation { model: model.clone(), gates }
    }

    /// Returns the values of the outputs.
    pub fn outputs(&self, inputs: &Values) -> Values {
        let nodes = self.nodes(inputs);
        let value = |edge: &Edge| nodes[edge.node().0 as usize] ^ edge.is_inverted();
        let outputs = self.model.outputs.iter();
        outputs.map(|(name, word)| (name.clone(), word.iter().map(value).collect())).collect()
    }

    /// The value of each node.
    fn nodes(&self, inputs: &Values) -> Vec<bool> {
        let graph: &Graph = &self.gates.graph;
        let mut values: Vec<bool> = Vec::with_capacity(graph.len());
        for id in 0..graph.len() as u32 {
            let of = |edge: Edge| values[edge.node().0 as usize] ^ edge.is_inverted();
            let value = match graph.node(NodeId(id)) {
                Node::Zero => false,
                Node::Leaf(number) => {
                    let leaf = &self.gates.leaves()[number as usize];
                    match &leaf.source {
                        Source::Signal(name) => {
                            let word = inputs.get(name);
                            word.unwrap_or_else(|| panic!("no value for {name}"))[leaf.bit]
                        }
                        Source::Memory { memory, address } => {
                            let bits = address.iter().rev();
                            let address = bits.fold(0, |sum, bit| sum << 1 | usize::from(of(*bit)));
                            let word = self.model.memories[memory].contents.get(&address);
                            word.is_some_and(|word| word[leaf.bit])
                        }
                        _ => panic!("{leaf:?}"),
                    }
                }
                Node::And(left, right) => of(left) & of(right),
                Node::Xor(left, right) => of(left) ^ of(right),
                Node::Mux { select, one, zero } => {
                    if of(select) {
                        of(one)
                    } else {
                        of(zero)
                    }
                }
            };
            values.push(value);
        }
        values
    }
}

/// The bits of a value as Verilog prints them with `%b`.
pub fn digits(bits: &[bool]) -> String {
    bits.iter().rev().map(|bit| if *bit { '1' } else { '0' }).collect()
}
