//! Plays every hand of `task5` with either clocking, and 100,000 hands of `casino`, at the pins, as
//! `baccarat-sim verify` does. Panics if anything is wrong. `make verify-all` runs it in Node,
//! compiled like the simulator of an exported site.

use baccarat_hdl::casino::DECKS;
use baccarat_hdl::top::{Clocking, Top};
use baccarat_sim::casino_hands::{self, CasinoDesign, Plan};
use baccarat_sim::every_hand::{HANDS, play_every_hand};
use rust_hdl_lanes::Execution;

fn main() {
    for clocking in [Clocking::Direct, Clocking::Synchronised] {
        let design = baccarat_sim::design(clocking).expect("a design");
        let played = play_every_hand(&[(clocking, &design)], Execution::Fastest, &|_| {});
        let results =
            played.expect("a board").unwrap_or_else(|(_, mismatch)| panic!("{mismatch:?}"));
        assert_eq!(results[0].tally(None).total(), HANDS as u128, "{clocking:?}");
    }
    let design = baccarat_sim::design(Top::Casino).expect("a design");
    let boards = CasinoDesign::new(&design, DECKS).expect("a board");
    let plan = Plan { seed: Plan::SEED, hands: 100_000 };
    let report = casino_hands::run(&boards, plan, Execution::Fastest, &|_| {});
    let report = report.expect("no oscillation").unwrap_or_else(|failure| panic!("{failure:?}"));
    assert!(report.results.hands() >= plan.hands);
}
