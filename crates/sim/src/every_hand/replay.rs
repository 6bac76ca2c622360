//! Replaying a mismatch on the statement-level simulator, for diagnosis.

use super::conventions::Conventions;
use super::run::Mismatch;
use crate::{HandOutputs, SimulatedBoard, SimulationError};
use baccarat_hdl::top::Clocking;
use de1_soc::BoardOutputs;
use punto_banco::{Rank, play};
use rust_hdl_rtl::{Design, Oscillation};
use waveform::Recording;

/// A replayed hand, press by press.
#[derive(Clone)]
pub struct ReplayedHand {
    /// The clocking of the board.
    pub clocking: Clocking,
    /// The mismatch of the gate-level simulator.
    pub mismatch: Mismatch,
    /// Whether the previous hand was played first, because the hand alone is correct.
    pub after_another: bool,
    /// The outputs after the start of the hand and after each of six presses.
    pub results: [PressResult; 7],
    /// The board, with a trace of the whole replay.
    pub machine: SimulatedBoard,
}

/// The outputs after a number of presses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressResult {
    /// The number of presses.
    pub presses: usize,
    /// The actual outputs.
    pub shown: BoardOutputs,
    /// The expected outputs.
    pub expected: BoardOutputs,
}

impl PressResult {
    /// Returns whether the outputs are as expected.
    pub fn is_correct(&self) -> bool {
        self.shown == self.expected
    }
}

impl ReplayedHand {
    /// Returns the first result with wrong outputs.
    pub fn first_mismatch(&self) -> Option<&PressResult> {
        self.results.iter().find(|result| !result.is_correct())
    }

    /// Returns whether the first mismatch is at the same press as in the gate-level simulator. If
    /// not, one of the two simulators is wrong.
    pub fn agrees(&self) -> bool {
        self.first_mismatch().is_some_and(|result| result.presses == self.mismatch.presses)
    }
}

/// Replays a mismatch on a single board, starting at power-up.
///
/// If the mismatch does not occur, the previous hand is played first: the fault may depend on state
/// that a reset does not clear.
///
/// # Errors
///
/// [`SimulationError`] if the design does not have the pins of the board.
pub fn replay(
    clocking: Clocking,
    design: &Design,
    mismatch: &Mismatch,
) -> Result<ReplayedHand, SimulationError> {
    let run = |before: Option<[Rank; 6]>| -> Result<ReplayedHand, SimulationError> {
        let mut machine = SimulatedBoard::of(design, clocking)?;
        machine.record(Recording::WHOLE);
        if let Some(cards) = before {
            deal(&mut machine, cards)?;
        }
        let results = deal(&mut machine, mismatch.cards)?;
        let (mismatch, after_another) = (*mismatch, before.is_some());
        Ok(ReplayedHand { clocking, mismatch, after_another, results, machine })
    };
    let alone = run(None)?;
    if alone.agrees() || mismatch.before.is_none() {
        return Ok(alone);
    }
    let after_another = run(mismatch.before)?;
    Ok(if after_another.agrees() { after_another } else { alone })
}

/// Plays a hand with the waits of [`LaneRunner`](super::LaneRunner), without looking at the shoe.
fn deal(machine: &mut SimulatedBoard, cards: [Rank; 6]) -> Result<[PressResult; 7], Oscillation> {
    let round = play(cards);
    let waits = Conventions::of(machine.clocking()).waits(cards);
    let mut results = [PressResult::default(); 7];
    for (presses, result) in results.iter_mut().enumerate() {
        match presses.checked_sub(1) {
            None => machine.new_hand()?,
            Some(card) => {
                machine.run(waits[card] as u64)?;
                machine.press()?;
            }
        }
        let expected = BoardOutputs::of(&round, presses);
        *result = PressResult { presses, shown: machine.outputs(), expected };
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design;
    use crate::every_hand::batch::{BATCHES, HANDS_PER_BATCH, cards};

    #[test]
    fn the_engine_replays_hands_correctly() {
        for clocking in Clocking::ALL {
            let design = design(clocking).expect("the design");
            let mut machine = SimulatedBoard::of(&design, clocking).expect("a board");
            machine.record(Recording::WHOLE);
            for number in (0..BATCHES * HANDS_PER_BATCH).step_by(24_691) {
                let cards = cards(number / HANDS_PER_BATCH, number % HANDS_PER_BATCH);
                let results = deal(&mut machine, cards).expect("no oscillation");
                assert!(results.iter().all(PressResult::is_correct), "{clocking:?}: {cards:?}");
            }
            let trace = machine.trace().expect("a trace");
            let times: Vec<u64> = trace.samples.iter().map(|(time, _)| *time).collect();
            assert!(times.is_sorted_by(|before, after| before < after), "{clocking:?}");
        }
    }
}
