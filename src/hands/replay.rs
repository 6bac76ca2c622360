//! One hand again, on the statement-level simulator: what went wrong, told by another witness.

use super::batch::extra_wait;
use super::croupier::{rank_after_reset, shortest_wait};
use super::every_hand::{Mismatch, PlayError, find_board};
use super::picture::Picture;
use crate::engine::Clocking;
use crate::rtl::{Design, Evaluator, Oscillation, SignalId};
use crate::rules::{Rank, play};

/// A hand played at the pins of one board, press by press.
#[derive(Clone, Debug)]
pub struct Replay {
    pub clocking: Clocking,
    /// The hand, and where the many boards went wrong.
    pub mismatch: Mismatch,
    /// Whether the hand before was played first, because the hand alone, from power-up, goes right.
    pub after_another: bool,
    /// What was to be seen after the new hand began and after each of six presses.
    pub moments: [Moment; 7],
    /// Every signal through the whole replay.
    pub trace: Trace,
}

/// Lights and displays after some presses of the key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    pub presses: usize,
    pub shown: Picture,
    pub expected: Picture,
}

impl Moment {
    /// Whether everything is as it should be.
    pub fn is_right(&self) -> bool {
        self.shown == self.expected
    }
}

impl Replay {
    /// The first moment that shows what it should not.
    pub fn first_wrong(&self) -> Option<&Moment> {
        self.moments.iter().find(|moment| !moment.is_right())
    }

    /// Whether it goes wrong at the press at which the many boards did. If not, one of the two simulators is at fault.
    pub fn agrees(&self) -> bool {
        self.first_wrong().is_some_and(|moment| moment.presses == self.mismatch.presses)
    }
}

/// The values of all signals of the flat top, whenever they may have changed.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Times in ns, with the values in the order of the signals.
    pub moments: Vec<(u64, Vec<u128>)>,
    /// When it ends.
    pub end: u64,
}

/// Plays a hand that went wrong on many boards once more, on one board and by the plain reading of the design.
///
/// The board comes fresh from power-up. If it then does nothing wrong, the hand that was played before is played first:
/// the fault may be in what a reset leaves behind.
///
/// # Errors
///
/// [`PlayError`] if the design is no such board.
pub fn replay(
    clocking: Clocking,
    design: &Design,
    mismatch: &Mismatch,
) -> Result<Replay, PlayError> {
    let run = |before: Option<[Rank; 6]>| -> Result<Replay, PlayError> {
        let mut board = Board::new(clocking, design)?;
        if let Some(cards) = before {
            board.play(cards)?;
        }
        let moments = board.play(mismatch.cards)?;
        let (mismatch, after_another) = (*mismatch, before.is_some());
        Ok(Replay { clocking, mismatch, after_another, moments, trace: board.finish() })
    };
    let alone = run(None)?;
    if alone.agrees() || mismatch.before.is_none() {
        return Ok(alone);
    }
    let after_another = run(mismatch.before)?;
    Ok(if after_another.agrees() { after_another } else { alone })
}

/// The period of CLOCK_50 in ns.
const PERIOD: u64 = 20;

/// How far apart key movements are, in ns. They happen while CLOCK_50 is low. No finger is that fast, but a waveform
/// with presses of a tenth of a second would have a million cycles in each.
const KEY_PACE: u64 = 2;

const STEP_KEY: u32 = 0;
const RESET_KEY: u32 = 3;
const KEYS_UP: u128 = 0b1111;

/// A board with somebody at its keys.
struct Board {
    evaluator: Evaluator,
    clocking: Clocking,
    clock: SignalId,
    keys: SignalId,
    /// LEDR, then HEX5 to HEX0, with the place of their lowest bit in a picture.
    outputs: Vec<(SignalId, u32)>,
    /// The next rising edge of CLOCK_50, in ns.
    next_edge: u64,
    /// How many key movements there have been since CLOCK_50 last fell.
    movements: u64,
    trace: Trace,
}

