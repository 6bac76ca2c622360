//! One hand, press by press.

use std::collections::BTreeMap;

use super::pins::{RecordedHand, driver, recorded};
use super::third_captures::ThirdCaptures;
use super::{Conventions, JudgeError};
use baccarat_sim::every_hand::{Driver, FURTHER_PRESSES, Hand};
use board_simulation::Copies;
use de1_soc::BoardOutputs;
use foreign_designs::ForeignDesign;
use foreign_sources::ForeignError;
use punto_banco::{Rank, Round};
use rust_hdl_gates::Netlist;
use rust_hdl_lanes::Lanes;
use rust_hdl_lanes::masks::Countdown;

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
    /// Plays the hand again and records it.
    ///
    /// # Errors
    ///
    /// [`JudgeError`] of the simulation.
    pub fn record(
        &self,
        design: &ForeignDesign,
        conventions: &Conventions,
    ) -> Result<RecordedHand, JudgeError> {
        let mut driver = recorded(design, conventions.timing)?;
        play(&mut driver, conventions, self.before, self.offered)?;
        Ok(driver.boards.into_copies().into_recording())
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
    let scheduled = scheduled(driver, conventions, offered)?;
    if let Some(before) = before {
        let before = self::scheduled(driver, conventions, before)?;
        deal(driver, conventions, before, |_| {})?;
    }
    let round = conventions.round(offered);
    let last = conventions.presses();
    let final_outputs = conventions.outputs(&round);
    let (state_register, bits) = state_register(driver.boards.lanes().netlist()).unzip();
    let mut presses = Vec::new();
    deal(driver, conventions, scheduled, |driver| {
        let number = presses.len();
        presses.push(Press {
            number,
            shown: driver.boards.outputs()[0],
            expected: (number >= last).then_some(final_outputs),
            state: bits.as_ref().map(|bits| first_value(driver.boards.lanes(), bits)),
        });
    })?;
    Ok(JudgedHand { before, offered, round, presses, state_register })
}

/// Plays a hand, and calls `each` after the reset and after each press.
fn deal<C: Copies<Error = ForeignError>>(
    driver: &mut Driver<C>,
    conventions: &Conventions,
    scheduled: Hand,
    mut each: impl FnMut(&mut Driver<C>),
) -> Result<(), JudgeError> {
    driver.reset()?;
    each(driver);
    for press in 0..conventions.presses() + FURTHER_PRESSES {
        let wait = conventions.wait_before(scheduled, press);
        driver.press(wait.map(|wait| Countdown::new(1, |_| wait)).as_ref())?;
        each(driver);
    }
    Ok(())
}

/// The most that the presses of third cards are looked for. The player's depend on four cards, the
/// banker's on five.
const ATTEMPTS: usize = 3;

/// The cards to schedule such that the hand captures the offered ones, whatever presses its third
/// cards come with. The boards are at power-up before and after.
fn scheduled<C: Copies<Error = ForeignError>>(
    driver: &mut Driver<C>,
    conventions: &Conventions,
    offered: Hand,
) -> Result<Hand, JudgeError> {
    let mut scheduled = offered;
    if conventions.third_presses.is_none() {
        return Ok(scheduled);
    }
    for _ in 0..ATTEMPTS {
        let mut outputs = Vec::new();
        deal(driver, conventions, scheduled, |driver| outputs.push(driver.boards.outputs()[0]))?;
        driver.boards.power_up()?;
        let rank_at = |press| conventions.rank_at(scheduled, press);
        let captures = ThirdCaptures::read(conventions, rank_at, |press| outputs[press]);
        scheduled = captures.scheduled(conventions, offered);
    }
    Ok(scheduled)
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
