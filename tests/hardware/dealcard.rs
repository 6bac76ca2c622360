//! `dealcard`: the counter of the shoe. For illegal states see [`crate::illegal_states`].

use baccarat_hdl::dealcard::Dealcard;
use rust_hdl::prelude::*;

use crate::{CLOCK_HZ, run};

#[test]
fn it_counts_from_the_ace_to_the_king_and_wraps() {
    let sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = false;
        wait_clock_cycle!(ep, clock, x);
        x.resetb.next = true;
        for rank in (1..=13).cycle().take(3 * 13) {
            assert_eq!(x.new_card.val(), rank);
            wait_clock_cycle!(ep, clock, x);
        }
        ep.done(x)
    });
    run(sim, Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn a_card_is_on_top_one_clock_cycle_after_power_up() {
    let sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = true;
        wait_clock_cycle!(ep, clock, x);
        assert!((1..=13).contains(&x.new_card.val().index()));
        ep.done(x)
    });
    run(sim, Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn reset_gives_the_ace_from_every_rank() {
    let sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        for rank in 1..=13 {
            x.resetb.next = false;
            wait_clock_cycle!(ep, clock, x);
            x.resetb.next = true;
            wait_clock_cycles!(ep, clock, x, rank - 1);
            assert_eq!(x.new_card.val(), rank);

            x.resetb.next = false;
            wait_clock_cycle!(ep, clock, x);
            assert_eq!(x.new_card.val(), 1);
            // It stays there during reset.
            wait_clock_cycle!(ep, clock, x);
            assert_eq!(x.new_card.val(), 1);
        }
        ep.done(x)
    });
    run(sim, Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn reset_is_synchronous() {
    let sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = false;
        wait_clock_cycle!(ep, clock, x);
        x.resetb.next = true;
        wait_clock_cycles!(ep, clock, x, 4);
        assert_eq!(x.new_card.val(), 5);

        // A reset that ends before the edge has no effect.
        x.resetb.next = false;
        x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
        assert_eq!(x.new_card.val(), 5);
        x.resetb.next = true;
        wait_clock_true!(ep, clock, x);
        assert_eq!(x.new_card.val(), 6);

        // One that starts after the edge takes effect at the next rising edge, not at the falling edge.
        x.resetb.next = false;
        wait_clock_false!(ep, clock, x);
        assert_eq!(x.new_card.val(), 6);
        wait_clock_true!(ep, clock, x);
        assert_eq!(x.new_card.val(), 1);
        ep.done(x)
    });
    run(sim, Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND);
}
