//! Block diagrams as SVG.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Group, Path, Title};

use super::super::drawing::{
    ACCENT, BORDER, FILL, FONT_SIZE, Font, INK, PAPER, QUIET, arrowhead, line, page, point,
    rectangle, text, text_width,
};
use super::super::layout::Area;
use super::placement::{
    INDENT, LINE, NAME, Placement, SMALL, Side, caption, heading, is_labelled, name_lines,
};
use super::rows::rows;
use super::{Block, BlockDiagram, BlockKind, Wire};

const MARGIN: f64 = 20.0;
const HEAD: f64 = 56.0;
const ARROW: f64 = 9.0;
/// The stroke width of wires with several bits.
const BUS: f64 = 2.5;

/// The distance between rows.
const ROW_GAP: f64 = 30.0;

pub(super) fn svg(diagram: &BlockDiagram) -> String {
    let mut rows = rows(diagram);
    let mut below = HEAD;
    for (_, placement) in &mut rows {
        placement.shift(MARGIN, below);
        below = placement.layout.height + ROW_GAP;
    }
    let title = format!("{}: block diagram", diagram.module);
    let note = clock_note(diagram);
    let right = rows.iter().map(|(_, placement)| placement.layout.width).fold(0.0, f64::max);
    let width = (text_width(&title, Font::Sans, FONT_SIZE) * 1.1)
        .max(text_width(&note, Font::Sans, FONT_SIZE))
        .max(right - MARGIN);
    let instances = diagram
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Instance { .. } | BlockKind::Frame { .. }));
    let names: Vec<&str> = instances.map(|block| block.name.as_str()).collect();
    let description = match names.as_slice() {
        [] => format!("Block diagram of {}.", diagram.module),
        _ => {
            format!("Block diagram of {} with the instances {}.", diagram.module, names.join(", "))
        }
    };
    let height = below - ROW_GAP + MARGIN;
    let mut document = page(width + 2.0 * MARGIN, height, &title, &description)
        .add(text(&title, Font::Sans, FONT_SIZE, MARGIN, 30.0).set("font-weight", "bold"))
        .add(text(&note, Font::Sans, FONT_SIZE, MARGIN, 47.0).set("fill", QUIET));
    for (row, placement) in &rows {
        document = draw_row(document, row, placement);
    }
    format!("{document}\n")
}

fn draw_row(mut document: Document, diagram: &BlockDiagram, placement: &Placement) -> Document {
    let blocks = diagram.blocks.iter().enumerate();
    let (frames, boxes): (Vec<_>, Vec<_>) =
        blocks.partition(|(_, block)| matches!(block.kind, BlockKind::Frame { .. }));
    for (index, block) in frames {
        document = document.add(frame(block, placement.layout.nodes[index]));
    }
    document = draw_wires(document, diagram, placement);
    for (index, block) in boxes {
        document = document.add(draw_block(index, block, placement));
    }
    document
}

fn clock_note(diagram: &BlockDiagram) -> String {
    match diagram.clocks.as_slice() {
        [] => "Wires of clocks are not drawn.".to_string(),
        clocks => format!("Wires of clocks are not drawn: {}.", clocks.join(", ")),
    }
}

fn frame(block: &Block, area: Area) -> Group {
    Group::new()
        .set("class", "frame")
        .set("data-block", block.name.as_str())
        .add(
            rectangle(area.left(), area.top(), area.width, area.height)
                .set("rx", 6)
                .set("fill", "#f7f9fb")
                .set("stroke", BORDER)
                .set("stroke-dasharray", "6 4"),
        )
        .add(
            text(&title(block), Font::Code, SMALL, area.left() + 8.0, area.top() + 15.0)
                .set("fill", BORDER),
        )
}

fn title(block: &Block) -> String {
    match &block.kind {
        BlockKind::Frame { module } => format!("{}: {module}", block.name),
        _ => block.name.clone(),
    }
}

fn draw_wires(mut document: Document, diagram: &BlockDiagram, placement: &Placement) -> Document {
    for (index, wire) in diagram.wires.iter().enumerate() {
        let group = Group::new()
            .set("class", if wire.width > 1 { "wire bus" } else { "wire" })
            .set("data-net", wire.label.as_str())
            .set("data-width", wire.width);
        let group = match wire.label.as_str() {
            "" => group,
            label => group.add(Title::new(label)),
        };
        document = document.add(draw_wire(group, index, wire, placement));
    }
    // Drawn after all lines, so that no line crosses a label.
    for (wire, route) in diagram.wires.iter().zip(&placement.layout.routes) {
        if !is_labelled(diagram, wire) {
            continue;
        }
        let area = route.label;
        document = document.add(
            Group::new()
                .set("class", "net")
                .set("data-net", wire.label.as_str())
                .add(
                    rectangle(area.left(), area.top(), area.width, area.height)
                        .set("fill", PAPER)
                        .set("class", "paper"),
                )
                .add(
                    text(&wire.label, Font::Code, SMALL, area.x, area.y + 4.0)
                        .set("text-anchor", "middle"),
                ),
        );
    }
    document
}

