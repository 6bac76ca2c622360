//! A module as Yosys writes it with `write_json`.

mod instances;
mod json;

use std::collections::BTreeMap;

use serde::Deserialize;

use super::NetlistError;
use json::in_order;

/// A flat module of cells.
#[derive(Clone, Debug)]
pub struct Module {
    pub name: String,
    /// In the order of the module's header.
    pub ports: Vec<Port>,
    /// By name.
    pub cells: BTreeMap<String, Cell>,
    names: BTreeMap<String, Net>,
}

/// A port, the bit with the lowest index first.
#[derive(Clone, Debug)]
pub struct Port {
    pub name: String,
    pub direction: Direction,
    pub bits: Vec<Bit>,
    /// The lowest index, if it is not negative: 4 for `[7:4]`.
    pub offset: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Input,
    Output,
    Inout,
}

/// A cell and what its pins are connected to.
#[derive(Clone, Debug, Deserialize)]
pub struct Cell {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(rename = "port_directions", default)]
    directions: BTreeMap<String, Direction>,
    connections: BTreeMap<String, Vec<Bit>>,
    /// Numbers in binary, and texts.
    #[serde(default)]
    parameters: BTreeMap<String, String>,
}

/// One bit: a net by its number, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bit {
    Net(u32),
    Zero,
    One,
    /// Don't care or undriven.
    Unknown,
}

/// A name of some bits.
#[derive(Clone, Debug, Deserialize)]
struct Net {
    /// Whether Yosys created the name.
    hide_name: u8,
    bits: Vec<Bit>,
    /// 1 if the range is ascending, `[0:6]`.
    #[serde(default)]
    upto: u8,
    /// The lowest index.
    #[serde(default)]
    offset: i64,
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
}

impl Module {
    /// Reads the module of that name.
    ///
    /// # Errors
    ///
    /// [`NetlistError::Json`] and [`NetlistError::NoModule`]
    pub fn read(json: &str, name: &str) -> Result<Module, NetlistError> {
        #[derive(Deserialize)]
        struct File {
            modules: BTreeMap<String, Body>,
        }
        #[derive(Deserialize)]
        struct Body {
            #[serde(deserialize_with = "in_order")]
            ports: Vec<(String, RawPort)>,
            cells: BTreeMap<String, Cell>,
            netnames: BTreeMap<String, Net>,
        }
        #[derive(Deserialize)]
        struct RawPort {
            direction: Direction,
            bits: Vec<Bit>,
            /// 1 if the range is ascending, `[0:6]`. The bits of the file begin with the right one
            /// all the same.
            #[serde(default)]
            upto: u8,
            #[serde(default)]
            offset: i64,
        }
        let mut file: File = serde_json::from_str(json)?;
        let body = file.modules.remove(name).ok_or(NetlistError::NoModule(name.into()))?;
        let port = |(name, RawPort { direction, mut bits, upto, offset })| {
            if upto == 1 {
                bits.reverse();
            }
            Port { name, direction, bits, offset: usize::try_from(offset).unwrap_or(0) }
        };
        let ports = body.ports.into_iter().map(port).collect();
        Ok(Module { name: name.into(), ports, cells: body.cells, names: body.netnames })
    }

    /// Every name of every net, except those created by Yosys: `dp.pcard1[2]`, or without an index
    /// if it is one bit wide.
    pub fn net_names(&self) -> impl Iterator<Item = (u32, String)> {
        self.named_nets().flat_map(|(name, bits)| {
            bits.iter().enumerate().filter_map(move |(place, bit)| match bit {
                Bit::Net(number) => Some((*number, indexed(name, place, bits.len()))),
                _ => None,
            })
        })
    }

