//! From Yosys's cells to a netlist with one clock.
//!
//! Foreign designs have latches, asynchronous resets and clocks made of logic. All of them become
//! plain registers that load on every tick of one added clock: a flip-flop compares its clock with
//! the clock's level at the tick before, a latch and an asynchronous reset are multiplexers. A tick
//! is a delta cycle: everything that changes in a tick is computed from the values before it, as
//! nonblocking assignments are. One gate of each loop of gates is such a register, too. After a
//! change of the inputs, ticks follow until nothing changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::analysis::{self, Element};
use super::clocks::Clocks;
use super::design::ForeignDesign;
use super::memories::{self, Memory, MemoryCell};
use super::places::Places;
use super::words::{Column, Unsupported, WordNetlist};
use foreign_sources::ForeignError;
use fpga_tools::synthesis::{Bit, Cell, Direction, GateBuilder, Module, NetlistError, pin};
use rust_hdl_gates::Netlist;
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{self, InputPort, OutputPort, RegisterBit};

/// The input of the added clock. No Verilog port has this name.
pub(super) const TICK: &str = "$tick";

/// The input of the clock that reads memories, if there are any.
pub(super) const READ: &str = "$read";

/// The output that is 1 while another tick would change something.
pub(super) const UNSTABLE: &str = "$unstable";

/// The largest number of gates.
const MAXIMUM_GATES: usize = 500_000;

