//! Learns the conventions of a design from random hands.

use std::collections::BTreeMap;

use super::light_timing::{hands_with_early_lights, lateness, slowest};
use super::patterns::{distinct, hidden, patterns, values};
use super::pins::driver;
use super::sample::{LONGEST_HOLD, PRESSES, Sample, most_common};
use super::third_captures::{ThirdCaptures, rank_in_sample, third_presses};
use super::{Conventions, JudgeError, Observation};
use baccarat_sim::every_hand::{Hand, KeyEdge, Shoe, Timing, WaitPhase, thirds};
use baccarat_sim::{Glyph, RANKS};
use de1_soc::{BoardOutputs, DISPLAYS};
use foreign_designs::ForeignDesign;
use punto_banco::{Rank, Round, score};
use rust_hdl_lanes::masks::Countdown;

/// How long the keys are held, in cycles of CLOCK_50: the shortest that works is used.
const HOLDS: [usize; 6] = [1, 4, 16, 64, 256, LONGEST_HOLD];

/// For how many cycles the shoe is watched: two rounds of thirteen cards.
const WATCHED: usize = 2 * RANKS;

/// The part of the cards that has to follow the shoe, in percent.
const MINIMUM_AGREEMENT: usize = 60;

/// Learns the conventions of a design.
///
/// # Errors
///
/// [`JudgeError::NoBoard`] without the pins of a `task5`, [`JudgeError::Observation`] if no
/// convention fits.
pub fn calibrate(design: &ForeignDesign) -> Result<Conventions, JudgeError> {
    let mut result = Err(Observation::NoEffect { presses: PRESSES }.into());
    for wait in [WaitPhase::Up, WaitPhase::Down] {
        for hold in HOLDS {
            let timing = Timing::holding(hold, wait);
            let sample = match Sample::new(design, timing) {
                Ok(sample) => sample,
                Err(JudgeError::Observation(observation)) => {
                    result = Err(observation.into());
                    continue;
                }
                Err(error) => return Err(error),
            };
            result = learn(design, &sample, timing);
            match result {
                // Only a longer hold can help here, such as with a debouncer.
                Err(JudgeError::Observation(Observation::NoEffect { .. })) => {}
                // And here only waits at another moment.
                Err(JudgeError::Observation(Observation::StillShoe { .. })) => break,
                _ => return result,
            }
        }
    }
    result
}

fn learn(
    design: &ForeignDesign,
    sample: &Sample,
    timing: Timing,
) -> Result<Conventions, JudgeError> {
    let order = Order::of(sample)?;
    let watched = watch_shoe(design, timing, &order)?;
    let (origin, counts_down) = recognise(&watched, order.displays[0])?;
    let cyclic: Vec<u64> =
        watched[..RANKS].iter().map(|outputs| outputs.hex(order.displays[0])).collect();
    let (offsets, restarts) = follow(sample, &order, &cyclic)?;
    let mut conventions = Conventions {
        timing,
        edge: order.edge(sample),
        captures: order.captures,
        displays: order.displays,
        banker_after_stand: order.banker_after_stand,
        third_presses: None,
        patterns: [0; RANKS],
        blank: std::array::from_fn(|display| sample.start.hex(display)),
        shoe: Shoe {
            origin,
            counts_down,
            restarts,
            is_reset: resets_shoe(design, timing, &order)?,
            offsets,
        },
        late: [0; 4],
        slowest: 0,
        has_later_lights: false,
        hidden: [[false; RANKS]; DISPLAYS],
        values: Rank::ALL.map(Rank::value),
        early: 0,
    };
    conventions.patterns = patterns(sample, &conventions);
    conventions.hidden = hidden(sample, &conventions);
    conventions.third_presses = third_presses(sample, &conventions);
    if let Some(presses) = &conventions.third_presses {
        conventions.banker_after_stand = 4;
        conventions.slowest = presses.all().max().map_or(0, |press| press + 1);
        conventions.hidden = hidden(sample, &conventions);
    }
    conventions.patterns = distinct(conventions.patterns, &conventions.hidden[order.displays[0]]);
    conventions.values = values(sample, &conventions);
    conventions.late = lateness(sample, &conventions);
    (conventions.slowest, conventions.has_later_lights) = slowest(sample, &conventions);
    conventions.early = hands_with_early_lights(sample, &conventions);
    Ok(conventions)
}

