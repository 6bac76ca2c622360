//! One hand, press by press.

use super::JudgeError;
use super::board::Board;
use super::conventions::{Conventions, Digits};
use crate::de1_soc::BoardOutputs;
use crate::foreign::ForeignDesign;
use crate::game::{Rank, Round};
use crate::waveform::Trace;
use rust_hdl_gates::masks::Countdown;

/// The outputs after a press.
#[derive(Clone, Copy, Debug)]
pub struct Press {
    /// The number of the press; 0 is the reset.
    pub number: usize,
    /// What the design shows.
    pub shown: BoardOutputs,
    /// The outputs by the rules, when the hand is over.
    pub expected: Option<BoardOutputs>,
    /// The value of the state register, if there is one.
    pub state: Option<u64>,
}

/// A hand.
#[derive(Clone, Debug)]
pub struct JudgedHand {
    /// The cards that the shoe offers, in order.
    pub offered: [Rank; 6],
    /// The hand by the rules.
    pub round: Round,
    pub presses: Vec<Press>,
    /// The path of the state register: the register with `state` in its name that is least deep in
    /// the design.
    pub state_register: Option<String>,
    digits: Digits,
}

impl JudgedHand {
    /// Plays the hand again and returns all named signals, in the order of the netlist.
    ///
    /// # Errors
    ///
    /// [`JudgeError`] of the simulation.
    pub fn trace(
        &self,
        design: &ForeignDesign,
        conventions: &Conventions,
    ) -> Result<Trace, JudgeError> {
        let mut board = Board::recorded(design, conventions.timing)?;
        play(&mut board, conventions, self.digits)?;
        Ok(board.into_trace())
    }

    /// Whether the finished hand is right.
    pub fn is_right(&self) -> bool {
        self.presses
            .iter()
            .all(|press| press.expected.is_none_or(|expected| expected == press.shown))
    }
}

/// Plays the hand with these cards, from power-up and a reset to one press after its end.
///
/// # Errors
///
/// [`JudgeError`] of the simulation.
pub fn replay(
    design: &ForeignDesign,
    conventions: &Conventions,
    cards: [Rank; 6],
) -> Result<JudgedHand, JudgeError> {
    let mut board = Board::new(design, 1, conventions.timing)?;
    play(&mut board, conventions, conventions.digits(cards))
}

/// Plays the hand with these waits on a board at power-up.
pub(super) fn play(
    board: &mut Board,
    conventions: &Conventions,
    digits: Digits,
) -> Result<JudgedHand, JudgeError> {
    board.reset()?;
    let round = conventions.round(digits);
    let last = conventions.presses();
    let final_outputs = conventions.outputs(&round);
    let (state_register, bits) = board.state_register().unzip();
    let press = |board: &mut Board, number, expected| Press {
        number,
        shown: board.outputs()[0],
        expected,
        state: bits.as_ref().map(|bits| board.first_value(bits)),
    };
    let mut presses = vec![press(board, 0, None)];
    for number in 1..=last + 1 {
        let card = conventions.card_of(number - 1);
        let waits = card.map(|card| Countdown::new(1, |_| digits[card]));
        board.press(waits.as_ref())?;
        let expected = (number >= last).then_some(final_outputs);
        presses.push(press(board, number, expected));
    }
    let offered = conventions.offered(digits);
    Ok(JudgedHand { offered, round, presses, state_register, digits })
}
