//! FIFOs on buses.

use rust_hdl::prelude::*;
use rust_hdl_rtl::pins;

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
            pins!(SyncFIFO<Bits<8>, 3, 4, 1> {
                clock, bus_write.data, bus_write.write, bus_read.read
                => bus_write.full, bus_write.almost_full, bus_read.data, bus_read.empty,
                   bus_read.almost_empty
            }),
        ),
        case(
            "SyncFIFO",
            "T = Bits<17>, 16 words, block of 4",
            SyncFIFO::<Bits<17>, 4, 5, 4>::default,
            pins!(SyncFIFO<Bits<17>, 4, 5, 4> {
                clock, bus_write.data, bus_write.write, bus_read.read
                => bus_write.full, bus_write.almost_full, bus_read.data, bus_read.empty,
                   bus_read.almost_empty
            }),
        ),
        case(
            "AsyncFIFO",
            "T = Bits<8>, 8 words, block of 1",
            AsyncFIFO::<Bits<8>, 3, 4, 1>::default,
            pins!(AsyncFIFO<Bits<8>, 3, 4, 1> {
                write_clock, read_clock, bus_write.data, bus_write.write, bus_read.read
                => bus_write.full, bus_write.almost_full, bus_read.data, bus_read.empty,
                   bus_read.almost_empty
            }),
        ),
        case(
            "AsyncFIFO",
            "T = Bits<17>, 16 words, block of 4",
            AsyncFIFO::<Bits<17>, 4, 5, 4>::default,
            pins!(AsyncFIFO<Bits<17>, 4, 5, 4> {
                write_clock, read_clock, bus_write.data, bus_write.write, bus_read.read
                => bus_write.full, bus_write.almost_full, bus_read.data, bus_read.empty,
                   bus_read.almost_empty
            }),
        ),
        case(
            "FIFOLink",
            "T = Bits<8>",
            FIFOLink::<Bits<8>>::default,
            pins!(FIFOLink<Bits<8>> {
                read.data, read.empty, read.almost_empty, write.full, write.almost_full
                => read.read, write.data, write.write
            }),
        ),
        case(
            "FIFOLink",
            "T = Bit",
            FIFOLink::<Bit>::default,
            pins!(FIFOLink<Bit> {
                read.data, read.empty, read.almost_empty, write.full, write.almost_full
                => read.read, write.data, write.write
            }),
        ),
    ]
}

fn width_changers() -> Vec<Case> {
    vec![
        case(
            "Expander",
            "4 to 16 bits, most significant first",
            || Expander::<4, 16>::new(WordOrder::MostSignificantFirst),
            pins!(Expander<4, 16> {
                bus_read.data, bus_read.empty, bus_read.almost_empty, bus_write.full,
                bus_write.almost_full, clock
                => bus_read.read, bus_write.data, bus_write.write
            }),
        ),
        case(
            "Expander",
            "8 to 24 bits, least significant first",
            || Expander::<8, 24>::new(WordOrder::LeastSignificantFirst),
            pins!(Expander<8, 24> {
                bus_read.data, bus_read.empty, bus_read.almost_empty, bus_write.full,
                bus_write.almost_full, clock
                => bus_read.read, bus_write.data, bus_write.write
            }),
        ),
        case(
            "Reducer",
            "16 to 4 bits, most significant first",
            || Reducer::<16, 4>::new(WordOrder::MostSignificantFirst),
            pins!(Reducer<16, 4> {
                bus_read.data, bus_read.empty, bus_read.almost_empty, bus_write.full,
                bus_write.almost_full, clock
                => bus_read.read, bus_write.data, bus_write.write
            }),
        ),
        case(
            "Reducer",
            "24 to 8 bits, least significant first",
            || Reducer::<24, 8>::new(WordOrder::LeastSignificantFirst),
            pins!(Reducer<24, 8> {
                bus_read.data, bus_read.empty, bus_read.almost_empty, bus_write.full,
                bus_write.almost_full, clock
                => bus_read.read, bus_write.data, bus_write.write
            }),
        ),
        case(
            "CrossWiden",
            "4 to 16 bits, most significant first",
            || CrossWiden::<4, 4, 5, 16, 2, 3>::new(WordOrder::MostSignificantFirst),
            pins!(CrossWiden<4, 4, 5, 16, 2, 3> {
                narrow_bus.data, narrow_bus.write, narrow_clock, wide_bus.read, wide_clock
                => narrow_bus.full, narrow_bus.almost_full, wide_bus.data, wide_bus.empty,
                   wide_bus.almost_empty
            }),
        ),
        case(
            "CrossWiden",
            "8 to 32 bits, least significant first",
            || CrossWiden::<8, 4, 5, 32, 2, 3>::new(WordOrder::LeastSignificantFirst),
            pins!(CrossWiden<8, 4, 5, 32, 2, 3> {
                narrow_bus.data, narrow_bus.write, narrow_clock, wide_bus.read, wide_clock
                => narrow_bus.full, narrow_bus.almost_full, wide_bus.data, wide_bus.empty,
                   wide_bus.almost_empty
            }),
        ),
        case(
            "CrossNarrow",
            "16 to 4 bits, most significant first",
            || CrossNarrow::<16, 2, 3, 4, 4, 5>::new(WordOrder::MostSignificantFirst),
            pins!(CrossNarrow<16, 2, 3, 4, 4, 5> {
                wide_bus.data, wide_bus.write, wide_clock, narrow_bus.read, narrow_clock
                => wide_bus.full, wide_bus.almost_full, narrow_bus.data, narrow_bus.empty,
                   narrow_bus.almost_empty
            }),
        ),
        case(
            "CrossNarrow",
            "32 to 8 bits, least significant first",
            || CrossNarrow::<32, 2, 3, 8, 4, 5>::new(WordOrder::LeastSignificantFirst),
            pins!(CrossNarrow<32, 2, 3, 8, 4, 5> {
                wide_bus.data, wide_bus.write, wide_clock, narrow_bus.read, narrow_clock
                => wide_bus.full, wide_bus.almost_full, narrow_bus.data, narrow_bus.empty,
                   narrow_bus.almost_empty
            }),
        ),
    ]
}
