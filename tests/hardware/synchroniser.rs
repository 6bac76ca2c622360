//! `synchroniser`: two flip-flops for an asynchronous level.

use baccarat_hdl::synchroniser::Synchroniser;
use rust_hdl::prelude::*;

use crate::{CLOCK_HZ, run};

#[test]
fn the_output_is_the_input_of_two_rising_edges_ago() {
    // Contains every sequence of six levels.
    let levels: Vec<bool> =
        (0..64_u32).flat_map(|n| (0..6).map(move |i| n >> i & 1 == 1)).collect();
    let sim = simple_sim!(Synchroniser, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        // Low at power-up.
        let (mut last, mut last_but_one) = (false, false);
        for level in &levels {
            x.level_in.next = *level;
            assert_eq!(x.level_out.val(), last_but_one);
            wait_clock_cycle!(ep, clock, x);
            (last, last_but_one) = (*level, last);
        }
        ep.done(x)
    });
    run(sim, Box::new(Synchroniser::default()), sim_time::ONE_MILLISECOND);
}

#[test]
fn a_pulse_between_two_edges_is_ignored() {
    let sim = simple_sim!(Synchroniser, clock, CLOCK_HZ, ep, {
        let mut x = ep.init()?;
        for _ in 0..5 {
            // High from just after one rising edge until just before the next.
            wait_clock_true!(ep, clock, x);
            x.level_in.next = true;
            wait_clock_false!(ep, clock, x);
            assert!(!x.level_out.val());
            x.level_in.next = false;
            x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
            assert!(!x.level_out.val());
        }
        ep.done(x)
    });
    run(sim, Box::new(Synchroniser::default()), sim_time::ONE_MILLISECOND);
}
