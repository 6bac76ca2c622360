//! The coordinates of boxes and wires in a grid.

use super::super::layout::Area;
use super::channels::{Passage, tracks};
use super::grid::{Crossing, Grid, Stop, is_frame};
use super::rows::Side;

/// The distance between tracks.
const TRACK: f64 = 7.0;
/// The distance of the first and the last track from the boxes; arrowheads have room.
const MARGIN: f64 = 13.0;
/// The distance of the bar of a bundle from the box.
const BAR: f64 = 15.0;
/// The distance of a frame from its contents.
const FRAME: f64 = 14.0;

pub(super) type Point = (f64, f64);

/// The lines of a diagram.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Routes {
    /// For each wire, its corners from the driver to the reader.
    pub wires: Vec<Vec<Point>>,
    pub bundles: Vec<Bundle>,
    /// Where lines of one net branch.
    pub junctions: Vec<Point>,
}

/// The wires of several pins from one block to another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bundle {
    pub from: usize,
    pub to: usize,
    pub count: usize,
    /// The bar at its start, what its wires have in common, and the bar at its end.
    pub lines: [Vec<Point>; 3],
}

/// Returns the boxes and the lines, with the top left corner at `origin`. Frames have only heights
/// before.
pub(super) fn routes(
    grid: &mut Grid,
    frames: &[(usize, Area)],
    origin: Point,
) -> (Vec<Area>, Routes) {
    let tops = grid.places.iter().enumerate().filter(|(index, _)| {
        *index >= grid.diagram.blocks.len() || !is_frame(grid.diagram, *index)
    });
    let tops = tops.map(|(_, place)| place.y - place.height / 2.0);
    let top =
        tops.chain(frames.iter().map(|(_, area)| area.top())).fold(f64::MAX, f64::min) - origin.1;
    for place in &mut grid.places {
        place.y -= top;
    }
    let columns = Columns::new(grid, origin.0);
    let mut areas: Vec<Area> = grid.places[..grid.diagram.blocks.len()]
        .iter()
        .map(|place| {
            let x = columns.centres[place.column];
            Area { x, y: place.y, width: place.width, height: place.height }
        })
        .collect();
    // Inner frames come after outer ones.
    for (frame, area) in frames.iter().rev() {
        let inner = (0..areas.len()).filter(|block| grid.places[*block].frame == Some(*frame));
        let inner: Vec<Area> = inner.map(|block| areas[block]).collect();
        let left = inner.iter().map(|area| area.left()).fold(f64::MAX, f64::min) - FRAME;
        let right = inner.iter().map(|area| area.right()).fold(f64::MIN, f64::max) + FRAME;
        let (x, width) = ((left + right) / 2.0, right - left);
        areas[*frame] = Area { x, y: area.y - top, width, height: area.height };
    }
    let wires = (0..grid.diagram.wires.len()).map(|wire| columns.wire(grid, wire)).collect();
    let bundles = (0..grid.trunks.len()).filter(|trunk| grid.trunks[*trunk].is_bundle);
    let bundles = bundles.map(|trunk| columns.bundle(grid, &grid.trunks[trunk].wires)).collect();
    (areas, Routes { wires, bundles, junctions: columns.junctions(grid) })
}

/// The horizontal positions.
pub(super) struct Columns {
    centres: Vec<f64>,
    /// The right border.
    pub width: f64,
    /// The track of each crossing.
    tracks: Vec<f64>,
}

impl Columns {
    pub fn new(grid: &Grid, left: f64) -> Self {
        let count = grid.places.iter().map(|place| place.column + 1).max().unwrap_or(0);
        let frames = FRAME * nesting(grid) as f64;
        let mut columns =
            Columns { centres: vec![], width: 0.0, tracks: vec![0.0; grid.crossings.len()] };
        let mut left = left + frames;
        for column in 0..count {
            let half = half_width(grid, column);
            columns.centres.push(left + half);
            let first = left + 2.0 * half + frames + MARGIN;
            let here = crossings(grid, column);
            let (tracks, count) = tracks(&passages(grid, &here));
            for (crossing, track) in here.into_iter().zip(tracks) {
                columns.tracks[crossing] = first + TRACK * track as f64;
            }
            columns.width = first + TRACK * count as f64;
            left = first + TRACK * count.saturating_sub(1) as f64 + MARGIN + frames;
        }
        columns
    }

    /// Returns where a row begins: at the border of its box, or at the bar of its bundle.
    fn x(&self, grid: &Grid, row: usize, distance: f64) -> f64 {
        let row = &grid.rows[row];
        let place = grid.places[row.end.block];
        let reach = place.width / 2.0 + distance;
        match row.side {
            Side::Left => self.centres[place.column] - reach,
            Side::Right => self.centres[place.column] + reach,
        }
    }

    /// Returns the corners of a wire.
    fn wire(&self, grid: &Grid, wire: usize) -> Vec<Point> {
        let [from, to] = ends(grid, wire);
        let pin = |row: usize| (self.x(grid, row, 0.0), row_height(grid, row));
        let mut points = vec![pin(from)];
        let line = self.line(grid, from, to);
        // At the bars of a bundle.
        points.extend(line.first().map(|(x, _)| (*x, pin(from).1)));
        points.extend(line.iter().copied());
        points.extend(line.last().map(|(x, _)| (*x, pin(to).1)));
        points.push(pin(to));
        without_middles(points)
    }

