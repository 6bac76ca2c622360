//! Heights of the boxes in a grid: lines are straight where they can be.

use super::grid::{GAP, Grid, Place};
use super::routes::overlaps;
use super::rows::{Row, Side, heading, offsets};

/// The number of passes over the columns.
const PASSES: usize = 8;
/// The weight of a place that can be anywhere.
const LIGHT: f64 = 0.1;

impl Grid<'_> {
    /// Improves the heights of the places: as few wires as possible are drawn over each other, and
    /// they are as short as possible.
    pub fn improve(&mut self) {
        let mut best = ((usize::MAX, f64::MAX), vec![]);
        for pass in 0..PASSES {
            self.align(pass);
            self.arrange();
            let cost = (overlaps(self), self.length());
            if cost < best.0 {
                best = (cost, self.places.clone());
            }
        }
        self.places = best.1;
        self.arrange();
    }

    /// Returns the total length of the vertical lines.
    fn length(&self) -> f64 {
        let spans = self.crossings.iter().map(|crossing| {
            let stops = crossing.left.iter().chain(&crossing.right);
            let heights = || stops.clone().map(|stop| self.height(stop));
            heights().fold(f64::MIN, f64::max) - heights().fold(f64::MAX, f64::min)
        });
        spans.sum()
    }

    /// Returns the height of the highest column.
    pub fn tallest(&self) -> f64 {
        let mut heights: Vec<f64> = Vec::new();
        for place in &self.places {
            heights.resize(heights.len().max(place.column + 1), 0.0);
            heights[place.column] += place.height + GAP;
        }
        heights.into_iter().fold(0.0, f64::max)
    }

    /// Sorts the rows of each side by the heights of the other ends of their trunks, rows without
    /// wires first.
    pub fn arrange(&mut self) {
        for block in 0..self.diagram.blocks.len() {
            for side in [Side::Left, Side::Right] {
                let rows = self.rows_of[block].iter().filter(|row| self.rows[**row].side == side);
                let mut own: Vec<(f64, usize)> =
                    rows.map(|row| (self.height_beyond(*row), *row)).collect();
                // Rows of one trunk stay together and in their order.
                own.sort_by(|(one, row), (other, next)| {
                    one.total_cmp(other).then(self.rows[*row].trunk.cmp(&self.rows[*next].trunk))
                });
                let of_block: Vec<&Row> = own.iter().map(|(_, row)| &self.rows[*row]).collect();
                let (offsets, height) = offsets(&of_block, side);
                let all: Vec<&Row> =
                    self.rows_of[block].iter().map(|row| &self.rows[*row]).collect();
                let heading = heading(&self.diagram.blocks[block], &all);
                // Centred below the heading.
                let top = (heading - height) / 2.0;
                for ((_, row), offset) in own.into_iter().zip(offsets) {
                    self.rows[row].offset = top + offset;
                }
            }
        }
    }

    /// Returns the average height of the other ends of the trunk of a row.
    fn height_beyond(&self, row: usize) -> f64 {
        let Row { end, trunk, .. } = self.rows[row];
        let beyond = self.at[end.block].iter().find_map(|(crossing, is_left)| {
            let crossing = &self.crossings[*crossing];
            let (here, there) = crossing.sides_from(*is_left);
            let is_here = || here.iter().any(|stop| stop.rows.contains(&row));
            (Some(crossing.trunk) == trunk && is_here()).then_some(if there.is_empty() {
                here
            } else {
                there
            })
        });
        match beyond {
            None => f64::MIN,
            Some(stops) => {
                stops.iter().map(|stop| self.height(stop)).sum::<f64>() / stops.len() as f64
            }
        }
    }

    /// Moves the places of each column towards their neighbours in the column before or after, so
    /// that lines become straight.
    fn align(&mut self, pass: usize) {
        self.arrange();
        let count = self.places.iter().map(|place| place.column + 1).max().unwrap_or(0);
        let is_rightward = pass.is_multiple_of(2);
        let bottom = self.tallest();
        for step in 0..count {
            let column = if is_rightward { step } else { count - 1 - step };
            let places =
                (0..self.places.len()).filter(|place| self.places[*place].column == column);
            let mut order: Vec<(usize, usize, Wish)> = places
                .map(|place| (self.leaders[place], place, self.wish(place, is_rightward)))
                .collect();
            order.sort_by(|(leader, place, one), (of_other, other, two)| {
                let own = (leader, leader != place, place);
                one.at.total_cmp(&two.at).then(own.cmp(&(of_other, of_other != other, other)))
            });
            let wishes: Vec<Wish> = order.iter().map(|(.., wish)| *wish).collect();
            for ((_, place, _), y) in order.into_iter().zip(positions(&wishes, GAP, bottom)) {
                self.places[place].y = y;
            }
        }
    }

    /// Returns where a place should be for most of its lines on one side to be straight.
    fn wish(&self, place: usize, is_rightward: bool) -> Wish {
        let leader = self.leaders[place];
        let mut heights = Vec::new();
        let looked_at = self.at[leader].iter().filter(|(_, is_left)| *is_left != is_rightward);
        for (crossing, is_left) in looked_at {
            let (here, before) = self.crossings[*crossing].sides_from(*is_left);
            for stop in here.iter().filter(|stop| stop.node == leader) {
                heights.extend(before.iter().map(|other| self.height(other) - self.offset(stop)));
            }
        }
        heights.sort_by(f64::total_cmp);
        let Place { y, .. } = self.places[leader];
        let Place { height, .. } = self.places[place];
        match heights.get(heights.len() / 2) {
            Some(at) if leader == place => Wish { at: *at, weight: heights.len() as f64, height },
            Some(at) => Wish { at: *at, weight: LIGHT, height },
            None => Wish { at: y, weight: LIGHT, height },
        }
    }
}

