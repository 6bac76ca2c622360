//! `datapath`: the cards on the table, their displays and scores.

use baccarat_hdl::datapath::Datapath;
use rust_hdl::prelude::*;

use crate::{card7seg, run};

/// Half a cycle of CLOCK_50, in picoseconds.
const HALF_PERIOD: u64 = 10_000;

/// The outputs: the cards on HEX0 to HEX5, the scores and the player's third card.
#[derive(Clone, Debug, Default, PartialEq)]
struct Outputs {
    displays: String,
    pscore: u64,
    dscore: u64,
    pcard3: u64,
}

impl Outputs {
    fn of(x: &Datapath) -> Outputs {
        let displays = [&x.HEX0, &x.HEX1, &x.HEX2, &x.HEX3, &x.HEX4, &x.HEX5];
        let shown = |seg7: u64| card7seg::shown(seg7).unwrap_or('?');
        Outputs {
            displays: displays.into_iter().map(|hex| shown(hex.val().into())).collect(),
            pscore: x.pscore_out.val().into(),
            dscore: x.dscore_out.val().into(),
            pcard3: x.pcard3_out.val().into(),
        }
    }
}

const EMPTY: &str = "      ";

/// Sets at most one load line: 0 for the card on HEX0, 5 for that on HEX5.
fn load(x: &mut Datapath, index: Option<usize>) {
    x.load_pcard1.next = index == Some(0);
    x.load_pcard2.next = index == Some(1);
    x.load_pcard3.next = index == Some(2);
    x.load_dcard1.next = index == Some(3);
    x.load_dcard2.next = index == Some(4);
    x.load_dcard3.next = index == Some(5);
}

/// Runs a testbench with both clock inputs on one clock, as in the synchronised clocking.
fn with_one_clock(
    testbench: impl Fn(Sim<Datapath>) -> Result<(), SimError>
    + Send
    + std::panic::RefUnwindSafe
    + 'static,
) {
    let mut sim = Simulation::new();
    sim.add_clock(HALF_PERIOD, |x: &mut Box<Datapath>| {
        x.fast_clock.next = !x.fast_clock.val();
        x.slow_clock.next = !x.slow_clock.val();
    });
    sim.add_testbench(testbench);
    run(sim, Box::new(Datapath::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn the_table_is_empty_at_power_up() {
    with_one_clock(|mut ep| {
        let mut x = ep.init()?;
        x.resetb.next = true;
        wait_clock_cycles!(ep, slow_clock, x, 20);
        assert_eq!(Outputs::of(&x), Outputs { displays: EMPTY.into(), ..Outputs::default() });
        ep.done(x)
    });
}

#[test]
fn a_load_changes_only_its_own_card() {
    with_one_clock(|mut ep| {
        let mut x = ep.init()?;
        for index in 0..6 {
            for rank in 1..=13 {
                // After reset the ace is on top; each cycle advances the shoe by one card.
                x.resetb.next = false;
                load(&mut x, None);
                wait_clock_cycle!(ep, slow_clock, x);
                x.resetb.next = true;
                wait_clock_cycles!(ep, slow_clock, x, rank - 1);
                load(&mut x, Some(index));
                wait_clock_cycle!(ep, slow_clock, x);

                let mut displays = EMPTY.to_string();
                let card = card7seg::character(rank as usize).to_string();
                displays.replace_range(index..=index, &card);
                let value = if rank < 10 { rank } else { 0 };
                let expected = Outputs {
                    displays,
                    pscore: if index < 3 { value } else { 0 },
                    dscore: if index < 3 { 0 } else { value },
                    pcard3: if index == 2 { rank } else { 0 },
                };
                assert_eq!(Outputs::of(&x), expected, "rank {rank}");

                // It stays after the load.
                load(&mut x, None);
                wait_clock_cycles!(ep, slow_clock, x, 3);
                assert_eq!(Outputs::of(&x), expected, "rank {rank}");
            }
        }
        ep.done(x)
    });
}

#[test]
fn six_cards_in_a_row_make_two_hands() {
    with_one_clock(|mut ep| {
        let mut x = ep.init()?;
        x.resetb.next = false;
        wait_clock_cycle!(ep, slow_clock, x);
        x.resetb.next = true;
        wait_clock_cycles!(ep, slow_clock, x, 4);
        // 5 6 7 for the player, 8 9 10 for the dealer.
        for index in 0..6 {
            load(&mut x, Some(index));
            wait_clock_cycle!(ep, slow_clock, x);
        }
        let expected = Outputs { displays: "567890".into(), pscore: 8, dscore: 7, pcard3: 7 };
        assert_eq!(Outputs::of(&x), expected);

        load(&mut x, None);
        x.resetb.next = false;
        wait_clock_cycle!(ep, slow_clock, x);
        assert_eq!(Outputs::of(&x), Outputs { displays: EMPTY.into(), ..Outputs::default() });
        ep.done(x)
    });
}

#[test]
fn with_two_clocks_the_shoe_uses_the_fast_and_the_cards_the_slow_clock() {
    let mut sim = Simulation::new();
    sim.add_clock(HALF_PERIOD, |x: &mut Box<Datapath>| x.fast_clock.next = !x.fast_clock.val());
    sim.add_testbench(|mut ep: Sim<Datapath>| {
        let mut x = ep.init()?;
        let blank = Outputs { displays: EMPTY.into(), ..Outputs::default() };
        x.resetb.next = false;
        wait_clock_cycle!(ep, fast_clock, x);
        x.resetb.next = true;

        // The fast clock alone deals nothing.
        load(&mut x, Some(1));
        wait_clock_cycles!(ep, fast_clock, x, 7);
        assert_eq!(Outputs::of(&x), blank);

        // The slow clock deals the card on top.
        x.slow_clock.next = true.into();
        wait_clock_cycles!(ep, fast_clock, x, 2);
        let dealt = Outputs { displays: " 8    ".into(), pscore: 8, ..Outputs::default() };
        assert_eq!(Outputs::of(&x), dealt);
        x.slow_clock.next = false.into();
        wait_clock_cycle!(ep, fast_clock, x);
        assert_eq!(Outputs::of(&x), dealt);

        // Reset sets the shoe to the ace with the fast clock, but the cards wait for the slow clock.
        x.resetb.next = false;
        wait_clock_cycles!(ep, fast_clock, x, 2);
        assert_eq!(Outputs::of(&x), dealt);
        x.resetb.next = true;
        x.slow_clock.next = true.into();
        x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
        let ace = Outputs { displays: " A    ".into(), pscore: 1, ..Outputs::default() };
        assert_eq!(Outputs::of(&x), ace);
        x.slow_clock.next = false.into();
        x.resetb.next = false;
        x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
        assert_eq!(Outputs::of(&x), ace);
        x.slow_clock.next = true.into();
        x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
        assert_eq!(Outputs::of(&x), blank);
        ep.done(x)
    });
    run(sim, Box::new(Datapath::default()), sim_time::ONE_MILLISECOND);
}
