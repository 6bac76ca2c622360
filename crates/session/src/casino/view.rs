//! Converts the state of the machine into a message.

use crate::protocol::{
    Casino, CasinoPayout, CasinoShoe, CasinoStakes, Displays, Hand, HandStakes, PlayedHand, Release,
};
use baccarat_sim::casino::CasinoState;
use baccarat_sim::{HandOutputs, SimulatedBoard};
use de1_soc::BoardOutputs;
use punto_banco::casino::{CHIP, MAXIMUM_BANKROLL};
use punto_banco::{Bet, Outcome, Rank, Side, Step, is_natural};

/// Returns the state of the game.
pub fn casino(state: &CasinoState, machine: &SimulatedBoard) -> Casino {
    let outputs = machine.outputs();
    let is_betting = state.is_betting();
    let hand = |side| Hand {
        cards: state.cards(side).iter().map(ToString::to_string).collect(),
        // While bets are taken, the lights do not show scores.
        score: if is_betting { 0 } else { outputs.score(side) },
    };
    Casino {
        release: release(state),
        player: hand(Side::Player),
        banker: hand(Side::Banker),
        reason: Step::after(&dealt(state)).to_string(),
        outcome: state.outcome,
        displays: displays(state),
        bankroll: state.credits.into(),
        at_limit: state.credits == MAXIMUM_BANKROLL,
        broke: state.outcome.is_some() && state.credits < CHIP,
        stakes: CasinoStakes {
            each: state.stake.into(),
            player: state.bet.player,
            banker: state.bet.banker,
            tie: state.bet.tie,
            total: state.stakes.into(),
        },
        paid: state.outcome.map(|_| state.payment.into()),
        payouts: state.outcome.map_or_else(Vec::new, |outcome| payouts(state, outcome)),
        shoe: CasinoShoe {
            // The machine burns cards without looking at them: to it they are still in the shoe.
            cards: state.cards_left.saturating_sub(state.burned).into(),
            before_cut: state.cards_before_cut.into(),
            burn_card: state.burn_card.as_ref().map(ToString::to_string),
            burned: state.burned.into(),
            cut_card_out: state.cut_card_out,
            last_hand: state.last_hand,
            hands: state.hands.into(),
        },
    }
}

/// Returns what the finished hand has paid on each stake.
fn payouts(state: &CasinoState, outcome: Outcome) -> Vec<CasinoPayout> {
    let staked = state.bet.boxes().filter(|_| state.stake > 0);
    let payout = |on: Bet| CasinoPayout {
        on,
        stake: state.stake.into(),
        result: on.settle(outcome),
        returned: state.bet.returned(on, outcome).into(),
    };
    staked.map(payout).collect()
}

/// Returns the finished hand for the history. The scores are those on the lights.
pub fn played_hand(state: &CasinoState, outputs: BoardOutputs, chosen: bool) -> PlayedHand {
    let cards = |side| state.cards(side).iter().map(ToString::to_string).collect();
    let stake = |is_chosen: bool| if is_chosen { state.stake.into() } else { 0 };
    PlayedHand {
        number: 0,
        player: cards(Side::Player),
        banker: cards(Side::Banker),
        player_score: outputs.score(Side::Player),
        banker_score: outputs.score(Side::Banker),
        outcome: state.outcome,
        stakes: HandStakes {
            player: stake(state.bet.player),
            banker: stake(state.bet.banker),
            tie: stake(state.bet.tie),
        },
        paid: state.payment.into(),
        bankroll: state.credits.into(),
        chosen,
        net: 0,
    }
}

/// Returns whether either side has a natural, by the scores on the lights.
pub fn has_natural(state: &CasinoState, outputs: BoardOutputs) -> bool {
    dealt(state).len() == 4
        && [Side::Player, Side::Banker]
            .into_iter()
            .any(|side| is_natural(outputs.score(side) as u8))
}

fn release(state: &CasinoState) -> Release {
    match state.next {
        _ if state.outcome.is_some() => Release::Clear,
        _ if state.refused => Release::Refused,
        _ if !state.shoe_ready => Release::Wait,
        _ if state.burn_card.is_none() => Release::Burn,
        Some(Side::Banker) => Release::Banker,
        Some(Side::Player) => Release::Player,
        None => Release::Wait,
    }
}

fn displays(state: &CasinoState) -> Displays {
    match (state.show_stakes, state.show_bankroll) {
        (true, true) => Displays::CardsBeforeCut,
        (true, false) => Displays::Stakes,
        (false, true) => Displays::Bankroll,
        (false, false) if !state.is_betting() => Displays::Cards,
        (false, false) if state.burn_card_is_up => Displays::BurnCard,
        (false, false) => Displays::Bankroll,
    }
}

/// Returns the ranks on the table in deal order: the sides take turns.
fn dealt(state: &CasinoState) -> Vec<Rank> {
    let places = (0..3).flat_map(|place| [state.player.get(place), state.banker.get(place)]);
    places.flatten().map(|card| card.rank).collect()
}
