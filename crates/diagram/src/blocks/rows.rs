//! Rows of boxes: what is written at their pins, and the sizes that follow.

use super::super::drawing::{Font, text_width};
use super::trunks::Trunk;
use super::{Block, BlockDiagram, BlockKind, End, Wire};

/// The font size of block names.
pub(super) const NAME: f64 = 13.0;
/// The font size of pins.
pub(super) const SMALL: f64 = 11.0;
/// The distance between a pin label and the border.
pub(super) const INDENT: f64 = 8.0;
/// The distance between the lines of a name.
pub(super) const LINE: f64 = 16.0;
/// The height of a row.
const ROW: f64 = 14.0;
/// The distance of a bundle from its neighbours.
const BUNDLE_GAP: f64 = 4.0;

/// A side of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Left,
    Right,
}

/// A pin on a side of a box. A pin has a row for each of its trunks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub end: End,
    pub side: Side,
    /// The trunk that ends here, with its wires that do; `None` if the pin has no wires.
    pub trunk: Option<usize>,
    pub wires: Vec<usize>,
    pub caption: String,
    /// The vertical distance from the centre of the box.
    pub offset: f64,
}

/// Returns the rows of all boxes.
pub(super) fn rows(diagram: &BlockDiagram, trunks: &[Trunk], columns: &[usize]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, trunk) in trunks.iter().enumerate() {
        for wire in &trunk.wires {
            let Wire { from, to, .. } = diagram.wires[*wire];
            let out = if trunk.is_forward { Side::Right } else { Side::Left };
            let leads_right = columns[from.block] < columns[to.block];
            let inward = if leads_right { Side::Left } else { Side::Right };
            for (end, side) in [(from, out), (to, inward)] {
                // Both ends of a bundle have the same rows.
                let known = rows.iter_mut().find(|row| {
                    !trunk.is_bundle
                        && row.trunk == Some(index)
                        && (row.end, row.side) == (end, side)
                });
                match known {
                    Some(row) => row.wires.push(*wire),
                    None => {
                        let is_first = rows.iter().all(|row| row.end != end);
                        rows.push(Row {
                            end,
                            side,
                            trunk: Some(index),
                            wires: vec![*wire],
                            caption: caption(diagram, end, *wire, is_first, trunk),
                            offset: 0.0,
                        });
                    }
                }
            }
        }
    }
    rows.extend(unconnected(diagram, &rows));
    rows
}

/// Returns rows for the labelled pins without wires.
fn unconnected(diagram: &BlockDiagram, rows: &[Row]) -> Vec<Row> {
    let blocks = diagram.blocks.iter().enumerate();
    let ends = blocks.flat_map(|(block, it)| (0..it.pins.len()).map(move |pin| End { block, pin }));
    let free = ends.filter(|end| rows.iter().all(|row| row.end != *end));
    let labelled = free.filter_map(|end| {
        let pin = &diagram.blocks[end.block].pins[end.pin];
        let side = if pin.is_output { Side::Right } else { Side::Left };
        let caption = match &pin.driver {
            Some(driver) => format!("{} = {driver}", pin.name),
            None => pin.name.clone(),
        };
        let is_shown = !pin.name.is_empty() && !is_clock_of_all(diagram, end);
        is_shown.then_some(Row { end, side, trunk: None, wires: vec![], caption, offset: 0.0 })
    });
    labelled.collect()
}

/// Returns whether a pin has the only clock of the diagram, which is not written.
pub(super) fn is_clock_of_all(diagram: &BlockDiagram, end: End) -> bool {
    let pin = &diagram.blocks[end.block].pins[end.pin];
    match diagram.clocks.as_slice() {
        [clock] => pin.is_clock && pin.driver.as_ref() == Some(clock),
        _ => false,
    }
}

