//! Memories of words.

use super::Builder;
use super::memories::is_memory;
use fpga_tools::synthesis::{Bit, Cell};
use rust_hdl_gates::graph::Edge;
use word_simulator::netlist::{Id, Memory, Operation, WORD, Write};

/// Some bits of the words of one of Yosys's memories, which are a memory of the gates.
#[derive(Clone, Debug)]
pub struct Column {
    /// Which of Yosys's memories it is of.
    pub id: String,
    /// The bits of that one's words.
    pub bits: Vec<usize>,
    /// For each read port, the nodes of the gates with these bits.
    pub reads: Vec<Vec<Edge>>,
    /// The width of an address.
    pub address_width: u32,
    /// The logarithm of the bytes of a word.
    pub word_shift: u32,
}

/// The nets that each read port drives.
pub fn read_data(cell: &Cell) -> impl Iterator<Item = &[Bit]> {
    let data = cell.bits("RD_DATA");
    data.chunks(cell.number("WIDTH").unwrap_or(1).max(1))
}

/// The address of a read port.
pub fn read_address(cell: &Cell, port: usize) -> &[Bit] {
    address_of(cell, "RD_ADDR", port)
}

fn address_of<'c>(cell: &'c Cell, pin: &str, port: usize) -> &'c [Bit] {
    let width = cell.number("ABITS").unwrap_or(1).max(1);
    cell.bits(pin).chunks(width).nth(port).unwrap_or_default()
}

impl Builder<'_> {
    /// Adds a read port of a memory.
    pub fn read_port(&mut self, cell: &Cell, port: usize, columns: &[Column]) -> Option<()> {
        let nets = read_data(cell).nth(port)?;
        let id = cell.parameter("MEMID")?;
        for (memory, column) in (0..).zip(columns).filter(|(_, column)| column.id == id) {
            let (address, _) = self.address(cell, read_address(cell, port), column)?;
            for (part, bits) in (0..).zip(column.bits.chunks(WORD as usize)) {
                let read = Operation::Read { memory, address, part };
                let word = self.netlist.add(read, bits.len() as u32);
                let nets: Option<Vec<Bit>> =
                    bits.iter().map(|bit| nets.get(*bit).copied()).collect();
                self.drive(&nets?, word);
                let edges = column.reads[port].iter().skip(part as usize * WORD as usize);
                let places = (0..bits.len() as u32).map(|place| (word, place));
                self.known.extend(edges.copied().zip(places));
            }
        }
        Some(())
    }

    /// Adds the memories.
    pub fn memories(&mut self, columns: &[Column]) {
        let memory = |column: &Column| Memory {
            address_width: column.address_width,
            word_shift: column.word_shift,
        };
        self.netlist.memories = columns.iter().map(memory).collect();
    }

    /// Adds all write ports. `None` if one has no clock.
    pub fn writes(&mut self, columns: &[Column]) -> Option<()> {
        for (memory, column) in (0..).zip(columns) {
            let mut cells = self.module.cells.values();
            let cell = cells.find(|cell| {
                is_memory(cell) && cell.parameter("MEMID") == Some(column.id.as_str())
            })?;
            let width = cell.number("WIDTH")?;
            for port in 0..cell.number("WR_PORTS")? {
                let is = |parameter| cell.is_bit_set(parameter, port);
                if !is("WR_CLK_ENABLE") {
                    return None;
                }
                let clock = self.word(&[*cell.bits("WR_CLK").get(port)?])?;
                let clock = if is("WR_CLK_POLARITY") { clock } else { self.not(clock) };
                let bits = |pin: &str| -> Option<Vec<Bit>> {
                    let of = |bit: &usize| cell.bits(pin).get(port * width + bit).copied();
                    column.bits.iter().map(of).collect()
                };
                let (address, exists) =
                    self.address(cell, address_of(cell, "WR_ADDR", port), column)?;
                let enable = self.word(&bits("WR_EN")?[..1])?;
                let enable = self.binary(Operation::And, enable, exists);
                let data = self.words(&bits("WR_DATA")?)?;
                self.netlist.writes.push(Write { memory, clock, enable, address, data });
            }
        }
        Some(())
    }

    /// The address of a word relative to the first one, as wide as the memory's, and whether there
    /// is such a word.
    fn address(&mut self, cell: &Cell, bits: &[Bit], column: &Column) -> Option<(Id, Id)> {
        let size = cell.number("SIZE")?;
        let address = self.word(bits)?;
        let width = bits.len() as u32;
        // A number of 32 bits with a sign.
        let offset = cell.number("OFFSET")? as u32 as i32;
        let offset = self.netlist.constant(i64::from(offset) as u64, width);
        let relative = self.binary(Operation::Subtract, address, offset);
        let used = size.next_power_of_two().trailing_zeros();
        let low = self.resized(relative, used.max(1));
        let exists = if width >= WORD || (size as u64) < 1 << width {
            let size = self.netlist.constant(size as u64, width);
            self.netlist.add(Operation::Less(relative, size), 1)
        } else {
            self.netlist.constant(1, 1)
        };
        if column.address_width <= used {
            return Some((low, exists));
        }
        let beyond = if width > used {
            let above = self.netlist.extract(relative, used, width - used);
            let zero = self.netlist.constant(0, width - used);
            let none = self.netlist.add(Operation::Equal(above, zero), 1);
            self.not(none)
        } else {
            self.netlist.constant(0, 1)
        };
        Some((self.netlist.add(Operation::Concatenate(vec![low, beyond]), used + 1), exists))
    }
}