/// Which press deals which card to which display.
struct Order {
    captures: [usize; 6],
    displays: [usize; 6],
    banker_after_stand: usize,
}

impl Order {
    fn of(sample: &Sample) -> Result<Order, Observation> {
        let hands: Vec<Vec<(usize, usize)>> =
            (0..sample.hands()).map(|hand| sample.appearances(hand)).collect();
        let card = |number: usize| {
            most_common(hands.iter().filter_map(|cards| cards.get(number).copied()))
        };
        let mut cards: Vec<(usize, usize)> =
            (0..4).filter_map(|number| card(number).map(|(card, _)| card)).collect();
        if cards.is_empty() {
            return Err(Observation::NoEffect { presses: PRESSES });
        }
        if cards.len() < 4 {
            return Err(Observation::FewDisplays { displays: cards.len() });
        }
        if cards.windows(2).any(|pair| pair[0].0 >= pair[1].0 || pair[0].1 == pair[1].1) {
            return Err(Observation::TwoCards);
        }
        // In hands of six cards the fifth is the player's.
        let complete = hands.iter().filter(|cards| cards.len() == 6);
        if let Some((thirds, _)) = most_common(complete.map(|cards| [cards[4], cards[5]])) {
            cards.extend(thirds);
        } else {
            let fifth = hands.iter().filter(|cards| cards.len() == 5).map(|cards| cards[4]);
            cards.extend(third_cards(&cards, &fifth.collect::<Vec<_>>()));
        }
        if cards.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return Err(Observation::TwoCards);
        }
        if cards[5].0 >= PRESSES {
            return Err(Observation::LongHand { presses: PRESSES });
        }
        let captures: [usize; 6] = std::array::from_fn(|number| cards[number].0);
        let displays: [usize; 6] = std::array::from_fn(|number| cards[number].1);
        let five = hands.iter().filter(|cards| cards.len() == 5);
        let bankers: Vec<usize> =
            five.filter_map(|cards| (cards[4].1 == displays[5]).then_some(cards[4].0)).collect();
        // Hands of six cards of which the display of the fifth shows nothing are not of five cards.
        let soon = bankers.iter().filter(|press| **press == captures[4]).count();
        let banker_after_stand = match most_common(bankers) {
            Some((_, most)) if soon * 4 >= most => 4,
            Some((press, _)) if press == captures[5] => 5,
            _ => 4,
        };
        Ok(Order { captures, displays, banker_after_stand })
    }

    /// The edge of KEY0 that captures the first card.
    fn edge(&self, sample: &Sample) -> KeyEdge {
        let (press, display) = (self.captures[0], self.displays[0]);
        let before = sample.start.hex(display);
        let changed = |outputs: &[BoardOutputs]| {
            outputs.iter().filter(|one| one.hex(display) != before).count()
        };
        if changed(&sample.pushed[press]) * 2 > changed(&sample.released[press]) {
            KeyEdge::Pressed
        } else {
            KeyEdge::Released
        }
    }
}

/// The presses and displays of the third cards of the player and of the banker, if no hand shows
/// both: from the four cards before and from the fifth ones of other hands.
fn third_cards(four: &[(usize, usize)], fifth: &[(usize, usize)]) -> [(usize, usize); 2] {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    fifth.iter().for_each(|(press, _)| *counts.entry(*press).or_default() += 1);
    // A hand that goes another way may show its fifth card earlier than others the fourth.
    let later = counts.into_iter().filter(|(press, _)| *press > four[3].0);
    let often = later.filter(|(_, count)| count * 8 >= fifth.len());
    let presses: Vec<usize> = often.map(|(press, _)| press).collect();
    let stride = presses.first().map_or(four[3].0 - four[2].0, |press| press - four[3].0);
    let player = four[3].0 + stride;
    let banker = presses.get(1).copied().unwrap_or(player + stride);
    let mut displays: Vec<usize> =
        (0..6).filter(|display| four.iter().all(|(_, known)| known != display)).collect();
    // A display with cards at two presses is the banker's: at the first one if the player stands.
    // Else the player's is beside that of the player's second card.
    match presses[..] {
        [_, press, ..] => {
            let is_bankers = |display: &usize| fifth.contains(&(press, *display));
            displays.sort_by_key(is_bankers);
        }
        _ => displays.sort_by_key(|display| display.abs_diff(four[2].1)),
    }
    [(player, displays[0]), (banker, displays[1])]
}

