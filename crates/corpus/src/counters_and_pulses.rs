//! Counters and pulse generators.

use std::time::Duration;

use rust_hdl::prelude::*;
use rust_hdl::widgets::accum::Accum;

section! { "rust-hdl-widgets", "Counters and pulses";
    AutoReset { clock, reset } ["": AutoReset;]
    Accum { clock, strobe_in, data_in, strobe_out, data_out } [
        "N = 8, M = 12, P = 4, 9 values": Accum<8, 12, 4> = new(9),
            .reason("its `update` lacks `#[hdl_gen]`, so rust-hdl provides no kernel");
    ]
    PulseWidthModulator { enable, threshold, clock, active } [
        "N = 3": PulseWidthModulator<3>;
        "N = 10": PulseWidthModulator<10>;
    ]
    Strobe { enable, clock, strobe } [
        "N = 4, every 3rd cycle": Strobe<4> = new(3_000, 1_000.0);
        "N = 32, every 100th cycle": Strobe<32> = new(100_000_000, 1_000_000.0);
    ]
    Shot { trigger, clock, active, fired } [
        "N = 3, 5 cycles": Shot<3> = new(1_000_000, Duration::from_micros(5));
        "N = 32, 40 cycles": Shot<32> = new(1_000_000, Duration::from_micros(40));
    ]
    Pulser { clock, enable, pulse } [
        "10 cycles in 100": Pulser = new(10_000, 100.0, Duration::from_millis(1));
        "1 cycle in 8": Pulser = new(8_000, 1_000.0, Duration::from_micros(125));
    ]
    LFSRSimple { clock, strobe, num } ["": LFSRSimple;]
}
