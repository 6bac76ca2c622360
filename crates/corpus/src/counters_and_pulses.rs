//! Counters and pulse generators.

use std::time::Duration;

use rust_hdl::prelude::*;
use rust_hdl::widgets::accum::Accum;
use rust_hdl_rtl::ports;

use crate::case::{Section, case};

pub fn section() -> Section {
    let cases = vec![
        case("AutoReset", "", AutoReset::default, ports!(AutoReset { clock, reset })),
        case(
            "Accum",
            "N = 8, M = 12, P = 4, 9 values",
            || Accum::<8, 12, 4>::new(9),
            ports!(Accum<8, 12, 4> { clock, strobe_in, data_in, strobe_out, data_out }),
        )
        .reason("its `update` lacks `#[hdl_gen]`, so rust-hdl provides no kernel"),
        case(
            "PulseWidthModulator",
            "N = 3",
            PulseWidthModulator::<3>::default,
            ports!(PulseWidthModulator<3> { enable, threshold, clock, active }),
        ),
        case(
            "PulseWidthModulator",
            "N = 10",
            PulseWidthModulator::<10>::default,
            ports!(PulseWidthModulator<10> { enable, threshold, clock, active }),
        ),
        case(
            "Strobe",
            "N = 4, every 3rd cycle",
            || Strobe::<4>::new(3_000, 1_000.0),
            ports!(Strobe<4> { enable, clock, strobe }),
        ),
        case(
            "Strobe",
            "N = 32, every 100th cycle",
            || Strobe::<32>::new(100_000_000, 1_000_000.0),
            ports!(Strobe<32> { enable, clock, strobe }),
        ),
        case(
            "Shot",
            "N = 3, 5 cycles",
            || Shot::<3>::new(1_000_000, Duration::from_micros(5)),
            ports!(Shot<3> { trigger, clock, active, fired }),
        ),
        case(
            "Shot",
            "N = 32, 40 cycles",
            || Shot::<32>::new(1_000_000, Duration::from_micros(40)),
            ports!(Shot<32> { trigger, clock, active, fired }),
        ),
        case(
            "Pulser",
            "10 cycles in 100",
            || Pulser::new(10_000, 100.0, Duration::from_millis(1)),
            ports!(Pulser { clock, enable, pulse }),
        ),
        case(
            "Pulser",
            "1 cycle in 8",
            || Pulser::new(8_000, 1_000.0, Duration::from_micros(125)),
            ports!(Pulser { clock, enable, pulse }),
        ),
        case("LFSRSimple", "", LFSRSimple::default, ports!(LFSRSimple { clock, strobe, num })),
    ];
    Section { library: "rust-hdl-widgets", title: "Counters and pulses", cases }
}
