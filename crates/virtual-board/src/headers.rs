//! The pins of the headers GPIO_0 and GPIO_1 that a design uses.

use std::collections::BTreeSet;

use serde::Serialize;

use de1_soc::{GPIO, HEADER_PINS};
use foreign_designs::{ForeignDesign, bit_range};
use rust_hdl_gates::graph::{Edge, Node};

/// A pin of a header that a design reads or drives. A light shows its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HeaderPin {
    pub number: usize,
    /// The design reads it: a switch sets its level while the design does not drive it.
    pub switch: bool,
}

/// The leaf of a pin, if the design has it as an input.
pub(super) fn leaf(design: &ForeignDesign, header: usize, number: usize) -> Option<u32> {
    let input = design.netlist.input(GPIO[header].0)?;
    (number < input.width as usize).then_some(input.leaf + number as u32)
}

/// The pins of both headers that a design uses.
pub(super) fn pins(design: &ForeignDesign) -> [Vec<HeaderPin>; 2] {
    let (levels, own) = own_levels(design);
    let read = read_leaves(design, &own);
    std::array::from_fn(|header| {
        let is_driven =
            |pin: usize| levels[header][pin] != Edge::ZERO && !own.contains(&(header, pin));
        let pin = |number: usize| HeaderPin {
            number,
            switch: leaf(design, header, number).is_some_and(|leaf| read.contains(&leaf)),
        };
        let pins = (0..HEADER_PINS).map(pin);
        pins.filter(|pin| pin.switch || is_driven(pin.number)).collect()
    })
}

/// The ranges of some pins, such as `GPIO_0[3:0]`.
pub(super) fn ranges(header: usize, pins: &[HeaderPin]) -> impl Iterator<Item = String> {
    let ranges = pins.chunk_by(|one, next| one.number + 1 == next.number);
    ranges.map(move |range| {
        let first = range[0].number;
        bit_range(GPIO[header].0, first, first + range.len())
    })
}

/// Whether the LED matrix is at a header with these pins: the design only drives it, and so the
/// number of a row.
pub(super) fn is_matrix(design: &ForeignDesign, header: usize, pins: &[HeaderPin]) -> bool {
    let output = design.netlist.output(GPIO[header].0);
    output.is_some_and(|port| port.bits.len() >= HEADER_PINS)
        && pins.iter().all(|pin| !pin.switch)
        && pins.iter().filter(|pin| pin.number >= HEADER_PINS - 4).count() == 4
}

/// The levels of the pins, and those pins whose level is only what the board has there.
fn own_levels(design: &ForeignDesign) -> ([[Edge; HEADER_PINS]; 2], BTreeSet<(usize, usize)>) {
    let mut own = BTreeSet::new();
    let graph = &design.netlist.graph;
    let levels = std::array::from_fn(|header| {
        let output = design.netlist.output(GPIO[header].0);
        std::array::from_fn(|number| {
            let level = output.and_then(|port| port.bits.get(number).copied());
            let level = level.unwrap_or(Edge::ZERO);
            let is_leaf = |leaf| graph.node(level.node()) == Node::Leaf(leaf);
            if !level.is_inverted() && leaf(design, header, number).is_some_and(is_leaf) {
                own.insert((header, number));
            }
            level
        })
    });
    (levels, own)
}

/// The leaves on which anything else than the level of the same pin depends.
fn read_leaves(design: &ForeignDesign, own: &BTreeSet<(usize, usize)>) -> BTreeSet<u32> {
    let netlist = &design.netlist;
    let mut roots: Vec<Edge> = netlist.registers.iter().map(|register| register.next).collect();
    for port in &netlist.outputs {
        let header = GPIO.iter().position(|header| header.0 == port.name);
        let is_own = |number| header.is_some_and(|header| own.contains(&(header, number)));
        let bits = port.bits.iter().enumerate().filter(|(number, _)| !is_own(*number));
        roots.extend(bits.map(|(_, bit)| bit));
    }
    for memory in &design.memories {
        roots.extend(memory.reads.iter().flat_map(|read| &read.address));
        for write in &memory.writes {
            roots.push(write.enable);
            roots.extend(write.address.iter().chain(&write.data));
        }
    }
    netlist.graph.support(&roots)
}
