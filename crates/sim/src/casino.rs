//! The simulated board with `casino`: keys, chosen cards, and the state of the game.

mod checked;
mod state;

use thiserror::Error;

pub use checked::{CheckError, CheckedCasino};
pub use state::{CasinoState, Signals};

use super::{RESET_KEY, STEP_KEY, SimulatedBoard, SimulationError};
use baccarat_hdl::top::Top;
use punto_banco::casino::{Card, CardChoice};
use rust_hdl_rtl::Oscillation;
use waveform::Waveform;

/// Cycles of CLOCK_50 after which numbers on the displays have followed a change of a key or
/// switch: synchronisers, deal and payment take eleven, and two conversions to decimal 42.
pub const NUMBER_LATENCY: usize = 11 + 42;

/// The cycles that a board runs after such a change, with a margin.
pub const SETTLING: u64 = (NUMBER_LATENCY as u64).next_power_of_two();

/// More cycles than writing a new shoe and showing the bankroll take after power-up.
pub const WRITING: u64 = 1000;

/// Cycles from the release of KEY\[0\] until the shoe shows the card that it draws: two for the
/// synchroniser, and two for the step.
const LAG: u64 = 4;

/// Why a card cannot be dealt.
#[derive(Debug, Error)]
pub enum DealError {
    #[error(transparent)]
    Machine(#[from] SimulationError),
    #[error("the shoe has no {0} left")]
    NotInTheShoe(CardChoice),
    #[error("the shoe has only {left} {wanted} left")]
    TooFewInTheShoe { wanted: CardChoice, left: usize },
    #[error("the shoe is not ready {WRITING} cycles after it was replaced")]
    NoShoe,
}

impl From<Oscillation> for DealError {
    fn from(error: Oscillation) -> DealError {
        DealError::Machine(error.into())
    }
}

/// A simulated DE1-SoC with `casino`.
#[derive(Clone)]
pub struct Casino {
    machine: SimulatedBoard,
    signals: Signals,
}

impl Casino {
    /// Creates a board at power-up, all keys up and all switches down. The shoe is not ready yet:
    /// see [`settle`](Self::settle).
    ///
    /// # Errors
    ///
    /// [`SimulationError`] if the design cannot be simulated, or a signal of the game is missing.
    pub fn new() -> Result<Casino, SimulationError> {
        let machine = SimulatedBoard::new(Top::Casino)?;
        Ok(Casino { signals: Signals::of(&machine)?, machine })
    }

    /// Returns the board with the machine.
    pub fn machine(&self) -> &SimulatedBoard {
        &self.machine
    }

    /// Returns the board, to move its keys and switches, and to run CLOCK_50.
    pub fn machine_mut(&mut self) -> &mut SimulatedBoard {
        &mut self.machine
    }

    /// Returns the state of the game.
    pub fn state(&self) -> CasinoState {
        self.signals.read(&self.machine)
    }

    /// Declares all signals, and the money in decimal and the names of the cards as strings in the
    /// scope `table`.
    pub fn waveform(&self) -> Waveform {
        self.signals.waveform(&self.machine)
    }

    /// Waits until a new shoe has been written, and the outputs have followed the last change.
    ///
    /// # Errors
    ///
    /// [`DealError::NoShoe`] if the shoe does not become ready, or [`Oscillation`].
    pub fn settle(&mut self) -> Result<(), DealError> {
        self.machine.run(SETTLING)?;
        for _ in 0..WRITING {
            if self.state().shoe_ready {
                return Ok(());
            }
            self.machine.run(1)?;
        }
        Err(DealError::NoShoe)
    }

    /// Moves the switches, and waits for the outputs.
    ///
    /// # Errors
    ///
    /// Those of [`settle`](Self::settle).
    pub fn set_switches(&mut self, positions: u64) -> Result<(), DealError> {
        self.machine.set_switches(positions)?;
        self.settle()
    }