impl Board {
    /// Fresh from power-up, all keys up.
    fn new(clocking: Clocking, design: &Design) -> Result<Board, PlayError> {
        let top = find_board(design)?;
        let mut evaluator = Evaluator::new(design, top)?;
        let module = &evaluator.flat().module;
        let pin = |name: &str| module.find(name).ok_or(PlayError::NoBoard);
        let (clock, keys) = (pin("CLOCK_50")?, pin("KEY")?);
        let mut outputs = vec![(pin("LEDR")?, 0)];
        for (place, number) in (0..6).rev().enumerate() {
            outputs.push((pin(&format!("HEX{number}"))?, 10 + 7 * place as u32));
        }
        evaluator.set(keys, KEYS_UP);
        evaluator.rest();
        let (trace, next_edge) = (Trace::default(), PERIOD);
        let mut board =
            Board { evaluator, clocking, clock, keys, outputs, next_edge, movements: 0, trace };
        board.record(0);
        Ok(board)
    }

    /// A new hand with these cards, as the croupier of the many boards deals them.
    fn play(&mut self, cards: [Rank; 6]) -> Result<[Moment; 7], Oscillation> {
        let round = play(cards);
        let mut moments = [Moment::default(); 7];
        let mut rank = rank_after_reset(self.clocking);
        for (presses, moment) in moments.iter_mut().enumerate() {
            match presses.checked_sub(1) {
                None => self.new_hand()?,
                Some(index) => {
                    let card = usize::from(cards[index].number());
                    self.cycle(extra_wait(rank, card, shortest_wait(self.clocking)))?;
                    self.press()?;
                    rank = card;
                }
            }
            *moment =
                Moment { presses, shown: self.picture(), expected: Picture::of(&round, presses) };
        }
        Ok(moments)
    }

    fn new_hand(&mut self) -> Result<(), Oscillation> {
        self.move_key(RESET_KEY, false)?;
        self.cycle(1)?;
        self.press()?;
        self.move_key(RESET_KEY, true)
    }

    fn press(&mut self) -> Result<(), Oscillation> {
        match self.clocking {
            Clocking::Direct => {
                self.cycle(1)?;
                self.move_key(STEP_KEY, false)?;
                self.move_key(STEP_KEY, true)
            }
            Clocking::Synchronised => {
                self.move_key(STEP_KEY, false)?;
                self.cycle(1)?;
                self.move_key(STEP_KEY, true)?;
                self.cycle(3)
            }
        }
    }

    fn cycle(&mut self, cycles: usize) -> Result<(), Oscillation> {
        for _ in 0..cycles {
            for (level, time) in [(1, self.next_edge), (0, self.next_edge + PERIOD / 2)] {
                self.evaluator.set(self.clock, level);
                self.evaluator.settle()?;
                self.record(time);
            }
            self.next_edge += PERIOD;
            self.movements = 0;
        }
        Ok(())
    }

    fn move_key(&mut self, key: u32, is_up: bool) -> Result<(), Oscillation> {
        let others = self.evaluator.get(self.keys) & !(1 << key);
        self.evaluator.set(self.keys, others | u128::from(is_up) << key);
        self.evaluator.settle()?;
        self.movements += 1;
        self.record(self.next_edge - PERIOD / 2 + KEY_PACE * self.movements);
        Ok(())
    }

    fn picture(&self) -> Picture {
        let bits = |(signal, place): &(SignalId, u32)| self.evaluator.get(*signal) << place;
        Picture(self.outputs.iter().map(bits).sum::<u128>() as u64)
    }

    fn record(&mut self, time: u64) {
        let signals = self.evaluator.flat().module.signals();
        let values = signals.map(|(signal, _)| self.evaluator.get(signal)).collect();
        self.trace.moments.push((time, values));
    }

    fn finish(mut self) -> Trace {
        self.trace.end = self.next_edge;
        self.trace
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine;
    use crate::hands::batch::{BATCHES, HANDS_PER_BATCH, cards};

    #[test]
    fn the_engine_replays_any_hand_without_fault() {
        for clocking in [Clocking::Synchronised, Clocking::Direct] {
            let design = engine::design(clocking).expect("the design");
            let mut board = Board::new(clocking, &design).expect("a board");
            for number in (0..BATCHES * HANDS_PER_BATCH).step_by(24_691) {
                let cards = cards(number / HANDS_PER_BATCH, number % HANDS_PER_BATCH);
                let moments = board.play(cards).expect("no oscillation");
                assert!(moments.iter().all(Moment::is_right), "{clocking:?}: {cards:?}");
            }
            let times: Vec<u64> = board.finish().moments.iter().map(|(time, _)| *time).collect();
            assert!(times.is_sorted_by(|before, after| before < after), "{clocking:?}");
        }
    }
}
