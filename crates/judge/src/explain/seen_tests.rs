//! Designs that decide before a card is loaded, or by sums of four bits, as models: one cause each.

use super::explain;
use crate::Conventions;
use crate::cause::{Early, LastCards, Lights, SumFault};
use crate::hand_counts::{Detail, HandCounts};
use crate::observed_hand::ObservedHand;
use crate::seen::faulty_score;
use baccarat_sim::every_hand::dealt_cards;
use punto_banco::{Hand, Rank, Round, banker_draws, is_natural, player_draws};

/// A design by the scores that its decisions see.
#[derive(Clone, Copy)]
struct Model {
    /// Of how many cards of each side.
    natural: [usize; 2],
    rule: [usize; 2],
    /// Of the banker after the player's third card.
    after_third: usize,
    sees_third: bool,
    /// How many of the last cards the lights do not see.
    unlit: usize,
    decided_by: Option<SumFault>,
    on_ledr: Option<SumFault>,
}

const RIGHT: Model = Model {
    natural: [2, 2],
    rule: [2, 2],
    after_third: 2,
    sees_third: true,
    unlit: 0,
    decided_by: None,
    on_ledr: None,
};

impl Model {
    fn play(&self, hand: [Rank; 6]) -> (Round, Lights) {
        let value = |rank: Rank| usize::from(rank.value());
        let score = |side: usize, cards: usize| {
            let sum = (0..cards).map(|card| value(hand[2 * card + side])).sum();
            faulty_score(self.decided_by, sum) as u8
        };
        let natural = |score: u8| score > 9 || is_natural(score);
        let is_over = [0, 1].iter().any(|side| natural(score(*side, self.natural[*side])));
        let player_draws = !is_over && player_draws(score(0, self.rule[0]));
        let seen = if self.sees_third { hand[4].value() } else { 0 };
        let draws = match player_draws {
            true => banker_draws(score(1, self.after_third), Some(seen)),
            false => !is_over && banker_draws(score(1, self.rule[1]), None),
        };
        let next = if player_draws { hand[5] } else { hand[4] };
        let [player, banker] = [0, 1].map(|side| Hand::new(hand[side], hand[side + 2]));
        let third = player_draws.then_some(hand[4]);
        let round = Round {
            player: Hand { third, ..player },
            banker: Hand { third: draws.then_some(next), ..banker },
        };
        let mut lit = dealt_cards(&round);
        let last = lit.iter().rposition(Option::is_some).unwrap_or(0);
        if self.unlit > 0 {
            lit[last] = None;
        }
        let sum =
            |side: usize| lit.iter().skip(side).step_by(2).flatten().map(|card| value(*card)).sum();
        let scores = [0, 1].map(|side| faulty_score(self.on_ledr, sum(side)));
        (round, Lights::winner(scores))
    }

    /// The causes of all its wrong hands.
    fn causes(&self) -> Vec<String> {
        let conventions = Conventions::default();
        let mut counts = HandCounts::new(Detail::Cards);
        for number in 0..40_000_usize {
            let rank = |place: u32| Rank::ALL[number / 10_usize.pow(place) % 10];
            let fifth = [Rank::Two, Rank::Seven, Rank::Eight, Rank::Ten][number / 10_000];
            let sixth = Rank::ALL[number * 7 % 10];
            let hand = [rank(0), rank(1), rank(2), rank(3), fifth, sixth];
            let (round, lights) = self.play(hand);
            let on_ledr = |round: &Round, lights: u8| {
                let scores = [&round.player, &round.banker].map(|hand| {
                    faulty_score(
                        self.on_ledr,
                        hand.cards().map(|card| usize::from(card.value())).sum(),
                    ) as u64
                });
                let shown = conventions.outputs(round);
                shown.with_ledr(scores[0] | scores[1] << 4 | u64::from(lights) << 8)
            };
            let [player, banker] = [0, 1].map(|side| Hand::new(hand[side], hand[side + 2]));
            let opening = on_ledr(&Round { player, banker }, 0);
            let right = ObservedHand::right(&conventions, hand, opening);
            let (cards, shown) = (dealt_cards(&round), on_ledr(&round, lights.0));
            let observed = ObservedHand {
                is_right: shown == right.shown && cards == right.cards,
                has_wrong_draws: cards != right.cards,
                cards,
                shown,
                ..right
            };
            counts.add(&conventions, hand, &observed, None);
        }
        let explanation = explain(&counts);
        assert_eq!(explanation.contradicting, 0, "{:?}", explanation.causes);
        explanation.causes.iter().map(|(cause, _)| cause.to_string()).collect()
    }
}

#[test]
fn a_decision_before_a_card_is_loaded_is_one_cause() {
    let cases = [
        (Model { natural: [2, 1], rule: [2, 1], ..RIGHT }, Early::ThirdCards),
        (Model { natural: [1, 1], rule: [1, 1], ..RIGHT }, Early::ThirdCardsAtThird),
        (Model { natural: [2, 1], ..RIGHT }, Early::Naturals),
        (Model { rule: [1, 2], ..RIGHT }, Early::Player),
        (Model { natural: [1, 2], rule: [1, 2], ..RIGHT }, Early::PlayerAndNaturals),
        (Model { rule: [2, 1], ..RIGHT }, Early::BankerAlone),
        (Model { after_third: 1, ..RIGHT }, Early::BankerAfterThird),
        (Model { after_third: 1, sees_third: false, ..RIGHT }, Early::BankerBeforeThird),
        (Model { unlit: 1, ..RIGHT }, Early::Lights(LastCards([true; 3]))),
    ];
    for (model, early) in cases {
        assert_eq!(model.causes(), [early.to_string()]);
    }
    assert_eq!(RIGHT.causes(), Vec::<String>::new());
}

#[test]
fn all_decisions_while_cards_are_loaded_are_three_causes() {
    let model = Model { natural: [2, 1], rule: [2, 1], sees_third: false, unlit: 1, ..RIGHT };
    let expected = [
        Early::ThirdCards.to_string(),
        crate::cause::ThirdCardFault::Zero.to_string(),
        Early::Lights(LastCards([true; 3])).to_string(),
    ];
    assert_eq!(model.causes(), expected);
}

#[test]
fn sums_of_four_bits_are_one_cause_of_what_depends_on_them() {
    for fault in SumFault::ALL {
        let model = Model { decided_by: Some(fault), on_ledr: Some(fault), ..RIGHT };
        assert_eq!(model.causes(), [format!("the scores are {fault}")]);
        let causes = Model { decided_by: Some(fault), ..RIGHT }.causes();
        let decisions = "the decisions after four cards see";
        let after_third = "the banker's decision after the player's third card sees";
        let expected = [decisions, after_third]
            .map(|seen| format!("{seen} {fault}, although LEDR shows the scores"));
        assert_eq!(causes, expected);
    }
}
