//! `reg4`: the register of a card, at power-up and between edges. `crates/specifications` has all
//! that it loads.

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
