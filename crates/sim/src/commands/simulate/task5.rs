//! One hand of `task5`.

use crate::HandOutputs;
use serde_json::{Value, json};

use super::hex;
use crate::every_hand::PressResult;
use crate::{SimulatedBoard, SimulationError};
use command_line::table::Table;
use de1_soc::BoardOutputs;
use punto_banco::casino::CardChoice;
use punto_banco::{Outcome, Rank, Side, Step, play};

/// A hand that was dealt.
pub(super) struct Record {
    dealt: Vec<Rank>,
    /// The outputs at power-up and after each press.
    pub results: Vec<PressResult>,
    /// The states at the same times.
    states: Vec<String>,
    outcome: Outcome,
}

/// Deals a whole hand from power-up.
pub(super) fn deal(
    machine: &mut SimulatedBoard,
    dealt: &[Rank],
) -> Result<Record, SimulationError> {
    let mut six = [Rank::Ace; 6];
    six[..dealt.len()].copy_from_slice(dealt);
    let round = play(six);
    let (mut results, mut states) = (Vec::new(), Vec::new());
    for presses in 0..=dealt.len() {
        match presses.checked_sub(1) {
            None => machine.run(1)?,
            Some(index) => machine.deal(dealt[index])?,
        }
        let expected = BoardOutputs::of(&round, presses);
        results.push(PressResult { presses, shown: machine.outputs(), expected });
        let state = machine.state().map(|signal| signal.format(&machine.value(signal.id)));
        states.push(state.unwrap_or_default());
    }
    Ok(Record { dealt: dealt.to_vec(), results, states, outcome: round.outcome() })
}

impl Record {
    /// The rule that applies after `presses` presses.
    fn reason(&self, presses: usize) -> String {
        Step::after(&self.dealt[..presses]).to_string()
    }

    /// The hand as a table, and the displays at its end.
    pub fn text(&self, left_over: &[CardChoice], max_width: Option<usize>) -> String {
        let mut text = self.table().max_width(max_width).to_string();
        if let Some(PressResult { shown, .. }) = self.results.last() {
            let [banker, player] = [Side::Banker, Side::Player].map(|side| shown.score(side));
            let scores = format!("banker {banker}, player {player}");
            text += &super::drawing(*shown, &scores, &shown.verdict());
        }
        if !left_over.is_empty() {
            let cards: Vec<String> = left_over.iter().map(ToString::to_string).collect();
            text += &format!("\nThe hand ended before {}.\n", cards.join(" "));
        }
        text
    }

    fn table(&self) -> Table<8> {
        let mut table = Table::new([
            "press",
            "deals",
            "HEX5 to HEX0",
            ">banker",
            ">player",
            "lights",
            "state",
            "by the rules",
        ]);
        for (PressResult { presses, shown, .. }, state) in self.results.iter().zip(&self.states) {
            let (press, deals) = match presses.checked_sub(1) {
                None => (String::new(), String::new()),
                Some(index) => (presses.to_string(), self.deal(index)),
            };
            table.row([
                press,
                deals,
                shown.characters(),
                shown.score(Side::Banker).to_string(),
                shown.score(Side::Player).to_string(),
                shown.verdict(),
                state.clone(),
                self.reason(*presses),
            ]);
        }
        table
    }

    /// A card and who gets it.
    fn deal(&self, index: usize) -> String {
        let side = Step::after(&self.dealt[..index]).next_card();
        side.map(|side| format!("{} to {side}", self.dealt[index])).unwrap_or_default()
    }

    /// The fields that the help of the command describes.
    pub fn json(&self) -> Value {
        let presses = self.results.iter().zip(&self.states).map(|(result, state)| {
            json!({
                "card": result.presses.checked_sub(1).map(|index| self.dealt[index].to_string()),
                "ledr": result.shown.ledr(),
                "hex": hex(result.shown),
                "state": state,
                "reason": self.reason(result.presses),
            })
        });
        json!({
            "cards": self.dealt.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "outcome": self.outcome,
            "presses": presses.collect::<Vec<_>>(),
        })
    }
}
