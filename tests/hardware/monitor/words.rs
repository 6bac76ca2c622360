//! The headline and the prompt of a state.

use punto_banco::casino::CHIP;
use punto_banco::{Outcome, Side};

use super::picture::Colour;
use super::reference::{GOLD, LIGHT_BLUE, LIGHT_GREEN, LIGHT_RED};
use super::state::State;

/// Returns what happens at the table, and its colour.
pub fn headline(state: &State) -> (&'static str, Colour) {
    match (state.game.outcome, state.won_by_natural()) {
        (Some(Outcome::Tie), true) => ("TIE OF NATURALS", LIGHT_GREEN),
        (Some(Outcome::Tie), false) => ("TIE", LIGHT_GREEN),
        (Some(Outcome::Player), true) => ("PLAYER WINS WITH A NATURAL", LIGHT_BLUE),
        (Some(Outcome::Player), false) => ("PLAYER WINS", LIGHT_BLUE),
        (Some(Outcome::Banker), true) => ("BANKER WINS WITH A NATURAL", LIGHT_RED),
        (Some(Outcome::Banker), false) => ("BANKER WINS", LIGHT_RED),
        (None, _) if !state.game.is_betting() => ("NO MORE BETS", GOLD),
        (None, _) if state.game.refused => ("STAKES ABOVE THE BANKROLL", LIGHT_RED),
        (None, _) if state.game.burn_card.is_none() => ("A NEW SHOE", GOLD),
        (None, _) => ("PLACE YOUR BETS", GOLD),
    }
}

/// Returns what the next release of KEY0 does.
pub fn prompt(state: &State) -> &'static str {
    let game = &state.game;
    if game.outcome.is_some() {
        return match (game.credits < CHIP, game.last_hand, state.key3_held) {
            (true, _, true) => "RELEASE KEY0 FOR A NEW BANKROLL",
            (true, _, false) => "HOLD KEY3 AND RELEASE KEY0 FOR A NEW BANKROLL",
            (false, true, true) => "RELEASE KEY0 FOR A NEW SHOE",
            (false, true, false) => "HOLD KEY3 AND RELEASE KEY0 FOR A NEW SHOE",
            (false, false, true) => "RELEASE KEY0 TO CLEAR THE TABLE",
            (false, false, false) => "HOLD KEY3 AND RELEASE KEY0 TO CLEAR THE TABLE",
        };
    }
    match game.next {
        _ if state.key3_held => "RELEASE KEY3: WITH IT HELD, KEY0 HAS NO EFFECT",
        _ if game.refused => "LOWER THE STAKES: SW6 TO SW0 ARE CHIPS OF 20",
        _ if !game.shoe_ready => "THE NEW SHOE IS BEING FILLED",
        _ if game.burn_card.is_none() => "RELEASE KEY0 TO TURN UP THE BURN CARD",
        Some(Side::Player) => "RELEASE KEY0 TO DEAL A CARD TO THE PLAYER",
        Some(Side::Banker) => "RELEASE KEY0 TO DEAL A CARD TO THE BANKER",
        None => panic!("nobody gets the next card, and the hand is not over"),
    }
}
