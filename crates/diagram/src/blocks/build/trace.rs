//! Tracing nets from readers back to drivers.

use std::collections::BTreeSet;

use super::super::reads::{range, sized};
use super::super::{End, Wire};
use super::{Builder, Net, Source};
use rust_hdl_rtl::Slice;

impl Builder<'_> {
    /// Returns all wires, without duplicates.
    pub(super) fn wires(&self) -> Vec<Wire> {
        let mut wires = Vec::new();
        for reader in &self.readers {
            self.trace(reader.at, reader.net, reader.bits, &mut BTreeSet::new(), &mut wires);
        }
        wires.extend(self.direct.iter().cloned());
        let mut unique: Vec<Wire> = Vec::new();
        for wire in wires {
            let is_known = unique.iter().any(|known| {
                (known.from, known.to) == (wire.from, wire.to)
                    || (known.to, known.from) == (wire.from, wire.to)
            });
            if !is_known && wire.from.block != wire.to.block {
                unique.push(wire);
            }
        }
        unique
    }

    /// Adds wires from all pins that drive a net to its reader `to`.
    fn trace(
        &self,
        to: End,
        net: Net,
        bits: Option<Slice>,
        seen: &mut BTreeSet<Net>,
        wires: &mut Vec<Wire>,
    ) {
        if !seen.insert(net) {
            return;
        }
        let (scope, signal) = net;
        let module = self.module(scope);
        for driver in self.drivers.get(&net).into_iter().flatten() {
            if !Slice::overlap(bits, driver.bits) {
                continue;
            }
            match driver.source {
                Source::Net(next, bits) => self.trace(to, next, bits, seen, wires),
                Source::Pin(from) => {
                    let name = &module.signal(signal).name;
                    let part = bits.or(driver.bits);
                    let width = part.map_or(module.signal_width(signal), |bits| bits.width);
                    let label = match part {
                        Some(bits) => format!("{name}{}", range(bits)),
                        None => sized(name, width),
                    };
                    wires.push(Wire { from, to, label, width });
                }
            }
        }
        seen.remove(&net);
    }
}
