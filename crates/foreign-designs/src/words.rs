//! A design as a netlist of words, from Yosys's netlist before it is mapped to gates.
//!
//! Gates are analysed, and simulated for many cycles or copies at once. Words are simulated one
//! cycle after another, with the same state: registers are found by the names of their nets, and
//! memories are those of the gates.
//!
//! | module | contents |
//! |---|---|
//! | `cells` | combinational cells |
//! | `registers` | flip-flops and latches |
//! | `shifts` | shifts and indices |
//! | `loops` | loops of gates |
//! | `storage` | memories |
//! | `unsupported` | why a design has no words |

mod cells;
mod loops;
mod registers;
mod shifts;
mod storage;
mod unsupported;

use std::collections::{BTreeMap, HashMap, HashSet};

use super::memories;
use fpga_tools::synthesis::{Bit, Direction, Module};
use rust_hdl_gates::graph::Edge;
use word_simulator::Netlist;
use word_simulator::netlist::{Id, Operation, WORD};

use loops::Cut;
pub use storage::Column;
pub use unsupported::Unsupported;

/// The netlist of words of a design, and what its bits are called in the gates.
#[derive(Clone, Debug, serde::Deserialize, serde::Serialize)]
pub struct WordNetlist {
    /// The words.
    pub netlist: Netlist,
    /// The number of operations on words, besides selecting and joining bits.
    pub operations: usize,
    /// The state at power-up.
    pub power_up: Vec<u64>,
    /// The word, and the bit of the word, for each node of the gates that has one.
    bits: HashMap<Edge, (Id, u32)>,
}

impl WordNetlist {
    /// Converts a module. `leaves` are the input bits of its gates, in the order of the ports,
    /// `names` all their nets, with the names that they have in both, `feedback` those that close
    /// loops of gates, and `columns` the memories. `None` for loops whose nets have no names, and
    /// for cells that words are not made of.
    pub(super) fn of(
        mut module: Module,
        leaves: &[Edge],
        names: &[(String, Vec<Edge>)],
        feedback: &[Edge],
        columns: &[Column],
    ) -> Option<WordNetlist> {
        let cuts = loops::cuts(&module, names, feedback)?;
        loop {
            match WordNetlist::without_loops(&module, leaves, names, &cuts, columns) {
                Ok(words) => return Some(words),
                // A loop of words may be none of bits.
                Err(cells) => {
                    let split = cells.iter().filter(|cell| module.split(cell)).count();
                    if split == 0 {
                        return None;
                    }
                }
            }
        }
    }

    /// Converts a module. An error has the cells of a loop, or none for what words are not made of.
    fn without_loops(
        module: &Module,
        leaves: &[Edge],
        names: &[(String, Vec<Edge>)],
        cuts: &[u32],
        columns: &[Column],
    ) -> Result<WordNetlist, Vec<String>> {
        let mut builder = Builder::new(module);
        builder.memories(columns);
        builder.inputs(leaves);
        let registers = builder.registers().ok_or_else(Vec::new)?;
        builder.cut(cuts);
        builder.combinational(columns)?;
        builder.close().ok_or_else(Vec::new)?;
        for register in registers {
            builder.load(register).ok_or_else(Vec::new)?;
        }
        builder.writes(columns).ok_or_else(Vec::new)?;
        let bits = builder.bits_of(names);
        let Builder { netlist, power_up, .. } = builder;
        Ok(WordNetlist { operations: operations(&netlist), netlist, power_up, bits })
    }

    /// The word with a bit of the gates, and its place in it.
    pub fn bit(&mut self, edge: Edge) -> Option<(Id, u32)> {
        if edge == Edge::ZERO || edge == Edge::ONE {
            return Some((self.netlist.constant(u64::from(edge == Edge::ONE), 1), 0));
        }
        if let Some(bit) = self.bits.get(&edge) {
            return Some(*bit);
        }
        let (id, place) = *self.bits.get(&!edge)?;
        let bit = self.netlist.extract(id, place, 1);
        Some((self.netlist.add(Operation::Not(bit), 1), 0))
    }

