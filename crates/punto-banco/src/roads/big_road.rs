//! The big road: the wins in streaks.

use serde::Serialize;

use crate::{Outcome, Side};

/// A win on the big road, with the number of ties between it and the next win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Win {
    pub side: Side,
    pub ties: usize,
}

/// The wins in streaks of one side, a column for each, without a limit on the rows. The derived
/// roads are computed from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BigRoad {
    columns: Vec<Vec<Win>>,
    leading_ties: usize,
}

impl BigRoad {
    /// Returns the big road of these rounds.
    pub fn of(outcomes: &[Outcome]) -> BigRoad {
        let mut road = BigRoad::default();
        for outcome in outcomes {
            match outcome {
                Outcome::Player => road.win(Side::Player),
                Outcome::Banker => road.win(Side::Banker),
                Outcome::Tie => road.tie(),
            }
        }
        road
    }

    fn win(&mut self, side: Side) {
        let win = Win { side, ties: 0 };
        match self.columns.last_mut() {
            Some(streak) if streak.first().is_some_and(|first| first.side == side) => {
                streak.push(win);
            }
            _ => self.columns.push(vec![win]),
        }
    }

    fn tie(&mut self) {
        match self.columns.last_mut().and_then(|streak| streak.last_mut()) {
            Some(last) => last.ties += 1,
            None => self.leading_ties += 1,
        }
    }

    /// Returns the streaks, each with at least one win.
    pub fn columns(&self) -> &[Vec<Win>] {
        &self.columns
    }

    /// Returns all wins in order.
    pub fn wins(&self) -> impl Iterator<Item = Win> {
        self.columns.iter().flatten().copied()
    }

    /// Returns the number of ties before the first win.
    pub const fn leading_ties(&self) -> usize {
        self.leading_ties
    }
}
