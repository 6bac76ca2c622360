//! The keys and the clock of our machines.

use std::time::Instant;

use super::RequestError;
use super::board::LiveBoard;
use baccarat_sim::STEP_KEY;
use de1_soc::KEYS;

/// What the sessions of `task5` and `casino` have in common.
pub trait Game {
    /// Cycles after which the outputs have settled after a key change.
    const SETTLING: u64;

    fn board(&mut self) -> &mut LiveBoard;

    /// Returns whether the next press of KEY0 starts a hand.
    fn is_betting(&self) -> bool;

    /// Returns whether there are bets on the hand on the table or on the next one.
    fn has_bets(&self) -> bool;

    /// Runs the machine, even if the clock is paused, and follows the hand.
    fn run(&mut self, cycles: u64) -> Result<(), RequestError>;

    /// Prepares a release of KEY0.
    fn prepare_release(&mut self) -> Result<(), RequestError> {
        Ok(())
    }

    /// Moves a key and runs the machine until its outputs have settled.
    fn move_key(&mut self, key: usize, pressed: bool) -> Result<(), RequestError> {
        self.set_key(key, pressed)?;
        self.settle()
    }

    /// Moves a key. That runs no cycles but those to prepare a release of KEY0.
    fn set_key(&mut self, key: usize, pressed: bool) -> Result<(), RequestError> {
        if key >= KEYS {
            return Err(RequestError::UnknownKey(key));
        }
        if self.board().machine.is_pressed(key) == pressed {
            return Ok(());
        }
        match (key, pressed) {
            (STEP_KEY, true) if self.is_betting() => self.board().start_recording(),
            (STEP_KEY, false) => self.prepare_release()?,
            _ => {}
        }
        Ok(self.board().machine.set_key(key, pressed)?)
    }

    /// Releases the keys that were held when the connection was lost, except KEY0, which would deal
    /// a card. It stays pressed until the page presses and releases it.
    fn release_keys(&mut self) -> Result<(), RequestError> {
        let keys = (0..KEYS).filter(|key| *key != STEP_KEY);
        keys.map(|key| self.move_key(key, false)).fold(Ok(()), Result::and)
    }

    /// Presses and releases KEY0, even if the clock is paused.
    fn press(&mut self) -> Result<(), RequestError> {
        for pressed in [true, false] {
            self.set_key(STEP_KEY, pressed)?;
            self.run(Self::SETTLING)?;
        }
        Ok(())
    }

    /// Runs the machine until its outputs have settled, unless the clock is paused, and follows the
    /// hand.
    fn settle(&mut self) -> Result<(), RequestError> {
        let cycles = if self.board().is_paused() { 0 } else { Self::SETTLING };
        self.run(cycles)
    }

    /// Stops the clock. Nobody can bet on cards that come at a chosen cycle.
    fn pause(&mut self, now: Instant) -> Result<(), RequestError> {
        if self.has_bets() {
            return Err(RequestError::PausedWithBets);
        }
        self.board().pause(now);
        Ok(())
    }

    /// Lets the clock run again. A release of KEY0 during the pause takes effect before.
    fn resume(&mut self, now: Instant) -> Result<(), RequestError> {
        let result = self.run(Self::SETTLING);
        self.board().resume(now);
        result
    }

    /// Runs one cycle of the paused clock.
    fn cycle(&mut self) -> Result<(), RequestError> {
        if self.board().is_paused() { self.run(1) } else { Err(RequestError::NotPaused) }
    }
}
