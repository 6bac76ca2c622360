//! Rows of a wide diagram, one below another.

use std::collections::{BTreeMap, BTreeSet};

use super::placement::Placement;
use super::{Block, BlockDiagram, BlockKind, End, Pin, Wire};

/// The width above which a diagram gets another row: on a page, its text would be too small.
const WIDEST: f64 = 1180.0;

/// Returns the diagram in rows that are narrow enough for a page, if that is possible. A wire from
/// one row to another ends and begins at a [`BlockKind::Link`] with its label. Diagrams with frames
/// stay in one row.
pub(super) fn rows(diagram: &BlockDiagram) -> Vec<(BlockDiagram, Placement)> {
    let placement = Placement::new(diagram);
    let width = placement.layout.width;
    if width <= WIDEST || diagram.blocks.iter().any(|block| block.frame.is_some()) {
        return vec![(diagram.clone(), placement)];
    }
    let position = |block: usize| placement.layout.nodes[block].x.round() as i64;
    let ranks: BTreeSet<i64> = (0..diagram.blocks.len()).map(position).collect();
    let halves = ranks.into_iter().skip(1).map(|rank| {
        let halves =
            [true, false].map(|first| half(diagram, |block| (position(block) < rank) == first));
        let widths = halves.each_ref().map(|half| Placement::new(half).layout.width);
        (widths[0].max(widths[1]), halves)
    });
    // Where both halves fit, with the fewest links; otherwise the narrowest.
    let order = |(widest, halves): &(f64, [BlockDiagram; 2])| {
        let blocks = halves.iter().map(|half| half.blocks.len()).sum::<usize>();
        (widest.max(WIDEST).ceil() as u64, blocks)
    };
    match halves.min_by_key(order) {
        Some((widest, halves)) if widest < width => halves.iter().flat_map(rows).collect(),
        _ => vec![(diagram.clone(), placement)],
    }
}

/// Returns the blocks of one row and their wires, those from and to other blocks with links.
fn half(diagram: &BlockDiagram, is_here: impl Fn(usize) -> bool) -> BlockDiagram {
    let here: Vec<usize> = (0..diagram.blocks.len()).filter(|block| is_here(*block)).collect();
    let mut row = BlockDiagram {
        blocks: here.iter().map(|block| diagram.blocks[*block].clone()).collect(),
        wires: vec![],
        ..diagram.clone()
    };
    let moved = |end: End| {
        let block = here.iter().position(|block| *block == end.block)?;
        Some(End { block, ..end })
    };
    // A link of each direction for each driver.
    let mut links: BTreeMap<(usize, usize, bool), usize> = BTreeMap::new();
    for wire in &diagram.wires {
        let (from, to) = (moved(wire.from), moved(wire.to));
        if from.is_none() && to.is_none() {
            continue;
        }
        let leaves = to.is_none();
        let mut link = || {
            let known = links.entry((wire.from.block, wire.from.pin, leaves));
            let block = *known.or_insert_with(|| {
                row.blocks.push(link(diagram, wire, !leaves));
                row.blocks.len() - 1
            });
            End { block, pin: 0 }
        };
        let (from, to) = (from.unwrap_or_else(&mut link), to.unwrap_or_else(&mut link));
        let wire = Wire { from, to, ..wire.clone() };
        if !row.wires.contains(&wire) {
            row.wires.push(wire);
        }
    }
    row
}

/// Returns the link of a wire to another row.
fn link(diagram: &BlockDiagram, wire: &Wire, is_output: bool) -> Block {
    let name = match wire.label.as_str() {
        "" => diagram.blocks[wire.from.block].name.clone(),
        label => label.to_string(),
    };
    let pin = Pin { name: String::new(), driver: None, is_clock: false, is_output };
    Block { name, kind: BlockKind::Link, pins: vec![pin], frame: None }
}
