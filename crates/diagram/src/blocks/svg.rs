//! Block diagrams as SVG.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Path, Title};

use super::super::drawing::{
    ACCENT, BORDER, FILL, FONT_SIZE, Font, INK, PAPER, QUIET, arrowhead, line, page, point,
    rectangle, text, text_width,
};
use super::super::layout::Area;
use super::placement::Placement;
use super::routes::{Bundle, Point};
use super::rows::{INDENT, LINE, NAME, Row, SMALL, Side, heading, is_clock_of_all, name_lines};
use super::{Block, BlockDiagram, BlockKind, End, Wire};

const MARGIN: f64 = 20.0;
const HEAD: f64 = 56.0;
const ARROW: f64 = 9.0;
/// The stroke width of wires with several bits.
const BUS: f64 = 2.5;
/// The colour of bundles.
const BUNDLE: &str = "#bcd3ea";
/// The radius of the dot where a net branches.
const DOT: f64 = 3.0;

pub(super) fn svg(diagram: &BlockDiagram) -> String {
    let placement = Placement::new(diagram, (MARGIN, HEAD));
    let title = format!("{}: block diagram", diagram.module);
    let note = clock_note(diagram);
    let (right, bottom) = placement.extent();
    let width = (text_width(&title, Font::Sans, FONT_SIZE) * 1.1)
        .max(text_width(&note, Font::Sans, FONT_SIZE))
        .max(right - MARGIN);
    let (width, height) = (width + 2.0 * MARGIN, bottom.max(HEAD) + MARGIN);
    let document = page(width, height, &title, &description(diagram))
        .add(text(&title, Font::Sans, FONT_SIZE, MARGIN, 30.0).set("font-weight", "bold"))
        .add(text(&note, Font::Sans, FONT_SIZE, MARGIN, 47.0).set("fill", QUIET));
    format!("{}\n", draw(document, diagram, &placement))
}

fn description(diagram: &BlockDiagram) -> String {
    let is_instance =
        |kind: &BlockKind| matches!(kind, BlockKind::Instance { .. } | BlockKind::Frame { .. });
    let instances = diagram.blocks.iter().filter(|block| is_instance(&block.kind));
    let names: Vec<&str> = instances.map(|block| block.name.as_str()).collect();
    let module = &diagram.module;
    match names.as_slice() {
        [] => format!("Block diagram of {module}."),
        _ => format!("Block diagram of {module} with the instances {}.", names.join(", ")),
    }
}