/// The outputs after the first card, for waits of 0, 1, 2 and more cycles before it.
fn watch_shoe(
    design: &ForeignDesign,
    timing: Timing,
    order: &Order,
) -> Result<Vec<BoardOutputs>, JudgeError> {
    let mut driver = driver(design, 1, timing)?;
    driver.reset()?;
    for _ in 0..order.captures[0] {
        driver.press(None)?;
    }
    driver.press(Some(&Countdown::new(1, |lane| lane.min(WATCHED - 1))))?;
    let outputs = driver.boards.outputs()[..WATCHED].to_vec();
    let display = order.displays[0];
    let patterns: Vec<u64> = outputs.iter().map(|outputs| outputs.hex(display)).collect();
    let mut distinct = patterns.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let repeats = (0..RANKS).all(|wait| patterns[wait] == patterns[wait + RANKS]);
    // One glyph may be that of another card: that is judged later.
    match distinct.len() {
        1 => Err(Observation::StillShoe { display }.into()),
        number if repeats && (RANKS - 2..=RANKS).contains(&number) => Ok(outputs),
        patterns => Err(Observation::OtherShoe { display, patterns, cycles: WATCHED }.into()),
    }
}

/// Whether the first card after a reset is the same, however long the machine ran before.
fn resets_shoe(design: &ForeignDesign, timing: Timing, order: &Order) -> Result<bool, JudgeError> {
    let mut driver = driver(design, 1, timing)?;
    driver.press(Some(&Countdown::new(1, |lane| lane % RANKS)))?;
    driver.reset()?;
    for _ in 0..=order.captures[0] {
        driver.press(None)?;
    }
    let outputs = driver.boards.outputs();
    Ok(outputs.iter().all(|one| one.hex(order.displays[0]) == outputs[0].hex(order.displays[0])))
}

/// Finds the ace among thirteen patterns in the order of the shoe: by the digits, and by the score
/// of a single card. Returns its position, and whether the shoe counts down.
fn recognise(watched: &[BoardOutputs], display: usize) -> Result<(usize, bool), Observation> {
    let votes = |origin: usize, counts_down: bool| -> usize {
        let vote = |(position, outputs): (usize, &BoardOutputs)| {
            let steps = if counts_down { RANKS - position } else { position };
            let rank = Rank::ALL[(origin + steps) % RANKS];
            let pattern = outputs.hex(display);
            let is_glyph = |pattern: u64| Glyph::of(pattern) == Glyph::Card(rank);
            let is_score = outputs.ledr() & 15 == u64::from(score([rank]));
            usize::from(is_glyph(pattern) || is_glyph(!pattern & 0x7f)) + usize::from(is_score)
        };
        watched[..RANKS].iter().enumerate().map(vote).sum()
    };
    let choices = (0..RANKS).flat_map(|origin| [(origin, false), (origin, true)]);
    let best = choices.map(|choice| (votes(choice.0, choice.1), choice)).max_by_key(|best| best.0);
    match best {
        // Thirteen glyphs and thirteen scores.
        Some((votes, choice)) if votes >= RANKS => Ok(choice),
        _ => Err(Observation::UnknownCards { display }),
    }
}

