//! One hand, press by press.

use std::collections::BTreeMap;

use super::pins::{driver, recorded};
use super::{Conventions, JudgeError};
use crate::de1_soc::BoardOutputs;
use crate::foreign::{ForeignDesign, ForeignError};
use crate::game::{Rank, Round};
use crate::simulation::board_lanes::Copies;
use crate::simulation::every_hand::Driver;
use crate::waveform::Trace;
use rust_hdl_gates::masks::Countdown;
use rust_hdl_gates::{Lanes, Netlist};

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
        let mut driver = recorded(design, conventions.timing)?;
        play(&mut driver, conventions, self.offered)?;
        Ok(driver.boards.into_copies().into_trace())
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
    let mut driver = driver(design, 1, conventions.timing)?;
    play(&mut driver, conventions, conventions.offering(cards))
}

/// Plays the hand for which the shoe offers these cards on a board at power-up.
pub(super) fn play<C: Copies<Error = ForeignError>>(
    driver: &mut Driver<C>,
    conventions: &Conventions,
    offered: [Rank; 6],
) -> Result<JudgedHand, JudgeError> {
    driver.reset()?;
    let round = conventions.round(offered);
    let last = conventions.presses();
    let final_outputs = conventions.outputs(&round);
    let (state_register, bits) = state_register(driver.boards.lanes().netlist()).unzip();
    let press = |driver: &mut Driver<C>, number, expected| Press {
        number,
        shown: driver.boards.outputs()[0],
        expected,
        state: bits.as_ref().map(|bits| first_value(driver.boards.lanes(), bits)),
    };
    let mut presses = vec![press(driver, 0, None)];
    let waits = conventions.waits(offered);
    for number in 1..=last + 1 {
        let card = conventions.card_of(number - 1);
        let waits = card.map(|card| Countdown::new(1, |_| waits[card]));
        driver.press(waits.as_ref())?;
        let expected = (number >= last).then_some(final_outputs);
        presses.push(press(driver, number, expected));
    }
    Ok(JudgedHand { offered, round, presses, state_register })
}

/// The path and the leaves of the register with the state of the game, if its name tells: the one
/// with `state` in its name that is least deep in the design.
fn state_register(netlist: &Netlist) -> Option<(String, Vec<u32>)> {
    let mut found: BTreeMap<(usize, &str), BTreeMap<usize, u32>> = BTreeMap::new();
    for register in &netlist.registers {
        let (path, bit) = register.path_and_bit();
        let name = path.rsplit('.').next().unwrap_or(path);
        if name.to_ascii_lowercase().contains("state") {
            let depth = path.matches('.').count();
            found.entry((depth, path)).or_default().insert(bit, register.leaf);
        }
    }
    let ((_, path), bits) = found.into_iter().next()?;
    Some((path.to_string(), bits.into_values().collect()))
}

/// The number that some leaves form in the first copy, the lowest bit first.
fn first_value(lanes: &Lanes, leaves: &[u32]) -> u64 {
    let bits = leaves.iter().rev().map(|leaf| lanes.get(*leaf, 0)[0] & 1);
    bits.fold(0, |value, bit| value << 1 | bit)
}
