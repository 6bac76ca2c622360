//! Placement of blocks and their pins.

use super::super::drawing::{Font, text_width};
use super::super::layout::{Area, Edge, Layout, Node, Plan};
use super::{Block, BlockDiagram, BlockKind, End, Pin, Wire};

/// The font size of block names.
pub(super) const NAME: f64 = 13.0;
/// The font size of pins and wires.
pub(super) const SMALL: f64 = 11.0;
pub(super) const PIN_HEIGHT: f64 = 18.0;
/// The distance between a pin label and the border.
pub(super) const INDENT: f64 = 9.0;
const LABEL_HEIGHT: f64 = 15.0;

/// A side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Left,
    Right,
}

/// A placed pin. A pin with wires on both sides is placed twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlacedPin {
    pub end: End,
    pub side: Side,
    /// The end point of its wires.
    pub x: f64,
    pub y: f64,
}

/// The complete layout.
pub(super) struct Placement {
    pub layout: Layout,
    pub pins: Vec<PlacedPin>,
    /// For each wire, the sides on which it starts and ends.
    pub sides: Vec<(Side, Side)>,
}

impl Placement {
    pub fn new(diagram: &BlockDiagram) -> Placement {
        let mut sides = vec![(Side::Right, Side::Left); diagram.wires.len()];
        // The height of a box depends on the sides of its pins, which depend on the placement:
        // iterate.
        let mut layout = plan(diagram, &sides).layout();
        for _ in 0..3 {
            let seen = sides_in(diagram, &layout);
            if seen == sides {
                break;
            }
            sides = seen;
            layout = plan(diagram, &sides).layout();
        }
        let pins = place_pins(diagram, &sides, &layout);
        Placement { layout, pins, sides }
    }

    /// Moves the layout.
    pub fn shift(&mut self, x: f64, y: f64) {
        self.layout.shift(x, y);
        for pin in &mut self.pins {
            pin.x += x;
            pin.y += y;
        }
    }

    /// Returns the position of a pin on a side on which it has wires.
    pub fn pin(&self, end: End, side: Side) -> (f64, f64) {
        let pin = self.pins.iter().find(|pin| pin.end == end && pin.side == side);
        pin.map_or((0.0, 0.0), |pin| (pin.x, pin.y))
    }
}

/// The distance between the lines of a name.
pub(super) const LINE: f64 = 16.0;

/// The most characters in the name of logic on one line.
const LONGEST_LINE: usize = 20;

/// Returns the name of a block in lines: a long expression is broken before an operator.
pub(super) fn name_lines(block: &Block) -> Vec<&str> {
    let name = block.name.as_str();
    if block.kind != BlockKind::Logic || name.len() <= LONGEST_LINE {
        return vec![name];
    }
    let operators = [" && ", " || "].into_iter().flat_map(|operator| name.match_indices(operator));
    match operators.min_by_key(|(at, _)| at.abs_diff(name.len() / 2)) {
        Some((at, _)) => vec![&name[..at], &name[at + 1..]],
        None => vec![name],
    }
}

/// Returns the height of the heading of a box.
pub(super) fn heading(block: &Block) -> f64 {
    match block.kind {
        BlockKind::Instance { .. } => 40.0,
        BlockKind::Register | BlockKind::Memory => 26.0,
        _ if block.name.is_empty() => 6.0,
        _ if block.pins.iter().all(|pin| pin.name.is_empty()) => 0.0,
        _ => 8.0 + LINE * name_lines(block).len() as f64,
    }
}

/// Returns the space below the pins of a box; registers have their clock symbol there.
fn foot(block: &Block) -> f64 {
    if block.kind == BlockKind::Register { 12.0 } else { 0.0 }
}

/// Returns the label of a pin with its driver.
pub(super) fn caption(pin: &Pin) -> String {
    match &pin.driver {
        Some(driver) => format!("{} = {driver}", pin.name),
        None => pin.name.clone(),
    }
}

/// Returns whether a wire has a label: it has none if a block, pin or driver at one of its ends
/// shows the same name.
pub(super) fn is_labelled(diagram: &BlockDiagram, wire: &Wire) -> bool {
    let name = wire.label.strip_suffix(&format!("[{}:0]", wire.width.max(1) - 1));
    let name = name.unwrap_or(&wire.label);
    let shows = |end: End| {
        let block = &diagram.blocks[end.block];
        let pin = &block.pins[end.pin];
        // `LEDR[9:0]` with the pin `[8]`
        let base = block.name.split('[').next().unwrap_or_default();
        let of_port = format!("{base}{}", pin.name);
        let texts = [&block.name, &pin.name, &of_port].into_iter().chain(&pin.driver);
        texts.flat_map(|text| words(text)).any(|word| word == wire.label || word == name)
    };
    !wire.label.is_empty() && !shows(wire.from) && !shows(wire.to)
}

/// Returns the signals in a text, with their ranges.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || "_.[]:".contains(c)))
}