/// Lowers a module. `words` is the same one before it was mapped to gates. Bits of input ports that
/// are `is_high` are 1 at power-up.
pub(super) fn lower(
    module: &Module,
    words: Option<Module>,
    is_high: impl Fn(&str, usize) -> bool,
) -> Result<ForeignDesign, ForeignError> {
    let mut builder = GateBuilder::default();
    let mut inputs = builder.inputs(module, &[Direction::Input, Direction::Inout]);
    let tick = builder.add_leaf(Bit::Unknown);
    inputs.push(InputPort { name: TICK.into(), width: 1, leaf: builder.leaves() - 1 });
    let mut clocks = vec![tick];
    if module.cells.values().any(memories::is_memory) {
        clocks.push(builder.add_leaf(Bit::Unknown));
        inputs.push(InputPort { name: READ.into(), width: 1, leaf: builder.leaves() - 1 });
    }
    let first = builder.leaves();
    let holds = |cell: &Cell| Kind::of(cell).is_some() || memories::is_memory(cell);
    let cells = module.cells.iter().filter_map(|(name, cell)| Some((name, cell, Kind::of(cell)?)));
    let cells: Vec<(&String, &Cell, Kind)> = cells.collect();
    let mut power_up = Vec::new();
    let known = module.power_up();
    for (name, cell, _) in &cells {
        let output = pin(name, cell, "Q")?;
        builder.add_leaf(output);
        power_up.push(match output {
            Bit::Net(net) => known.get(&net).copied().unwrap_or(false),
            _ => false,
        });
    }
    let (ordered, loops) = module.ordered(holds);
    let feedback: Vec<(&str, &Cell)> =
        loops.iter().map(|cells| (cells[0], &module.cells[cells[0]])).collect();
    for (name, cell) in &feedback {
        builder.add_leaf(pin(name, cell, "Y")?);
        power_up.push(false);
    }
    let memory_cells = module.cells.iter().filter(|(_, cell)| memories::is_memory(cell));
    let memory_cells: Vec<MemoryCell> = memory_cells
        .map(|(name, cell)| MemoryCell::add_leaves(name, cell, &mut builder))
        .collect::<Result<_, _>>()?;
    for (name, cell) in ordered {
        builder.gate(name, cell)?;
        if builder.graph.len() > MAXIMUM_GATES {
            return Err(ForeignError::TooLarge { limit: MAXIMUM_GATES });
        }
    }
    let mut elements = Vec::new();
    for (leaf, (name, cell, kind)) in (first..).zip(&cells) {
        elements.push(element(&builder, leaf, name, cell, *kind)?);
    }
    for (leaf, (name, cell)) in (first + cells.len() as u32..).zip(feedback) {
        elements.push(feedback_element(&mut builder, leaf, name, cell)?);
    }
    let mut memories = Vec::new();
    for cell in &memory_cells {
        memories.extend(cell.memories(&mut builder)?);
    }
    let mut outputs = builder.outputs(module)?;
    let mut signals = edges(module.named_nets(), &builder);
    let names = analysis::names(&signals);
    // Those that were added to the design, and the variables of calls of functions and tasks.
    signals.retain(|(name, _)| !name.starts_with('$') && !name.contains("$func$"));
    let places = Places::of(signals.iter().map(|(name, _)| module.source(name)));
    let ranges = module.ranges().map(|(name, range)| (name.to_owned(), range)).collect();
    let bits = inputs.iter().flat_map(|port| (0..port.width as usize).map(move |bit| (port, bit)));
    let idle_inputs: Vec<bool> = bits.map(|(port, bit)| is_high(&port.name, bit)).collect();
    let idle_high = (0..).zip(&idle_inputs).filter(|(_, level)| **level).map(|(leaf, _)| leaf);
    let idle_high: Vec<u32> = idle_high.collect();
    let latches = analysis::latches(&elements, &mut builder.graph, &names);
    let crossings = analysis::crossings(&elements, &memories, &builder.graph, &names);
    let ticks = analysis::ticks(&elements, &memories, &builder.graph, first);
    let reads = analysis::reads(&memories, &builder.graph);
    let mut leaves = [idle_inputs, power_up].concat();
    leaves.resize(builder.leaves() as usize, false);
    for _ in 0..reads {
        let values = analysis::values(&builder.graph, &leaves);
        memories.iter().for_each(|memory| memory.read_contents(&values, &mut leaves));
    }
    let of_writes = memories.iter().flat_map(|memory| &memory.writes).map(|write| write.clock);
    let of_elements = elements.iter().map(|element| element.clock);
    let found = Clocks::new(&mut builder, of_elements.chain(of_writes).flatten(), &leaves);
    let (registers, unstable) =
        registers(&mut builder.graph, &elements, memory_cells.iter(), &leaves, &names, &found);
    outputs.push(OutputPort { name: UNSTABLE.into(), bits: vec![unstable] });
    let graph = &mut builder.graph;
    let lowered = memories.iter().map(|memory| memory.netlist(&found.rises, graph));
    let lowered: Vec<netlist::Memory> = lowered.collect();
    memories::check_size(&lowered, memories::MAXIMUM_BYTES)?;
    if builder.graph.len() > MAXIMUM_GATES {
        return Err(ForeignError::TooLarge { limit: MAXIMUM_GATES });
    }
    let graph = &mut builder.graph;
    let columns = memories.iter().zip(&lowered);
    let columns = columns.map(|(memory, lowered)| memory.column(lowered, graph));
    let columns: Vec<Column> = columns.collect();
    let is_tried = words.is_some();
    let words = words.and_then(|words| {
        let bits: u32 = inputs.iter().map(|port| port.width).sum();
        let leaves: Vec<Edge> = (0..bits).map(|leaf| builder.graph.leaf(leaf)).collect();
        let names = edges(module.nets(), &builder);
        let feedback = elements[cells.len()..].iter();
        let feedback: Vec<Edge> =
            feedback.map(|element| builder.graph.leaf(element.leaf)).collect();
        WordNetlist::of(words, &leaves, &names, &feedback, &columns).map(Arc::new)
    });
    let feedback = elements[cells.len()..].iter();
    let feedback = feedback.map(|element| names.get(&builder.graph.leaf(element.leaf)));
    let feedback: Vec<Option<&String>> = feedback.collect();
    let unsupported = (is_tried && words.is_none()).then(|| unsupported(&memories, &feedback));
    let levels = found.levels.iter().map(|level| level.leaf).collect();
    let rising_only = rising_only(&elements, &memories, &mut builder.graph, &found.levels, first);
    let netlist = Netlist {
        name: module.name.clone(),
        graph: builder.graph,
        inputs,
        outputs,
        registers,
        clocks,
        signals,
    };
    Ok(ForeignDesign {
        top: module.name.clone(),
        netlist,
        words,
        unsupported,
        levels,
        memories: lowered,
        reads,
        idle_high,
        rising_only,
        ticks,
        latches,
        crossings,
        plls: vec![],
        ranges,
        places,
        dotted_names: BTreeSet::new(),
        unassigned: vec![],
    })
}

/// The kinds of cells with a state, after `dfflegalize`.
#[derive(Clone, Copy)]
enum Kind {
    FlipFlop,
    /// With an asynchronous set and clear.
    FlipFlopWithSet,
    Latch,
    LatchWithSet,
    SetReset,
}

impl Kind {
    fn of(cell: &Cell) -> Option<Kind> {
        Some(match cell.kind.as_str() {
            "$_DFF_P_" => Kind::FlipFlop,
            "$_DFFSR_PPP_" => Kind::FlipFlopWithSet,
            "$_DLATCH_P_" => Kind::Latch,
            "$_DLATCHSR_PPP_" => Kind::LatchWithSet,
            "$_SR_PP_" => Kind::SetReset,
            _ => return None,
        })
    }
}

