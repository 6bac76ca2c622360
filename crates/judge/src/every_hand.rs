//! Plays every hand.

use std::ops::RangeInclusive;

use super::hand_counts::{Detail, HandCounts};
use super::observed_hand::ObservedHand;
use super::pins::boards;
use super::right_hands::{RightHands, index};
use super::third_captures::ThirdCaptures;
use super::{Conventions, JudgeError};
use baccarat_sim::RANKS;
use baccarat_sim::every_hand::{
    BATCHES, CHUNKS, FURTHER_PRESSES, HANDS_PER_BATCH, Hand, LaneRunner, Order, varied_cards,
};
use board_simulation::OutputPlanes;
use de1_soc::{BoardOutputs, DISPLAYS};
use foreign_designs::{ForeignDesign, Simulator};
use jobs::{self, Jobs};
use punto_banco::Rank;

/// After how many batches the boards are turned off: what a hand leaves behind for later ones is
/// the same each time, whichever thread plays it.
const BATCHES_PER_JOB: usize = RANKS;

/// Plays every hand, with one thread per core. Unless KEY3 resets everything, boards are turned off
/// before each hand: a shoe that counts on deals known cards only from power-up on. `played` is
/// called with the number of further hands.
pub(super) fn judge_every_hand(
    design: &ForeignDesign,
    conventions: &Conventions,
    is_reset: bool,
    detail: Detail,
    played: &(dyn Fn(usize) + Sync),
) -> Result<HandCounts, JudgeError> {
    let worker = |jobs: &Jobs<()>| -> Result<HandCounts, JudgeError> {
        let mut judge = BatchJudge::new(design, conventions)?;
        let mut counts = HandCounts::new(detail);
        while let Some(job) = jobs.take() {
            for batch in job * BATCHES_PER_JOB..(job + 1) * BATCHES_PER_JOB {
                if !is_reset || batch.is_multiple_of(BATCHES_PER_JOB) {
                    judge.power_up()?;
                }
                judge.play(batch, &mut counts)?;
                played(HANDS_PER_BATCH);
            }
        }
        Ok(counts)
    };
    let (results, _) = jobs::run(BATCHES / BATCHES_PER_JOB, worker)?;
    let mut all = HandCounts::new(detail);
    results.into_iter().for_each(|counts| all.merge(counts));
    Ok(all)
}

/// The numbers of presses after which a reset does not lead to a new hand.
pub(super) fn failing_resets(
    design: &ForeignDesign,
    conventions: &Conventions,
) -> Result<Vec<usize>, JudgeError> {
    let mut judge = BatchJudge::new(design, conventions)?;
    let (fourth, all) = (conventions.captures[3] + 1, conventions.presses());
    judge.press(0, 0..=0)?;
    let cleared = judge.outputs();
    judge.press(0, 1..=fourth)?;
    let opening = judge.outputs();
    // Where cards are, on displays that show each of them.
    let has_card = |outputs: &BoardOutputs| -> [bool; DISPLAYS] {
        std::array::from_fn(|display| {
            let is_hidden = conventions.hidden[display].contains(&true);
            !is_hidden && outputs.hex(display) != conventions.blank[display]
        })
    };
    let mut failing = Vec::new();
    for presses_before in 0..=all + FURTHER_PRESSES {
        // After a reset that fails, the next one would not start here.
        judge.power_up()?;
        judge.press(0, 0..=presses_before)?;
        judge.press(0, 0..=0)?;
        let is_cleared = judge.outputs() == cleared;
        judge.press(0, 1..=fourth)?;
        let again = judge.outputs();
        // After a shoe that counts on, the cards differ, but not their places.
        let is_new = match conventions.shoe.is_reset {
            true => again == opening,
            false => again.iter().map(has_card).eq(opening.iter().map(has_card)),
        };
        if !is_cleared || !is_new {
            failing.push(presses_before);
        }
    }
    Ok(failing)
}

/// Plays batches.
struct BatchJudge<'c> {
    runner: LaneRunner<Simulator>,
    conventions: &'c Conventions,
    /// Counts the hands that are right; `None` if each hand is read.
    right_hands: Option<RightHands>,
    /// For each board, the player's third card in the last hand that had one.
    earlier: Vec<Option<Rank>>,
    /// The ranks that the shoe offers after the fourth card, if the presses of third cards depend
    /// on the hand: for each press, by the fifth card and the sixth.
    ranks: Vec<[[Rank; RANKS]; RANKS]>,
}

