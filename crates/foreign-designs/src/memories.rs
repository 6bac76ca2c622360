//! Memories, which stay memories.
//!
//! A read port is a register that loads the word at its address after every tick, before the next
//! one, as if the memory were gates. Writes count at the edges of their clocks.

use std::collections::BTreeMap;

use super::words::Column;
use foreign_sources::ForeignError;
use fpga_tools::synthesis::{Cell, GateBuilder, NetlistError};
use rust_hdl_gates::graph::{Edge, Graph};
use rust_hdl_gates::netlist::{self, ReadPort, WritePort};
use rust_hdl_gates::symbolic::constant;
use rust_hdl_rtl::Value;

/// The type of Yosys's cells of memories.
const KIND: &str = "$mem_v2";

/// The largest amount of memory of a design in bytes. All blocks of the board's FPGA have 0.5 MB.
pub(super) const MAXIMUM_BYTES: u64 = 16 << 20;

/// Whether a cell is a memory.
pub(super) fn is_memory(cell: &Cell) -> bool {
    cell.kind == KIND
}

/// Some bits of all words of a memory, which are always written together.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub name: String,
    /// Which of Yosys's memories it is of, and the bits of that one's words.
    id: String,
    bits: Vec<usize>,
    width: u32,
    address_width: u32,
    contents: BTreeMap<usize, Value>,
    pub reads: Vec<Read>,
    /// Later ones win.
    pub writes: Vec<Write>,
}

/// A read port.
#[derive(Clone, Debug)]
pub(super) struct Read {
    /// The leaves of its register.
    pub leaves: Vec<u32>,
    /// Lowest bit first.
    pub address: Vec<Edge>,
}

/// A write port.
#[derive(Clone, Debug)]
pub(super) struct Write {
    /// Writes on rising edges; `None` writes all the time.
    pub clock: Option<Edge>,
    enable: Edge,
    address: Vec<Edge>,
    data: Vec<Edge>,
}

/// The pins of a write port.
struct WritePins {
    clock: Option<Edge>,
    /// For each bit of a word.
    enables: Vec<Edge>,
    address: Vec<Edge>,
    data: Vec<Edge>,
}

impl Write {
    /// What is written, and where.
    pub fn operands(&self) -> impl Iterator<Item = Edge> {
        [self.enable].into_iter().chain(self.address.iter().chain(&self.data).copied())
    }

    /// What decides when it writes.
    pub fn controls(&self) -> Vec<Edge> {
        self.clock.map_or_else(|| self.operands().collect(), |clock| vec![clock])
    }
}

impl Memory {
    /// Loads the words at power-up into the leaves of the read ports. `values` are those of the
    /// addresses.
    pub fn read_contents(&self, values: impl Fn(Edge) -> bool, leaves: &mut [bool]) {
        for read in &self.reads {
            let bits = read.address.iter().rev();
            let address = bits.fold(0, |number, bit| number << 1 | usize::from(values(*bit)));
            let word = self.contents.get(&address);
            for (bit, leaf) in (0..).zip(&read.leaves) {
                leaves[*leaf as usize] = word.is_some_and(|word| word.bit(bit));
            }
        }
    }

    /// Whether nothing is read or written on a falling edge of this input bit. `depends` returns
    /// whether an edge depends on it.
    pub fn ignores_falling_edge(&self, bit: Edge, depends: impl Fn(Edge) -> bool) -> bool {
        let reads = self.reads.iter().flat_map(|read| &read.address).copied();
        let writes = self.writes.iter().filter(|write| write.clock != Some(bit));
        !reads.chain(writes.flat_map(Write::controls)).any(depends)
    }

    /// The memory as one of words.
    pub fn column(&self, lowered: &netlist::Memory, graph: &mut Graph) -> Column {
        let reads = self.reads.iter();
        let mut leaves = |read: &Read| read.leaves.iter().map(|leaf| graph.leaf(*leaf)).collect();
        Column {
            id: self.id.clone(),
            bits: self.bits.clone(),
            reads: reads.map(&mut leaves).collect(),
            address_width: self.address_width,
            word_shift: lowered.bytes().trailing_zeros() - self.address_width,
        }
    }

    /// The memory of a simulator with one clock. `rises` is 1 in a tick on which a clock has risen.
    pub fn netlist(&self, rises: &BTreeMap<Edge, Edge>, graph: &mut Graph) -> netlist::Memory {
        let read = |read: &Read| ReadPort {
            clock: 1,
            address: read.address.clone(),
            register: read.leaves.clone(),
        };
        let mut write = |write: &Write| WritePort {
            clock: 0,
            enable: write
                .clock
                .map_or(write.enable, |clock| graph.and(rises[&clock], write.enable)),
            address: write.address.clone(),
            data: write.data.clone(),
        };
        netlist::Memory {
            name: self.name.clone(),
            width: self.width,
            address_width: self.address_width,
            contents: self.contents.clone(),
            reads: self.reads.iter().map(read).collect(),
            writes: self.writes.iter().map(&mut write).collect(),
        }
    }
}

