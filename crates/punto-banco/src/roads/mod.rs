//! The roads: the charts that baccarat players draw of a shoe's rounds, each with six rows.
//!
//! - The **bead plate** has every round in order, column by column.
//! - The **big road** has the wins: a column for each streak of one side. Ties are slashes on the
//!   win before them.
//! - The **big eye boy**, the **small road** and the **cockroach pig** are derived from the big
//!   road: red where it repeats itself, blue where it does not.
//!
//! A column without room below turns right and continues along its row: the dragon's tail.

mod big_road;
mod derived;
mod grid;

use serde::Serialize;

use super::score_card::Entry;
use crate::Outcome;
pub use big_road::{BigRoad, Win};
pub use derived::{Colour, DerivedRoad};
use grid::lay_out;
pub use grid::{Cell, ROWS};

/// A mark and its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Placed<T> {
    pub cell: Cell,
    pub mark: T,
}

/// All five roads, each in drawing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Roads {
    pub bead_plate: Vec<Placed<Entry>>,
    pub big_road: Vec<Placed<Win>>,
    /// The ties before the first win, which cannot be slashes on one.
    pub leading_ties: usize,
    pub big_eye_boy: Vec<Placed<Colour>>,
    pub small_road: Vec<Placed<Colour>>,
    pub cockroach_pig: Vec<Placed<Colour>>,
    /// What the derived roads get if the player wins the next round.
    pub after_player: NextMarks,
    /// What they get if the banker wins it.
    pub after_banker: NextMarks,
}

/// The next mark of each derived road; `None` if it gets none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NextMarks {
    pub big_eye_boy: Option<Colour>,
    pub small_road: Option<Colour>,
    pub cockroach_pig: Option<Colour>,
}

impl NextMarks {
    fn after(outcomes: &[Outcome], next: Outcome) -> NextMarks {
        let before = BigRoad::of(outcomes);
        let after = BigRoad::of(&[outcomes, &[next]].concat());
        let mark = |road: DerivedRoad| road.marks(&after).get(road.marks(&before).len()).copied();
        NextMarks {
            big_eye_boy: mark(DerivedRoad::BigEyeBoy),
            small_road: mark(DerivedRoad::SmallRoad),
            cockroach_pig: mark(DerivedRoad::CockroachPig),
        }
    }
}

impl Roads {
    /// Returns the roads of these rounds.
    pub fn of(entries: &[Entry]) -> Roads {
        let outcomes: Vec<Outcome> = entries.iter().map(|entry| entry.outcome).collect();
        let big_road = BigRoad::of(&outcomes);
        let derived = |road: DerivedRoad| streaks(&road.marks(&big_road), |mark| *mark);
        Roads {
            bead_plate: bead_plate(entries),
            big_road: streaks(&big_road.wins().collect::<Vec<_>>(), |win| win.side),
            leading_ties: big_road.leading_ties(),
            big_eye_boy: derived(DerivedRoad::BigEyeBoy),
            small_road: derived(DerivedRoad::SmallRoad),
            cockroach_pig: derived(DerivedRoad::CockroachPig),
            after_player: NextMarks::after(&outcomes, Outcome::Player),
            after_banker: NextMarks::after(&outcomes, Outcome::Banker),
        }
    }
}

fn bead_plate(entries: &[Entry]) -> Vec<Placed<Entry>> {
    let placed = |(place, entry): (usize, &Entry)| Placed {
        cell: Cell { column: place / ROWS, row: place % ROWS },
        mark: *entry,
    };
    entries.iter().enumerate().map(placed).collect()
}

/// Places the marks with a column for each streak of equal kind.
fn streaks<T: Copy, K: PartialEq>(marks: &[T], kind: impl Fn(&T) -> K) -> Vec<Placed<T>> {
    let lengths = marks.chunk_by(|one, next| kind(one) == kind(next)).map(<[T]>::len);
    let cells = lay_out(lengths);
    marks.iter().zip(cells).map(|(mark, cell)| Placed { cell, mark: *mark }).collect()
}