impl BatchJudge<'_> {
    fn new<'c>(
        design: &ForeignDesign,
        conventions: &'c Conventions,
    ) -> Result<BatchJudge<'c>, JudgeError> {
        let runner = LaneRunner::new(boards(design, CHUNKS)?, conventions.clone(), Order::Varied);
        // After the fourth card, the first four do not matter.
        let ranks_at = |press| {
            Rank::ALL.map(|fifth| {
                let hand = |sixth| [fifth, fifth, fifth, fifth, fifth, sixth];
                Rank::ALL.map(|sixth| conventions.rank_at(hand(sixth), press))
            })
        };
        let (first, last) = (conventions.captures[3] + 1, conventions.presses() + FURTHER_PRESSES);
        let ranks = match conventions.third_presses {
            Some(_) => (first..=last).map(ranks_at).collect(),
            None => vec![],
        };
        let (right_hands, earlier) = (RightHands::new(conventions), vec![None; HANDS_PER_BATCH]);
        Ok(BatchJudge { runner, conventions, right_hands, earlier, ranks })
    }

    fn power_up(&mut self) -> Result<(), JudgeError> {
        self.earlier.fill(None);
        Ok(self.runner.driver.boards.power_up()?)
    }

    fn outputs(&mut self) -> Vec<BoardOutputs> {
        self.planes().outputs()
    }

    fn planes(&mut self) -> OutputPlanes {
        self.runner.driver.boards.output_planes()
    }

    /// Plays a batch. A hand is right if it shows its end after as many presses as all hands need,
    /// and after the further ones. One that shows its end only now is watched for as long.
    fn play(&mut self, batch: usize, counts: &mut HandCounts) -> Result<(), JudgeError> {
        let (fourth, all) = (self.conventions.captures[3] + 1, self.conventions.presses());
        let last = all + FURTHER_PRESSES;
        self.press(batch, 0..=fourth)?;
        let mut planes = vec![self.planes()];
        self.watch(batch, fourth + 1..=last, &mut planes)?;
        let lanes = match &self.right_hands {
            Some(right_hands) if counts.seen.is_none() => right_hands.count(
                batch,
                &planes[0],
                &planes[all - fourth..],
                &mut self.earlier,
                counts,
            ),
            _ => (0..HANDS_PER_BATCH).collect(),
        };
        if lanes.is_empty() {
            return Ok(());
        }
        let mut outputs: Vec<_> = planes.iter().map(OutputPlanes::outputs).collect();
        let conventions = self.conventions;
        let ranks = &self.ranks;
        let hand = |lane: usize| {
            let shown = |press: usize| outputs[press - fourth][lane];
            let scheduled = varied_cards(batch, lane);
            let [fifth, sixth] = [4, 5].map(|card: usize| index(scheduled[card]));
            let rank_at = |press: usize| {
                let ranks = press.checked_sub(fourth).and_then(|press| ranks.get(press));
                let calculated = || conventions.rank_at(scheduled, press);
                ranks.map_or_else(calculated, |ranks| ranks[fifth][sixth])
            };
            let thirds = ThirdCaptures::read(conventions, rank_at, shown);
            let hand = match conventions.third_presses {
                Some(_) => thirds.offered(scheduled, rank_at),
                None => scheduled,
            };
            let right = ObservedHand::right(conventions, hand, outputs[0][lane]);
            let is_right = |press: usize| shown(press) == right.shown;
            let is_late = is_right(last) && !is_right(all);
            (lane, thirds, hand, right, is_late)
        };
        let hands: Vec<(usize, ThirdCaptures, Hand, ObservedHand, bool)> =
            lanes.into_iter().map(hand).collect();
        if hands.iter().any(|(.., is_late)| *is_late) {
            planes.clear();
            self.watch(batch, last + 1..=last + FURTHER_PRESSES, &mut planes)?;
            outputs.extend(planes.iter().map(OutputPlanes::outputs));
        }
        for (lane, thirds, hand, right, is_late) in hands {
            let shown = |press: usize| outputs[press - fourth][lane];
            let is_wrong = (all..=last).any(|press| shown(press) != right.shown);
            let observed = match (is_wrong, is_late) {
                (false, _) => right,
                (true, is_late) => {
                    let last = if is_late { last + FURTHER_PRESSES } else { last };
                    ObservedHand::read(conventions, hand, right, thirds, last, shown)
                }
            };
            let earlier = &mut self.earlier[lane];
            counts.add(conventions, hand, &observed, *earlier);
            *earlier = observed.cards[4].or(*earlier);
        }
        Ok(())
    }

    /// Makes these presses, and adds what is shown after each.
    fn watch(
        &mut self,
        batch: usize,
        presses: RangeInclusive<usize>,
        planes: &mut Vec<OutputPlanes>,
    ) -> Result<(), JudgeError> {
        for press in presses {
            self.press(batch, press..=press)?;
            planes.push(self.planes());
        }
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
}
