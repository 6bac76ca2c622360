//! A synthesised module as a graph of gates.
//!
//! The function of each cell comes from Yosys's simulation models: Yosys replaces the cells with their models and maps those
//! to and, or, xor, not and mux.

use std::collections::BTreeMap;

use super::NetlistError;
use super::netlist::{Bit, Cell, Direction, Module, Port};
use super::yosys::{Synthesis, Yosys, YosysError};
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{InputPort, OutputPort, RegisterBit};
use rust_hdl_systemverilog::SourceFile;

/// Maps a netlist to gates without optimising it, so that a wrong cell stays wrong. A flip-flop that powers up at 1 becomes
/// one that powers up at 0, with inverters.
fn script(top: &str) -> String {
    format!(
        "{}\
         flatten\n\
         techmap\n\
         dfflegalize -cell $_DFF_P_ 01 -cell $_DFF_PN0_ 01\n\
         opt_clean\n\
         check -assert\n\
         write_json gates.json\n",
        with_models("cells.json", top)
    )
}

/// The first commands of a script: read a netlist of cells and replace the cells with their models.
pub fn with_models(json: &str, top: &str) -> String {
    format!(
        "read_json {json}\n\
         delete =A:blackbox =A:whitebox\n\
         read_verilog +/intel_alm/common/alm_sim.v +/intel_alm/common/dff_sim.v \
         +/intel_alm/common/misc_sim.v\n\
         hierarchy -check -top {top}\n\
         proc\n"
    )
}

/// The gates of a synthesised module. Its registers have the names that Yosys gave the flip-flops.
///
/// # Errors
///
/// Those of [`Yosys::run`]; [`YosysError::Netlist`] for cells without an equivalent in gates, such as an asynchronous
/// clear.
pub fn gates(yosys: &Yosys, synthesis: &Synthesis, top: &str) -> Result<Netlist, YosysError> {
    let cells = SourceFile { name: "cells.json".into(), text: synthesis.json.clone() };
    let gates = yosys.run(&[cells], &script(top), "gates.json")?;
    Ok(graph_of(&Module::read(&gates.file, top)?)?)
}

/// The graph of a module of Yosys's simple gates.
fn graph_of(module: &Module) -> Result<Netlist, NetlistError> {
    let mut builder = Builder { graph: Graph::default(), edges: BTreeMap::new(), leaves: 0 };
    let inputs = builder.inputs(module)?;
    let flip_flops: Vec<(&str, &Cell)> = (module.cells.iter())
        .filter(|(_, cell)| is_flip_flop(cell))
        .map(|(name, cell)| (name.as_str(), cell))
        .collect();
    let first = builder.leaves;
    for (name, cell) in &flip_flops {
        builder.flip_flop(name, cell)?;
    }
    for (name, cell) in module.combinational(is_flip_flop)? {
        builder.gate(name, cell)?;
    }

    let (registers, clocks) = builder.registers(module, first, &flip_flops)?;
    let outputs = builder.outputs(module)?;
    Ok(Netlist {
        name: module.name.clone(),
        graph: builder.graph,
        inputs,
        outputs,
        registers,
        clocks,
        signals: vec![],
    })
}

struct Builder {
    graph: Graph,
    /// The nodes of the nets found so far.
    edges: BTreeMap<u32, Edge>,
    leaves: u32,
}

impl Builder {
    fn inputs(&mut self, module: &Module) -> Result<Vec<InputPort>, NetlistError> {
        let mut inputs = Vec::new();
        for port in &module.ports {
            match port.direction {
                Direction::Output => {}
                Direction::Inout => return Err(NetlistError::Bidirectional(port.name.clone())),
                Direction::Input => {
                    let (name, width) = (port.name.clone(), port.bits.len() as u32);
                    inputs.push(InputPort { name, width, leaf: self.leaves });
                    port.bits.iter().for_each(|bit| self.add_leaf(*bit));
                }
            }
        }
        Ok(inputs)
    }

    fn add_leaf(&mut self, bit: Bit) {
        let leaf = self.graph.leaf(self.leaves);
        self.leaves += 1;
        if let Bit::Net(net) = bit {
            self.edges.insert(net, leaf);
        }
    }

    fn flip_flop(&mut self, name: &str, cell: &Cell) -> Result<(), NetlistError> {
        if cell.kind == "$_DFF_PN0_" && pin(name, cell, "R")? != Bit::One {
            return Err(NetlistError::AsynchronousClear { cell: name.into() });
        }
        self.add_leaf(pin(name, cell, "Q")?);
        Ok(())
    }

    fn gate(&mut self, name: &str, cell: &Cell) -> Result<(), NetlistError> {
        let of = |pin| self.pin(name, cell, pin);
        let edge = match cell.kind.as_str() {
            "$_NOT_" => !of("A")?,
            "$_AND_" => {
                let (left, right) = (of("A")?, of("B")?);
                self.graph.and(left, right)
            }
            "$_OR_" => {
                let (left, right) = (of("A")?, of("B")?);
                self.graph.or(left, right)
            }
            "$_XOR_" => {
                let (left, right) = (of("A")?, of("B")?);
                self.graph.xor(left, right)
            }
            "$_MUX_" => {
                let (zero, one, select) = (of("A")?, of("B")?, of("S")?);
                self.graph.mux(select, one, zero)
            }
            // The origin of a flattened cell.
            "$scopeinfo" => return Ok(()),
            kind => {
                return Err(NetlistError::UnknownCell {
                    cell: name.into(),
                    kind: kind.into(),
                    known: "the gates and flip-flops that Yosys should have made of it",
                });
            }
        };
        if let Bit::Net(net) = pin(name, cell, "Y")? {
            self.edges.insert(net, edge);
        }
        Ok(())
    }