fn draw(mut drawing: Document, diagram: &BlockDiagram, placement: &Placement) -> Document {
    let blocks = diagram.blocks.iter().enumerate();
    let (frames, boxes): (Vec<_>, Vec<_>) =
        blocks.partition(|(_, block)| matches!(block.kind, BlockKind::Frame { .. }));
    for (index, block) in frames {
        drawing = drawing.add(frame(block, placement.areas[index]));
    }
    for bundle in &placement.routes.bundles {
        drawing = drawing.add(draw_bundle(diagram, bundle));
    }
    for (wire, route) in diagram.wires.iter().zip(&placement.routes.wires) {
        drawing = drawing.add(draw_wire(diagram, wire, route));
    }
    for (x, y) in &placement.routes.junctions {
        let (x, y) = point(*x, *y);
        let dot = Circle::new().set("cx", x).set("cy", y).set("r", DOT).set("fill", INK);
        drawing = drawing.add(dot.set("class", "junction"));
    }
    for (index, block) in boxes {
        drawing = drawing.add(draw_block(index, block, placement, diagram));
    }
    drawing
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

/// Draws what the wires of a bundle have in common, below the wires.
fn draw_bundle(diagram: &BlockDiagram, bundle: &Bundle) -> Group {
    let names = [bundle.from, bundle.to].map(|block| diagram.blocks[block].name.as_str());
    let title = format!("{} to {}: {} wires", names[0], names[1], bundle.count);
    let group = Group::new().set("class", "bundle").add(Title::new(title));
    bundle.lines.iter().fold(group, |group, corners| {
        let path = line(polyline(corners), BUNDLE).set("stroke-width", 7);
        group.add(path.set("stroke-linecap", "round").set("stroke-linejoin", "round"))
    })
}

fn draw_wire(diagram: &BlockDiagram, wire: &Wire, route: &[Point]) -> Group {
    let names = [wire.from, wire.to].map(|end| end_name(diagram, end));
    let group = Group::new()
        .set("class", if wire.width > 1 { "wire bus" } else { "wire" })
        .set("data-net", wire.label.as_str())
        .set("data-width", wire.width)
        .set("data-from", names[0].as_str())
        .set("data-to", names[1].as_str())
        .add(Title::new(format!("{}: {} to {}", wire.label, names[0], names[1])));
    let [.., before, tip] = route else { return group };
    let inward = if before.0 < tip.0 { 1.0 } else { -1.0 };
    let mut corners = route.to_vec();
    if let Some(last) = corners.last_mut() {
        last.0 -= inward * ARROW;
    }
    let thickness = if wire.width > 1 { BUS } else { 1.2 };
    let path = line(polyline(&corners), INK).set("stroke-width", thickness);
    group.add(path).add(arrowhead(*tip, (inward, 0.0), INK))
}

/// Returns the name of a block with that of a pin.
fn end_name(diagram: &BlockDiagram, end: End) -> String {
    let block = &diagram.blocks[end.block];
    match block.pins[end.pin].name.as_str() {
        "" => block.name.clone(),
        pin if pin.starts_with('[') => format!("{}{pin}", block.name),
        pin => format!("{}.{pin}", block.name),
    }
}

fn polyline(corners: &[Point]) -> Data {
    let mut corners = corners.iter().map(|(x, y)| point(*x, *y));
    let data = corners.next().map_or(Data::new(), |first| Data::new().move_to(first));
    corners.fold(data, |data, corner| data.line_to(corner))
}

fn draw_block(index: usize, block: &Block, placement: &Placement, diagram: &BlockDiagram) -> Group {
    let area = placement.areas[index];
    let rows: Vec<&Row> = placement.rows.iter().filter(|row| row.end.block == index).collect();
    let (class, fill, stroke) = match block.kind {
        BlockKind::Input | BlockKind::Output | BlockKind::InOut => ("block port", PAPER, INK),
        BlockKind::Instance { .. } | BlockKind::Frame { .. } => ("block instance", FILL, BORDER),
        BlockKind::Register | BlockKind::Memory => ("block register", "#fdf1e7", ACCENT),
        BlockKind::Logic => ("block logic", "#f3f4f6", QUIET),
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
    let first_line = match heading(block, &rows) {
        0.0 => area.y + 4.5 - LINE / 2.0 * (lines.len() as f64 - 1.0),
        _ => area.top() + 17.0,
    };
    for (number, line) in lines.into_iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        let y = first_line + LINE * number as f64;
        let name = text(line, Font::Code, NAME, area.x, y).set("text-anchor", "middle");
        group = group.add(match block.kind {
            BlockKind::Logic => name,
            _ => name.set("font-weight", "bold"),
        });
    }
    if let BlockKind::Instance { module } = &block.kind {
        let name = text(module, Font::Code, SMALL, area.x, area.top() + 31.0);
        group = group.add(name.set("text-anchor", "middle").set("fill", QUIET));
    }
    let pins = 0..block.pins.len();
    let is_clocked = block.kind == BlockKind::Register
        || pins.clone().any(|pin| is_clock_of_all(diagram, End { block: index, pin }));
    if is_clocked {
        group = group.add(clock_mark(area.left(), area.top() + 13.0, stroke));
    }
    rows.into_iter().fold(group, |group, row| draw_row(group, row, area, diagram))
}

fn draw_row(mut group: Group, row: &Row, area: Area, diagram: &BlockDiagram) -> Group {
    let y = area.y + row.offset;
    let is_clock = diagram.blocks[row.end.block].pins[row.end.pin].is_clock;
    if is_clock {
        group = group.add(clock_mark(area.left(), y, BORDER));
    }
    if row.caption.is_empty() {
        return group;
    }
    let indent = if is_clock { INDENT + 3.0 } else { INDENT };
    let (x, anchor) = match row.side {
        Side::Left => (area.left() + indent, "start"),
        Side::Right => (area.right() - indent, "end"),
    };
    let words = text(&row.caption, Font::Code, SMALL, x, y + 4.0);
    group.add(words.set("text-anchor", anchor))
}

/// Draws the triangle of a clock input.
fn clock_mark(x: f64, y: f64, colour: &str) -> Path {
    let data = Data::new()
        .move_to(point(x, y - 5.0))
        .line_to(point(x + 8.0, y))
        .line_to(point(x, y + 5.0));
    line(data, colour).set("stroke-width", 1.2)
}