/// The positions of the shoe at each capture without waits, and whether KEY0 restarts it: what
/// explains most cards of the sample.
fn follow(
    sample: &Sample,
    order: &Order,
    cyclic: &[u64],
) -> Result<([usize; 6], bool), Observation> {
    let position = |pattern: u64| {
        let mut positions = (0..RANKS).filter(|position| cyclic[*position] == pattern);
        // A pattern that two cards share does not show which one it is.
        positions.next().filter(|_| positions.next().is_none())
    };
    let mut results = [false, true].map(|restarts| {
        let (mut agreeing, mut all) = (0, 0);
        let offsets: [Option<usize>; 6] = std::array::from_fn(|card| {
            let (press, display) = (order.captures[card], order.displays[card]);
            let seen = |hand: usize| {
                let is_dealt_here = sample.appearances(hand).contains(&(press, display));
                let shown = position(sample.released[press][hand].hex(display))?;
                let waits = &sample.waits[hand];
                let waited: usize =
                    if restarts { waits[press] } else { waits[..=press].iter().sum() };
                is_dealt_here.then_some((shown + waited * (RANKS - 1)) % RANKS)
            };
            let seen: Vec<usize> = (0..sample.hands()).filter_map(seen).collect();
            all += seen.len();
            most_common(seen).map(|(offset, count)| {
                agreeing += count;
                offset
            })
        });
        (agreeing * 100 / all.max(1), offsets, restarts)
    });
    results.sort_by_key(|(agreeing, ..)| *agreeing);
    let (agreeing, offsets, restarts) = results[1];
    if agreeing < MINIMUM_AGREEMENT {
        return Err(Observation::Unpredictable { agreeing });
    }
    // A press takes the same time each time, so two cards tell where the shoe is at those that a
    // display never shows.
    let [first, second] = [0, 1].map(|card| offsets[card].unwrap_or(0));
    let per_press = |step: &usize| {
        let presses = order.captures[1] - order.captures[0];
        (first + step * presses) % RANKS == second
    };
    let step = (0..RANKS).find(per_press).unwrap_or(0);
    let extrapolated =
        |card: usize| (first + step * (order.captures[card] - order.captures[0])) % RANKS;
    let offset = |card: usize| offsets[card].unwrap_or_else(|| extrapolated(card));
    Ok((std::array::from_fn(offset), restarts))
}

/// The cards that the shoe offers in a sampled hand.
pub(super) fn offered(sample: &Sample, conventions: &Conventions, hand: usize) -> Hand {
    let waits = &sample.waits[hand];
    let mut since = 0;
    conventions.offered(conventions.captures.map(|press| {
        let sum: usize = waits[since.min(press)..=press].iter().sum();
        since = press + 1;
        if conventions.shoe.restarts { waits[press] } else { sum }
    }))
}

/// The hand that a sampled hand is by the rules, and the number of presses that deal its cards.
pub(super) fn dealt(sample: &Sample, conventions: &Conventions, hand: usize) -> (Round, usize) {
    let scheduled = offered(sample, conventions, hand);
    let rank_at = |press| rank_in_sample(sample, conventions, hand, press);
    let outputs = |press: usize| sample.released[press.min(PRESSES) - 1][hand];
    let captures = ThirdCaptures::read(conventions, rank_at, outputs);
    let offered = match conventions.third_presses {
        Some(_) => captures.offered(scheduled, rank_at),
        None => scheduled,
    };
    let round = conventions.round(offered);
    (round, captures.dealing_presses(conventions, thirds(&round)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use de1_soc::DISPLAYS;

    #[test]
    fn third_cards_are_after_the_fourth_one_whatever_single_hands_show() {
        let four = [(0, 0), (1, 3), (2, 1), (3, 4)];
        assert_eq!(third_cards(&four, &[]), [(4, 2), (5, 5)]);
        assert_eq!(third_cards(&four, &[(5, 2); 9]), [(5, 2), (7, 5)]);
        assert_eq!(third_cards(&four, &[(5, 5), (7, 5)]), [(5, 2), (7, 5)]);
        assert_eq!(third_cards(&four, &[(2, 5), (3, 5)]), [(4, 2), (5, 5)]);
    }

    #[test]
    fn a_hand_that_is_longer_than_the_sample_is_not_judged() {
        // Four presses for each card, and no third card in the sample.
        let shown = |press: usize| {
            let dealt = [(3, 0), (7, 3), (11, 1), (15, 4)];
            (0..DISPLAYS).fold(BoardOutputs(0), |outputs, display| {
                let is_dealt =
                    dealt.iter().any(|(first, other)| *other == display && *first <= press);
                outputs.with_hex(display, u64::from(is_dealt))
            })
        };
        let released: Vec<Vec<BoardOutputs>> =
            (0..PRESSES).map(|press| vec![shown(press)]).collect();
        let sample = Sample {
            waits: vec![[0; PRESSES]],
            start: BoardOutputs(0),
            pushed: released.clone(),
            released,
        };
        let error = Order::of(&sample).map(|_| ()).expect_err("a long hand");
        assert_eq!(error, Observation::LongHand { presses: PRESSES });
        assert!(error.is_inconclusive());
    }
}
