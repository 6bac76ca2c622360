//! A diagram in columns: where its trunks lead, and which of its blocks are above others.

use super::super::layout::{Area, Edge, Node, Plan};
use super::rows::{Row, rows, size};
use super::trunks::{Trunk, trunks};
use super::{BlockDiagram, BlockKind};

/// The distance between boxes in a column.
pub(super) const GAP: f64 = 9.0;
/// The distance between boxes in frames.
const FRAME_GAP: f64 = 26.0;

/// Where a trunk ends in a column: at rows of a box, or where it passes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stop {
    pub node: usize,
    /// No rows where it passes.
    pub rows: Vec<usize>,
}

/// A trunk between two neighbouring columns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Crossing {
    pub trunk: usize,
    /// The column on the left.
    pub channel: usize,
    pub left: Vec<Stop>,
    pub right: Vec<Stop>,
}

impl Crossing {
    /// Returns the stops on a side, and those on the other.
    pub fn sides_from(&self, is_left: bool) -> (&[Stop], &[Stop]) {
        match is_left {
            true => (&self.left, &self.right),
            false => (&self.right, &self.left),
        }
    }
}

/// A box, or where a trunk passes a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub column: usize,
    pub width: f64,
    pub height: f64,
    pub y: f64,
    pub frame: Option<usize>,
}

/// The diagram in columns.
pub(super) struct Grid<'d> {
    pub diagram: &'d BlockDiagram,
    pub trunks: Vec<Trunk>,
    pub rows: Vec<Row>,
    /// The blocks, and after them where trunks pass.
    pub places: Vec<Place>,
    pub crossings: Vec<Crossing>,
    /// For each place, its crossings, and whether it is on the left of them.
    pub at: Vec<Vec<(usize, bool)>>,
    /// For each place, the block beside which it should be: the one to which all of its lines lead
    /// if that is in the same column, and otherwise itself.
    pub leaders: Vec<usize>,
    /// The rows of each block.
    pub rows_of: Vec<Vec<usize>>,
}

/// Returns the column of each block; 0 for frames.
pub(super) fn columns(diagram: &BlockDiagram) -> Vec<usize> {
    let nodes = diagram.blocks.iter().map(|block| Node { frame: block.frame, ..Node::default() });
    let mut edges: Vec<Edge> = Vec::new();
    for wire in &diagram.wires {
        let edge = Edge { from: wire.from.block, to: wire.to.block, ..Edge::default() };
        if !edges.contains(&edge) {
            edges.push(edge);
        }
    }
    let layout = plan(nodes.collect(), edges).layout();
    let position = |block: usize| layout.nodes[block].x.round() as i64;
    let is_frame = |block: &usize| is_frame(diagram, *block);
    let blocks = || (0..diagram.blocks.len()).filter(|block| !is_frame(block));
    let mut ranks: Vec<i64> = blocks().map(position).collect();
    ranks.sort_unstable();
    ranks.dedup();
    (0..diagram.blocks.len())
        .map(|block| ranks.iter().position(|rank| *rank == position(block)).unwrap_or_default())
        .collect()
}

pub(super) fn is_frame(diagram: &BlockDiagram, block: usize) -> bool {
    matches!(diagram.blocks[block].kind, BlockKind::Frame { .. })
}

fn plan(nodes: Vec<Node>, edges: Vec<Edge>) -> Plan {
    // The title of a frame is in the gap.
    let has_frames = nodes.iter().any(|node| node.frame.is_some());
    let node_gap = if has_frames { FRAME_GAP } else { GAP };
    Plan { nodes, edges, is_horizontal: true, node_gap, rank_gap: 40.0 }
}

impl<'d> Grid<'d> {
    /// Puts the blocks into these columns.
    pub fn new(diagram: &'d BlockDiagram, columns: &[usize]) -> Self {
        let trunks = trunks(diagram, columns);
        let rows = rows(diagram, &trunks, columns);
        let places = diagram.blocks.iter().enumerate().map(|(index, block)| {
            let own: Vec<&Row> = rows.iter().filter(|row| row.end.block == index).collect();
            let (width, height) = size(block, &own);
            Place { column: columns[index], width, height, y: 0.0, frame: block.frame }
        });
        let places = places.collect();
        let (at, leaders, rows_of) = Default::default();
        let mut grid =
            Grid { diagram, trunks, rows, places, crossings: vec![], at, leaders, rows_of };
        for trunk in 0..grid.trunks.len() {
            grid.cross(trunk);
        }
        grid.index();
        grid
    }

