//! A synthesised module as a graph of gates.
//!
//! The function of each cell comes from Yosys's simulation models: Yosys replaces the cells with
//! their models and maps those to and, or, xor, not and mux.

use baccarat_hdl::top::TASK5;
use fpga_tools::synthesis::{
    Bit, Cell, Direction, GateBuilder, Module, NetlistError, Synthesis, pin,
};
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::Edge;
use rust_hdl_gates::netlist::RegisterBit;
use rust_hdl_systemverilog::SourceFile;
use test_support::cyclone_v::with_models;

use crate::mapped::yosys;

/// Maps a netlist to gates without optimising it, so that a wrong cell stays wrong. A flip-flop
/// that powers up at 1 becomes one that powers up at 0, with inverters.
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

/// The gates of a netlist of cells. Its registers have the names that Yosys gave the flip-flops.
pub fn gates(mapped: &Synthesis) -> Netlist {
    let cells = SourceFile { name: "cells.json".into(), text: mapped.json.clone() };
    let gates = yosys().run(&[cells], &script(TASK5), &["gates.json"]);
    let gates = gates.unwrap_or_else(|error| panic!("{error}"));
    let module = Module::read(&gates.files.concat(), TASK5).expect("Yosys's netlist");
    graph_of(&module).unwrap_or_else(|error| panic!("{error}"))
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
    let has_clear = cell.kind == "$_DFF_PN0_" && pin(name, cell, "R")? != Bit::One;
    assert!(!has_clear, "the asynchronous clear of {name} is in use");
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
