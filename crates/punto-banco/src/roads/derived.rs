//! The three roads derived from the big road.

use serde::Serialize;

use super::big_road::BigRoad;

/// A mark on a derived road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// The derived roads. Each compares with a column of the big road one further back than the road
/// before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivedRoad {
    BigEyeBoy,
    SmallRoad,
    CockroachPig,
}

impl DerivedRoad {
    pub const ALL: [DerivedRoad; 3] =
        [DerivedRoad::BigEyeBoy, DerivedRoad::SmallRoad, DerivedRoad::CockroachPig];

    /// Returns how many columns back the road compares with.
    pub const fn distance(self) -> usize {
        match self {
            DerivedRoad::BigEyeBoy => 1,
            DerivedRoad::SmallRoad => 2,
            DerivedRoad::CockroachPig => 3,
        }
    }

    /// Returns a mark for every win on the big road, from the first one with something to compare
    /// with. For the big eye boy that is the second win of the second streak, or the first win of
    /// the third; for the others it is one and two streaks later.
    ///
    /// - For the first win of a streak, the streak before it is compared with the one `distance`
    ///   further left: red if their lengths are equal.
    /// - For any other win, the cell `distance` columns to its left is compared with the cell above
    ///   that: red if both have a win or neither has.
    ///
    /// Columns are streaks: dragon's tails do not matter. The rules follow M. Shackleford,
    /// "Baccarat Score Boards", Wizard of Odds.
    pub fn marks(self, big_road: &BigRoad) -> Vec<Colour> {
        let lengths: Vec<usize> = big_road.columns().iter().map(Vec::len).collect();
        let mut marks = Vec::new();
        for (column, length) in lengths.iter().enumerate() {
            let before = |column: usize| Some(lengths[column.checked_sub(self.distance())?]);
            let ended = column.checked_sub(1);
            let begins = ended.and_then(|ended| Some(lengths[ended] == before(ended)?));
            marks.extend(begins.map(Colour::when_alike));
            if let Some(beside) = before(column) {
                // Only the row just below that streak differs from the row above it.
                marks.extend((1..*length).map(|row| Colour::when_alike(row != beside)));
            }
        }
        marks
    }
}