    /// The flip-flops, whose leaves are numbered from `first`, and their clocks.
    fn registers(
        &self,
        module: &Module,
        first: u32,
        flip_flops: &[(&str, &Cell)],
    ) -> Result<(Vec<RegisterBit>, Vec<Edge>), NetlistError> {
        let power_up = module.power_up();
        let is_set = |held| match held {
            Bit::Net(net) => power_up.get(&net).copied().unwrap_or(false),
            _ => false,
        };
        let (mut registers, mut clocks) = (Vec::new(), Vec::new());
        for (leaf, (name, cell)) in (first..).zip(flip_flops) {
            let edge = self.pin(name, cell, "C")?;
            let clock = clocks.iter().position(|known| *known == edge).unwrap_or_else(|| {
                clocks.push(edge);
                clocks.len() - 1
            });
            let next = self.pin(name, cell, "D")?;
            let power_up = is_set(pin(name, cell, "Q")?);
            registers.push(RegisterBit { name: name.to_string(), leaf, next, clock, power_up });
        }
        Ok((registers, clocks))
    }

    fn outputs(&self, module: &Module) -> Result<Vec<OutputPort>, NetlistError> {
        let ports = module.ports.iter().filter(|port| port.direction == Direction::Output);
        let output = |port: &Port| {
            let bits = port.bits.iter().map(|bit| self.edge(*bit, &port.name));
            Ok(OutputPort { name: port.name.clone(), bits: bits.collect::<Result<_, _>>()? })
        };
        ports.map(output).collect()
    }

    fn pin(&self, name: &str, cell: &Cell, of: &str) -> Result<Edge, NetlistError> {
        self.edge(pin(name, cell, of)?, name)
    }

    /// The node of a bit; an unknown bit is 0.
    fn edge(&self, bit: Bit, reader: &str) -> Result<Edge, NetlistError> {
        match bit {
            Bit::Zero | Bit::Unknown => Ok(Edge::ZERO),
            Bit::One => Ok(Edge::ONE),
            Bit::Net(net) => {
                let undriven = || NetlistError::Undriven { net, reader: reader.into() };
                self.edges.get(&net).copied().ok_or_else(undriven)
            }
        }
    }
}

fn is_flip_flop(cell: &Cell) -> bool {
    matches!(cell.kind.as_str(), "$_DFF_P_" | "$_DFF_PN0_")
}

fn pin(name: &str, cell: &Cell, pin: &str) -> Result<Bit, NetlistError> {
    cell.pin(pin).ok_or_else(|| NetlistError::NoPin { cell: name.into(), pin: pin.into() })
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, cell};
    use super::*;
    use rust_hdl_gates::graph::Node;

    fn refusal(sample: &Sample) -> String {
        graph_of(&sample.module()).unwrap_err().to_string()
    }

    #[test]
    fn gates_flip_flops_and_ports_are_converted() {
        let sample = Sample::new(&[("a", 2), ("c", 3)], &[("y", 5)])
            .with(cell("$_NOT_", "A: 2", "Y: 4"))
            .with(cell("$_MUX_", "A: 6, B: 4, S: 2", "Y: 5"))
            .with(cell("$_DFF_P_", "C: 3, D: 5", "Q: 6"))
            .with(cell("$_DFF_PN0_", "C: 3, D: 6, R: 1", "Q: 7"));
        let netlist = graph_of(&sample.module()).unwrap();
        let mut graph = netlist.graph.clone();
        let [a, c, held] = [0, 1, 2].map(|leaf| graph.leaf(leaf));
        let y = graph.mux(a, !a, held);
        assert_eq!(netlist.outputs[0].bits, [y]);
        assert_eq!(netlist.clocks, [c]);
        let registers: Vec<_> =
            netlist.registers.iter().map(|bit| (bit.leaf, bit.next, bit.clock)).collect();
        assert_eq!(registers, [(2, y, 0), (3, held, 0)]);
        assert_eq!(graph.node(held.node()), Node::Leaf(2));
    }

    #[test]
    fn cells_without_equivalent_gates_are_refused() {
        let ports = || Sample::new(&[("a", 2), ("c", 3)], &[("y", 4)]);
        let cases = [
            (
                ports().with(cell("$_DFF_PN0_", "C: 3, D: 2, R: 2", "Q: 4")),
                "flip-flop `cell0` has an asynchronous clear in use, which a graph of gates does not support",
            ),
            (
                ports().with(cell("$lut", "A: 2", "Y: 4")),
                "cell `cell0` is a `$lut`, which is not one of the gates and flip-flops that Yosys should have \
                 made of it",
            ),
            (ports(), "net 4, which `y` reads, has no driver"),
            (
                ports().with(cell("$_AND_", "A: 2", "Y: 4")),
                "cell `cell0` has no pin `B` of one bit",
            ),
        ];
        for (sample, message) in cases {
            assert_eq!(refusal(&sample), message);
        }
    }
}
