//! `reg4`: the register of a card.

use baccarat_hdl::reg4::Reg4;
use rust_hdl::prelude::*;

use crate::{CLOCK_HZ, run};

#[test]
fn it_powers_up_without_a_card() {
    let sim = simple_sim!(Reg4, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = true;
        x.card_in.next = 13.into();
        wait_clock_cycles!(ep, clock, x, 3);
        assert_eq!(x.card_out.val(), 0);
        ep.done(x)
    });
    run(sim, Box::new(Reg4::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn it_loads_a_card_only_when_load_is_high() {
    let sim = simple_sim!(Reg4, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = true;
        for old in 0..16 {
            for new in 0..16 {
                x.card_in.next = old.into();
                x.load.next = true;
                wait_clock_cycle!(ep, clock, x);
                assert_eq!(x.card_out.val(), old);

                x.card_in.next = new.into();
                x.load.next = false;
                wait_clock_cycles!(ep, clock, x, 2);
                assert_eq!(x.card_out.val(), old);

                x.load.next = true;
                wait_clock_cycle!(ep, clock, x);
                assert_eq!(x.card_out.val(), new);
            }
        }
        ep.done(x)
    });
    run(sim, Box::new(Reg4::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn reset_has_priority_over_load() {
    let sim = simple_sim!(Reg4, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        for load in [false, true] {
            for card in 0..16 {
                x.card_in.next = card.into();
                x.load.next = true;
                x.resetb.next = true;
                wait_clock_cycle!(ep, clock, x);
                assert_eq!(x.card_out.val(), card);

                x.load.next = load;
                x.resetb.next = false;
                wait_clock_cycle!(ep, clock, x);
                assert_eq!(x.card_out.val(), 0);
            }
        }
        ep.done(x)
    });
    run(sim, Box::new(Reg4::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn it_changes_only_at_a_rising_edge() {
    let sim = simple_sim!(Reg4, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        x.resetb.next = true;
        x.load.next = true;
        x.card_in.next = 5.into();
        x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
        assert_eq!(x.card_out.val(), 0);
        wait_clock_true!(ep, clock, x);
        assert_eq!(x.card_out.val(), 5);

        // Neither load nor reset has an effect while the clock is high or at its falling edge.
        x.card_in.next = 9.into();
        wait_clock_false!(ep, clock, x);
        assert_eq!(x.card_out.val(), 5);
        x.resetb.next = false;
        x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
        assert_eq!(x.card_out.val(), 5);
        wait_clock_true!(ep, clock, x);
        assert_eq!(x.card_out.val(), 0);
        ep.done(x)
    });
    run(sim, Box::new(Reg4::default()), sim_time::ONE_MILLISECOND);
}
