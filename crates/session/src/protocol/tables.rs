//! The tables of `task5` and `casino`.

use serde::Serialize;

use punto_banco::{Bet, Cents, Outcome, Payout, Phase, Settlement, Side, Stakes};

/// The state of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Table {
    pub phase: Phase,
    pub player: Hand,
    pub banker: Hand,
    /// Who gets the next card.
    pub next: Option<Side>,
    /// Why the next card is or is not drawn.
    pub reason: String,
    pub outcome: Option<Outcome>,
    pub name: String,
    pub bankroll: Cents,
    pub bets: Stakes,
    pub last_bets: Stakes,
    pub payouts: Vec<Payout>,
    /// The last change of the bets can be undone.
    pub can_undo: bool,
    /// The chips on offer, in ascending order.
    pub chips: Vec<Cents>,
    pub shoe: Shoe,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hand {
    /// Ranks such as `A`, `10` or `K`; for `casino` with the letters of the suits, such as `10H`.
    pub cards: Vec<String>,
    pub score: u64,
}

/// The shoe. For the infinite deck, all values are 0, false or absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shoe {
    pub decks: u32,
    pub left: Option<usize>,
    pub total: Option<usize>,
    pub burned: usize,
    pub cut_card_out: bool,
    pub last_hand: bool,
}

/// The state of `casino`, read from its pins and registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Casino {
    /// What the next release of KEY0 does.
    pub release: Release,
    pub player: Hand,
    pub banker: Hand,
    /// Why the next card is or is not drawn.
    pub reason: String,
    pub outcome: Option<Outcome>,
    pub displays: Displays,
    pub bankroll: u64,
    /// The bankroll does not grow any further.
    pub at_limit: bool,
    /// The bankroll does not pay for a chip: the next hand starts with a new one.
    pub broke: bool,
    pub stakes: CasinoStakes,
    /// What the finished hand has paid back, stakes included.
    pub paid: Option<u64>,
    /// The same for each stake of the finished hand.
    pub payouts: Vec<CasinoPayout>,
    pub shoe: CasinoShoe,
}

/// What a release of KEY0 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Release {
    /// Nothing: a new shoe is being written.
    Wait,
    /// Nothing: the stakes exceed the bankroll.
    Refused,
    /// It turns up the burn card.
    Burn,
    /// It deals a card to the player.
    Player,
    /// It deals a card to the banker.
    Banker,
    /// It clears the table if KEY3 is held.
    Clear,
}

/// What the displays show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Displays {
    Cards,
    BurnCard,
    Bankroll,
    Stakes,
    CardsBeforeCut,
}

/// The bets on the hand on the table; without one, those for the next hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CasinoStakes {
    /// The stake on each chosen box.
    pub each: u64,
    pub player: bool,
    pub banker: bool,
    pub tie: bool,
    pub total: u64,
}

/// A settled stake, in credits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CasinoPayout {
    pub on: Bet,
    pub stake: u64,
    pub result: Settlement,
    /// Stake and winnings, the stake alone on a push, or 0.
    pub returned: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CasinoShoe {
    /// Cards in the shoe, without those that were burned.
    pub cards: u64,
    pub before_cut: u64,
    pub burn_card: Option<String>,
    /// Cards burned after the burn card.
    pub burned: u64,
    pub cut_card_out: bool,
    /// The hand on the table is the last of the shoe.
    pub last_hand: bool,
    /// Hands dealt, the one on the table included.
    pub hands: u64,
}
