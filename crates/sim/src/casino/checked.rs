//! The casino compared with the rules after every release.

use crate::HandOutputs;
use std::fmt::Display;

use thiserror::Error;

use super::{Casino, CasinoState, DealError};
use crate::SimulationError;
use baccarat_hdl::casino::DECKS;
use de1_soc::BoardOutputs;
use punto_banco::casino::{Card, CardChoice, Casino as Rules, Release, SwitchBet};
use punto_banco::{Rank, Side, Step};

/// Why a release failed.
#[derive(Debug, Error)]
pub enum CheckError {
    #[error(transparent)]
    Deal(#[from] DealError),
    /// The hardware and the rules differ.
    #[error(
        "{what}: {hardware} in the simulated hardware (hdl/), {rules} by the rules in Rust (crates/punto-banco/): one of them is wrong"
    )]
    Difference { what: &'static str, hardware: String, rules: String },
}

impl From<SimulationError> for CheckError {
    fn from(error: SimulationError) -> CheckError {
        DealError::from(error).into()
    }
}

/// A simulated `casino`, and the rules in plain Rust that follow the cards it draws. All keys are
/// up between releases.
pub struct CheckedCasino {
    casino: Casino,
    rules: Rules,
}

impl CheckedCasino {
    /// Creates both at power-up, and waits for the shoe.
    ///
    /// # Errors
    ///
    /// [`CheckError`]
    pub fn new() -> Result<CheckedCasino, CheckError> {
        CheckedCasino::of(Casino::new()?)
    }

    /// Takes a board at power-up, and waits for the shoe.
    ///
    /// # Errors
    ///
    /// [`CheckError`]
    pub fn of(casino: Casino) -> Result<CheckedCasino, CheckError> {
        let mut checked = CheckedCasino { casino, rules: Rules::new(DECKS) };
        checked.casino.settle()?;
        checked.check()?;
        Ok(checked)
    }

    /// Returns the simulated board.
    pub fn casino(&self) -> &Casino {
        &self.casino
    }

    /// Returns the state of the hardware.
    pub fn state(&self) -> CasinoState {
        self.casino.state()
    }

    /// Returns who gets the next card and why, or why the hand is over.
    pub fn step(&self) -> Step {
        self.rules.step()
    }

    /// Moves the switches to the positions SW\[9:0\].
    ///
    /// # Errors
    ///
    /// [`CheckError`]
    pub fn set_switches(&mut self, positions: u64) -> Result<(), CheckError> {
        self.casino.set_switches(positions)?;
        self.check()
    }

    /// Presses KEY\[0\] for some cycles, at least 1, and releases it.
    ///
    /// # Errors
    ///
    /// [`CheckError`]
    pub fn press(&mut self, cycles: u64) -> Result<Release, CheckError> {
        self.casino.press(cycles)?;
        self.follow(false)
    }

    /// Releases KEY\[0\] in the cycle that draws a wanted card.
    ///
    /// # Errors
    ///
    /// [`CheckError`]
    pub fn deal(&mut self, wanted: CardChoice) -> Result<Release, CheckError> {
        self.casino.deal(wanted)?;
        self.follow(false)
    }

    /// Releases KEY\[0\] while KEY\[3\] is down.
    ///
    /// # Errors
    ///
    /// [`CheckError`]
    pub fn clear_table(&mut self) -> Result<Release, CheckError> {
        self.casino.clear_table()?;
        self.follow(true)
    }

    fn bet(&self) -> SwitchBet {
        SwitchBet::from_switches(self.casino.machine().switches() as u16)
    }

    /// Moves the rules with the card that the hardware drew, and compares.
    fn follow(&mut self, key3_held: bool) -> Result<Release, CheckError> {
        let (bet, state) = (self.bet(), self.state());
        let drawn = match self.rules.clone().release(0, key3_held, bet) {
            Release::Burned(_) => Some(state.burn_card),
            Release::Dealt(_) => {
                let side = self.step().next_card().unwrap_or(Side::Player);
                let place = self.sides()[side as usize].len();
                Some(state.cards(side).get(place).copied())
            }
            Release::Ignored | Release::Refused | Release::Cleared { .. } => None,
        };
        let position = match drawn {
            None => 0,
            Some(drawn) => {
                let position = self.rules.shoe().iter().position(|card| Some(*card) == drawn);
                position.ok_or_else(|| CheckError::Difference {
                    what: "the drawn card",
                    hardware: name(drawn),
                    rules: "a card of the shoe".into(),
                })?
            }
        };
        let release = self.rules.release(position, key3_held, bet);
        self.check()?;
        Ok(release)
    }

