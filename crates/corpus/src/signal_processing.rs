//! Filters.

use fastrand::Rng;
use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Section, case};
use crate::script_ports::ScriptPorts;

type Filter<const N: usize> = MultiplyAccumulateSymmetricFiniteImpulseResponseFilter<N>;

pub fn section() -> Section {
    let cases = vec![
        case(
            "MultiplyAccumulateSymmetricFiniteImpulseResponseFilter",
            "5 taps",
            || Filter::<3>::new(&[1, -2, 3, -2, 1]),
            ports!(Filter<3> { clock, data_in, strobe_in, data_out, strobe_out, busy }),
        )
        .script(|| Samples::default().into_script()),
        case(
            "MultiplyAccumulateSymmetricFiniteImpulseResponseFilter",
            "9 taps, extreme",
            || {
                let taps = [-32768, 32767, -1, 12345, -32768, 12345, -1, 32767, -32768];
                Filter::<4>::new(&taps)
            },
            ports!(Filter<4> { clock, data_in, strobe_in, data_out, strobe_out, busy }),
        )
        .script(|| Samples::default().into_script()),
    ];
    Section { library: "rust-hdl-widgets", title: "Signal processing", cases }
}

/// An impulse, then random samples.
#[derive(Default)]
struct Samples {
    count: u32,
}

impl Samples {
    fn into_script(mut self) -> impl FnMut(&mut ScriptPorts, &mut Rng) {
        /// The number of samples until the impulse has left the filter.
        const REST: u32 = 12;
        move |ports, _| {
            if self.count <= REST {
                ports.set("data_in", u128::from(self.count == 0));
                ports.set("strobe_in", u128::from(!ports.is_high("busy")));
                self.count += u32::from(ports.rises("clock") && ports.is_high("strobe_in"));
            }
        }
    }
}
