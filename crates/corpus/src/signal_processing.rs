//! Filters.

use fastrand::Rng;
use rust_hdl::prelude::*;

use crate::script_ports::ScriptPorts;

type Filter<const N: usize> = MultiplyAccumulateSymmetricFiniteImpulseResponseFilter<N>;

section! { "rust-hdl-widgets", "Signal processing";
    MultiplyAccumulateSymmetricFiniteImpulseResponseFilter {
        clock, data_in, strobe_in, data_out, strobe_out, busy
    } [
        "5 taps": Filter<3> = new(&[1, -2, 3, -2, 1]), .script(|| Samples::default().into_script());
        "9 taps, extreme":
            Filter<4> = new(&[-32768, 32767, -1, 12345, -32768, 12345, -1, 32767, -32768]),
            .script(|| Samples::default().into_script());
    ]
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
