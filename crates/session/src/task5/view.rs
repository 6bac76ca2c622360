//! Converts the table into a message.

use crate::protocol::{Hand, HandStakes, PlayedHand, Shoe, Table};
use baccarat_sim::HandOutputs;
use de1_soc::BoardOutputs;
use punto_banco::Side;
use punto_banco::{self, CHIPS, Phase, ShoeStage};

/// Returns the state of the table. The scores are those on the machine's lights.
pub fn table(table: &punto_banco::Table, outputs: BoardOutputs) -> Table {
    let hand = |side| Hand {
        cards: table.cards(side).iter().map(ToString::to_string).collect(),
        score: outputs.score(side),
    };
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
        can_undo: table.purse().can_undo(),
        chips: CHIPS.to_vec(),
        shoe: table.shoe().map(|cards| shoe(cards, table.phase())).unwrap_or_default(),
    }
}

/// Returns the hand on the table for the history; without an outcome, as if it were abandoned. The
/// stakes are those on the table.
pub fn played_hand(table: &punto_banco::Table, chosen: bool) -> PlayedHand {
    let cards = |side| table.cards(side).iter().map(ToString::to_string).collect();
    let score = |side| punto_banco::score(table.cards(side)).into();
    let stakes = table.purse().stakes();
    PlayedHand {
        number: 0,
        player: cards(Side::Player),
        banker: cards(Side::Banker),
        player_score: score(Side::Player),
        banker_score: score(Side::Banker),
        outcome: table.outcome(),
        stakes: HandStakes {
            player: stakes.player.get(),
            banker: stakes.banker.get(),
            tie: stakes.tie.get(),
        },
        paid: table.payouts().iter().map(|payout| payout.returned.get()).sum(),
        bankroll: table.purse().bankroll().get(),
        chosen,
        net: 0,
    }
}

fn shoe(shoe: &punto_banco::Shoe, phase: Phase) -> Shoe {
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
