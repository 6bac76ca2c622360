//! When the lights come on in the hands of a sample.

use super::Conventions;
use super::calibration::dealt;
use super::sample::{PRESSES, Sample};
use baccarat_sim::HandOutputs;
use baccarat_sim::every_hand::{FURTHER_PRESSES, THIRDS, thirds};
use de1_soc::{BoardOutputs, DISPLAYS};
use punto_banco::{Outcome, Round};

/// How many presses after its last card a hand shows its winner, by its third cards: the smallest
/// number that holds for most hands with the right cards.
pub(super) fn lateness(sample: &Sample, conventions: &Conventions) -> [usize; 4] {
    let hands: Vec<(Round, usize)> =
        (0..sample.hands()).map(|hand| dealt(sample, conventions, hand)).collect();
    let has_right_cards = |hand: usize| {
        let right = conventions.outputs(&hands[hand].0);
        let last = sample.released.last().map(|all| all[hand]);
        (0..DISPLAYS).all(|display| last.map(|all| all.hex(display)) == Some(right.hex(display)))
    };
    let right_cards: Vec<bool> = (0..hands.len()).map(has_right_cards).collect();
    let counts = |path: [bool; 2], counted: fn(Option<Outcome>, Outcome, bool) -> bool| {
        [0, 1, 2, 3].map(|late| {
            let is_over = |(hand, (round, presses)): &(usize, &(Round, usize))| {
                let outputs = sample.released.get(presses - 1 + late);
                let is_counted = |all: &Vec<BoardOutputs>| {
                    counted(all[*hand].outcome(), round.outcome(), right_cards[*hand])
                };
                thirds(round) == path && outputs.is_some_and(is_counted)
            };
            hands.iter().enumerate().filter(is_over).count()
        })
    };
    let smallest = |counts: [usize; 4]| {
        let most = counts.into_iter().max().unwrap_or(0);
        // Wrong hands may show their winner later, or by chance.
        counts.iter().position(|count| most > 0 && count * 4 >= most * 3)
    };
    THIRDS.map(|path| {
        let right = smallest(counts(path, |shown, winner, cards| cards && shown == Some(winner)));
        // A hand that deals more cards shows its winner with the last of them.
        right
            .or_else(|| smallest(counts(path, |shown, winner, _| shown == Some(winner))))
            // Lights that are always wrong come on, too.
            .or_else(|| smallest(counts(path, |shown, _, _| shown.is_some())))
            .unwrap_or(0)
    })
}

/// The number of presses after which the slowest right hand is over, and whether the lights of any
/// come on later than those of most others.
pub(super) fn slowest(sample: &Sample, conventions: &Conventions) -> (usize, bool) {
    let (mut slowest, mut has_later_lights) = (conventions.slowest, false);
    for hand in 0..sample.hands() {
        let (round, presses) = dealt(sample, conventions, hand);
        let right = conventions.outputs(&round);
        let is_right = |press: &usize| sample.released[press - 1][hand] == right;
        let stays = (1..=PRESSES).rev().take_while(is_right).last();
        if let Some(end) = stays.filter(|end| end + FURTHER_PRESSES <= PRESSES) {
            slowest = slowest.max(end);
            has_later_lights |= end > presses + conventions.delay(thirds(&round));
        }
    }
    (slowest, has_later_lights)
}

/// The number of sampled hands in which a light is on before the last card is dealt. A card that is
/// due and never comes does not count.
pub(super) fn hands_with_early_lights(sample: &Sample, conventions: &Conventions) -> usize {
    let is_early = |hand: &usize| {
        let (_, presses) = dealt(sample, conventions, *hand);
        let appearances = sample.appearances(*hand).into_iter();
        let dealing = appearances.map(|(press, _)| press).filter(|press| *press < presses);
        let last = dealing.max().unwrap_or(0);
        let before = sample.released[..last].iter().map(|outputs| outputs[*hand]);
        before.chain([sample.start]).any(|outputs| outputs.outcome().is_some())
    };
    (0..sample.hands()).filter(is_early).count()
}
