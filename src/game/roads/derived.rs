//! The roads that are derived from the big road.

use serde::Serialize;

use super::big_road::BigRoad;

/// A mark on a derived road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// The big road repeats itself.
    Red,
    /// It does not.
    Blue,
}

impl Colour {
    const fn when_alike(is_alike: bool) -> Colour {
        if is_alike { Colour::Red } else { Colour::Blue }
    }
}

/// The three roads that look back at the big road, each a column further than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivedRoad {
    BigEyeBoy,
    SmallRoad,
    CockroachPig,
}

impl DerivedRoad {
    pub const ALL: [DerivedRoad; 3] =
        [DerivedRoad::BigEyeBoy, DerivedRoad::SmallRoad, DerivedRoad::CockroachPig];

    /// How many columns of the big road it looks back.
    pub const fn distance(self) -> usize {
        match self {
            DerivedRoad::BigEyeBoy => 1,
            DerivedRoad::SmallRoad => 2,
            DerivedRoad::CockroachPig => 3,
        }
    }

    /// A mark for every win on the big road from the first that there is something to compare with: for the big eye boy that
    /// is the second win of the second streak, or the first of the third; for the others one and two streaks later.
    ///
    /// - A win that begins a streak compares the streak that it ended with the one `distance` before that one: red if they
    ///   are as long.
    /// - Another win looks `distance` columns to the left, at the cell beside it and the one above that: red if both have
    ///   a win or neither has.
    ///
    /// Columns are those of the streaks: tails that the sheet forces make no difference. The rules are as M. Shackleford tells
    /// them ("Baccarat Score Boards", Wizard of Odds).
    pub fn marks(self, big_road: &BigRoad) -> Vec<Colour> {
        let lengths: Vec<usize> = big_road.columns().iter().map(Vec::len).collect();
        let mut marks = Vec::new();
        for (column, length) in lengths.iter().enumerate() {
            let before = |column: usize| Some(lengths[column.checked_sub(self.distance())?]);
            let ended = column.checked_sub(1);
            let begins = ended.and_then(|ended| Some(lengths[ended] == before(ended)?));
            marks.extend(begins.map(Colour::when_alike));
            if let Some(beside) = before(column) {
                // The cell beside the win in this row is the first empty one exactly if that streak is as long as the row.
                marks.extend((1..*length).map(|row| Colour::when_alike(row != beside)));
            }
        }
        marks
    }
}