    /// Fills what is looked up often.
    fn index(&mut self) {
        self.rows_of = vec![vec![]; self.diagram.blocks.len()];
        for (row, it) in self.rows.iter().enumerate() {
            self.rows_of[it.end.block].push(row);
        }
        self.at = vec![vec![]; self.places.len()];
        for (index, crossing) in self.crossings.iter().enumerate() {
            for (stops, is_left) in [(&crossing.left, true), (&crossing.right, false)] {
                for stop in stops {
                    if self.at[stop.node].last() != Some(&(index, is_left)) {
                        self.at[stop.node].push((index, is_left));
                    }
                }
            }
        }
        self.leaders = (0..self.places.len()).map(|place| self.leader(place)).collect();
    }

    fn leader(&self, place: usize) -> usize {
        let mut leader = place;
        for (crossing, is_left) in &self.at[place] {
            let (here, there) = self.crossings[*crossing].sides_from(*is_left);
            for stop in here.iter().filter(|stop| stop.node != place) {
                if leader != place && leader != stop.node {
                    return place;
                }
                leader = stop.node;
            }
            if !there.is_empty() {
                return place;
            }
        }
        leader
    }

    /// Adds the crossings of a trunk, and a place in each column that it passes.
    fn cross(&mut self, index: usize) {
        let trunk = &self.trunks[index];
        let (from, is_forward) = (trunk.from, trunk.is_forward);
        let (mut sources, mut ends): (Vec<Stop>, Vec<Stop>) = Default::default();
        for (row, it) in self.rows.iter().enumerate().filter(|(_, row)| row.trunk == Some(index)) {
            let stops = if it.end.block == from { &mut sources } else { &mut ends };
            match stops.iter_mut().find(|_| trunk.is_bundle) {
                Some(stop) => stop.rows.push(row),
                None => stops.push(Stop { node: it.end.block, rows: vec![row] }),
            }
        }
        let frame = self.common_frame(from, &ends);
        let mut column = self.places[from].column;
        let is_beside = |stop: &Stop| self.places[stop.node].column == column;
        let (beside, mut ends): (Vec<Stop>, Vec<Stop>) = ends.into_iter().partition(is_beside);
        let mut here = sources;
        here.extend(beside);
        if ends.is_empty() {
            self.crossings.push(Crossing {
                trunk: index,
                channel: column,
                left: here,
                right: vec![],
            });
            return;
        }
        while !ends.is_empty() {
            let next = if is_forward { column + 1 } else { column.saturating_sub(1) };
            let (mut there, beyond): (Vec<Stop>, Vec<Stop>) =
                ends.into_iter().partition(|stop| self.places[stop.node].column == next);
            let passing = Stop { node: self.places.len(), rows: vec![] };
            if !beyond.is_empty() {
                self.places.push(Place { column: next, width: 0.0, height: 0.0, y: 0.0, frame });
                there.push(passing.clone());
            }
            let channel = column.min(next);
            let (left, right) = if is_forward { (here, there) } else { (there, here) };
            self.crossings.push(Crossing { trunk: index, channel, left, right });
            (here, ends, column) = (vec![passing], beyond, next);
        }
    }

    /// Returns the innermost frame with all of these blocks.
    fn common_frame(&self, from: usize, ends: &[Stop]) -> Option<usize> {
        let frames = |block: usize| {
            std::iter::successors(self.places[block].frame, |frame| self.places[*frame].frame)
        };
        frames(from).find(|frame| ends.iter().all(|end| frames(end.node).any(|one| one == *frame)))
    }

    /// Finds the order of the places in each column, by their heights. Returns the frames.
    pub fn order(&mut self) -> Vec<(usize, Area)> {
        let nodes = self.places.iter().map(|place| Node {
            width: place.width,
            height: place.height,
            frame: place.frame,
        });
        let mut edges: Vec<Edge> = Vec::new();
        for crossing in &self.crossings {
            for left in &crossing.left {
                for right in &crossing.right {
                    let edge = Edge { from: left.node, to: right.node, ..Edge::default() };
                    if !edges.contains(&edge) {
                        edges.push(edge);
                    }
                }
            }
        }
        let layout = plan(nodes.collect(), edges).layout();
        for (place, area) in self.places.iter_mut().zip(&layout.nodes) {
            place.y = area.y.round();
        }
        let frames = (0..self.diagram.blocks.len()).filter(|block| is_frame(self.diagram, *block));
        frames.map(|frame| (frame, layout.nodes[frame])).collect()
    }

    /// Returns the height of the end of a trunk.
    pub fn height(&self, stop: &Stop) -> f64 {
        self.places[stop.node].y + self.offset(stop)
    }

    pub fn offset(&self, stop: &Stop) -> f64 {
        match stop.rows.len() {
            0 => 0.0,
            count => stop.rows.iter().map(|row| self.rows[*row].offset).sum::<f64>() / count as f64,
        }
    }
}
