//! Plays every hand.
//!
//! Each sequence of six waits of 0 to 12 cycles deals another sequence of six ranks. The copies of
//! a batch wait equally long for the first three cards, and each differently for the last three.

use std::collections::BTreeMap;

use super::board::Board;
use super::conventions::{Conventions, Digits};
use super::{Cause, JudgeError};
use crate::de1_soc::BoardOutputs;
use crate::foreign::ForeignDesign;
use crate::game::Rank;
use crate::simulation::RANKS;
use crate::simulation::every_hand::{BATCHES, HANDS_PER_BATCH};
use crate::simulation::jobs::{self, Jobs};
use rust_hdl_gates::masks::{Countdown, NONE, has_lane};
use rust_hdl_gates::{LANES_PER_WORD, Word};

const CHUNKS: usize = HANDS_PER_BATCH.div_ceil(LANES_PER_WORD);

/// Wrong hands of one cause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrong {
    pub hands: u64,
    /// The lowest of them, by its cards.
    pub first: Digits,
    cards: [Rank; 6],
}

/// Wrong hands by cause.
pub(super) type WrongHands = BTreeMap<Cause, Wrong>;

/// Plays every hand, with one thread per core. `played` is called with the number of further hands.
pub(super) fn play_every_hand(
    design: &ForeignDesign,
    conventions: &Conventions,
    played: &(dyn Fn(usize) + Sync),
) -> Result<WrongHands, JudgeError> {
    let worker = |jobs: &Jobs<()>| -> Result<WrongHands, JudgeError> {
        let mut runner = BatchRunner::new(design, conventions)?;
        let mut wrong = WrongHands::new();
        while let Some(batch) = jobs.take() {
            runner.play(batch, &mut wrong)?;
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
    let mut runner = BatchRunner::new(design, conventions)?;
    runner.board.reset()?;
    runner.press(0, 0..conventions.presses())?;
    let usual = runner.wrong_now();
    let is_free = !conventions.shoe.is_reset;
    let mut failing = Vec::new();
    for presses in 0..=conventions.presses() {
        runner.board.reset()?;
        runner.press(0, 0..presses)?;
        runner.board.reset()?;
        let blank = |outputs: &BoardOutputs| {
            (0..6).all(|display| outputs.hex(display) == conventions.blank[display])
        };
        let is_blank = runner.board.outputs().iter().all(blank);
        runner.press(0, 0..conventions.presses())?;
        // Hands that are wrong anyway do not show whether the reset works. After a shoe that counts
        // on, the cards differ.
        let is_wrong = !is_free && runner.wrong_now() != usual;
        if !is_blank || is_wrong {
            failing.push(presses);
        }
    }
    Ok(failing)
}

/// Plays batches.
struct BatchRunner<'c> {
    board: Board,
    conventions: &'c Conventions,
    /// The waits of all copies for a card, by their number of cycles.
    common: Vec<Countdown>,
    /// The waits for the last three cards.
    last: [Countdown; 3],
}

impl BatchRunner<'_> {
    fn new<'c>(
        design: &ForeignDesign,
        conventions: &'c Conventions,
    ) -> Result<BatchRunner<'c>, JudgeError> {
        let wait = |digit: usize| Countdown::new(CHUNKS, move |lane| digits(lane)[digit]);
        Ok(BatchRunner {
            board: Board::new(design, CHUNKS, conventions.timing)?,
            conventions,
            common: (0..RANKS).map(|cycles| Countdown::new(CHUNKS, |_| cycles)).collect(),
            last: [wait(0), wait(1), wait(2)],
        })
    }

    fn play(&mut self, batch: usize, wrong: &mut WrongHands) -> Result<(), JudgeError> {
        if !self.conventions.shoe.is_reset {
            // The waits tell the cards only from power-up on.
            self.board.power_up()?;
        }
        self.board.reset()?;
        let all = self.conventions.presses();
        let earliest = self.conventions.captures[3] + 1 + self.conventions.late;
        self.press(batch, 0..earliest)?;
        let expected = self.expected(batch);
        // After each press, from the first that can end a hand to one more than all hands need.
        let mut different = vec![self.board.different(&expected)];
        for press in earliest..all {
            self.press(batch, press..press + 1)?;
            different.push(self.board.different(&expected));
        }
        let is_wrong = different.last().is_some_and(|last| last.iter().any(|word| *word != NONE));
        let shown = is_wrong.then(|| self.board.outputs());
        self.board.press(None)?;
        different.push(self.board.different(&expected));
        self.count(batch, &different, shown, earliest, wrong);
        Ok(())
    }

    /// Makes these presses of the hands of a batch.
    fn press(&mut self, batch: usize, presses: std::ops::Range<usize>) -> Result<(), JudgeError> {
        let first = digits(batch);
        for press in presses {
            let waits = self.conventions.card_of(press).map(|card| match card {
                0..3 => &self.common[first[card]],
                _ => &self.last[card - 3],
            });
            self.board.press(waits)?;
        }
        Ok(())
    }

    /// The wrong hands of the first batch.
    fn wrong_now(&mut self) -> Vec<Word> {
        let expected = self.expected(0);
        self.board.different(&expected)
    }

    /// The outputs of the finished hands of a batch.
    fn expected(&self, batch: usize) -> Vec<[Word; 64]> {
        let lanes = 0..CHUNKS * LANES_PER_WORD;
        self.conventions.planes(lanes.map(|lane| hand(batch, lane)))
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
        let shown = shown.unwrap_or_else(|| self.board.outputs());
        for (lane, shown) in shown.into_iter().enumerate().take(HANDS_PER_BATCH) {
            if !is_different(last, lane) && !is_different(last + 1, lane) {
                continue;
            }
            let first = hand(batch, lane);
            let round = self.conventions.round(first);
            let was_right = !is_different(self.conventions.presses_of(&round) - earliest, lane);
            let cause = match (was_right, is_different(last + 1, lane)) {
                (true, _) => Cause::Changes,
                (false, false) => Cause::Late,
                (false, true) => Cause::of(self.conventions, &round, shown),
            };
            let cards = self.conventions.offered(first);
            add(wrong, cause, Wrong { hands: 1, first, cards });
        }
    }
}

fn add(all: &mut WrongHands, cause: Cause, wrong: Wrong) {
    let known = all.entry(cause).or_insert(Wrong { hands: 0, ..wrong });
    known.hands += wrong.hands;
    if wrong.cards < known.cards {
        *known = Wrong { hands: known.hands, ..wrong };
    }
}

/// The waits of a batch for its first three cards, or of a copy for the last three: the digits of
/// its number in base 13.
fn digits(index: usize) -> [usize; 3] {
    let index = index.min(HANDS_PER_BATCH - 1);
    [index / (RANKS * RANKS) % RANKS, index / RANKS % RANKS, index % RANKS]
}

fn hand(batch: usize, lane: usize) -> Digits {
    let ([a, b, c], [d, e, f]) = (digits(batch), digits(lane));
    [a, b, c, d, e, f]
}