    /// The name of the top module of a file.
    ///
    /// # Errors
    ///
    /// [`NetlistError::Json`] and [`NetlistError::NoTop`]
    pub fn top(json: &str) -> Result<String, NetlistError> {
        #[derive(Deserialize)]
        struct File {
            modules: BTreeMap<String, Body>,
        }
        #[derive(Deserialize)]
        struct Body {
            #[serde(default)]
            attributes: BTreeMap<String, serde_json::Value>,
        }
        let file: File = serde_json::from_str(json)?;
        let mut modules = file.modules.into_iter();
        let top = modules.find(|(_, body)| body.attributes.contains_key("top"));
        top.map(|(name, _)| name).ok_or(NetlistError::NoTop)
    }

    /// All nets with their names, those created by Yosys included, lowest bit first.
    pub fn nets(&self) -> impl Iterator<Item = (&str, &[Bit])> {
        self.names.iter().map(|(name, net)| (name.as_str(), net.bits.as_slice()))
    }

    /// The nets that have names, except those created by Yosys, lowest bit first.
    pub fn named_nets(&self) -> impl Iterator<Item = (&str, &[Bit])> {
        let known = self.names.iter().filter(|(_, net)| net.hide_name == 0);
        known.map(|(name, net)| (name.as_str(), net.bits.as_slice()))
    }

    /// Where a net is declared, as Yosys writes it: `lab.sv:12.3-12.9`.
    pub fn source(&self, name: &str) -> Option<&str> {
        self.names.get(name)?.attributes.get("src")?.as_str()
    }

    /// The left and the right index of nets that have a range, except those from the highest bit
    /// down to 0.
    pub fn ranges(&self) -> impl Iterator<Item = (&str, [u32; 2])> {
        self.names.iter().filter_map(|(name, net)| {
            let low = u32::try_from(net.offset).ok()?;
            let high = low.checked_add(net.bits.len().checked_sub(1)? as u32)?;
            let range = if net.upto == 1 { [low, high] } else { [high, low] };
            (low < high && range[1] != 0).then_some((name.as_str(), range))
        })
    }

    /// The power-up values of nets that have one.
    pub fn power_up(&self) -> BTreeMap<u32, bool> {
        let mut values = BTreeMap::new();
        for net in self.names.values() {
            let Some(init) = net.attributes.get("init").and_then(|init| init.as_str()) else {
                continue;
            };
            for (bit, value) in net.bits.iter().zip(init.chars().rev()) {
                if let (Bit::Net(number), '0' | '1') = (bit, value) {
                    values.insert(*number, value == '1');
                }
            }
        }
        values
    }

    /// Joins a net with another one, whose number both have then.
    pub fn join(&mut self, net: u32, with: u32) {
        let cells = self.cells.values_mut().flat_map(|cell| cell.connections.values_mut());
        let names = self.names.values_mut().map(|net| &mut net.bits);
        let ports = self.ports.iter_mut().map(|port| &mut port.bits);
        let bits = cells.chain(names).chain(ports).flatten();
        bits.filter(|bit| **bit == Bit::Net(net)).for_each(|bit| *bit = Bit::Net(with));
    }

    /// Replaces a cell whose result bits depend on one bit of each operand by cells of one bit.
    /// Returns whether it was one with several bits.
    pub fn split(&mut self, name: &str) -> bool {
        let Some(cell) = self.cells.get(name) else { return false };
        let bits = cell.bits("Y").len();
        if bits < 2 {
            return false;
        }
        let Some(split) = (0..bits).map(|bit| cell.one_bit(bit)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        self.cells.remove(name);
        self.cells.extend((0..).zip(split).map(|(bit, cell)| (format!("{name}[{bit}]"), cell)));
        true
    }

    /// For each net, the name of the cell that drives it, and the pin.
    pub(super) fn drivers(&self) -> BTreeMap<u32, (&str, &str)> {
        let mut drivers = BTreeMap::new();
        for (name, cell) in &self.cells {
            for (pin, bits) in cell.pins(Direction::Output) {
                for bit in bits {
                    if let Bit::Net(net) = bit {
                        drivers.insert(*net, (name.as_str(), pin));
                    }
                }
            }
        }
        drivers
    }
}

impl Port {
    /// The name of one of its bits: `KEY[3]`, or without an index if it is one bit wide.
    pub fn bit_name(&self, place: usize) -> String {
        indexed(&self.name, place, self.bits.len())
    }
}

impl Cell {
    /// The pins of a direction, in the order of their names.
    pub fn pins(&self, direction: Direction) -> impl Iterator<Item = (&str, &[Bit])> {
        let is_so = move |pin: &str| self.directions.get(pin) == Some(&direction);
        self.connections
            .iter()
            .filter(move |(pin, _)| is_so(pin))
            .map(|(pin, bits)| (pin.as_str(), bits.as_slice()))
    }

