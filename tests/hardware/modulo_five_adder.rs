//! `modulo_five_adder`: the sum of two digits modulo five.

use baccarat_hdl::modulo_five_adder::ModuloFiveAdder;
use rust_hdl::prelude::*;

use crate::run;

/// The value of an input: 5 to 7 are not digits and count 0.
fn digit(input: u64) -> u64 {
    if input < 5 { input } else { 0 }
}

#[test]
fn digits_are_added_modulo_five_and_other_inputs_count_0() {
    let mut sim = Simulation::new();
    sim.add_testbench(move |mut ep: Sim<ModuloFiveAdder>| {
        let mut x = ep.init()?;
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            x.a.next = a.into();
            x.b.next = b.into();
            x = ep.wait(sim_time::ONE_NANOSECOND, x)?;
            assert_eq!(x.sum.val(), (digit(a) + digit(b)) % 5, "{a} + {b}");
        }
        ep.done(x)
    });
    run(sim, Box::new(ModuloFiveAdder::default()), sim_time::ONE_MILLISECOND);
}
