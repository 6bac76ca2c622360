//! Every sequence of six ranks, dealt at the pins of `task5`.

use baccarat_hdl::top::Clocking;
use baccarat_sim::every_hand::{HANDS, play_every_hand};
use rust_hdl_lanes::Execution;

#[test]
fn every_hand_has_the_lights_and_displays_of_the_rules_after_every_press() {
    let clockings = Clocking::ALL;
    let designs = clockings.map(|clocking| baccarat_sim::design(clocking).expect("a design"));
    let boards: Vec<_> = clockings.into_iter().zip(&designs).collect();
    let played = play_every_hand(&boards, Execution::Fastest, &|_| {});
    let results = played.expect("the pins of the board").unwrap_or_else(|(board, mismatch)| {
        panic!("{}: {mismatch:?}", clockings[board]);
    });
    for result in results {
        assert_eq!(result.tally(None).total(), HANDS as u128);
    }
}
