//! The random decisions at one board: when a key is released, and what else moves.

use super::follower::Follower;
use super::pins::Pins;
use crate::{BANKROLL_KEY, RESET_KEY, STAKES_KEY, STEP_KEY};
use de1_soc::SWITCHES;
use punto_banco::casino::CHIP;

/// Moves the keys and switches of one board at random.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: fastrand::Rng,
    /// The releases of this hand may bounce. Its cards are then not drawn at random instants.
    pub bounces: bool,
}

impl RandomPlayer {
    pub fn new(random: fastrand::Rng) -> RandomPlayer {
        RandomPlayer { random, bounces: false }
    }

    fn one_in(&mut self, times: u32) -> bool {
        self.random.u32(..times) == 0
    }

    /// Returns whether the shoe is finished: the last hand is over.
    pub fn is_finished(follower: &Follower) -> bool {
        follower.casino().is_last_hand() && follower.casino().outcome().is_some()
    }

    /// Sets the keys and switches for the next release of KEY0, and returns the cycles until then.
    /// They are as random as the card: each position of the shoe is equally likely.
    ///
    /// The table is not cleared after the last hand of a shoe.
    pub fn press(&mut self, follower: &Follower, pins: &mut Pins) -> usize {
        let casino = follower.casino();
        let is_betting = casino.dealt().is_empty();
        if is_betting {
            self.bounces = self.one_in(16);
        }
        let is_finished = Self::is_finished(follower);
        pins.set_key(STEP_KEY, !is_finished || self.one_in(4));
        let clears = match casino.outcome() {
            Some(_) => !is_finished && !self.one_in(16),
            None => self.one_in(16),
        };
        pins.set_key(RESET_KEY, clears);
        let shows_number = self.one_in(4);
        pins.set_key(STAKES_KEY, shows_number && self.random.bool());
        pins.set_key(BANKROLL_KEY, shows_number && self.random.bool());
        if self.one_in(if is_betting { 2 } else { 16 }) {
            pins.switches = self.switches(casino.credits());
        }
        // A bet that is refused too often stops the game.
        if casino.refuses(pins.bet()) && self.random.bool() {
            pins.switches &= 0b111 << 7;
        }
        self.random.usize(..casino.shoe().len())
    }

    /// Chooses switches: any, few chips, or about all credits.
    fn switches(&mut self, credits: u32) -> u16 {
        let bets = self.random.u16(..8);
        let chips = match self.random.u32(..8) {
            0 => self.random.u16(..128),
            1 => {
                let affordable = credits / CHIP / bets.count_ones().max(1);
                (affordable as u16 + self.random.u16(..2)).min(127)
            }
            _ => self.random.u16(..8),
        };
        bets << 7 | chips
    }

    /// Now and then, moves a key or a switch at an odd comparison. Moves KEY0 never, and KEY3 not
    /// after the last hand.
    pub fn move_inputs(&mut self, follower: &Follower, pins: &mut Pins) {
        match self.random.u32(..64) {
            0 => pins.switches ^= 1 << self.random.usize(..SWITCHES),
            1 => pins.switches = self.random.u16(..1 << SWITCHES),
            2 => pins.held ^= 1 << STAKES_KEY,
            3 => pins.held ^= 1 << BANKROLL_KEY,
            4 if !Self::is_finished(follower) => pins.held ^= 1 << RESET_KEY,
            _ => {}
        }
    }

    /// Returns whether the key bounces at this release: presses KEY0 again.
    pub fn bounce(&mut self, follower: &Follower, pins: &mut Pins) -> bool {
        let bounces = self.bounces && !pins.hides_cards() && self.random.bool();
        if bounces {
            pins.set_key(STEP_KEY, true);
            if RandomPlayer::is_finished(follower) {
                pins.set_key(RESET_KEY, false);
            }
        }
        bounces
    }

    /// Returns a number of cycles below a limit.
    pub fn cycles(&mut self, limit: usize) -> usize {
        self.random.usize(..limit)
    }
}