/// Returns what is written at the end of a wire: the name of the pin and what drives it. Further
/// rows of an input have only the signal.
fn caption(diagram: &BlockDiagram, end: End, wire: usize, is_first: bool, trunk: &Trunk) -> String {
    let pin = &diagram.blocks[end.block].pins[end.pin];
    let wire = &diagram.wires[wire];
    if wire.from == end {
        return pin.name.clone();
    }
    let driver = &diagram.blocks[wire.from.block].pins[wire.from.pin];
    let label = match is_labelled(diagram, wire) {
        true => wire.label.as_str(),
        // Otherwise, only their order would show which wire is which.
        false if trunk.is_bundle && pin.name.is_empty() => driver.name.as_str(),
        false => "",
    };
    match (&pin.driver, pin.name.as_str(), label) {
        _ if !is_first && pin.driver.is_some() => wire.label.clone(),
        (Some(driver), name, _) => format!("{name} = {driver}"),
        (None, "", label) => label.to_string(),
        (None, name, "") => name.to_string(),
        (None, name, label) => format!("{name} = {label}"),
    }
}

/// Returns whether the label of a wire is written: it is not if a block, pin or driver at one of
/// its ends shows the same name.
fn is_labelled(diagram: &BlockDiagram, wire: &Wire) -> bool {
    let name = wire.label.strip_suffix(&format!("[{}:0]", wire.width.max(1) - 1));
    let name = name.unwrap_or(&wire.label);
    let shows = |end: End| {
        let block = &diagram.blocks[end.block];
        let pin = &block.pins[end.pin];
        // `LEDR[9:0]` with the pin `[8]`
        let base = block.name.split('[').next().unwrap_or_default();
        let of_port = format!("{base}{}", pin.name);
        // The name that a signal without one has.
        let of_instance = format!("{}_{}", block.name, pin.name);
        let texts = [&block.name, &pin.name, &of_port, &of_instance];
        let texts = texts.into_iter().chain(&pin.driver);
        texts.flat_map(|text| words(text)).any(|word| word == wire.label || word == name)
    };
    !wire.label.is_empty() && !shows(wire.from) && !shows(wire.to)
}

/// Returns the signals in a text, with their ranges.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || "_.[]:".contains(c)))
}

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

/// Returns the height of the heading of a box. Without captions the name is between the pins.
pub(super) fn heading(block: &Block, rows: &[&Row]) -> f64 {
    match block.kind {
        BlockKind::Instance { .. } => 36.0,
        _ if block.name.is_empty() => 6.0,
        BlockKind::Register | BlockKind::Memory => 26.0,
        _ if rows.iter().all(|row| row.caption.is_empty()) => 0.0,
        _ => 8.0 + LINE * name_lines(block).len() as f64,
    }
}

/// Returns the width and the height of a box.
pub(super) fn size(block: &Block, rows: &[&Row]) -> (f64, f64) {
    let width_of = |side| {
        let captions = rows.iter().filter(|row| row.side == side);
        captions.map(|row| text_width(&row.caption, Font::Code, SMALL)).fold(0.0, f64::max)
    };
    let lines = name_lines(block);
    let names = lines.iter().map(|line| text_width(line, Font::Code, NAME));
    let mut name = names.fold(0.0, f64::max);
    if let BlockKind::Instance { module } = &block.kind {
        name = name.max(text_width(module, Font::Code, SMALL));
    }
    let pins = width_of(Side::Left) + width_of(Side::Right) + 2.0 * INDENT + 14.0;
    let tallest = [Side::Left, Side::Right].map(|side| offsets(rows, side).1).into_iter();
    let height = heading(block, rows) + tallest.fold(0.0, f64::max) + 8.0;
    (pins.max(name + 30.0), height.max(14.0 + LINE * lines.len() as f64))
}

/// Returns the positions of the rows on a side below each other, and their height.
pub(super) fn offsets(rows: &[&Row], side: Side) -> (Vec<f64>, f64) {
    let own: Vec<&&Row> = rows.iter().filter(|row| row.side == side).collect();
    let is_bundle = |row: &Row| {
        row.trunk.is_some() && own.iter().filter(|other| other.trunk == row.trunk).count() > 1
    };
    let mut below = 0.0;
    let mut offsets = Vec::new();
    for (index, row) in own.iter().enumerate() {
        let is_same = |other: Option<&&&Row>| other.is_some_and(|other| other.trunk == row.trunk);
        let [is_first, is_last] = [index.checked_sub(1), Some(index + 1)]
            .map(|next| !is_same(next.and_then(|next| own.get(next))));
        if is_bundle(row) && is_first {
            below += BUNDLE_GAP;
        }
        offsets.push(below + ROW / 2.0);
        below += ROW;
        if is_bundle(row) && is_last {
            below += BUNDLE_GAP;
        }
    }
    (offsets, below)
}
