//! One hand again, on the statement-level simulator: what went wrong, told by another witness.

use super::every_hand::Mismatch;
use crate::engine::Clocking;
use crate::game::{Rank, play};
use crate::machine::{
    BoardOutputs, Machine, MachineError, Recording, extra_wait, rank_after_reset, shortest_wait,
};
use rust_hdl_rtl::{Design, Oscillation};

/// A hand played at the pins of one board, press by press.
#[derive(Clone)]
pub struct Replay {
    pub clocking: Clocking,
    /// The hand, and where the many boards went wrong.
    pub mismatch: Mismatch,
    /// Whether the hand before was played first, because the hand alone, from power-up, goes right.
    pub after_another: bool,
    /// What was to be seen after the new hand began and after each of six presses.
    pub results: [PressResult; 7],
    /// What it was played on, with the trace of every signal through the whole replay.
    pub machine: Machine,
}

/// Lights and displays after some presses of the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressResult {
    pub presses: usize,
    pub shown: BoardOutputs,
    pub expected: BoardOutputs,
}

impl PressResult {
    /// Whether everything is as it should be.
    pub fn is_correct(&self) -> bool {
        self.shown == self.expected
    }
}

impl Replay {
    /// The first result that shows what it should not.
    pub fn first_mismatch(&self) -> Option<&PressResult> {
        self.results.iter().find(|result| !result.is_correct())
    }

    /// Whether it goes wrong at the press at which the many boards did. If not, one of the two simulators is at fault.
    pub fn agrees(&self) -> bool {
        self.first_mismatch().is_some_and(|result| result.presses == self.mismatch.presses)
    }
}

/// Plays a hand that went wrong on many boards once more, on one board and by the plain reading of the design.
///
/// The board comes fresh from power-up. If it then does nothing wrong, the hand that was played before is played first:
/// the fault may be in what a reset leaves behind.
///
/// # Errors
///
/// [`MachineError`] if the design is no such board.
pub fn replay(
    clocking: Clocking,
    design: &Design,
    mismatch: &Mismatch,
) -> Result<Replay, MachineError> {
    let run = |before: Option<[Rank; 6]>| -> Result<Replay, MachineError> {
        let mut machine = Machine::of(design, clocking)?;
        machine.record(Recording::WHOLE);
        if let Some(cards) = before {
            deal(&mut machine, cards)?;
        }
        let results = deal(&mut machine, mismatch.cards)?;
        let (mismatch, after_another) = (*mismatch, before.is_some());
        Ok(Replay { clocking, mismatch, after_another, results, machine })
    };
    let alone = run(None)?;
    if alone.agrees() || mismatch.before.is_none() {
        return Ok(alone);
    }
    let after_another = run(mismatch.before)?;
    Ok(if after_another.agrees() { after_another } else { alone })
}

/// Plays a new hand with these cards, with the same waits and presses as `PinDriver`: that the shoe counts is not looked at,
/// but relied upon.
fn deal(machine: &mut Machine, cards: [Rank; 6]) -> Result<[PressResult; 7], Oscillation> {
    let round = play(cards);
    let shortest = shortest_wait(machine.clocking());
    let mut results = [PressResult::default(); 7];
    let mut rank = rank_after_reset(machine.clocking());
    for (presses, result) in results.iter_mut().enumerate() {
        match presses.checked_sub(1) {
            None => machine.new_hand()?,
            Some(index) => {
                let card = usize::from(cards[index].number());
                machine.run(extra_wait(rank, card, shortest) as u64)?;
                machine.press()?;
                rank = card;
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
    use crate::engine;
    use crate::exhaustive::batch::{BATCHES, HANDS_PER_BATCH, cards};

    #[test]
    fn the_engine_replays_any_hand_without_fault() {
        for clocking in [Clocking::Synchronised, Clocking::Direct] {
            let design = engine::design(clocking).expect("the design");
            let mut machine = Machine::of(&design, clocking).expect("a board");
            machine.record(Recording::WHOLE);
            for number in (0..BATCHES * HANDS_PER_BATCH).step_by(24_691) {
                let cards = cards(number / HANDS_PER_BATCH, number % HANDS_PER_BATCH);
                let results = deal(&mut machine, cards).expect("no oscillation");
                assert!(results.iter().all(PressResult::is_correct), "{clocking:?}: {cards:?}");
            }
            let trace = machine.trace().expect("a trace");
            let times: Vec<u64> = trace.moments.iter().map(|(time, _)| *time).collect();
            assert!(times.is_sorted_by(|before, after| before < after), "{clocking:?}");
        }
    }
}
