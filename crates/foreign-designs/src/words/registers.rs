//! Flip-flops and latches as registers of words.

use std::ops::Range;

use super::Builder;
use foreign_sources::cells::REGISTERS;
use fpga_tools::synthesis::{Bit, Cell};
use word_simulator::netlist::{Force, Id, Operation, Register, WORD, mask};

/// Whether a cell holds a state, other than a memory.
pub fn is_register(cell: &Cell) -> bool {
    !cell.bits("Q").is_empty()
}

/// A register whose operands are not known yet.
pub struct Pending<'m> {
    cell: &'m Cell,
    state: u32,
    held: Id,
    /// Its bits of those of the cell.
    bits: Range<usize>,
}

impl<'m> Builder<'m> {
    /// Adds the states of all registers. `None` if there are other kinds of them.
    pub fn registers(&mut self) -> Option<Vec<Pending<'m>>> {
        let module = self.module;
        let known = module.power_up();
        let mut registers = vec![];
        for cell in module.cells.values().filter(|cell| is_register(cell)) {
            if !REGISTERS.contains(&cell.kind.as_str()) {
                return None;
            }
            let mut first = 0;
            for bits in cell.bits("Q").chunks(WORD as usize) {
                let (state, held) = self.add_state(bits);
                let is_high = |bit: &Bit| match bit {
                    Bit::Net(net) => known.get(net).copied().unwrap_or(false),
                    _ => false,
                };
                let values = (0..).zip(bits);
                self.power_up[state as usize] = values
                    .filter(|(_, bit)| is_high(bit))
                    .fold(0, |value, (place, _)| value | 1 << place);
                let bits = first..first + bits.len();
                first = bits.end;
                registers.push(Pending { cell, state, held, bits });
            }
        }
        Some(registers)
    }

    /// Adds what a register does, once all nets are known.
    pub fn load(&mut self, register: Pending) -> Option<()> {
        let Pending { cell, state, held, bits } = register;
        let of = |pin: &str| cell.bits(pin).get(bits.clone()).unwrap_or_default();
        let kind = cell.kind.as_str();
        let force = match kind {
            "$adff" | "$adffe" => {
                let value = reset_value(cell, &bits);
                let value = self.netlist.constant(value, bits.len() as u32);
                let active = self.level(cell, "ARST")?;
                Some(self.force_to(active, value))
            }
            "$aldff" => {
                let (active, value) = (self.level(cell, "ALOAD")?, self.word(of("AD"))?);
                Some(self.force_to(active, value))
            }
            "$dlatch" => {
                let (active, value) = (self.level(cell, "EN")?, self.word(of("D"))?);
                Some(self.force_to(active, value))
            }
            "$adlatch" => {
                let (open, data) = (self.level(cell, "EN")?, self.word(of("D"))?);
                let value = reset_value(cell, &bits);
                let value = self.netlist.constant(value, bits.len() as u32);
                let reset = self.level(cell, "ARST")?;
                let active = self.binary(Operation::Or, open, reset);
                let value = self.select(reset, value, data);
                Some(self.force_to(active, value))
            }
            "$dffsr" => {
                let [set, clear] = ["SET", "CLR"].map(|pin| {
                    let word = self.word(of(pin))?;
                    let is_high = cell.is_set(&format!("{pin}_POLARITY"));
                    Some(if is_high { word } else { self.not(word) })
                });
                Some(Force { set: set?, clear: clear? })
            }
            _ => None,
        };
        let load = match kind {
            "$dlatch" | "$adlatch" => None,
            _ => {
                let (clock, mut loaded) = (self.level(cell, "CLK")?, self.word(of("D"))?);
                if matches!(kind, "$dffe" | "$adffe") {
                    let enable = self.level(cell, "EN")?;
                    loaded = self.select(enable, loaded, held);
                }
                Some((clock, loaded))
            }
        };
        self.netlist.registers.push(Register { state, load, force });
        Some(())
    }

    /// All bits become those of a value while a level is active.
    fn force_to(&mut self, active: Id, value: Id) -> Force {
        let zero = self.netlist.constant(0, self.netlist.node(value).width);
        let not = self.not(value);
        let (set, clear) = (self.select(active, value, zero), self.select(active, not, zero));
        Force { set, clear }
    }

    /// A control of one bit, active high.
    fn level(&mut self, cell: &Cell, pin: &str) -> Option<Id> {
        let level = self.word(cell.bits(pin))?;
        let is_high = cell.is_set(&format!("{pin}_POLARITY"));
        Some(if is_high { level } else { self.not(level) })
    }
}

/// Some bits of what an asynchronous reset loads.
fn reset_value(cell: &Cell, bits: &Range<usize>) -> u64 {
    let value = cell.parameter("ARST_VALUE").unwrap_or_default().bytes().rev();
    let value = value.skip(bits.start).take(bits.len()).enumerate();
    let value = value.fold(0, |value, (place, bit)| value | u64::from(bit == b'1') << place);
    value & mask(bits.len() as u32)
}
