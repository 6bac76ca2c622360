//! `dealcard`: the counter of the shoe. For illegal states see [`crate::illegal_states`].

use baccarat_hdl::dealcard::Dealcard;
use rust_hdl::prelude::*;

use crate::CLOCK_HZ;

#[test]
fn it_counts_from_the_ace_to_the_king_and_wraps() {
    let mut sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = false;
        wait_clock_cycle!(ep, clock, x);
        x.resetb.next = true;
        for rank in (1..=13).cycle().take(3 * 13) {
            sim_assert_eq!(ep, x.new_card.val(), rank, x);
            wait_clock_cycle!(ep, clock, x);
        }
        ep.done(x)
    });
    sim.run(Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND).unwrap();
}

#[test]
fn a_card_is_on_top_one_clock_cycle_after_power_up() {
    let mut sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = true;
        wait_clock_cycle!(ep, clock, x);
        sim_assert!(ep, (1..=13).contains(&x.new_card.val().index()), x);
        ep.done(x)
    });
    sim.run(Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND).unwrap();
}

#[test]
fn reset_gives_the_ace_from_every_rank() {
    let mut sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        for rank in 1..=13 {
            x.resetb.next = false;
            wait_clock_cycle!(ep, clock, x);
            x.resetb.next = true;
            wait_clock_cycles!(ep, clock, x, rank - 1);
            sim_assert_eq!(ep, x.new_card.val(), rank, x);

            x.resetb.next = false;
            wait_clock_cycle!(ep, clock, x);
            sim_assert_eq!(ep, x.new_card.val(), 1, x);
            // It stays there during reset.
            wait_clock_cycle!(ep, clock, x);
            sim_assert_eq!(ep, x.new_card.val(), 1, x);
        }
        ep.done(x)
    });
    sim.run(Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND).unwrap();
}

#[test]
fn reset_is_synchronous() {
    let mut sim = simple_sim!(Dealcard, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = false;
        wait_clock_cycle!(ep, clock, x);
        x.resetb.next = true;
        wait_clock_cycles!(ep, clock, x, 4);
        sim_assert_eq!(ep, x.new_card.val(), 5, x);

        // A reset that ends before the edge has no effect.
        x.resetb.next = false;
        x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
        sim_assert_eq!(ep, x.new_card.val(), 5, x);
        x.resetb.next = true;
        wait_clock_true!(ep, clock, x);
        sim_assert_eq!(ep, x.new_card.val(), 6, x);

        // One that starts after the edge takes effect at the next rising edge, not at the falling edge.
        x.resetb.next = false;
        wait_clock_false!(ep, clock, x);
        sim_assert_eq!(ep, x.new_card.val(), 6, x);
        wait_clock_true!(ep, clock, x);
        sim_assert_eq!(ep, x.new_card.val(), 1, x);
        ep.done(x)
    });
    sim.run(Box::new(Dealcard::default()), sim_time::ONE_MILLISECOND).unwrap();
}