/// Checks that a simulator can hold the memories.
///
/// # Errors
///
/// [`ForeignError::LargeMemory`]
pub(super) fn check_size(memories: &[netlist::Memory], limit: u64) -> Result<(), ForeignError> {
    match memories.iter().max_by_key(|memory| memory.bytes()) {
        Some(largest) if memories.iter().map(|memory| memory.bytes()).sum::<u64>() > limit => {
            Err(ForeignError::LargeMemory {
                name: largest.name.clone(),
                words: 1 << largest.address_width,
                width: largest.width,
                limit,
            })
        }
        _ => Ok(()),
    }
}

/// A memory of Yosys, whose read ports have leaves.
pub(super) struct MemoryCell<'m> {
    name: &'m str,
    cell: &'m Cell,
    /// The bits of a word.
    width: usize,
    /// The number of words.
    size: usize,
    /// The bits of an address at a port.
    address_bits: usize,
    /// The leaf of the lowest bit of the first read port. The others follow.
    first: u32,
}

impl<'m> MemoryCell<'m> {
    /// Adds leaves for the read ports.
    ///
    /// # Errors
    ///
    /// [`NetlistError::UnknownCell`] for ports that this does not know.
    pub fn add_leaves(
        name: &'m str,
        cell: &'m Cell,
        builder: &mut GateBuilder,
    ) -> Result<MemoryCell<'m>, NetlistError> {
        let number = |parameter: &str| number(name, cell, parameter);
        let (width, address_bits) = (number("WIDTH")?, number("ABITS")?);
        let (reads, writes) = (number("RD_PORTS")?, number("WR_PORTS")?);
        for (pin, bits) in [
            ("RD_ADDR", reads * address_bits),
            ("RD_DATA", reads * width),
            ("WR_ADDR", writes * address_bits),
            ("WR_DATA", writes * width),
            ("WR_EN", writes * width),
            ("WR_CLK", writes),
        ] {
            if cell.bits(pin).len() != bits {
                return Err(NetlistError::NoPin { cell: name.into(), pin: pin.into() });
            }
        }
        let is_plain = ["RD_CLK_ENABLE", "RD_WIDE_CONTINUATION", "WR_WIDE_CONTINUATION"]
            .iter()
            .all(|parameter| cell.parameter(parameter).is_some_and(|bits| !bits.contains('1')));
        if !is_plain {
            return Err(NetlistError::UnknownCell {
                cell: name.into(),
                kind: KIND.into(),
                known: "the memories with asynchronous reads that Yosys should have made of it",
            });
        }
        let first = builder.leaves();
        for bit in cell.bits("RD_DATA") {
            builder.add_leaf(*bit);
        }
        Ok(MemoryCell { name, cell, width, size: number("SIZE")?, address_bits, first })
    }

    /// The leaves of all read ports.
    pub fn leaves(&self) -> std::ops::Range<u32> {
        self.first..self.first + self.cell.bits("RD_DATA").len() as u32
    }

    /// The memories, once the nets at the ports have gates: one for all bits of a word that are
    /// always written together.
    ///
    /// # Errors
    ///
    /// [`NetlistError::Undriven`]
    pub fn memories(&self, builder: &mut GateBuilder) -> Result<Vec<Memory>, NetlistError> {
        let (reads, address_width) = self.read_addresses(builder)?;
        let writes = self.write_ports(builder, address_width)?;
        let mut columns: BTreeMap<Vec<Edge>, Vec<usize>> = BTreeMap::new();
        for bit in 0..self.width {
            let enables = writes.iter().map(|write| write.enables[bit]).collect();
            columns.entry(enables).or_default().push(bit);
        }
        let name = self.cell.parameter("MEMID").unwrap_or(self.name).replace('\\', "");
        let memory = |(enables, bits): (Vec<Edge>, Vec<usize>)| {
            let read = |(port, address): (usize, &Vec<Edge>)| Read {
                leaves: bits
                    .iter()
                    .map(|bit| self.first + (port * self.width + bit) as u32)
                    .collect(),
                address: address.clone(),
            };
            let write = |(write, enable): (&WritePins, Edge)| Write {
                clock: write.clock,
                enable,
                address: write.address.clone(),
                data: bits.iter().map(|bit| write.data[*bit]).collect(),
            };
            Memory {
                name: name.clone(),
                id: self.cell.parameter("MEMID").unwrap_or_default().into(),
                width: bits.len() as u32,
                address_width: address_width as u32,
                contents: self.contents(&bits),
                reads: reads.iter().enumerate().map(read).collect(),
                writes: writes.iter().zip(enables).map(write).collect(),
                bits,
            }
        };
        Ok(columns.into_iter().map(memory).collect())
    }

    /// The addresses of the read ports, and their width. Words that do not exist are 0: they are in
    /// an upper half, if an address can be too large.
    fn read_addresses(
        &self,
        builder: &mut GateBuilder,
    ) -> Result<(Vec<Vec<Edge>>, usize), NetlistError> {
        let width = self.size.next_power_of_two().trailing_zeros() as usize;
        let mut addresses = self.addresses(builder, ["RD_PORTS", "RD_ADDR"], width)?;
        let beyond: Vec<Edge> =
            addresses.iter().map(|bits| builder.graph.any(&bits[width..])).collect();
        addresses.iter_mut().for_each(|bits| bits.truncate(width));
        if beyond.iter().all(|beyond| *beyond == Edge::ZERO) {
            return Ok((addresses, width));
        }
        addresses.iter_mut().zip(beyond).for_each(|(bits, beyond)| bits.push(beyond));
        Ok((addresses, width + 1))
    }

    /// The write ports, with addresses of this width. They write only words that exist.
    fn write_ports(
        &self,
        builder: &mut GateBuilder,
        address_width: usize,
    ) -> Result<Vec<WritePins>, NetlistError> {
        let mut addresses = self.addresses(builder, ["WR_PORTS", "WR_ADDR"], address_width)?;
        let [clocks, enables, data] =
            ["WR_CLK", "WR_EN", "WR_DATA"].map(|pin| self.edges(builder, pin));
        let (clocks, enables, data) = (clocks?, enables?, data?);
        let graph = &mut builder.graph;
        let write = |port: usize| {
            let address = std::mem::take(&mut addresses[port]);
            let size = constant(&(self.size as u128).into(), address.len() + 1);
            let exists = graph.less(&[address.as_slice(), &[Edge::ZERO]].concat(), &size);
            let bits = port * self.width..(port + 1) * self.width;
            let is = |parameter| self.cell.is_bit_set(parameter, port);
            let clock = if is("WR_CLK_POLARITY") { clocks[port] } else { !clocks[port] };
            WritePins {
                clock: is("WR_CLK_ENABLE").then_some(clock),
                enables: enables[bits.clone()].iter().map(|bit| graph.and(*bit, exists)).collect(),
                address: address[..address_width].to_vec(),
                data: data[bits].to_vec(),
            }
        };
        Ok((0..clocks.len()).map(write).collect())
    }

    /// The addresses at a pin of all ports, relative to the first word, with at least this
    /// width.
    fn addresses(
        &self,
        builder: &mut GateBuilder,
        [ports, pin]: [&str; 2],
        width: usize,
    ) -> Result<Vec<Vec<Edge>>, NetlistError> {
        // A number of 32 bits with a sign.
        let offset = number(self.name, self.cell, "OFFSET")? as u32 as i32;
        let offset = constant(&(offset as u128).into(), self.address_bits);
        let bits = self.edges(builder, pin)?;
        let relative = |bits: &[Edge]| {
            let mut address = builder.graph.subtract(bits, &offset);
            address.resize(address.len().max(width), Edge::ZERO);
            address
        };
        let ports = number(self.name, self.cell, ports)?;
        let port = |port: usize| &bits[port * self.address_bits..][..self.address_bits];
        Ok((0..ports).map(port).map(relative).collect())
    }

    fn edges(&self, builder: &GateBuilder, pin: &str) -> Result<Vec<Edge>, NetlistError> {
        self.cell.bits(pin).iter().map(|bit| builder.edge(*bit, self.name)).collect()
    }

    /// The words that are not 0 at power-up.
    fn contents(&self, bits: &[usize]) -> BTreeMap<usize, Value> {
        let contents = self.cell.parameter("INIT").unwrap_or_default().as_bytes();
        let is_one = |place: usize| {
            contents.len().checked_sub(place + 1).is_some_and(|index| contents[index] == b'1')
        };
        let word = |address: usize| {
            let levels = bits.iter().map(|bit| is_one(address * self.width + bit));
            let word = Value::from_iter(levels);
            (word != Value::ZERO).then_some((address, word))
        };
        let words = self.size.min(contents.len().div_ceil(self.width.max(1)));
        (0..words).filter_map(word).collect()
    }
}

/// A parameter that is a number.
fn number(name: &str, cell: &Cell, parameter: &str) -> Result<usize, NetlistError> {
    let number = cell.number(parameter);
    number.ok_or_else(|| NetlistError::NoPin { cell: name.into(), pin: parameter.into() })
}

#[cfg(test)]
mod tests;