    /// The nets that it drives.
    pub(super) fn output_nets(&self) -> impl Iterator<Item = u32> {
        self.pins(Direction::Output).flat_map(|(_, bits)| bits).filter_map(|bit| match bit {
            Bit::Net(net) => Some(*net),
            _ => None,
        })
    }

    /// What a pin is connected to, the lowest bit first; nothing if the cell does not have it.
    pub fn bits(&self, pin: &str) -> &[Bit] {
        self.connections.get(pin).map_or(&[], Vec::as_slice)
    }

    /// A parameter that is a number.
    pub fn number(&self, parameter: &str) -> Option<usize> {
        usize::from_str_radix(self.parameter(parameter)?, 2).ok()
    }

    /// Whether a parameter is a number other than 0.
    pub fn is_set(&self, parameter: &str) -> bool {
        self.parameter(parameter).is_some_and(|bits| bits.contains('1'))
    }

    /// Whether a bit of a parameter is 1.
    pub fn is_bit_set(&self, parameter: &str, place: usize) -> bool {
        let bits = self.parameter(parameter).unwrap_or_default().as_bytes();
        bits.iter().rev().nth(place) == Some(&b'1')
    }

    /// Whether an operand is a number with a sign.
    pub fn is_signed(&self, pin: &str) -> bool {
        self.is_set(&format!("{pin}_SIGNED"))
    }

    /// The bits of an operand, extended to a width with its sign if it has one.
    pub fn extended(&self, pin: &str, width: usize) -> Vec<Bit> {
        let mut bits = self.bits(pin).to_vec();
        let sign = bits.last().copied().filter(|_| self.is_signed(pin)).unwrap_or(Bit::Zero);
        bits.resize(width, sign);
        bits
    }

    /// The cell of one bit that computes a bit of the result; `None` if it depends on several bits
    /// of an operand.
    fn one_bit(&self, place: usize) -> Option<Cell> {
        let width = self.bits("Y").len();
        let of = |pin: &str, bits: &[Bit]| -> Option<Vec<Bit>> {
            match (self.kind.as_str(), pin) {
                ("$mux" | "$pmux" | "$bmux", "S") => Some(bits.to_vec()),
                ("$mux", _) => Some(vec![*bits.get(place)?]),
                ("$pmux" | "$bmux", _) => {
                    Some(bits.iter().copied().skip(place).step_by(width).collect())
                }
                ("$not" | "$pos" | "$and" | "$or" | "$xor" | "$xnor", _) => {
                    Some(vec![self.extended(pin, width)[place]])
                }
                _ => None,
            }
        };
        let connections = self.connections.iter();
        let connections = connections.map(|(pin, bits)| Some((pin.clone(), of(pin, bits)?)));
        Some(Cell { connections: connections.collect::<Option<_>>()?, ..self.clone() })
    }

    /// A parameter: a number in binary, or a text.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.get(name).map(String::as_str)
    }

    /// What a pin of one bit is connected to, if the cell has it.
    pub fn pin(&self, pin: &str) -> Option<Bit> {
        match self.bits(pin) {
            [bit] => Some(*bit),
            _ => None,
        }
    }
}

fn indexed(name: &str, place: usize, width: usize) -> String {
    if width == 1 { name.to_string() } else { format!("{name}[{place}]") }
}

#[cfg(test)]
mod tests;