fn draw_wire(group: Group, index: usize, wire: &Wire, placement: &Placement) -> Group {
    let (from_side, to_side) = placement.sides[index];
    let start = placement.pin(wire.from, from_side);
    let end = placement.pin(wire.to, to_side);
    let route = &placement.layout.routes[index];
    let inward = if to_side == Side::Left { 1.0 } else { -1.0 };
    let base = (end.0 - inward * ARROW, end.1);
    // Horizontal within the ranks of both boxes; turns are between ranks.
    let outward = if from_side == Side::Right { 1.0 } else { -1.0 };
    let from = placement.layout.nodes[wire.from.block].x;
    let to = placement.layout.nodes[wire.to.block].x;
    let leaves = (from + outward * placement.layout.reaches[wire.from.block], start.1);
    let arrives = to - inward * placement.layout.reaches[wire.to.block];
    let arrives = (if inward > 0.0 { arrives.min(base.0) } else { arrives.max(base.0) }, end.1);
    let mut data = Data::new().move_to(point(start.0, start.1)).line_to(point(leaves.0, leaves.1));
    let mut before = leaves;
    for next in route.points.iter().chain([&arrives]) {
        let middle = (before.0 + next.0) / 2.0;
        let (x1, y1) = point(middle, before.1);
        let (x2, y2) = point(middle, next.1);
        let (x, y) = point(next.0, next.1);
        data = data.cubic_curve_to((x1, y1, x2, y2, x, y));
        before = *next;
    }
    data = data.line_to(point(base.0, base.1));
    let thickness = if wire.width > 1 { BUS } else { 1.2 };
    group.add(line(data, INK).set("stroke-width", thickness)).add(arrowhead(
        end,
        (inward, 0.0),
        INK,
    ))
}

fn draw_block(index: usize, block: &Block, placement: &Placement) -> Group {
    let area = placement.layout.nodes[index];
    let (class, fill, stroke) = match block.kind {
        BlockKind::Input | BlockKind::Output | BlockKind::InOut => ("block port", PAPER, INK),
        BlockKind::Instance { .. } | BlockKind::Frame { .. } => ("block instance", FILL, BORDER),
        BlockKind::Register | BlockKind::Memory => ("block register", "#fdf1e7", ACCENT),
        BlockKind::Logic => ("block logic", "#f3f4f6", QUIET),
        BlockKind::Link => ("block link", PAPER, PAPER),
    };
    let corner = match block.kind {
        BlockKind::Logic => 10.0,
        BlockKind::Input | BlockKind::Output | BlockKind::InOut => 2.0,
        _ => 4.0,
    };
    let mut group = Group::new().set("class", class).set("data-block", block.name.as_str()).add(
        rectangle(area.left(), area.top(), area.width, area.height)
            .set("rx", corner)
            .set("fill", fill)
            .set("stroke", stroke)
            .set("stroke-width", 1.5),
    );
    let lines = name_lines(block);
    let first_line = match heading(block) {
        0.0 => area.y + 4.5 - LINE / 2.0 * (lines.len() as f64 - 1.0),
        _ => area.top() + 18.0,
    };
    for (number, line) in lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = first_line + LINE * number as f64;
        let name = text(line, Font::Code, NAME, area.x, y).set("text-anchor", "middle");
        group = group.add(match block.kind {
            BlockKind::Logic | BlockKind::Link => name,
            _ => name.set("font-weight", "bold"),
        });
    }
    if let BlockKind::Instance { module } = &block.kind {
        let name = text(module, Font::Code, SMALL, area.x, area.top() + 33.0);
        group = group.add(name.set("text-anchor", "middle").set("fill", QUIET));
    }
    if block.kind == BlockKind::Register {
        group = group.add(clock_mark(area.left(), area.bottom() - 9.0, stroke));
    }
    draw_pins(group, index, block, placement)
}

fn draw_pins(mut group: Group, index: usize, block: &Block, placement: &Placement) -> Group {
    for pin in placement.pins.iter().filter(|pin| pin.end.block == index) {
        let named = &block.pins[pin.end.pin];
        if named.is_clock {
            group = group.add(clock_mark(pin.x, pin.y, BORDER));
        }
        if named.name.is_empty() {
            continue;
        }
        let indent = if named.is_clock { INDENT + 3.0 } else { INDENT };
        let (x, anchor) = match pin.side {
            Side::Left => (pin.x + indent, "start"),
            Side::Right => (pin.x - indent, "end"),
        };
        let words = text(&caption(named), Font::Code, SMALL, x, pin.y + 4.0);
        group = group.add(words.set("text-anchor", anchor));
    }
    group
}

/// Draws the triangle of a clock input.
fn clock_mark(x: f64, y: f64, colour: &str) -> Path {
    let data = Data::new()
        .move_to(point(x, y - 5.0))
        .line_to(point(x + 8.0, y))
        .line_to(point(x, y + 5.0));
    line(data, colour).set("stroke-width", 1.2)
}
