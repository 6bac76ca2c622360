//! Registers and delay lines.

use rust_hdl::prelude::*;
use rust_hdl::widgets::edge_ff::EdgeDFF;
use rust_hdl_rtl::ports;

use crate::case::{Section, case};

pub fn section() -> Section {
    let cases = vec![
        case("DFF", "T = Bit", DFF::<Bit>::default, ports!(DFF<Bit> { d, clock, q })),
        case(
            "DFF",
            "T = Bits<40>",
            DFF::<Bits<40>>::default,
            ports!(DFF<Bits<40>> { d, clock, q }),
        ),
        case(
            "DFF",
            "T = Signed<7>",
            DFF::<Signed<7>>::default,
            ports!(DFF<Signed<7>> { d, clock, q }),
        ),
        case(
            "DFFWithInit",
            "T = Bit, true",
            || DFFWithInit::new(true),
            ports!(DFFWithInit<Bit> { d, clock, q }),
        ),
        case(
            "DFFWithInit",
            "T = Bits<12>, 0xA5A",
            || DFFWithInit::<Bits<12>>::new(0xA5A.into()),
            ports!(DFFWithInit<Bits<12>> { d, clock, q }),
        ),
        case("EdgeDFF", "T = Bit, true", || EdgeDFF::new(true), ports!(EdgeDFF<Bit> { d, clk, q })),
        case(
            "EdgeDFF",
            "T = Bits<9>, 0x155",
            || EdgeDFF::<Bits<9>>::new(0x155.into()),
            ports!(EdgeDFF<Bits<9>> { d, clk, q }),
        ),
        case(
            "DelayLine",
            "D = Bit, N = 8, W = 3",
            DelayLine::<Bit, 8, 3>::default,
            ports!(DelayLine<Bit, 8, 3> { clock, data_in, delay, data_out }),
        ),
        case(
            "DelayLine",
            "D = Bits<6>, N = 5, W = 4",
            DelayLine::<Bits<6>, 5, 4>::default,
            ports!(DelayLine<Bits<6>, 5, 4> { clock, data_in, delay, data_out }),
        ),
    ];
    Section { library: "rust-hdl-widgets", title: "Registers and delays", cases }
}
