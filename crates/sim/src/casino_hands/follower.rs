//! The reference, moved by what a board shows.
//!
//! Which card a release draws depends on its instant. The displays show its rank. Its position in
//! the shoe and its suit matter only for later positions and suits, so the follower draws any card
//! of that rank.

use super::pins::{Expected, Pins};
use crate::{Glyph, HandOutputs, RESET_KEY};
use de1_soc::BoardOutputs;
use punto_banco::casino::{Card, Casino, Release};

/// The outputs of a board at some comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    pub pins: Pins,
    pub outputs: BoardOutputs,
    /// The pins have been still for so long that the displays show the present number.
    pub is_settled: bool,
}

/// Why an observation is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The outputs are not those of the reference.
    Outputs(Expected),
    /// HEX`display` is to show a card that the shoe holds, and does not.
    NoCardOfTheShoe { display: usize },
    /// The register of the card on HEX`display` does not hold the card at the position that was
    /// drawn.
    WrongCard { display: usize, card: Card },
}

/// Follows a board with the reference, and compares all outputs.
#[derive(Clone, Debug)]
pub struct Follower {
    casino: Casino,
    /// A release whose card has not been seen.
    draw: Option<Draw>,
    /// The observations since then.
    hidden: Vec<Observation>,
}

#[derive(Clone, Copy, Debug)]
struct Draw {
    /// The display of the card.
    display: usize,
    /// The pins at the release.
    pins: Pins,
}

impl Follower {
    /// Starts with the reference in the state of the board.
    pub fn new(casino: Casino) -> Follower {
        Follower { casino, draw: None, hidden: vec![] }
    }

    /// Returns the reference. A card that has not been seen has not been drawn.
    pub fn casino(&self) -> &Casino {
        &self.casino
    }

    /// Returns whether a release drew a card that has not been seen.
    pub fn awaits_card(&self) -> bool {
        self.draw.is_some()
    }

    /// Follows a release of KEY0. An unseen card must be seen before the next release that may draw
    /// one. Returns the effect of the release; `None` if it draws a card.
    pub fn release(&mut self, pins: Pins) -> Option<Release> {
        let clears = pins.holds(RESET_KEY);
        match self.casino.display_of_draw(clears, pins.bet()) {
            Some(display) => {
                self.draw = Some(Draw { display, pins });
                None
            }
            None => Some(self.casino.release(0, clears, pins.bet())),
        }
    }

    /// Follows a release of KEY0 that draws the card at a position of the shoe.
    ///
    /// # Panics
    ///
    /// If the shoe has no card at that position.
    pub fn release_at(&mut self, position: usize, pins: Pins) -> Release {
        self.casino.release(position, pins.holds(RESET_KEY), pins.bet())
    }

    /// Compares an observation with the reference. Returns the release that drew the card which is
    /// seen for the first time.
    ///
    /// # Errors
    ///
    /// The wrong observation, which can be an earlier one that could not be compared before, and
    /// its fault.
    pub fn observe(
        &mut self,
        observation: Observation,
    ) -> Result<Option<Release>, (Observation, Fault)> {
        let Some(draw) = self.draw else {
            return self.compare(observation).map(|()| None);
        };
        if observation.pins.hides_cards() {
            self.hidden.push(observation);
            return Ok(None);
        }
        let position = match observation.outputs.glyph(draw.display) {
            Glyph::Card(rank) => self.casino.shoe().iter().position(|card| card.rank == rank),
            Glyph::Blank | Glyph::Unrecognised(_) => None,
        };
        let Some(position) = position else {
            return Err((observation, Fault::NoCardOfTheShoe { display: draw.display }));
        };
        let release = self.release_at(position, draw.pins);
        self.draw = None;
        for hidden in std::mem::take(&mut self.hidden) {
            self.compare(hidden)?;
        }
        self.compare(observation)?;
        Ok(Some(release))
    }

    fn compare(&self, observation: Observation) -> Result<(), (Observation, Fault)> {
        let expected = Expected::of(&self.casino, observation.pins);
        match expected.matches(&observation) {
            true => Ok(()),
            false => Err((observation, Fault::Outputs(expected))),
        }
    }
}