/// A box in a column.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Wish {
    /// Where its centre should be.
    pub at: f64,
    pub weight: f64,
    pub height: f64,
}

/// Returns the positions of boxes, from top to bottom with at least `gap` between them, that are as
/// near as possible to where they should be, by least squares, and between 0 and `bottom` if they
/// have room there.
fn positions(wishes: &[Wish], gap: f64, bottom: f64) -> Vec<f64> {
    // Without the boxes and gaps above, the order is all that is left: isotonic regression.
    let mut above = 0.0;
    let shifts: Vec<f64> = wishes
        .iter()
        .map(|wish| {
            let shift = above + wish.height / 2.0;
            above += wish.height + gap;
            shift
        })
        .collect();
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for (wish, shift) in wishes.iter().zip(&shifts) {
        let mut block = (wish.at - shift, wish.weight, 1);
        while let Some((at, weight, count)) = blocks.pop_if(|(at, ..)| *at > block.0) {
            let sum = weight + block.1;
            block = ((at * weight + block.0 * block.1) / sum, sum, count + block.2);
        }
        blocks.push(block);
    }
    let lowest = (bottom - above + gap).max(0.0);
    let flat = blocks.iter().flat_map(|(at, _, count)| std::iter::repeat_n(*at, *count));
    flat.zip(&shifts).map(|(at, shift)| (at.clamp(0.0, lowest) + shift).round()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Wish, positions};

    #[test]
    fn boxes_are_where_they_should_be_unless_they_would_overlap() {
        let wish = |at| Wish { at, weight: 1.0, height: 10.0 };
        assert_eq!(positions(&[wish(5.0), wish(50.0)], 2.0, 100.0), [5.0, 50.0]);
        assert_eq!(positions(&[wish(20.0), wish(20.0)], 2.0, 100.0), [14.0, 26.0]);
        let reversed = [wish(40.0), wish(20.0), wish(0.0)];
        assert_eq!(positions(&reversed, 2.0, 100.0), [8.0, 20.0, 32.0]);
        assert_eq!(positions(&[wish(-20.0), wish(50.0)], 2.0, 40.0), [5.0, 35.0]);
        assert_eq!(positions(&[wish(0.0), wish(0.0)], 2.0, 10.0), [5.0, 17.0]);
        assert_eq!(positions(&[], 2.0, 10.0), [] as [f64; 0]);
    }
}
