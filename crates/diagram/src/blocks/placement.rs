//! Placement of blocks in columns, and the routes of wires.

use super::super::layout::Area;
use super::BlockDiagram;
use super::grid::{Grid, columns};
use super::routes::{Columns, Point, Routes, routes};
use super::rows::Row;

/// A diagram that is wider gets fewer columns, up to the shape of a page.
const WIDEST: f64 = 1140.0;
/// The width of a page, divided by its height.
const SHAPE: f64 = 1.45;

/// The complete layout.
pub(super) struct Placement {
    /// The boxes, in the order of the blocks.
    pub areas: Vec<Area>,
    pub rows: Vec<Row>,
    pub routes: Routes,
}

impl Placement {
    /// Places the blocks, with the top left corner at `origin`.
    pub fn new(diagram: &BlockDiagram, origin: Point) -> Placement {
        let columns = columns(diagram);
        let mut grid = Grid::new(diagram, &columns);
        let frames = grid.order();
        if frames.is_empty() {
            grid.improve();
            while let Some(better) = grid.narrower() {
                grid = better;
            }
        }
        grid.arrange();
        let (areas, routes) = routes(&mut grid, &frames, origin);
        Placement { areas, rows: grid.rows, routes }
    }

    /// Returns the right and the lower border.
    pub fn extent(&self) -> (f64, f64) {
        let corners = self.routes.wires.iter().flatten().copied();
        let boxes = self.areas.iter().map(|area| (area.right(), area.bottom()));
        boxes.chain(corners).fold((0.0, 0.0), |most, next| (most.0.max(next.0), most.1.max(next.1)))
    }
}

impl<'d> Grid<'d> {
    /// Puts the blocks at these heights, and trunks where they pass between their ends.
    fn start_at(&mut self, heights: &[f64]) {
        let blocks = self.diagram.blocks.len();
        for (place, height) in self.places[..blocks].iter_mut().zip(heights) {
            place.y = *height;
        }
        for crossing in &self.crossings {
            let ends = &self.trunks[crossing.trunk].wires;
            let ends = ends.iter().map(|wire| heights[self.diagram.wires[*wire].to.block]);
            let average = ends.clone().sum::<f64>() / ends.len() as f64;
            for stop in crossing.left.iter().chain(&crossing.right) {
                if stop.node >= blocks {
                    self.places[stop.node].y = average;
                }
            }
        }
    }

    /// Returns the grid with two neighbouring columns as one: those with the fewest wires between
    /// them for which a smaller page is enough. `None` if there are none or if it fits a page.
    fn narrower(&self) -> Option<Grid<'d>> {
        let extent = self.extent();
        if extent.0 <= WIDEST {
            return None;
        }
        let blocks = &self.places[..self.diagram.blocks.len()];
        let heights: Vec<f64> = blocks.iter().map(|place| place.y).collect();
        let last = blocks.iter().map(|place| place.column).max().unwrap_or(0);
        let merged = (0..last).map(|left| {
            let columns = blocks.iter().map(|place| place.column);
            let columns = columns.map(|column| column - usize::from(column > left));
            let mut grid = Grid::new(self.diagram, &columns.collect::<Vec<_>>());
            grid.start_at(&heights);
            grid.improve();
            (page(grid.extent()), grid)
        });
        let smaller = merged.filter(|(width, _)| *width < page(extent));
        let best = smaller.min_by(|(width, grid), (of_other, other)| {
            grid.inner_wires().cmp(&other.inner_wires()).then(width.total_cmp(of_other))
        });
        best.map(|(_, grid)| grid)
    }

    /// Returns the number of wires between blocks of the same column.
    fn inner_wires(&self) -> usize {
        let column = |block: usize| self.places[block].column;
        let wires = self.diagram.wires.iter();
        wires.filter(|wire| column(wire.from.block) == column(wire.to.block)).count()
    }

    fn extent(&self) -> (f64, f64) {
        (Columns::new(self, 0.0).width, self.tallest())
    }
}

/// Returns the width of the page that a drawing needs.
fn page((width, height): (f64, f64)) -> f64 {
    width.max(SHAPE * height)
}
