//! Plays every hand.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::pins::boards;
use super::{Cause, Conventions, JudgeError};
use crate::de1_soc::{BoardOutputs, DISPLAYS};
use crate::foreign::{ForeignDesign, Simulator};
use crate::jobs::{self, Jobs};
use crate::simulation::every_hand::{
    BATCHES, CHUNKS, Expected, HANDS_PER_BATCH, Hand, LaneRunner, cards,
};
use rust_hdl_gates::Word;
use rust_hdl_gates::masks::{NONE, has_lane};

/// Wrong hands of one cause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrong {
    pub hands: u64,
    /// The lowest of them, by the cards that the shoe offers.
    pub first: Hand,
}

/// Wrong hands by cause.
pub(super) type WrongHands = BTreeMap<Cause, Wrong>;

/// Plays every hand, with one thread per core. `played` is called with the number of further hands.
pub(super) fn judge_every_hand(
    design: &ForeignDesign,
    conventions: &Conventions,
    played: &(dyn Fn(usize) + Sync),
) -> Result<WrongHands, JudgeError> {
    let worker = |jobs: &Jobs<()>| -> Result<WrongHands, JudgeError> {
        let mut judge = BatchJudge::new(design, conventions)?;
        let mut wrong = WrongHands::new();
        while let Some(batch) = jobs.take() {
            judge.play(batch, &mut wrong)?;
            played(HANDS_PER_BATCH);
        }
        Ok(wrong)
    };
    let (results, _) = jobs::run(BATCHES, worker)?;
    let mut all = WrongHands::new();
    for (cause, wrong) in results.into_iter().flatten() {
        add(&mut all, cause, wrong);
    }
    Ok(all)
}

/// The numbers of presses after which a reset does not lead to a new hand.
pub(super) fn failing_resets(
    design: &ForeignDesign,
    conventions: &Conventions,
) -> Result<Vec<usize>, JudgeError> {
    let mut judge = BatchJudge::new(design, conventions)?;
    judge.expected.prepare(0, CARDS);
    let presses = conventions.presses();
    judge.press(0, 0..=presses)?;
    let usual = judge.different();
    let is_free = !conventions.shoe.is_reset;
    let mut failing = Vec::new();
    for presses_before in 0..=presses {
        // After a reset that fails, the next one would not start here.
        judge.runner.driver.boards.power_up()?;
        judge.press(0, 0..=presses_before)?;
        judge.press(0, 0..=0)?;
        let blank = |outputs: &BoardOutputs| {
            (0..DISPLAYS).all(|display| outputs.hex(display) == conventions.blank[display])
        };
        let is_blank = judge.runner.driver.boards.outputs().iter().all(blank);
        judge.press(0, 1..=presses)?;
        // Hands that are wrong anyway do not show whether the reset works. After a shoe that counts
        // on, the cards differ.
        let is_wrong = !is_free && judge.different() != usual;
        if !is_blank || is_wrong {
            failing.push(presses_before);
        }
    }
    Ok(failing)
}

/// The number of cards of the longest hand.
const CARDS: usize = 6;

/// Plays batches.
struct BatchJudge<'c> {
    runner: LaneRunner<Simulator>,
    conventions: &'c Conventions,
    expected: Expected,
}

impl BatchJudge<'_> {
    fn new<'c>(
        design: &ForeignDesign,
        conventions: &'c Conventions,
    ) -> Result<BatchJudge<'c>, JudgeError> {
        let runner = LaneRunner::new(boards(design, CHUNKS)?, conventions.clone());
        Ok(BatchJudge { runner, conventions, expected: Expected::new(conventions) })
    }

    fn play(&mut self, batch: usize, wrong: &mut WrongHands) -> Result<(), JudgeError> {
        if !self.conventions.shoe.is_reset {
            // The waits tell the cards only from power-up on.
            self.runner.driver.boards.power_up()?;
        }
        self.expected.prepare(batch, CARDS);
        let all = self.conventions.presses();
        let earliest = self.conventions.captures[3] + 1 + self.conventions.late;
        self.press(batch, 0..=earliest)?;
        // After each press, from the first that can end a hand to one more than all hands need.
        let mut different = vec![self.different()];
        for press in earliest + 1..=all {
            self.press(batch, press..=press)?;
            different.push(self.different());
        }
        let is_wrong = different.last().is_some_and(|last| last.iter().any(|word| *word != NONE));
        let shown = is_wrong.then(|| self.runner.driver.boards.outputs());
        self.press(batch, all + 1..=all + 1)?;
        different.push(self.different());
        self.count(batch, &different, shown, earliest, wrong);
        Ok(())
    }

    /// Makes these presses of the hands of a batch; 0 is the reset.
    fn press(
        &mut self,
        batch: usize,
        mut presses: RangeInclusive<usize>,
    ) -> Result<(), JudgeError> {
        Ok(presses.try_for_each(|press| self.runner.deal(batch, press))?)
    }

    /// The lanes that do not show the end of their hand.
    fn different(&mut self) -> Vec<Word> {
        self.runner.driver.expect(&self.expected);
        self.runner.driver.different()
    }

    /// Adds the wrong hands: those that are `different` after one of the last two presses. The
    /// first press of `different` has the number `earliest`; `shown` are the outputs after the last
    /// but one.
    fn count(
        &mut self,
        batch: usize,
        different: &[Vec<Word>],
        shown: Option<Vec<BoardOutputs>>,
        earliest: usize,
        wrong: &mut WrongHands,
    ) {
        let last = different.len() - 2;
        if different[last..].iter().flatten().all(|word| *word == NONE) {
            return;
        }
        let is_different = |presses: usize, lane: usize| has_lane(&different[presses], lane);
        let shown = shown.unwrap_or_else(|| self.runner.driver.boards.outputs());
        for (lane, shown) in shown.into_iter().enumerate().take(HANDS_PER_BATCH) {
            if !is_different(last, lane) && !is_different(last + 1, lane) {
                continue;
            }
            let first = cards(batch, lane);
            let round = self.conventions.round(first);
            let was_right = !is_different(self.conventions.presses_of(&round) - earliest, lane);
            let cause = match (was_right, is_different(last + 1, lane)) {
                (true, _) => Cause::Changes,
                (false, false) => Cause::Late,
                (false, true) => Cause::of(self.conventions, &round, shown),
            };
            add(wrong, cause, Wrong { hands: 1, first });
        }
    }
}

fn add(all: &mut WrongHands, cause: Cause, wrong: Wrong) {
    let known = all.entry(cause).or_insert(Wrong { hands: 0, ..wrong });
    known.hands += wrong.hands;
    known.first = known.first.min(wrong.first);
}
