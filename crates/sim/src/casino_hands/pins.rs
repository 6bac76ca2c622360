//! The pins of the casino: its keys and switches, and the outputs that the reference expects.

use super::follower::Observation;
use crate::{BANKROLL_KEY, HandOutputs, STAKES_KEY};
use de1_soc::{BoardOutputs, KEYS};
use punto_banco::casino::{Casino, SwitchBet};
use punto_banco::{Rank, Side, Step};

/// The levels of keys and switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pins {
    /// Bit `k`: KEY\[`k`\] is held.
    pub held: u8,
    /// SW\[9:0\].
    pub switches: u16,
}

impl Pins {
    /// Returns whether KEY\[`key`\] is held.
    pub fn holds(self, key: usize) -> bool {
        self.held >> key & 1 == 1
    }

    /// Presses or releases KEY\[`key`\].
    pub fn set_key(&mut self, key: usize, held: bool) {
        self.held = self.held & !(1 << key) | u8::from(held) << key;
    }

    /// Returns whether a key for a number is held, so that cards are hidden.
    pub fn hides_cards(self) -> bool {
        self.holds(STAKES_KEY) || self.holds(BANKROLL_KEY)
    }

    /// Returns the bet of the switches.
    pub fn bet(self) -> SwitchBet {
        SwitchBet::from_switches(self.switches)
    }

    /// Returns the levels of KEY\[3:0\], active low.
    pub fn keys(self) -> u64 {
        u64::from(!self.held & ((1 << KEYS) - 1))
    }

    /// Returns the levels of the input pins: KEY\[3:0\] and SW\[9:0\] above.
    pub(super) fn levels(self) -> u64 {
        self.keys() | u64::from(self.switches) << KEYS
    }
}

/// The outputs that the reference expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// LEDR and the displays.
    pub outputs: BoardOutputs,
    /// The displays show a number, which takes some cycles to convert, instead of cards.
    pub is_number: bool,
}

impl Expected {
    /// Returns whether an observation is right. Numbers count only once they have settled.
    pub fn matches(&self, observation: &Observation) -> bool {
        let (actual, expected) = (observation.outputs, self.outputs);
        match self.is_number && !observation.is_settled {
            true => actual.ledr() == expected.ledr(),
            false => actual == expected,
        }
    }

    /// Returns the outputs for a state of the game.
    pub fn of(casino: &Casino, pins: Pins) -> Expected {
        let is_betting = casino.dealt().is_empty();
        let burn_card = casino.burn_card().filter(|_| is_betting && casino.hands() == 0);
        let number = match (pins.holds(STAKES_KEY), pins.holds(BANKROLL_KEY)) {
            (true, true) => Some(casino.cards_before_cut() as u32),
            (true, false) => Some(casino.stakes(pins.bet())),
            (false, true) => Some(casino.credits()),
            (false, false) if is_betting && burn_card.is_none() => Some(casino.credits()),
            (false, false) => None,
        };
        let (player, banker) = sides(casino);
        let hand = BoardOutputs::showing(player, banker, casino.outcome());
        let ledr = match burn_card {
            _ if casino.refuses(pins.bet()) => 0x3ff,
            Some(_) => casino.burned() as u64,
            None => hand.ledr(),
        };
        let displays = match (number, burn_card) {
            (Some(number), _) => BoardOutputs::number(number),
            (None, Some(card)) => {
                BoardOutputs::showing([None; 3], [None, None, Some(card.rank)], None)
            }
            (None, None) => hand,
        };
        Expected { outputs: displays.with_ledr(ledr), is_number: number.is_some() }
    }
}

/// Returns the cards of player and banker.
fn sides(casino: &Casino) -> ([Option<Rank>; 3], [Option<Rank>; 3]) {
    let card = |index: usize| casino.dealt().get(index).map(|card| card.rank);
    let [p1, b1, p2, b2, fifth, sixth] = std::array::from_fn(card);
    let player_draws = match (p1, b1, p2, b2) {
        (Some(p1), Some(b1), Some(p2), Some(b2)) => {
            Step::after(&[p1, b1, p2, b2]).next_card() == Some(Side::Player)
        }
        _ => false,
    };
    let (players_third, bankers_third) = if player_draws { (fifth, sixth) } else { (None, fifth) };
    ([p1, p2, players_third], [b1, b2, bankers_third])
}
