//! Everything that the picture depends on.

use baccarat_sim::casino::CasinoState;
use punto_banco::casino::{CHIP, Card, SwitchBet};
use punto_banco::{Bet, Outcome, Side};

/// The state of the machine.
#[derive(Clone)]
pub struct State {
    /// Cards, bets, bankroll and shoe.
    pub game: CasinoState,
    /// The outcomes of the hands from this shoe, in order.
    pub outcomes: Vec<Outcome>,
    /// KEY3 is held.
    pub key3_held: bool,
}

impl State {
    /// Whether the hand is over, and a side does not lose.
    pub fn does_not_lose(&self, side: Side) -> bool {
        match self.game.outcome {
            None => false,
            Some(Outcome::Tie) => true,
            Some(Outcome::Player) => side == Side::Player,
            Some(Outcome::Banker) => side == Side::Banker,
        }
    }

    /// Whether the hand is over, and a bet wins.
    pub fn wins(&self, bet: Bet) -> bool {
        self.game.outcome == Some(outcome(bet))
    }

    /// Whether the winner has a natural, or both sides have one of the same score.
    pub fn won_by_natural(&self) -> bool {
        let is_natural = |cards: &[Card], score: u32| cards.len() == 2 && score >= 8;
        let game = &self.game;
        match game.outcome {
            None => false,
            Some(Outcome::Player | Outcome::Tie) => is_natural(&game.player, game.player_score),
            Some(Outcome::Banker) => is_natural(&game.banker, game.banker_score),
        }
    }

    /// Returns the stake on a box, in credits.
    pub fn stake(&self, bet: Bet) -> u32 {
        if self.has_bet(bet) { self.game.bet.chips * CHIP } else { 0 }
    }

    /// Returns what a box pays back, the stake included, in credits; 0 before the end of the hand.
    pub fn payment(&self, bet: Bet) -> u32 {
        let only = SwitchBet {
            player: bet == Bet::Player,
            banker: bet == Bet::Banker,
            tie: bet == Bet::Tie,
            chips: if self.has_bet(bet) { self.game.bet.chips } else { 0 },
        };
        self.game.outcome.map_or(0, |outcome| only.payment(outcome))
    }

    fn has_bet(&self, bet: Bet) -> bool {
        match bet {
            Bet::Player => self.game.bet.player,
            Bet::Banker => self.game.bet.banker,
            Bet::Tie => self.game.bet.tie,
        }
    }
}

/// Returns the outcome that a bet is on.
fn outcome(bet: Bet) -> Outcome {
    match bet {
        Bet::Player => Outcome::Player,
        Bet::Banker => Outcome::Banker,
        Bet::Tie => Outcome::Tie,
    }
}
