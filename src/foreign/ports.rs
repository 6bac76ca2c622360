//! The ports of a design as those of the board.

use std::collections::{BTreeMap, BTreeSet};

use crate::de1_soc::{
    INPUTS, MORE_CLOCKS, is_high_if_undriven, is_of_both_directions, outputs, signal_at,
};
use crate::fpga::synthesis::{Bit, Direction, Module, Port};

/// A pin that a project assigns to a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinAssignment {
    pub port: String,
    /// The bit of the port; `None` for a port of one bit.
    pub index: Option<usize>,
    /// Such as `PIN_AF14`.
    pub pin: String,
}

const CLOCK: &str = "CLOCK_50";

const NO_PIN: &str = "no pin is assigned to it";
const UNKNOWN_PIN: &str = "the virtual board does not have its pin";
const OUTPUT_PIN: &str = "the board has its pin as an output of the design";
const INPUT_PIN: &str = "the board has its pin as an input of the design";
const BIDIRECTIONAL: &str = "the virtual board has its pin in one direction only";
const TAKEN: &str = "another port has the same pin";

/// Makes the ports those of the board. If a project assigns pins, a bit of a port becomes the bit
/// of the board's port at its pin, and all other bits stay unconnected, with a `$` before their
/// names. Then all clocks of the board become one, and ports of both directions become an input and
/// an output. Returns the bits that stay unconnected, each
/// range with the reason.
pub(super) fn connect(module: &mut Module, pins: &[PinAssignment]) -> Vec<String> {
    let unconnected = match pins {
        [] => module.ports.iter_mut().filter_map(start_at_zero).collect(),
        _ => assign(module, pins),
    };
    join_clocks(module);
    split_directions(module);
    unconnected
}

/// Makes bit 4 of `LEDR[9:4]` bit 4 of the board's port. A port that begins above the board's is
/// not connected.
fn start_at_zero(port: &mut Port) -> Option<String> {
    if !is_on_board(&port.name) {
        return None;
    }
    let mut pins = INPUTS.into_iter().chain(outputs());
    let width = pins.find(|pin| pin.0 == port.name).map_or(1, |pin| pin.1);
    if port.offset >= width {
        let end = port.offset.saturating_add(port.bits.len());
        let unconnected = format!("{}: {UNKNOWN_PIN}", bit_range(&port.name, port.offset, end));
        port.name.insert(0, '$');
        return Some(unconnected);
    }
    let mut bits: Vec<Bit> = (0..port.offset).map(|_| undriven(&port.name)).collect();
    bits.append(&mut port.bits);
    (port.bits, port.offset) = (bits, 0);
    None
}

fn assign(module: &mut Module, pins: &[PinAssignment]) -> Vec<String> {
    // The last assignment counts, as in Quartus.
    let key = |pin: &PinAssignment| (pin.port.clone(), pin.index);
    let last: BTreeMap<(String, Option<usize>), usize> =
        pins.iter().enumerate().map(|(place, pin)| (key(pin), place)).collect();
    let mut board: BTreeMap<&str, (Direction, Vec<Option<Bit>>)> = BTreeMap::new();
    let mut unconnected = Vec::new();
    for port in std::mem::take(&mut module.ports) {
        let mut rest: Vec<(usize, Bit, &str)> = Vec::new();
        for (place, bit) in port.bits.iter().enumerate() {
            let index = port.offset + place;
            let of = |index: Option<usize>| last.get(&(port.name.clone(), index)).copied();
            let whole = if port.bits.len() == 1 { of(None) } else { None };
            let pin = whole.max(of(Some(index))).map(|place| &pins[place]);
            let target = target(pin, port.direction);
            let target = target.and_then(|(name, index)| {
                let bits = &mut board.entry(name).or_insert((port.direction, vec![])).1;
                bits.resize(bits.len().max(index + 1), None);
                match bits[index].replace(*bit) {
                    None => Ok(()),
                    before => {
                        bits[index] = before;
                        Err(TAKEN)
                    }
                }
            });
            if let Err(reason) = target {
                rest.push((index, *bit, reason));
            }
        }
        for range in rest.chunk_by(|one, next| one.0 + 1 == next.0 && one.2 == next.2) {
            let (first, _, reason) = range[0];
            let name = bit_range(&port.name, first, first + range.len());
            unconnected.push(format!("{name}: {reason}"));
        }
        if !rest.is_empty() {
            let bits = rest.iter().map(|(_, bit, _)| *bit).collect();
            module.ports.push(Port { name: format!("${}", port.name), bits, ..port });
        }
    }
    for (name, (direction, bits)) in board {
        let bits = bits.into_iter().map(|bit| bit.unwrap_or(undriven(name))).collect();
        module.ports.push(Port { name: name.into(), direction, bits, offset: 0 });
    }
    unconnected
}

