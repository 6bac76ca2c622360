//! The clocks of flip-flops and memories.

use std::collections::BTreeMap;

use super::NetlistError;
use super::cells::{CellKind, kind_of};
use super::netlist::{Bit, Module};

/// The clock pin of a memory.
pub(super) const MEMORY_CLOCK: &str = "CLK1";

/// The flip-flops and memories of a module, each with the name of its clock: a pin such as
/// `KEY[0]`, or a net if logic drives it. A leading `!` means the falling edge.
pub(super) fn of(module: &Module) -> Result<Vec<(&str, String)>, NetlistError> {
    let drivers = module.drivers();
    let names = shortest_names(module);
    let mut clocks = Vec::new();
    for (name, cell) in &module.cells {
        let pin = match kind_of(name, cell)? {
            CellKind::FlipFlop => "CLK",
            CellKind::Memory => MEMORY_CLOCK,
            _ => continue,
        };
        let no_pin =
            |cell: &str, pin: &str| NetlistError::NoPin { cell: cell.into(), pin: pin.into() };
        let mut bit = cell.pin(pin).ok_or_else(|| no_pin(name, pin))?;
        let mut inverted = false;
        // Back through buffers and inverters. The bound ends the search in a loop of them.
        for _ in 0..module.cells.len() {
            let Bit::Net(net) = bit else { break };
            let Some((driver, _)) = drivers.get(&net) else { break };
            let (pin, inverts) = match kind_of(driver, &module.cells[*driver])? {
                CellKind::ClockBuffer => ("A", false),
                CellKind::Pin => ("PAD", false),
                CellKind::Inverter => ("A", true),
                _ => break,
            };
            bit = module.cells[*driver].pin(pin).ok_or_else(|| no_pin(driver, pin))?;
            inverted ^= inverts;
        }
        let clock = match bit {
            Bit::Net(net) => names.get(&net).cloned().unwrap_or_else(|| format!("net {net}")),
            Bit::Zero | Bit::One | Bit::Unknown => "a constant".into(),
        };
        clocks.push((name.as_str(), format!("{}{clock}", if inverted { "!" } else { "" })));
    }
    Ok(clocks)
}

/// The shortest name of each named net, or its port's name. Names that Yosys derived from cells are
/// ignored.
pub(super) fn shortest_names(module: &Module) -> BTreeMap<u32, String> {
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    for (net, name) in module.net_names().filter(|(_, name)| !name.contains("MISTRAL_")) {
        let known = names.entry(net).or_insert_with(|| name.clone());
        if (name.len(), &name) < (known.len(), known) {
            *known = name;
        }
    }
    for port in &module.ports {
        for (place, bit) in port.bits.iter().enumerate() {
            if let Bit::Net(net) = bit {
                names.insert(*net, port.bit_name(place));
            }
        }
    }
    names
}