/// The sides on which a pin is shown.
fn sides_of(diagram: &BlockDiagram, sides: &[(Side, Side)], end: End) -> Vec<Side> {
    let mut shown: Vec<Side> = Vec::new();
    for (wire, (from, to)) in diagram.wires.iter().zip(sides) {
        if wire.from == end {
            shown.push(*from);
        }
        if wire.to == end {
            shown.push(*to);
        }
    }
    shown.sort();
    shown.dedup();
    let block = &diagram.blocks[end.block];
    if shown.is_empty() && !block.pins[end.pin].name.is_empty() {
        shown.push(if block.pins[end.pin].is_output { Side::Right } else { Side::Left });
    }
    shown
}

fn plan(diagram: &BlockDiagram, sides: &[(Side, Side)]) -> Plan {
    let nodes = (0..diagram.blocks.len()).map(|block| size(diagram, sides, block)).collect();
    let edges = diagram.wires.iter().map(|wire| {
        let (label_width, label_height) = match is_labelled(diagram, wire) {
            true => (text_width(&wire.label, Font::Code, SMALL) + 8.0, LABEL_HEIGHT),
            false => (0.0, 0.0),
        };
        Edge { from: wire.from.block, to: wire.to.block, label_width, label_height }
    });
    Plan { nodes, edges: edges.collect(), is_horizontal: true, node_gap: 26.0, rank_gap: 36.0 }
}

fn size(diagram: &BlockDiagram, sides: &[(Side, Side)], index: usize) -> Node {
    let block = &diagram.blocks[index];
    let mut counts = [0.0_f64; 2];
    let mut widths = [0.0_f64; 2];
    for (pin, named) in block.pins.iter().enumerate() {
        for side in sides_of(diagram, sides, End { block: index, pin }) {
            counts[side as usize] += 1.0;
            let width = text_width(&caption(named), Font::Code, SMALL);
            widths[side as usize] = widths[side as usize].max(width);
        }
    }
    let lines = name_lines(block);
    let widths_of_lines = lines.iter().map(|line| text_width(line, Font::Code, NAME));
    let mut name = widths_of_lines.fold(0.0, f64::max);
    if let BlockKind::Instance { module } = &block.kind {
        name = name.max(text_width(module, Font::Code, SMALL));
    }
    let pins = widths[0] + widths[1] + 2.0 * INDENT + 18.0;
    let height = heading(block) + counts[0].max(counts[1]) * PIN_HEIGHT + 8.0 + foot(block);
    Node {
        width: pins.max(name + 26.0),
        height: height.max(14.0 + LINE * lines.len() as f64),
        frame: block.frame,
    }
}

/// Returns the sides on which wires start and end in a layout.
fn sides_in(diagram: &BlockDiagram, layout: &Layout) -> Vec<(Side, Side)> {
    let wires = diagram.wires.iter().enumerate();
    let sides = wires.map(|(index, wire)| {
        let points = &layout.routes[index].points;
        let side = |block: usize, point: Option<&(f64, f64)>, otherwise| match point {
            Some((x, _)) if *x > layout.nodes[block].x => Side::Right,
            Some(_) => Side::Left,
            None => otherwise,
        };
        let from = side(wire.from.block, points.first(), Side::Right);
        (from, side(wire.to.block, points.last(), Side::Left))
    });
    sides.collect()
}

/// Sorts the pins of each side by the position of the other ends of their wires, pins without wires
/// first.
fn place_pins(diagram: &BlockDiagram, sides: &[(Side, Side)], layout: &Layout) -> Vec<PlacedPin> {
    let mut placed = Vec::new();
    for (index, block) in diagram.blocks.iter().enumerate() {
        let area = layout.nodes[index];
        for side in [Side::Left, Side::Right] {
            let ends = (0..block.pins.len()).map(|pin| End { block: index, pin });
            let mut here: Vec<(f64, End)> = ends
                .filter(|end| sides_of(diagram, sides, *end).contains(&side))
                .map(|end| (height_of(diagram, sides, layout, end, side), end))
                .collect();
            here.sort_by(|one, other| one.0.total_cmp(&other.0));
            let top = first_pin(block, area, here.len());
            let x = if side == Side::Left { area.left() } else { area.right() };
            for (index, (_, end)) in here.into_iter().enumerate() {
                placed.push(PlacedPin { end, side, x, y: top + index as f64 * PIN_HEIGHT });
            }
        }
    }
    placed
}

/// Returns the position of the first pin of a side: pins are centred below the heading.
fn first_pin(block: &Block, area: Area, count: usize) -> f64 {
    let top = area.top() + heading(block);
    let room = area.bottom() - foot(block) - top;
    top + (room - (count as f64 - 1.0) * PIN_HEIGHT) / 2.0
}

/// Returns the average vertical position of the other ends of the wires of a pin.
fn height_of(
    diagram: &BlockDiagram,
    sides: &[(Side, Side)],
    layout: &Layout,
    end: End,
    side: Side,
) -> f64 {
    let mut heights = Vec::new();
    for (index, wire) in diagram.wires.iter().enumerate() {
        let points = &layout.routes[index].points;
        if wire.from == end && sides[index].0 == side {
            heights.extend(points.first().map(|point| point.1));
        }
        if wire.to == end && sides[index].1 == side {
            heights.extend(points.last().map(|point| point.1));
        }
    }
    match heights.len() {
        0 => f64::MIN,
        count => heights.iter().sum::<f64>() / count as f64,
    }
}