    /// The player's cards and the banker's by the rules.
    fn sides(&self) -> [Vec<Card>; 2] {
        let dealt = self.rules.dealt();
        let ranks: Vec<Rank> = dealt.iter().map(|card| card.rank).collect();
        [Side::Player, Side::Banker].map(|side| {
            let is_of = |place: &usize| Step::after(&ranks[..*place]).next_card() == Some(side);
            (0..dealt.len()).filter(is_of).map(|place| dealt[place]).collect()
        })
    }

    /// Compares the state, the lights and the displays with the rules.
    fn check(&self) -> Result<(), CheckError> {
        let (state, rules, bet) = (self.state(), &self.rules, self.bet());
        let [player, banker] = self.sides();
        let yes_or_no = |is: bool| if is { "yes" } else { "no" };
        let outcome = |outcome: Option<_>| outcome.map_or("none".to_string(), |it| format!("{it}"));
        difference("the bankroll", state.credits, rules.credits())?;
        difference("the stakes", state.stakes, rules.stakes(bet))?;
        let refuses = yes_or_no(rules.refuses(bet));
        difference("stakes refused", yes_or_no(state.refused), refuses)?;
        difference("the player's cards", names(&state.player), names(&player))?;
        difference("the banker's cards", names(&state.banker), names(&banker))?;
        difference("the outcome", outcome(state.outcome), outcome(rules.outcome()))?;
        difference("the burn card", name(state.burn_card), name(rules.burn_card()))?;
        difference("the number of burned cards", state.burned as usize, rules.burned())?;
        difference("the number of cards", state.cards_left as usize, rules.shoe().len())?;
        let before_cut = rules.cards_before_cut();
        difference("the cards before the cut card", state.cards_before_cut as usize, before_cut)?;
        let is_out = yes_or_no(rules.is_cut_card_out());
        difference("cut card out", yes_or_no(state.cut_card_out), is_out)?;
        difference("last hand", yes_or_no(state.last_hand), yes_or_no(rules.is_last_hand()))?;
        difference("the number of hands", state.hands, rules.hands())?;
        let (actual, expected) = (self.casino.machine().outputs(), self.outputs([player, banker]));
        difference("LEDR", format!("{:010b}", actual.ledr()), format!("{:010b}", expected.ledr()))?;
        difference("HEX5 to HEX0", actual.characters_or_digits(), expected.characters_or_digits())?;
        difference("the segments of HEX5 to HEX0", actual.0 >> 10, expected.0 >> 10)
    }

    /// The lights and displays by the rules, all keys up.
    fn outputs(&self, [player, banker]: [Vec<Card>; 2]) -> BoardOutputs {
        let rules = &self.rules;
        let burn_card = rules.burn_card().filter(|_| rules.hands() == 0);
        let outputs = match burn_card {
            _ if !player.is_empty() => {
                let place = |cards: &[Card], place: usize| cards.get(place).map(|card| card.rank);
                let ranks = |cards: &[Card]| [0, 1, 2].map(|index| place(cards, index));
                BoardOutputs::showing(ranks(&player), ranks(&banker), rules.outcome())
            }
            Some(card) => {
                let displays =
                    BoardOutputs::showing([None; 3], [None, None, Some(card.rank)], None);
                displays.with_ledr(rules.burned() as u64)
            }
            None => BoardOutputs::number(rules.credits()),
        };
        match rules.refuses(self.bet()) {
            true => outputs.with_ledr(0x3FF),
            false => outputs,
        }
    }
}

fn difference<T: Display + PartialEq>(
    what: &'static str,
    hardware: T,
    rules: T,
) -> Result<(), CheckError> {
    match hardware == rules {
        true => Ok(()),
        false => Err(CheckError::Difference {
            what,
            hardware: hardware.to_string(),
            rules: rules.to_string(),
        }),
    }
}

fn name(card: Option<Card>) -> String {
    card.map_or("none".into(), |card| card.to_string())
}

fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(Card::to_string).collect();
    if names.is_empty() { "none".into() } else { names.join(" ") }
}
