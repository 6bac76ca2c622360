//! Counts the Cyclone V cells in a netlist.

use std::collections::BTreeMap;

use super::netlist::{Bit, Cell, Direction, Module};
use super::{NetlistError, clocks};

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellKind {
    /// A look-up table of 2 to 6 inputs: `MISTRAL_ALUT2` to `MISTRAL_ALUT6`.
    Lut(u8),
    /// A look-up table with a carry link: `MISTRAL_ALUT_ARITH`.
    Arithmetic,
    /// `MISTRAL_NOT`.
    Inverter,
    /// `MISTRAL_FF`.
    FlipFlop,
    /// A clock buffer: `MISTRAL_CLKBUF`.
    ClockBuffer,
    /// A pin: `MISTRAL_IB`, `MISTRAL_OB`, `MISTRAL_IO`.
    Pin,
    /// A block of memory: `MISTRAL_MLAB`, `MISTRAL_M10K`.
    Memory,
    /// `MISTRAL_MUL9X9`, `MISTRAL_MUL18X18`, `MISTRAL_MUL27X27`.
    Multiplier,
    /// An output of a PLL.
    PllClock,
}

/// The cell of an output of a PLL, which Yosys does not know: a module without contents.
pub const PLL_CLOCK: &str = "intel_model_clock";

impl CellKind {
    /// The kind for a Yosys cell type.
    pub fn of(kind: &str) -> Option<CellKind> {
        Some(match kind {
            "MISTRAL_ALUT2" => CellKind::Lut(2),
            "MISTRAL_ALUT3" => CellKind::Lut(3),
            "MISTRAL_ALUT4" => CellKind::Lut(4),
            "MISTRAL_ALUT5" => CellKind::Lut(5),
            "MISTRAL_ALUT6" => CellKind::Lut(6),
            "MISTRAL_ALUT_ARITH" => CellKind::Arithmetic,
            "MISTRAL_NOT" => CellKind::Inverter,
            "MISTRAL_FF" => CellKind::FlipFlop,
            "MISTRAL_CLKBUF" => CellKind::ClockBuffer,
            "MISTRAL_IB" | "MISTRAL_OB" | "MISTRAL_IO" => CellKind::Pin,
            "MISTRAL_MLAB" | "MISTRAL_M10K" => CellKind::Memory,
            "MISTRAL_MUL9X9" | "MISTRAL_MUL18X18" | "MISTRAL_MUL27X27" => CellKind::Multiplier,
            PLL_CLOCK => CellKind::PllClock,
            _ => return None,
        })
    }

    /// Whether it is sequential. Memories, multipliers and PLLs are assumed to be.
    pub fn holds(self) -> bool {
        use CellKind::{FlipFlop, Memory, Multiplier, PllClock};
        matches!(self, FlipFlop | Memory | Multiplier | PllClock)
    }
}

/// How many cells of each kind a module has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellCount {
    kinds: BTreeMap<CellKind, usize>,
    /// Inverters that need a look-up table.
    pub lasting_inverters: usize,
    /// The flip-flops of each clock, by its name.
    pub clocks: BTreeMap<String, usize>,
}

impl CellCount {
    /// Counts the cells of a module.
    ///
    /// # Errors
    ///
    /// [`NetlistError::UnknownCell`] for a cell that a Cyclone V does not have.
    pub fn of(module: &Module) -> Result<CellCount, NetlistError> {
        let mut count = CellCount::default();
        for (name, cell) in &module.cells {
            let kind = kind_of(name, cell)?;
            *count.kinds.entry(kind).or_default() += 1;
            if kind == CellKind::Inverter && !is_absorbed(module, cell)? {
                count.lasting_inverters += 1;
            }
        }
        for (name, clock) in clocks::of(module)? {
            if kind_of(name, &module.cells[name])? == CellKind::FlipFlop {
                *count.clocks.entry(clock).or_default() += 1;
            }
        }
        Ok(count)
    }

    /// The number of cells of a kind.
    pub fn of_kind(&self, kind: CellKind) -> usize {
        self.kinds.get(&kind).copied().unwrap_or(0)
    }

    /// Look-up tables of all sizes, including those in carry chains, without inverters.
    pub fn aluts(&self) -> usize {
        (2..=6).map(|inputs| self.of_kind(CellKind::Lut(inputs))).sum::<usize>()
            + self.of_kind(CellKind::Arithmetic)
    }

    pub fn flip_flops(&self) -> usize {
        self.of_kind(CellKind::FlipFlop)
    }
}

/// The kind of a cell of a Cyclone V.
pub(super) fn kind_of(name: &str, cell: &Cell) -> Result<CellKind, NetlistError> {
    CellKind::of(&cell.kind).ok_or_else(|| NetlistError::UnknownCell {
        cell: name.into(),
        kind: cell.kind.clone(),
        known: "the cells of a Cyclone V: MISTRAL_ALUT2 to 6, MISTRAL_FF and others",
    })
}