/// The bit of the board's port at an assigned pin, or why a port cannot be connected to it.
fn target(
    pin: Option<&PinAssignment>,
    direction: Direction,
) -> Result<(&'static str, usize), &'static str> {
    let signal = signal_at(&pin.ok_or(NO_PIN)?.pin).ok_or(UNKNOWN_PIN)?;
    let (name, index) = match signal.strip_suffix(']').and_then(|signal| signal.split_once('[')) {
        Some((name, index)) => (name, index.parse().map_err(|_| UNKNOWN_PIN)?),
        None => (signal, 0),
    };
    match (direction, is_input(name)) {
        (Direction::Inout, _) if !is_of_both_directions(name) => Err(BIDIRECTIONAL),
        (Direction::Input, false) => Err(OUTPUT_PIN),
        (Direction::Output, true) => Err(INPUT_PIN),
        _ => Ok((name, index)),
    }
}

/// Replaces all clocks by CLOCK_50.
fn join_clocks(module: &mut Module) {
    let clock = |name: &str| name == CLOCK || MORE_CLOCKS.contains(&name);
    let clocks = module.ports.iter().filter(|port| port.direction == Direction::Input);
    let clocks = clocks.filter(|port| clock(&port.name));
    let nets = clocks.filter_map(|port| match port.bits.first()? {
        Bit::Net(net) => Some(*net),
        _ => None,
    });
    let nets: BTreeSet<u32> = nets.collect();
    let Some(first) = nets.first().copied() else { return };
    module.ports.retain(|port| !clock(&port.name) || port.direction != Direction::Input);
    nets.iter().for_each(|net| module.join(*net, first));
    let (name, bits) = (CLOCK.to_string(), vec![Bit::Net(first)]);
    module.ports.insert(0, Port { name, direction: Direction::Input, bits, offset: 0 });
}

/// Makes an input and an output of each port that the board has in both directions. The output has
/// the level that the design gives to the input's net: that of the input while nothing drives it.
fn split_directions(module: &mut Module) {
    let is_both =
        |port: &&mut Port| port.direction == Direction::Inout && is_of_both_directions(&port.name);
    let outputs = module.ports.iter_mut().filter(is_both).map(|port| {
        port.direction = Direction::Input;
        Port { direction: Direction::Output, ..port.clone() }
    });
    let outputs: Vec<Port> = outputs.collect();
    module.ports.extend(outputs);
}

fn is_input(name: &str) -> bool {
    MORE_CLOCKS.contains(&name) || INPUTS.iter().any(|pin| pin.0 == name)
}

/// Whether the board has a port of this name.
pub(super) fn is_on_board(name: &str) -> bool {
    is_input(name) || outputs().any(|pin| pin.0 == name)
}

/// A bit of the board's port that the design does not have.
fn undriven(name: &str) -> Bit {
    match (is_input(name), is_high_if_undriven(name)) {
        (true, _) => Bit::Unknown,
        (_, true) => Bit::One,
        (_, false) => Bit::Zero,
    }
}

/// The bits of a port from `first` to below `end`, such as `KEY[3:0]`.
pub fn bit_range(name: &str, first: usize, end: usize) -> String {
    match end - first {
        1 if first == 0 => name.to_string(),
        1 => format!("{name}[{first}]"),
        _ => format!("{name}[{}:{first}]", end - 1),
    }
}

#[cfg(test)]
mod tests;
