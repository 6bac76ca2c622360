//! Right hands, found by comparing bit planes and counted in groups.

use std::array::from_fn;
use std::ops::BitOr;

use super::Conventions;
use super::hand_counts::HandCounts;
use super::observed_hand::ObservedHand;
use baccarat_sim::every_hand::{CHUNKS, HANDS_PER_BATCH, Hand, varied_cards};
use baccarat_sim::{HandOutputs, RANKS};
use board_simulation::OutputPlanes;
use de1_soc::{BoardOutputs, OUTPUT_BITS};
use punto_banco::{Rank, Side, score};
use rust_hdl_lanes::masks::NONE;
use rust_hdl_lanes::{LANES_PER_WORD, Word, lane_planes};

/// The number of scores.
const SCORES: usize = 10;

/// The bits of LEDR that show the scores of both sides.
const SCORE_BITS: usize = 8;

/// The hands that differ only in the sixth card. They are in adjacent lanes.
const GROUP: usize = RANKS;

/// The end of a hand by the rules.
#[derive(Clone, Copy)]
pub(super) struct RightEnd {
    /// The outputs without those of the first four cards. Above them, from [`OUTPUT_BITS`] on, what
    /// LEDR shows of the scores after these.
    outputs: u64,
    /// The player's third card.
    pub third: Option<Rank>,
    /// Whether the banker draws.
    pub banker_draws: bool,
    /// The scores of all cards.
    pub scores: [u8; 2],
}

/// Counts right hands. What a right hand adds to the counts follows from its cards.
pub(super) struct RightHands {
    /// By the scores of two cards of the player and of the banker, the fifth card and the sixth.
    ends: Vec<RightEnd>,
    /// What each rank as one of the first four cards adds to the outputs.
    cards: [[u64; RANKS]; 4],
}

impl RightHands {
    /// Returns `None` if the end of a hand follows not only from the cards that the shoe offers, if
    /// LEDR counts ranks as other numbers, or if two cards share a display.
    pub fn new(conventions: &Conventions) -> Option<RightHands> {
        let displays = conventions.displays;
        let is_distinct = |place: usize| !displays[..place].contains(&displays[place]);
        let is_usual = conventions.third_presses.is_none()
            && conventions.values == Rank::ALL.map(Rank::value)
            && (0..displays.len()).all(is_distinct);
        let first_displays = || displays.into_iter().take(4);
        let end = |index: usize| {
            let [player, banker] =
                [index / (RANKS * RANKS * SCORES), index / (RANKS * RANKS) % SCORES];
            let [fifth, sixth] = [index / RANKS % RANKS, index % RANKS].map(|rank| Rank::ALL[rank]);
            let card = |score: usize| Rank::ALL[(score + SCORES - 1) % SCORES];
            let offered = [card(player), card(banker), Rank::Ten, Rank::Ten, fifth, sixth];
            let right = ObservedHand::right(conventions, offered, BoardOutputs(0));
            let others =
                first_displays().fold(right.shown, |shown, place| shown.with_hex(place, 0));
            RightEnd {
                outputs: others.0 | ((player | banker << 4) as u64) << OUTPUT_BITS,
                third: right.cards[4],
                banker_draws: right.cards[5].is_some(),
                scores: Side::BOTH.map(|side| right.shown.score(side) as u8),
            }
        };
        let card = |place: usize, rank: usize| {
            BoardOutputs(0).with_hex(displays[place], conventions.patterns[rank]).0
        };
        is_usual.then(|| RightHands {
            ends: (0..SCORES * SCORES * RANKS * RANKS).map(end).collect(),
            cards: from_fn(|place| from_fn(|rank| card(place, rank))),
        })
    }

