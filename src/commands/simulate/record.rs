//! The outputs and states of a hand.

use crate::game::{Outcome, Rank, Step, play};
use crate::simulation::every_hand::PressResult;
use crate::simulation::{BoardOutputs, SimulatedBoard, SimulationError};

/// A hand that was dealt.
pub(super) struct Record {
    pub dealt: Vec<Rank>,
    /// The outputs at power-up and after each press.
    pub results: Vec<PressResult>,
    /// The states at the same times.
    pub states: Vec<String>,
    pub outcome: Outcome,
}

impl Record {
    /// The rule that applies after `presses` presses.
    pub fn reason(&self, presses: usize) -> Step {
        Step::after(&self.dealt[..presses])
    }
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
