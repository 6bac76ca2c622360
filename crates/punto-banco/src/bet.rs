//! Bets, their odds and how they are settled.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::round::Outcome;

/// A bet that can be placed on a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Bet {
    Player,
    Banker,
    Tie,
}

impl Bet {
    /// Every bet.
    pub const ALL: [Bet; 3] = [Bet::Player, Bet::Banker, Bet::Tie];

    /// Returns the payout odds: player 1:1, banker 19:20 (even money less the house's commission of
    /// 5 %), tie 8:1.
    pub const fn odds(self) -> Odds {
        match self {
            Bet::Player => Odds { pays: 1, per: 1 },
            Bet::Banker => Odds { pays: 19, per: 20 },
            Bet::Tie => Odds { pays: 8, per: 1 },
        }
    }

    /// Returns how the bet is settled. On a tie, bets on player and banker push.
    pub const fn settle(self, outcome: Outcome) -> Settlement {
        match (self, outcome) {
            (Bet::Player, Outcome::Player)
            | (Bet::Banker, Outcome::Banker)
            | (Bet::Tie, Outcome::Tie) => Settlement::Win,
            (Bet::Player | Bet::Banker, Outcome::Tie) => Settlement::Push,
            (Bet::Player, Outcome::Banker)
            | (Bet::Banker, Outcome::Player)
            | (Bet::Tie, Outcome::Player | Outcome::Banker) => Settlement::Lose,
        }
    }
}

impl fmt::Display for Bet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Bet::Player => "player",
            Bet::Banker => "banker",
            Bet::Tie => "tie",
        })
    }
}

/// Payout odds: a winning bet returns the stake plus `pays` for every `per` staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    pub pays: u32,
    pub per: u32,
}

/// Writes the odds as casinos do: `19:20`.
impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.pays, self.per)
    }
}

/// How a bet is settled at the end of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Settlement {
    /// The bet is paid at its [odds](Bet::odds).
    Win,
    /// The stake is returned.
    Push,
    /// The stake is lost.
    Lose,
}