    /// Counts right hands of a batch and returns the lanes of all others. `opening` is shown after
    /// four cards, `ends` when the hands are over. `earlier` has for each lane the player's third
    /// card in the last hand that had one.
    pub fn count(
        &self,
        batch: usize,
        opening: &OutputPlanes,
        ends: &[OutputPlanes],
        earlier: &mut [Option<Rank>],
        counts: &mut HandCounts,
    ) -> Vec<usize> {
        let wrong = self.wrong_lanes(batch, opening, ends);
        let mut others = Vec::new();
        for first in (0..HANDS_PER_BATCH).step_by(GROUP) {
            let lanes = first..first + GROUP;
            let before = earlier[first];
            let is_alike = earlier[lanes.clone()].iter().all(|other| *other == before);
            if has_any(&wrong, first) || !is_alike {
                others.extend(lanes);
                continue;
            }
            let hand = varied_cards(batch, first);
            let (opening, ends) = self.group(hand);
            counts.add_right(hand, before, opening, ends);
            if let Some(third) = ends[0].third {
                earlier[lanes].fill(Some(third));
            }
        }
        others
    }

    /// Returns the lanes in which an output is wrong after four cards or at the end.
    fn wrong_lanes(
        &self,
        batch: usize,
        opening: &OutputPlanes,
        ends: &[OutputPlanes],
    ) -> Vec<Word> {
        let mut expected = vec![0; CHUNKS * LANES_PER_WORD];
        for first in (0..HANDS_PER_BATCH).step_by(GROUP) {
            let hand = varied_cards(batch, first);
            let (_, group) = self.group(hand);
            let cards = hand.iter().zip(&self.cards);
            let shown = cards.map(|(card, patterns)| patterns[index(*card)]).fold(0, u64::bitor);
            let expected = expected[first..first + GROUP].iter_mut();
            expected.zip(group).for_each(|(outputs, end)| *outputs = end.outputs | shown);
        }
        let expected = lane_planes(&expected);
        let wrong = |(chunk, expected): (usize, &[Word; 64])| {
            let mut wrong = NONE;
            let mut compare = |shown: &[Word], expected: &[Word]| {
                for (shown, expected) in shown.iter().zip(expected) {
                    wrong = from_fn(|part| wrong[part] | shown[part] ^ expected[part]);
                }
            };
            compare(&opening.0[chunk][..SCORE_BITS], &expected[OUTPUT_BITS..]);
            ends.iter().for_each(|end| compare(&end.0[chunk][..OUTPUT_BITS], expected));
            wrong
        };
        expected.iter().enumerate().map(wrong).collect()
    }

    /// Returns the scores after four cards, and the ends of the hands with these first five.
    fn group(&self, [p1, b1, p2, b2, fifth, _]: Hand) -> ([usize; 2], &[RightEnd]) {
        let scores = [[p1, p2], [b1, b2]].map(|cards| usize::from(score(cards)));
        let first = ((scores[0] * SCORES + scores[1]) * RANKS + index(fifth)) * RANKS;
        (scores, &self.ends[first..first + GROUP])
    }
}

/// The place of a rank among all, from 0.
pub(super) fn index(rank: Rank) -> usize {
    usize::from(rank.number()) - 1
}

