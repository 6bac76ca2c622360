//! FIFOs on buses.

use rust_hdl::prelude::*;
use rust_hdl_rtl::ports;

use crate::case::{Case, Section, case};

pub fn section() -> Section {
    let mut cases = fifos();
    cases.extend(width_changers());
    Section { library: "rust-hdl-hls", title: "FIFOs", cases }
}

fn fifos() -> Vec<Case> {
    vec![
        case(
            "SyncFIFO",
            "T = Bits<8>, 8 words, block of 1",
            SyncFIFO::<Bits<8>, 3, 4, 1>::default,
            ports!(SyncFIFO<Bits<8>, 3, 4, 1> { clock, bus_write, bus_read }),
        ),
        case(
            "SyncFIFO",
            "T = Bits<17>, 16 words, block of 4",
            SyncFIFO::<Bits<17>, 4, 5, 4>::default,
            ports!(SyncFIFO<Bits<17>, 4, 5, 4> { clock, bus_write, bus_read }),
        ),
        case(
            "AsyncFIFO",
            "T = Bits<8>, 8 words, block of 1",
            AsyncFIFO::<Bits<8>, 3, 4, 1>::default,
            ports!(AsyncFIFO<Bits<8>, 3, 4, 1> { write_clock, read_clock, bus_write, bus_read }),
        ),
        case(
            "AsyncFIFO",
            "T = Bits<17>, 16 words, block of 4",
            AsyncFIFO::<Bits<17>, 4, 5, 4>::default,
            ports!(AsyncFIFO<Bits<17>, 4, 5, 4> { write_clock, read_clock, bus_write, bus_read }),
        ),
        case(
            "FIFOLink",
            "T = Bits<8>",
            FIFOLink::<Bits<8>>::default,
            ports!(FIFOLink<Bits<8>> { read, write }),
        ),
        case(
            "FIFOLink",
            "T = Bit",
            FIFOLink::<Bit>::default,
            ports!(FIFOLink<Bit> { read, write }),
        ),
    ]
}

fn width_changers() -> Vec<Case> {
    vec![
        case(
            "Expander",
            "4 to 16 bits, most significant first",
            || Expander::<4, 16>::new(WordOrder::MostSignificantFirst),
            ports!(Expander<4, 16> { bus_read, bus_write, clock }),
        ),
        case(
            "Expander",
            "8 to 24 bits, least significant first",
            || Expander::<8, 24>::new(WordOrder::LeastSignificantFirst),
            ports!(Expander<8, 24> { bus_read, bus_write, clock }),
        ),
        case(
            "Reducer",
            "16 to 4 bits, most significant first",
            || Reducer::<16, 4>::new(WordOrder::MostSignificantFirst),
            ports!(Reducer<16, 4> { bus_read, bus_write, clock }),
        ),
        case(
            "Reducer",
            "24 to 8 bits, least significant first",
            || Reducer::<24, 8>::new(WordOrder::LeastSignificantFirst),
            ports!(Reducer<24, 8> { bus_read, bus_write, clock }),
        ),
        case(
            "CrossWiden",
            "4 to 16 bits, most significant first",
            || CrossWiden::<4, 4, 5, 16, 2, 3>::new(WordOrder::MostSignificantFirst),
            ports!(CrossWiden<4, 4, 5, 16, 2, 3> { narrow_bus, narrow_clock, wide_bus, wide_clock }),
        ),
        case(
            "CrossWiden",
            "8 to 32 bits, least significant first",
            || CrossWiden::<8, 4, 5, 32, 2, 3>::new(WordOrder::LeastSignificantFirst),
            ports!(CrossWiden<8, 4, 5, 32, 2, 3> { narrow_bus, narrow_clock, wide_bus, wide_clock }),
        ),
        case(
            "CrossNarrow",
            "16 to 4 bits, most significant first",
            || CrossNarrow::<16, 2, 3, 4, 4, 5>::new(WordOrder::MostSignificantFirst),
            ports!(CrossNarrow<16, 2, 3, 4, 4, 5> { wide_bus, wide_clock, narrow_bus, narrow_clock }),
        ),
        case(
            "CrossNarrow",
            "32 to 8 bits, least significant first",
            || CrossNarrow::<32, 2, 3, 8, 4, 5>::new(WordOrder::LeastSignificantFirst),
            ports!(CrossNarrow<32, 2, 3, 8, 4, 5> { wide_bus, wide_clock, narrow_bus, narrow_clock }),
        ),
    ]
}