fn element(
    builder: &GateBuilder,
    leaf: u32,
    name: &str,
    cell: &Cell,
    kind: Kind,
) -> Result<Element, NetlistError> {
    let of = |pin| builder.pin(name, cell, pin);
    let (clock, enable, data) = match kind {
        Kind::FlipFlop | Kind::FlipFlopWithSet => (Some(of("C")?), Edge::ZERO, of("D")?),
        Kind::Latch | Kind::LatchWithSet => (None, of("E")?, of("D")?),
        Kind::SetReset => (None, Edge::ZERO, Edge::ZERO),
    };
    let (set, clear) = match kind {
        Kind::FlipFlop | Kind::Latch => (Edge::ZERO, Edge::ZERO),
        Kind::FlipFlopWithSet | Kind::LatchWithSet | Kind::SetReset => (of("S")?, of("R")?),
    };
    Ok(Element { leaf, clock, enable, data, set, clear })
}

/// One gate of a loop, such as a latch made of gates, as a latch that is always open.
fn feedback_element(
    builder: &mut GateBuilder,
    leaf: u32,
    name: &str,
    cell: &Cell,
) -> Result<Element, NetlistError> {
    let data = builder.function(name, cell)?.unwrap_or(Edge::ZERO);
    Ok(Element { leaf, clock: None, enable: Edge::ONE, data, set: Edge::ZERO, clear: Edge::ZERO })
}

/// The registers of the elements, those of the reads of memories, and the levels of the clocks;
/// and whether another tick would change something.
fn registers<'c>(
    graph: &mut Graph,
    elements: &[Element],
    reads: impl Iterator<Item = &'c MemoryCell<'c>>,
    power_up: &[bool],
    names: &BTreeMap<Edge, String>,
    clocks: &Clocks,
) -> (Vec<RegisterBit>, Edge) {
    let register = |leaf: u32, held: Edge, next: Edge| {
        let name = names.get(&held).cloned().unwrap_or_default();
        RegisterBit { name, leaf, next, clock: 0, power_up: power_up[leaf as usize] }
    };
    let mut unstable = clocks.change;
    let mut registers = Vec::new();
    for element in elements {
        let held = graph.leaf(element.leaf);
        let loads = element.clock.map_or(element.enable, |clock| clocks.rises[&clock]);
        let loaded = graph.mux(loads, element.data, held);
        let set = graph.or(element.set, loaded);
        let next = graph.and(!element.clear, set);
        if element.is_level_sensitive() {
            // A flip-flop counts only with its set and clear: its clock is counted already.
            let kept = if element.clock.is_some() { held } else { loaded };
            let forced = graph.or(element.set, kept);
            let forced = graph.and(!element.clear, forced);
            let changes = graph.xor(held, forced);
            unstable = graph.or(unstable, changes);
        }
        registers.push(register(element.leaf, held, next));
    }
    for leaf in reads.flat_map(MemoryCell::leaves) {
        let held = graph.leaf(leaf);
        registers.push(register(leaf, held, held));
    }
    registers.extend(clocks.levels.iter().cloned());
    (registers, unstable)
}

/// Why a design has no words. `feedback` are the names of the nets that close loops of gates.
fn unsupported(memories: &[Memory], feedback: &[Option<&String>]) -> Unsupported {
    let always = |memory: &&Memory| memory.writes.iter().any(|write| write.clock.is_none());
    match memories.iter().find(always) {
        Some(memory) => Unsupported::Memory(memory.name.clone()),
        None if feedback.is_empty() => Unsupported::Division,
        None => Unsupported::Loop(feedback.iter().copied().flatten().next().cloned()),
    }
}

/// The input bits on whose falling edges nothing changes, each with the leaf of its level.
fn rising_only(
    elements: &[Element],
    memories: &[Memory],
    graph: &mut Graph,
    levels: &[RegisterBit],
    inputs: u32,
) -> Vec<(u32, u32)> {
    (0..inputs)
        .filter_map(|bit| {
            let edge = graph.leaf(bit);
            let level = levels.iter().find(|level| level.next == edge)?;
            let reads = analysis::readers(graph, bit);
            let is_quiet = |memory: &Memory| memory.ignores_falling_edge(edge, &reads);
            (elements.iter().all(|element| element.ignores_falling_edge(edge, &reads))
                && memories.iter().all(is_quiet))
            .then_some((bit, level.leaf))
        })
        .collect()
}

/// The nodes of some nets with their names, lowest bit first.
fn edges<'m>(
    nets: impl Iterator<Item = (&'m str, &'m [Bit])>,
    builder: &GateBuilder,
) -> Vec<(String, Vec<Edge>)> {
    let edges = |bits: &[Bit]| -> Option<Vec<Edge>> {
        bits.iter().map(|bit| builder.edge(*bit, "").ok()).collect()
    };
    nets.filter_map(|(name, bits)| Some((name.to_string(), edges(bits)?))).collect()
}