/// Whether some of the lanes `first..first + GROUP` are in a set.
fn has_any(set: &[Word], first: usize) -> bool {
    let word = |word: usize| set.as_flattened().get(word).copied().unwrap_or(0);
    let two = u128::from(word(first / 64)) | u128::from(word(first / 64 + 1)) << 64;
    two >> (first % 64) & ((1 << GROUP) - 1) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_counts::Detail;
    use baccarat_sim::every_hand::{BATCHES, ThirdPresses};
    use rust_hdl_lanes::masks::lanes_where;

    #[test]
    fn groups_are_found_across_words() {
        let set = [NONE, lanes_where(0, |lane| lane == 0 || lane == 100)];
        let found: Vec<usize> = (0..500).filter(|first| has_any(&set, *first)).collect();
        assert_eq!(found, (244..=256).chain(344..=356).collect::<Vec<_>>());
    }

    fn planes(outputs: &[BoardOutputs]) -> OutputPlanes {
        let mut outputs: Vec<u64> = outputs.iter().map(|outputs| outputs.0).collect();
        outputs.resize(CHUNKS * LANES_PER_WORD, 0);
        OutputPlanes(lane_planes(&outputs))
    }

    /// A batch of right hands, some of which show something else.
    struct Batch {
        number: usize,
        hands: Vec<ObservedHand>,
        /// After four cards, at the end, and after another press.
        shown: [Vec<BoardOutputs>; 3],
        changed: Vec<usize>,
        /// Alike in most groups.
        earlier: Vec<Option<Rank>>,
    }

    impl Batch {
        fn new(conventions: &Conventions, random: &mut fastrand::Rng) -> Batch {
            let number = random.usize(..BATCHES);
            let right = |lane: usize| {
                let hand = varied_cards(number, lane);
                let [player, banker] = [0, 1].map(|side| score([hand[side], hand[side + 2]]));
                let ledr = u64::from(player | banker << 4);
                ObservedHand::right(conventions, hand, BoardOutputs(0).with_ledr(ledr))
            };
            let hands: Vec<ObservedHand> = (0..HANDS_PER_BATCH).map(right).collect();
            let ends: Vec<BoardOutputs> = hands.iter().map(|hand| hand.shown).collect();
            let opening = hands.iter().map(|hand| hand.opening).collect();
            let mut shown = [opening, ends.clone(), ends];
            let mut lanes = || (0..30).map(|_| random.usize(..HANDS_PER_BATCH)).collect();
            let [changed, other_earlier]: [Vec<usize>; 2] = [lanes(), lanes()];
            for lane in &changed {
                let bits = if lane % 3 == 0 { SCORE_BITS } else { OUTPUT_BITS };
                shown[lane % 3][*lane].0 ^= 1 << (lane / 3 % bits);
            }
            let rank = |lane: usize| Rank::ALL.get((lane / GROUP + number) % 14).copied();
            let mut earlier: Vec<Option<Rank>> = (0..HANDS_PER_BATCH).map(rank).collect();
            other_earlier.iter().for_each(|lane| earlier[*lane] = Some(Rank::Ace));
            Batch { number, hands, shown, changed, earlier }
        }

        /// Adds these hands one by one.
        fn add(
            &mut self,
            lanes: impl IntoIterator<Item = usize>,
            conventions: &Conventions,
            counts: &mut HandCounts,
        ) {
            for lane in lanes {
                let (hand, earlier) = (varied_cards(self.number, lane), &mut self.earlier[lane]);
                counts.add(conventions, hand, &self.hands[lane], *earlier);
                *earlier = self.hands[lane].cards[4].or(*earlier);
            }
        }
    }

    #[test]
    fn groups_count_as_their_hands_do() {
        let late = Conventions { banker_after_stand: 5, ..Conventions::default() };
        for conventions in [Conventions::default(), late] {
            let right_hands = RightHands::new(&conventions).expect("the conventions of the lab");
            let [mut counts, mut expected] = [(); 2].map(|()| HandCounts::new(Detail::Scores));
            let mut random = fastrand::Rng::with_seed(1);
            for _ in 0..20 {
                let mut batch = Batch::new(&conventions, &mut random);
                let [opening, ends @ ..] = batch.shown.each_ref().map(|shown| planes(shown));
                let mut earlier = batch.earlier.clone();
                let others =
                    right_hands.count(batch.number, &opening, &ends, &mut earlier, &mut counts);
                assert!(batch.changed.iter().all(|lane| others.contains(lane)));
                assert!(others.len() < HANDS_PER_BATCH / 2);
                let before = std::mem::replace(&mut batch.earlier, earlier);
                batch.add(others, &conventions, &mut counts);
                let after = std::mem::replace(&mut batch.earlier, before);
                batch.add(0..HANDS_PER_BATCH, &conventions, &mut expected);
                assert_eq!(batch.earlier, after);
            }
            assert!(counts == expected);
        }
    }

    #[test]
    fn conventions_whose_hands_follow_from_more_than_their_cards_have_no_groups() {
        let mut values = Conventions::default();
        values.values[12] = 3;
        let third_presses = Some(ThirdPresses::default());
        let presses = Conventions { third_presses, ..Conventions::default() };
        let displays = Conventions { displays: [0, 1, 2, 3, 4, 4], ..Conventions::default() };
        let conventions = [values, presses, displays];
        assert!(conventions.iter().all(|conventions| RightHands::new(conventions).is_none()));
    }
}
