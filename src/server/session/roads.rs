//! Converts a score card into a message.

use crate::game::{self, roads};
use crate::server::protocol::{Bead, BigRoadEntry, DerivedRoadEntry, Roads};

/// Returns the roads of a score card.
pub fn of(card: &game::ScoreCard) -> Roads {
    let roads = card.roads();
    let big = |placed: &roads::Placed<roads::Win>| BigRoadEntry {
        column: placed.cell.column,
        row: placed.cell.row,
        side: placed.mark.side,
        ties: placed.mark.ties,
    };
    Roads {
        bead: card.entries().iter().map(bead).collect(),
        big: roads.big_road.iter().map(big).collect(),
        leading_ties: roads.leading_ties,
        big_eye: roads.big_eye_boy.iter().map(derived).collect(),
        small: roads.small_road.iter().map(derived).collect(),
        cockroach: roads.cockroach_pig.iter().map(derived).collect(),
    }
}

fn bead(entry: &game::Entry) -> Bead {
    Bead { outcome: entry.outcome, natural: entry.natural }
}

fn derived(placed: &roads::Placed<roads::Colour>) -> DerivedRoadEntry {
    DerivedRoadEntry { column: placed.cell.column, row: placed.cell.row, colour: placed.mark }
}
