//! The ports of a design as those of the board.

use std::collections::{BTreeMap, BTreeSet};

use de1_soc::{
    GPIO, I2C, INPUTS, MORE_CLOCKS, PLOTTER, is_audio_clock, is_high_if_undriven, is_input,
    is_of_both_directions, is_on_board, name_on_board, outputs, signal_at,
};
use foreign_sources::PinAssignment;
use fpga_tools::synthesis::{Bit, Direction, Module, Port};

pub(super) const CLOCK: &str = "CLOCK_50";

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
        [] => {
            name_as_on_board(module);
            module.ports.iter_mut().filter_map(start_at_zero).collect()
        }
        _ => assign(module, pins),
    };
    join_clocks(module);
    split_directions(module);
    unconnected
}

/// Gives ports with other names those of the board, if no port has these.
fn name_as_on_board(module: &mut Module) {
    let names: BTreeSet<String> = module.ports.iter().map(|port| port.name.clone()).collect();
    for port in &mut module.ports {
        let name = name_on_board(&port.name);
        if !names.contains(name) {
            port.name = name.into();
        }
    }
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
    port.direction = direction_at(&port.name, port.direction);
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
    let mut board: BTreeMap<&str, Vec<Option<(Direction, Bit)>>> = BTreeMap::new();
    let mut unconnected = Vec::new();
    for port in std::mem::take(&mut module.ports) {
        let mut rest: Vec<(usize, Bit, &str)> = Vec::new();
        for (place, bit) in port.bits.iter().enumerate() {
            let index = port.offset + place;
            let of = |index: Option<usize>| last.get(&(port.name.clone(), index)).copied();
            let whole = if port.bits.len() == 1 { of(None) } else { None };
            let pin = whole.max(of(Some(index))).map(|place| &pins[place]);
            let target = match plotter_output(&port, index) {
                Some(name) => Ok((name, index)),
                None => target(pin, port.direction),
            };
            let target = target.and_then(|(name, index)| {
                let bits = board.entry(name).or_default();
                bits.resize(bits.len().max(index + 1), None);
                if bits[index].is_some() {
                    return Err(TAKEN);
                }
                bits[index] = Some((direction_at(name, port.direction), *bit));
                Ok(())
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
    for (name, bits) in board {
        for direction in [Direction::Input, Direction::Inout, Direction::Output] {
            if bits.iter().flatten().any(|bit| bit.0 == direction) {
                let bit = |bit: &Option<(Direction, Bit)>| match bit {
                    Some((of, bit)) if *of == direction => *bit,
                    _ => undriven(name),
                };
                let bits = bits.iter().map(bit).collect();
                module.ports.push(Port { name: name.into(), direction, bits, offset: 0 });
            }
        }
    }
    unconnected
}

/// The direction of a port that is connected to one of the board. An input at a header, or for a
/// clock of the audio codec, is observed there, too. An output to the I²C bus is high where the
/// design releases it.
fn direction_at(name: &str, direction: Direction) -> Direction {
    match direction {
        Direction::Input if is_header(name) || is_audio_clock(name) => Direction::Inout,
        Direction::Output if I2C.iter().any(|line| line.0 == name) => Direction::Inout,
        direction => direction,
    }
}

/// The output of a top module of DESim that has this bit of a port. It has no pin.
fn plotter_output(port: &Port, index: usize) -> Option<&'static str> {
    let name = name_on_board(&port.name);
    let output = PLOTTER.iter().find(|output| output.0 == name && index < output.1)?;
    (port.direction == Direction::Output).then_some(output.0)
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
        (Direction::Output, true) if !is_of_both_directions(name) => Err(INPUT_PIN),
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
/// Bits of a header that are outputs only become bits of that output.
fn split_directions(module: &mut Module) {
    let inputs = module.ports.iter().filter(|port| port.direction == Direction::Input);
    let nets = inputs.flat_map(|port| &port.bits).filter(|bit| matches!(bit, Bit::Net(_)));
    let driven: BTreeSet<Bit> = nets.copied().collect();
    let mut outputs = Vec::new();
    for port in module.ports.iter_mut().filter(|port| port.direction == Direction::Inout) {
        if is_of_both_directions(&port.name) {
            port.direction = Direction::Input;
            outputs.push(Port { direction: Direction::Output, ..port.clone() });
        }
        // One that is wired to an input of the design gets its level from there.
        for bit in port.bits.iter_mut().filter(|bit| driven.contains(bit)) {
            *bit = Bit::Unknown;
        }
    }
    for output in outputs {
        let same =
            |port: &&mut Port| port.direction == Direction::Output && port.name == output.name;
        match module.ports.iter_mut().find(same) {
            Some(port) => {
                let width = port.bits.len().max(output.bits.len());
                port.bits.resize(width, Bit::Unknown);
                for (bit, both) in port.bits.iter_mut().zip(output.bits) {
                    *bit = if both == Bit::Unknown { *bit } else { both };
                }
            }
            None => module.ports.push(output),
        }
    }
}

fn is_header(name: &str) -> bool {
    GPIO.iter().any(|header| header.0 == name)
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