    /// Returns the corners between two rows: what the wires of a bundle have in common.
    fn line(&self, grid: &Grid, from: usize, to: usize) -> Vec<Point> {
        let Some(trunk) = grid.rows[from].trunk else { return vec![] };
        let bar = if grid.trunks[trunk].is_bundle { BAR } else { 0.0 };
        let is_forward = grid.trunks[trunk].is_forward;
        let mut points = Vec::new();
        let of_trunk = grid.crossings.iter().zip(&self.tracks);
        for (crossing, track) in of_trunk.filter(|(crossing, _)| crossing.trunk == trunk) {
            let (near, far) = match is_forward {
                true => (&crossing.left, &crossing.right),
                false => (&crossing.right, &crossing.left),
            };
            let passing = || far.iter().find(|stop| stop.rows.is_empty());
            let arriving = near.iter().chain(far).find(|stop| stop.rows.contains(&to));
            let (Some(start), Some(stop)) = (near.first(), arriving.or_else(passing)) else {
                break;
            };
            let (y, next) = (grid.height(start), grid.height(stop));
            if points.is_empty() {
                points.push((self.x(grid, from, bar), y));
            }
            points.extend([(*track, y), (*track, next)]);
            if arriving.is_some() {
                points.push((self.x(grid, to, bar), next));
                break;
            }
        }
        without_middles(points)
    }

    /// Returns the lines of a bundle: its bars and what its wires have in common.
    fn bundle(&self, grid: &Grid, wires: &[usize]) -> Bundle {
        let ends = [wires[0], wires[wires.len() - 1]].map(|wire| ends(grid, wire));
        let bar = |side: usize| {
            ends.iter()
                .map(move |ends| ends[side])
                .map(|row| (self.x(grid, row, BAR), row_height(grid, row)))
        };
        let line = self.line(grid, ends[0][0], ends[0][1]);
        let super::Wire { from, to, .. } = grid.diagram.wires[wires[0]];
        Bundle {
            from: from.block,
            to: to.block,
            count: wires.len(),
            lines: [bar(0).collect(), line, bar(1).collect()],
        }
    }

    /// Returns where lines of one net branch.
    fn junctions(&self, grid: &Grid) -> Vec<Point> {
        let mut junctions = Vec::new();
        for (crossing, track) in grid.crossings.iter().zip(&self.tracks) {
            let Passage { left, right } = passage(grid, crossing);
            let mut heights = [left.as_slice(), right.as_slice()].concat();
            heights.sort_by(f64::total_cmp);
            heights.dedup();
            for (index, height) in heights.iter().enumerate() {
                let lines = usize::from(left.contains(height))
                    + usize::from(right.contains(height))
                    + usize::from(index > 0)
                    + usize::from(index + 1 < heights.len());
                if lines > 2 {
                    junctions.push((*track, *height));
                }
            }
        }
        junctions
    }
}

/// Returns the rows at which a wire starts and ends.
fn ends(grid: &Grid, wire: usize) -> [usize; 2] {
    let super::Wire { from, to, .. } = grid.diagram.wires[wire];
    [from, to].map(|end| {
        let mut rows = grid.rows.iter();
        rows.position(|row| row.end == end && row.wires.contains(&wire)).unwrap_or_default()
    })
}

fn row_height(grid: &Grid, row: usize) -> f64 {
    grid.places[grid.rows[row].end.block].y + grid.rows[row].offset
}

/// Returns the crossings of a channel.
fn crossings(grid: &Grid, channel: usize) -> Vec<usize> {
    let all = 0..grid.crossings.len();
    all.filter(|crossing| grid.crossings[*crossing].channel == channel).collect()
}

fn passages(grid: &Grid, crossings: &[usize]) -> Vec<Passage> {
    crossings.iter().map(|crossing| passage(grid, &grid.crossings[*crossing])).collect()
}

/// Returns the number of pairs of lines that are drawn over each other.
pub(super) fn overlaps(grid: &Grid) -> usize {
    let channels = grid.crossings.iter().map(|crossing| crossing.channel + 1).max().unwrap_or(0);
    let mut count = 0;
    for channel in 0..channels {
        let passages = passages(grid, &crossings(grid, channel));
        let (tracks, _) = tracks(&passages);
        // A straight line has no track.
        let lines = passages.iter().zip(&tracks).filter(|(passage, _)| !passage.is_straight());
        let lines: Vec<_> = lines.collect();
        for (one, track) in &lines {
            let is_over = |(other, of_other): &&(&Passage, &usize)| {
                track < of_other && one.is_overlapped_by(other)
            };
            count += lines.iter().filter(is_over).count();
        }
    }
    count
}

fn passage(grid: &Grid, crossing: &Crossing) -> Passage {
    let heights = |stops: &[Stop]| stops.iter().map(|stop| grid.height(stop)).collect();
    Passage { left: heights(&crossing.left), right: heights(&crossing.right) }
}

/// Returns half the width of a column with the bars of its bundles.
fn half_width(grid: &Grid, column: usize) -> f64 {
    let in_column = |block: &usize| grid.places[*block].column == column;
    let blocks = (0..grid.diagram.blocks.len()).filter(in_column);
    let half = |block: usize| {
        let has_bar = grid.rows_of[block]
            .iter()
            .any(|row| grid.rows[*row].trunk.is_some_and(|trunk| grid.trunks[trunk].is_bundle));
        grid.places[block].width / 2.0 + if has_bar { BAR } else { 0.0 }
    };
    blocks.map(half).fold(0.0, f64::max)
}

/// Returns the number of frames around the innermost block.
fn nesting(grid: &Grid) -> usize {
    let frames = |block: usize| {
        std::iter::successors(grid.places[block].frame, |frame| grid.places[*frame].frame).count()
    };
    (0..grid.diagram.blocks.len()).map(frames).max().unwrap_or(0)
}

/// Removes points on the line between their neighbours.
fn without_middles(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., before, last] = kept[..]
            && (before.0 == last.0 && last.0 == point.0 || before.1 == last.1 && last.1 == point.1)
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
