//! `scorehand`: the score of up to three cards.

use baccarat::game::score;
use baccarat::simulation::card_of;
use baccarat_hdl::scorehand::Scorehand;
use rust_hdl::prelude::*;

use crate::run;

/// Three card codes and their score.
const HANDS: [([u64; 3], u64); 10] = [
    ([0, 0, 0], 0),
    ([1, 0, 0], 1),
    ([0, 9, 0], 9),
    ([0, 0, 9], 9),
    ([5, 5, 0], 0),
    ([9, 9, 9], 7),
    ([9, 9, 2], 0),
    ([10, 11, 12], 0),
    ([13, 7, 13], 7),
    ([14, 15, 8], 8),
];

/// Sets the inputs, waits, and checks the output; the module has no clock.
fn check(hands: Vec<([u64; 3], u64)>) {
    let mut sim = Simulation::new();
    sim.add_testbench(move |mut ep: Sim<Scorehand>| {
        let mut x = ep.init()?;
        for (cards, total) in &hands {
            x.card1.next = cards[0].into();
            x.card2.next = cards[1].into();
            x.card3.next = cards[2].into();
            x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
            assert_eq!(x.total.val(), *total, "{cards:?}");
        }
        ep.done(x)
    });
    run(sim, Box::new(Scorehand::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn values_add_up_modulo_ten() {
    check(HANDS.to_vec());
}

#[test]
fn every_hand_scores_by_the_rules_and_invalid_codes_count_0() {
    let codes = || 0..16_u64;
    let hands = codes().flat_map(|a| codes().flat_map(move |b| codes().map(move |c| [a, b, c])));
    let scored = hands.map(|hand| {
        let cards = hand.into_iter().filter_map(|code| card_of(code.into()));
        (hand, u64::from(score(cards)))
    });
    check(scored.collect());
}