    /// The word of the state that holds a bit of the gates, and its place in it.
    pub fn state(&self, edge: Edge) -> Option<(u32, u32)> {
        let (id, place) = *self.bits.get(&edge)?;
        match self.netlist.node(id).operation {
            Operation::State(state) => Some((state, place)),
            _ => None,
        }
    }
}

fn operations(netlist: &Netlist) -> usize {
    use Operation as O;
    let is_free = |operation: &Operation| {
        matches!(operation, O::Constant(_) | O::State(_) | O::Extract(..) | O::Concatenate(_))
    };
    netlist.nodes().iter().filter(|node| !is_free(&node.operation)).count()
}

/// What drives a net: a cell, or a read port of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Driver<'m> {
    Cell(&'m str),
    ReadPort(&'m str, usize),
}

/// A netlist under construction.
struct Builder<'m> {
    module: &'m Module,
    netlist: Netlist,
    power_up: Vec<u64>,
    /// The word and the bit of each net that is known.
    nets: HashMap<u32, (Id, u32)>,
    /// The nets that close loops.
    loops: BTreeMap<u32, Cut>,
    /// The word and the bit of each node of the gates that is known without its name.
    known: HashMap<Edge, (Id, u32)>,
}

impl<'m> Builder<'m> {
    fn new(module: &'m Module) -> Builder<'m> {
        Builder {
            module,
            netlist: Netlist::default(),
            power_up: vec![],
            nets: HashMap::new(),
            loops: BTreeMap::new(),
            known: HashMap::new(),
        }
    }

    /// Adds the words of the input ports, of whose bits these are the nodes of the gates.
    fn inputs(&mut self, leaves: &[Edge]) {
        let module = self.module;
        let mut leaves = leaves.iter().copied();
        for port in module.ports.iter().filter(|port| port.direction != Direction::Output) {
            for bits in port.bits.chunks(WORD as usize) {
                let (_, id) = self.add_state(bits);
                let places = (0..bits.len() as u32).map(|place| (id, place));
                self.known.extend(leaves.by_ref().take(bits.len()).zip(places));
            }
        }
    }

    /// Adds a word of the state that drives some nets.
    fn add_state(&mut self, bits: &[Bit]) -> (u32, Id) {
        let (state, id) = self.netlist.add_state(bits.len() as u32);
        self.power_up.push(0);
        self.drive(bits, id);
        (state, id)
    }

    /// A word drives some nets.
    fn drive(&mut self, bits: &[Bit], id: Id) {
        for (place, bit) in (0..).zip(bits) {
            if let Bit::Net(net) = bit {
                match self.loops.get_mut(net) {
                    Some(cut) => cut.next = Some((id, place)),
                    None => drop(self.nets.insert(*net, (id, place))),
                }
            }
        }
    }

    /// Words of up to 64 bits each drive some nets.
    fn drive_all(&mut self, bits: &[Bit], ids: &[Id]) {
        for (bits, id) in bits.chunks(WORD as usize).zip(ids) {
            self.drive(bits, *id);
        }
    }

    /// A word of some bits, of which there are at most 64. Unknown ones are 0.
    fn word(&mut self, bits: &[Bit]) -> Option<Id> {
        if bits.is_empty() {
            return None;
        }
        let mut parts: Vec<Id> = vec![];
        let mut rest = bits;
        while let Some(first) = rest.first() {
            let (part, count) = match first {
                Bit::Net(net) => {
                    let (id, place) = *self.nets.get(net)?;
                    let follows = |(offset, bit): (u32, &Bit)| match bit {
                        Bit::Net(net) => self.nets.get(net) == Some(&(id, place + offset)),
                        _ => false,
                    };
                    let count = (0..).zip(rest).take_while(|bit| follows(*bit)).count();
                    (self.netlist.extract(id, place, count as u32), count)
                }
                _ => {
                    let known = rest.iter().take_while(|bit| !matches!(bit, Bit::Net(_)));
                    let (mut value, mut count) = (0, 0);
                    for bit in known {
                        value |= u64::from(*bit == Bit::One) << count;
                        count += 1;
                    }
                    (self.netlist.constant(value, count), count as usize)
                }
            };
            parts.push(part);
            rest = &rest[count..];
        }
        Some(match parts.as_slice() {
            [one] => *one,
            _ => self.netlist.add(Operation::Concatenate(parts), bits.len() as u32),
        })
    }

    /// Words of any number of bits, 64 each.
    fn words(&mut self, bits: &[Bit]) -> Option<Vec<Id>> {
        bits.chunks(WORD as usize).map(|bits| self.word(bits)).collect()
    }

    /// Adds all combinational cells and read ports, each after its drivers. An error has the cells
    /// of a loop, or none for what words are not made of.
    fn combinational(&mut self, columns: &[Column]) -> Result<(), Vec<String>> {
        let module = self.module;
        let drivers = drivers(module);
        let (mut done, mut open) = (HashSet::new(), HashSet::new());
        for start in drivers.values() {
            let mut path = vec![*start];
            while let Some(driver) = path.last().copied() {
                if done.contains(&driver) {
                    path.pop();
                    continue;
                }
                let read = read_nets(module, driver);
                let waiting = path.len();
                let read = read.filter(|net| !self.loops.contains_key(net));
                let others = read.filter_map(|net| drivers.get(&net));
                path.extend(others.filter(|other| !done.contains(*other)));
                if path.len() == waiting {
                    self.driver(driver, columns).ok_or_else(Vec::new)?;
                    open.remove(&driver);
                    done.insert(driver);
                    path.pop();
                } else if !open.insert(driver) {
                    // It waits for itself, and so do others that wait.
                    let cell = |driver: &Driver| match driver {
                        Driver::Cell(name) => Some(name.to_string()),
                        Driver::ReadPort(..) => None,
                    };
                    return Err(open.iter().filter_map(cell).collect());
                }
            }
        }
        Ok(())
    }

    fn driver(&mut self, driver: Driver, columns: &[Column]) -> Option<()> {
        match driver {
            Driver::Cell(name) => self.cell(&self.module.cells[name]),
            Driver::ReadPort(name, port) => self.read_port(&self.module.cells[name], port, columns),
        }
    }

    /// The word and its bit for each node of the gates whose nets have the same name. A word of the
    /// state comes before others of the same value.
    fn bits_of(&self, names: &[(String, Vec<Edge>)]) -> HashMap<Edge, (Id, u32)> {
        let words: BTreeMap<&str, &[Bit]> = self.module.nets().collect();
        let mut found: HashMap<Edge, (Id, u32)> = HashMap::new();
        let is_state = |id: Id| matches!(self.netlist.node(id).operation, Operation::State(_));
        for (name, edges) in names {
            let Some(bits) = words.get(name.as_str()) else { continue };
            for (edge, bit) in edges.iter().zip(*bits) {
                let Bit::Net(net) = bit else { continue };
                let Some(place) = self.nets.get(net) else { continue };
                let known = found.entry(*edge).or_insert(*place);
                if is_state(place.0) {
                    *known = *place;
                }
            }
        }
        found.extend(&self.known);
        found
    }
}

/// What drives each net, except registers and inputs.
fn drivers(module: &Module) -> BTreeMap<u32, Driver<'_>> {
    let mut drivers = BTreeMap::new();
    for (name, cell) in &module.cells {
        if registers::is_register(cell) {
            continue;
        }
        if memories::is_memory(cell) {
            for (port, bits) in storage::read_data(cell).enumerate() {
                let driver = Driver::ReadPort(name, port);
                drivers.extend(nets(bits).map(|net| (net, driver)));
            }
            continue;
        }
        for (_, bits) in cell.pins(Direction::Output) {
            drivers.extend(nets(bits).map(|net| (net, Driver::Cell(name))));
        }
    }
    drivers
}

/// The nets that a driver depends on.
fn read_nets<'m>(module: &'m Module, driver: Driver) -> Box<dyn Iterator<Item = u32> + 'm> {
    match driver {
        Driver::Cell(name) => {
            let pins = module.cells[name].pins(Direction::Input);
            Box::new(pins.flat_map(|(_, bits)| nets(bits)))
        }
        Driver::ReadPort(name, port) => {
            let address = storage::read_address(&module.cells[name], port);
            Box::new(nets(address))
        }
    }
}

fn nets(bits: &[Bit]) -> impl Iterator<Item = u32> + '_ {
    bits.iter().filter_map(|bit| match bit {
        Bit::Net(net) => Some(*net),
        _ => None,
    })
}
