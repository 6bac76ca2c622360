//! Converts the table into a message.

use crate::game::Side;
use crate::game::{self, CHIPS, Phase, ShoeStage};
use crate::machine::BoardOutputs;
use crate::server::protocol::{Hand, OutcomeCounts, Shoe, Table};

/// Returns the state of the table. The scores are those on the machine's lights.
pub fn table(table: &game::Table, outputs: BoardOutputs) -> Table {
    let hand = |side| Hand {
        cards: table.cards(side).iter().map(ToString::to_string).collect(),
        score: outputs.score(side),
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
        shoe: table.shoe().map(|cards| shoe(cards, table.phase())).unwrap_or_default(),
        rounds: tally.total(),
        wins: OutcomeCounts { player: tally.player, banker: tally.banker, tie: tally.tie },
    }
}

fn shoe(shoe: &game::Shoe, phase: Phase) -> Shoe {
    Shoe {
        decks: shoe.size().decks(),
        left: Some(shoe.left()),
        total: Some(shoe.size().cards()),
        burned: shoe.burned(),
        cut_card_out: shoe.stage() > ShoeStage::Dealing,
        // Once a hand is over, `LastHand` means the next one.
        last_hand: match shoe.stage() {
            ShoeStage::Dealing | ShoeStage::CutCardOut => false,
            ShoeStage::LastHand => phase != Phase::Over,
            ShoeStage::Over => true,
        },
    }
}
