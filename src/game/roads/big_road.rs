//! The big road: the wins by streaks.

use crate::game::{Outcome, Side};

/// A win on the big road, with the ties that came after it and before the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    pub side: Side,
    pub ties: usize,
}

/// The wins in streaks of one side, as they would stand on a sheet with rows enough: a column for each streak. This is what
/// the derived roads look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BigRoad {
    columns: Vec<Vec<Win>>,
    leading_ties: usize,
}

impl BigRoad {
    /// The big road of these rounds.
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

    /// The streaks, each with at least one win.
    pub fn columns(&self) -> &[Vec<Win>] {
        &self.columns
    }

    /// All wins in order.
    pub fn wins(&self) -> impl Iterator<Item = Win> {
        self.columns.iter().flatten().copied()
    }

    /// The ties before the first win.
    pub const fn leading_ties(&self) -> usize {
        self.leading_ties
    }
}
