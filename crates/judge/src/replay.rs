//! One hand, press by press.

use std::collections::BTreeMap;

use super::every_hand::FURTHER_PRESSES;
use super::pins::{driver, recorded};
use super::{Conventions, JudgeError};
use baccarat_sim::every_hand::Driver;
use board_simulation::Copies;
use de1_soc::BoardOutputs;
use foreign_designs::ForeignDesign;
use foreign_sources::ForeignError;
use punto_banco::{Rank, Round};
use rust_hdl_gates::Netlist;
use rust_hdl_lanes::Lanes;
use rust_hdl_lanes::masks::Countdown;
use waveform::Trace;

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
    /// The cards of a hand that has to be played before, if the design remembers it.
    pub before: Option<[Rank; 6]>,
    /// The cards that the shoe offers, in order.
    pub offered: [Rank; 6],
    /// The hand by the rules.
    pub round: Round,
    pub presses: Vec<Press>,
    /// The path of the state register: the register with `state` in its name that is the likeliest.
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
        play(&mut driver, conventions, self.before, self.offered)?;
        Ok(driver.boards.into_copies().into_trace())
    }

    /// Whether the finished hand is right.
    pub fn is_right(&self) -> bool {
        self.presses
            .iter()
            .all(|press| press.expected.is_none_or(|expected| expected == press.shown))
    }
}

/// Plays the hand with these cards, from power-up and a reset to some presses after its end.
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
    play(&mut driver, conventions, None, conventions.offering(cards))
}

/// A hand with this third card of the player.
pub(super) fn hand_with_third(third: Rank) -> [Rank; 6] {
    let ten = Rank::Ten;
    [ten, ten, ten, ten, third, ten]
}

/// Plays the hand for which the shoe offers these cards on a board at power-up, after another one
/// if there is one.
pub(super) fn play<C: Copies<Error = ForeignError>>(
    driver: &mut Driver<C>,
    conventions: &Conventions,
    before: Option<[Rank; 6]>,
    offered: [Rank; 6],
) -> Result<JudgedHand, JudgeError> {
    if let Some(before) = before {
        play(driver, conventions, None, before)?;
    }
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
    for number in 1..=last + FURTHER_PRESSES {
        let card = conventions.card_of(number - 1);
        let waits = card.map(|card| Countdown::new(1, |_| waits[card]));
        driver.press(waits.as_ref())?;
        let expected = (number >= last).then_some(final_outputs);
        presses.push(press(driver, number, expected));
    }
    Ok(JudgedHand { before, offered, round, presses, state_register })
}

/// The path and the leaves of the register with the state of the game, if its name tells.
fn state_register(netlist: &Netlist) -> Option<(String, Vec<u32>)> {
    let mut found: BTreeMap<&str, BTreeMap<usize, u32>> = BTreeMap::new();
    for register in &netlist.registers {
        let (path, bit) = register.path_and_bit();
        found.entry(path).or_default().insert(bit, register.leaf);
    }
    let likely = found.into_iter().filter_map(|(path, bits)| Some((likelihood(path)?, path, bits)));
    let (_, path, bits) = likely.min()?;
    Some((path.to_string(), bits.into_values().collect()))
}

/// How likely a register with `state` in its name is that of the game, the likeliest first: called
/// `state`, not the next one, and least deep in the design.
fn likelihood(path: &str) -> Option<(bool, bool, usize)> {
    let name = path.rsplit('.').next().unwrap_or(path).to_ascii_lowercase();
    let is_next = name.starts_with('n') || name.contains("next");
    name.contains("state").then(|| (name != "state", is_next, path.matches('.').count()))
}

/// The number that some leaves form in the first copy, the lowest bit first.
fn first_value(lanes: &Lanes, leaves: &[u32]) -> u64 {
    let bits = leaves.iter().rev().map(|leaf| lanes.get(*leaf, 0)[0] & 1);
    bits.fold(0, |value, bit| value << 1 | bit)
}

#[cfg(test)]
mod tests {
    use super::likelihood;

    #[test]
    fn the_register_called_state_is_preferred_to_the_next_state() {
        let ordered = ["state", "sm.state", "sm.current_state", "sm.nstate", "sm.u.next_state"];
        assert!(ordered.map(likelihood).is_sorted());
        assert_eq!(likelihood("sm.card"), None);
    }
}
