//! The table and its roads as the page gets them.

use crate::game::Side;
use crate::game::{self, CHIPS, Phase, Stage, roads};
use crate::machine::BoardOutputs;
use crate::server::protocol::{Bead, Hand, Mark, Roads, Shoe, Table, Win, Wins};

/// What is on the table; the scores are those that the machine's lights show.
pub fn table(table: &game::Table, picture: BoardOutputs) -> Table {
    let hand = |side| Hand {
        cards: table.cards(side).iter().map(ToString::to_string).collect(),
        score: picture.score(side),
    };
    let tally = table.tally();
    Table {
        phase: table.phase(),
        player: hand(Side::Player),
        banker: hand(Side::Banker),
        next: table.step().next_card(),
        reason: table.step().to_string(),
        outcome: table.outcome(),
        name: table.name().to_string(),
        bankroll: table.purse().bankroll(),
        bets: *table.purse().stakes(),
        last_bets: *table.purse().last_stakes(),
        payouts: table.payouts().to_vec(),
        chips: CHIPS.to_vec(),
        shoe: table.shoe().map(|given| shoe(given, table.phase())).unwrap_or_default(),
        rounds: tally.total(),
        wins: Wins { player: tally.player, banker: tally.banker, tie: tally.tie },
    }
}

fn shoe(shoe: &game::Shoe, phase: Phase) -> Shoe {
    Shoe {
        decks: shoe.size().decks(),
        left: Some(shoe.left()),
        total: Some(shoe.size().cards()),
        burned: shoe.burned(),
        cut_card_out: shoe.stage() > Stage::Dealing,
        // While the cards of the hand before are on the table, the last is the next.
        last_hand: match shoe.stage() {
            Stage::Dealing | Stage::CutCardOut => false,
            Stage::LastHand => phase != Phase::Over,
            Stage::Over => true,
        },
    }
}

/// The roads of a score card.
pub fn roads(card: &game::ScoreCard) -> Roads {
    let roads = card.roads();
    let win = |placed: &roads::Placed<roads::Win>| Win {
        column: placed.cell.column,
        row: placed.cell.row,
        side: placed.mark.side,
        ties: placed.mark.ties,
    };
    Roads {
        bead: card.entries().iter().map(bead).collect(),
        big: roads.big_road.iter().map(win).collect(),
        leading_ties: roads.leading_ties,
        big_eye: roads.big_eye_boy.iter().map(mark).collect(),
        small: roads.small_road.iter().map(mark).collect(),
        cockroach: roads.cockroach_pig.iter().map(mark).collect(),
    }
}

fn bead(entry: &game::Entry) -> Bead {
    Bead { outcome: entry.outcome, natural: entry.natural }
}

fn mark(placed: &roads::Placed<roads::Colour>) -> Mark {
    Mark { column: placed.cell.column, row: placed.cell.row, colour: placed.mark }
}