/// Whether all loads of an inverter can absorb it: look-up tables, and the clock, enable and clears
/// of flip-flops, as in nextpnr-mistral (`mistral/pins.cc`, `PINOPT_INV`). Data inputs and output
/// pins cannot.
pub(super) fn is_absorbed(module: &Module, inverter: &Cell) -> Result<bool, NetlistError> {
    let inverted = inverter.pin("Q");
    let is_port = |bits: &[Bit]| bits.iter().any(|bit| Some(*bit) == inverted);
    if module.ports.iter().any(|port| is_port(&port.bits)) {
        return Ok(false);
    }
    for (name, cell) in &module.cells {
        let kind = kind_of(name, cell)?;
        let mut pins = cell.pins(Direction::Input).filter(|(_, bits)| is_port(bits));
        if !pins.all(|(pin, _)| inverts(kind, pin)) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn inverts(kind: CellKind, pin: &str) -> bool {
    match kind {
        CellKind::Lut(_) => true,
        CellKind::Arithmetic => pin != "CI",
        CellKind::FlipFlop => matches!(pin, "CLK" | "ENA" | "ACLR" | "SCLR" | "SLOAD"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Sample, cell};
    use super::*;

    fn count(sample: &Sample) -> CellCount {
        CellCount::of(&sample.module()).unwrap()
    }

    #[test]
    fn look_up_tables_of_all_sizes_are_aluts_and_inverters_are_not() {
        let sample = Sample::new(&[("a", 2)], &[])
            .with(cell("MISTRAL_ALUT2", "A: 2", "Q: 10"))
            .with(cell("MISTRAL_ALUT6", "A: 2", "Q: 11"))
            .with(cell("MISTRAL_ALUT6", "A: 2", "Q: 12"))
            .with(cell("MISTRAL_ALUT_ARITH", "A: 2", "SO: 13"))
            .with(cell("MISTRAL_NOT", "A: 2", "Q: 14"))
            .with(cell("MISTRAL_OB", "I: 11", "PAD: 15"));
        let count = count(&sample);
        assert_eq!((count.aluts(), count.flip_flops()), (4, 0));
        assert_eq!(count.of_kind(CellKind::Lut(6)), 2);
        assert_eq!(count.of_kind(CellKind::Lut(3)), 0);
        assert_eq!(count.of_kind(CellKind::Inverter), 1);
    }

    #[test]
    fn flip_flops_are_counted_by_clock() {
        // From the pin by way of buffers, inverted, and from another flip-flop.
        let sample = Sample::new(&[("pad", 2), ("KEY", 3)], &[])
            .name("halved", 7)
            .with(cell("MISTRAL_IB", "PAD: 2", "O: 4"))
            .with(cell("MISTRAL_CLKBUF", "A: 4", "Q: 5"))
            .with(cell("MISTRAL_FF", "CLK: 5, DATAIN: 2", "Q: 7"))
            .with(cell("MISTRAL_FF", "CLK: 5, DATAIN: 7", "Q: 8"))
            .with(cell("MISTRAL_NOT", "A: 3", "Q: 6"))
            .with(cell("MISTRAL_FF", "CLK: 6, DATAIN: 7", "Q: 9"))
            .with(cell("MISTRAL_FF", "CLK: 7, DATAIN: 2", "Q: 10"));
        let clocks = [("!KEY", 1), ("halved", 1), ("pad", 2)];
        let clocks = clocks.map(|(clock, flip_flops)| (clock.to_string(), flip_flops));
        assert_eq!(count(&sample).clocks, BTreeMap::from(clocks));
    }

    #[test]
    fn an_inverter_remains_before_a_pin_that_cannot_invert() {
        let cases = [
            ("MISTRAL_ALUT4", "A", false),
            ("MISTRAL_ALUT_ARITH", "D0", false),
            ("MISTRAL_ALUT_ARITH", "CI", true),
            ("MISTRAL_FF", "ENA", false),
            ("MISTRAL_FF", "SCLR", false),
            ("MISTRAL_FF", "DATAIN", true),
            ("MISTRAL_FF", "SDATA", true),
            ("MISTRAL_OB", "I", true),
        ];
        for (kind, pin, lasts) in cases {
            let clock = if kind == "MISTRAL_FF" { ", CLK: 2" } else { "" };
            let sample = Sample::new(&[("a", 2)], &[])
                .with(cell("MISTRAL_NOT", "A: 2", "Q: 3"))
                .with(cell(kind, &format!("{pin}: 3{clock}"), "X: 4"));
            assert_eq!(count(&sample).lasting_inverters, usize::from(lasts), "{kind}.{pin}");
        }
        let port = Sample::new(&[("a", 2)], &[("y", 3)]).with(cell("MISTRAL_NOT", "A: 2", "Q: 3"));
        assert_eq!(count(&port).lasting_inverters, 1);
    }

    #[test]
    fn a_cell_of_another_family_is_named() {
        let sample = Sample::new(&[("a", 2)], &[]).with(cell("SB_LUT4", "I0: 2", "O: 3"));
        let error = CellCount::of(&sample.module()).unwrap_err().to_string();
        assert!(error.starts_with("cell `cell0` is a `SB_LUT4`, which is not one of "), "{error}");
    }
}