    /// Presses KEY\[0\] for some cycles, at least 1, releases it, and waits for the outputs.
    ///
    /// # Errors
    ///
    /// Those of [`settle`](Self::settle).
    pub fn press(&mut self, cycles: u64) -> Result<(), DealError> {
        self.machine.set_key(STEP_KEY, true)?;
        self.machine.run(cycles.max(1))?;
        self.machine.set_key(STEP_KEY, false)?;
        self.settle()
    }

    /// Presses and releases KEY\[0\] while KEY\[3\] is down, which clears the table after a
    /// finished hand.
    ///
    /// # Errors
    ///
    /// Those of [`settle`](Self::settle).
    pub fn clear_table(&mut self) -> Result<(), DealError> {
        self.machine.set_key(RESET_KEY, true)?;
        self.machine.run(1)?;
        self.press(1)?;
        self.machine.set_key(RESET_KEY, false)?;
        self.settle()
    }

    /// Releases KEY\[0\] in the cycle in which a draw takes a wanted card, and waits for the
    /// outputs. Whether a card is drawn is up to the game: see [`CasinoState::draws_a_card`].
    ///
    /// # Errors
    ///
    /// [`DealError::NotInTheShoe`], or those of [`settle`](Self::settle).
    pub fn deal(&mut self, wanted: CardChoice) -> Result<(), DealError> {
        self.machine.set_key(STEP_KEY, true)?;
        // The press has to be sampled before the release.
        self.machine.run(1)?;
        let wait = cycles_until_drawn(&self.machine, &self.signals, wanted)?;
        self.machine.run(wait)?;
        self.machine.set_key(STEP_KEY, false)?;
        self.settle()
    }
}

/// Returns in how many cycles a release of KEY\[0\] draws a wanted card. The counter shows every
/// card of the shoe once in as many cycles as there are cards.
///
/// # Errors
///
/// [`DealError::NotInTheShoe`], or [`Oscillation`].
pub fn cycles_until_drawn(
    machine: &SimulatedBoard,
    signals: &Signals,
    wanted: CardChoice,
) -> Result<u64, DealError> {
    let mut ahead = machine.without_recording();
    ahead.run(LAG)?;
    for cycle in 0..signals.read(machine).cards_left {
        if signals.card_at_counter(&ahead).is_some_and(|card| wanted.matches(card)) {
            return Ok(cycle.into());
        }
        ahead.run(1)?;
    }
    Err(DealError::NotInTheShoe(wanted))
}

/// Returns the cards in the shoe. The counter shows each of them once.
///
/// # Errors
///
/// [`Oscillation`]
pub fn cards_in_the_shoe(
    machine: &SimulatedBoard,
    signals: &Signals,
) -> Result<Vec<Card>, DealError> {
    let mut ahead = machine.without_recording();
    let card = |_| {
        ahead.run(1)?;
        Ok(signals.card_at_counter(&ahead))
    };
    let shown = (0..signals.read(machine).cards_left).map(card);
    Ok(shown.collect::<Result<Vec<_>, DealError>>()?.into_iter().flatten().collect())
}

/// Checks whether wanted cards can be taken from a shoe one after the other.
///
/// # Errors
///
/// [`DealError::NotInTheShoe`] or [`DealError::TooFewInTheShoe`]
pub fn check_in_shoe(wanted: &[CardChoice], mut shoe: Vec<Card>) -> Result<(), DealError> {
    let whole = shoe.clone();
    // Those with a suit first: the others can be of any.
    let mut wanted = wanted.to_vec();
    wanted.sort_by_key(|choice| choice.suit.is_none());
    for choice in wanted {
        let is_wanted = |card: &Card| choice.matches(*card);
        let Some(place) = shoe.iter().position(is_wanted) else {
            return Err(match whole.iter().filter(|card| is_wanted(card)).count() {
                0 => DealError::NotInTheShoe(choice),
                left => DealError::TooFewInTheShoe { wanted: choice, left },
            });
        };
        shoe.swap_remove(place);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
