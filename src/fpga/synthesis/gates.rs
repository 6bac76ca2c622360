//! A synthesised module as a graph of gates.
//!
//! The function of each cell comes from Yosys's simulation models: Yosys replaces the cells with their models and maps those
//! to and, or, xor, not and mux.

use super::NetlistError;
use super::gate_builder::{GateBuilder, pin};
use super::netlist::{Bit, Cell, Direction, Module};
use super::yosys::{Synthesis, Yosys, YosysError};
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::RegisterBit;
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
    let mut builder = GateBuilder::default();
    let inputs = builder.inputs(module, &[Direction::Input]);
    let flip_flops: Vec<(&str, &Cell)> = (module.cells.iter())
        .filter(|(_, cell)| is_flip_flop(cell))
        .map(|(name, cell)| (name.as_str(), cell))
        .collect();
    let first = builder.leaves();
    for (name, cell) in &flip_flops {
        add_flip_flop(&mut builder, name, cell)?;
    }
    for (name, cell) in module.combinational(is_flip_flop)? {
        builder.gate(name, cell)?;
    }

    let (registers, clocks) = registers(&builder, module, first, &flip_flops)?;
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

/// Adds a leaf for the output of a flip-flop.
fn add_flip_flop(builder: &mut GateBuilder, name: &str, cell: &Cell) -> Result<(), NetlistError> {
    if cell.kind == "$_DFF_PN0_" && pin(name, cell, "R")? != Bit::One {
        return Err(NetlistError::AsynchronousClear { cell: name.into() });
    }
    builder.add_leaf(pin(name, cell, "Q")?);
    Ok(())
}

/// The flip-flops, whose leaves are numbered from `first`, and their clocks.
fn registers(
    builder: &GateBuilder,
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
        let edge = builder.pin(name, cell, "C")?;
        let clock = clocks.iter().position(|known| *known == edge).unwrap_or_else(|| {
            clocks.push(edge);
            clocks.len() - 1
        });
        let next = builder.pin(name, cell, "D")?;
        let power_up = is_set(pin(name, cell, "Q")?);
        registers.push(RegisterBit { name: name.to_string(), leaf, next, clock, power_up });
    }
    Ok((registers, clocks))
}

fn is_flip_flop(cell: &Cell) -> bool {
    matches!(cell.kind.as_str(), "$_DFF_P_" | "$_DFF_PN0_")
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
