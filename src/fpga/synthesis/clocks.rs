//! Which clock a flip-flop has.

use std::collections::BTreeMap;

use super::NetlistError;
use super::cells::{CellKind, kind_of};
use super::netlist::{Bit, Module};

/// The flip-flops of a module by name, each with the name of its clock: a pin, `KEY[0]`, with `!` before it if the
/// flip-flop takes its falling edge; of a clock made by logic the net.
pub(super) fn of(module: &Module) -> Result<Vec<(&str, String)>, NetlistError> {
    let drivers = module.drivers();
    let names = shortest_names(module);
    let mut clocks = Vec::new();
    for (name, cell) in &module.cells {
        if kind_of(name, cell)? != CellKind::FlipFlop {
            continue;
        }
        let no_pin =
            |cell: &str, pin: &str| NetlistError::NoPin { cell: cell.into(), pin: pin.into() };
        let mut bit = cell.pin("CLK").ok_or_else(|| no_pin(name, "CLK"))?;
        let mut inverted = false;
        // Back through buffers and inverters. Where these make a loop there is no clock, and this ends all the same.
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

/// For each net that has a name of the design's the shortest: a port's if there is one. Names that Yosys made of its
/// cells' do not count.
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
