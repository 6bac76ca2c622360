//! FIFOs and their parts.

use rust_hdl::prelude::*;
use rust_hdl::widgets::fifo::fifo_logic::{FIFOReadLogic, FIFOWriteLogic};
use rust_hdl_rtl::ports;

use crate::case::{Case, Section, case};

pub fn section() -> Section {
    let mut cases = single_clock();
    cases.extend(two_clocks());
    cases.extend(width_changers());
    Section { library: "rust-hdl-widgets", title: "FIFOs", cases }
}

fn single_clock() -> Vec<Case> {
    vec![
        case(
            "FIFOReadLogic",
            "D = Bits<8>, N = 4, block of 1",
            FIFOReadLogic::<Bits<8>, 4, 5, 1>::default,
            ports!(FIFOReadLogic<Bits<8>, 4, 5, 1> { clock, read, write_address_delayed, ram_read_data, data_out, empty, almost_empty, underflow, ram_read_address, ram_read_clock, read_address_out, fill_level }),
        ),
        case(
            "FIFOReadLogic",
            "D = Bits<5>, N = 3, block of 4",
            FIFOReadLogic::<Bits<5>, 3, 4, 4>::default,
            ports!(FIFOReadLogic<Bits<5>, 3, 4, 4> { clock, read, write_address_delayed, ram_read_data, data_out, empty, almost_empty, underflow, ram_read_address, ram_read_clock, read_address_out, fill_level }),
        ),
        case(
            "FIFOWriteLogic",
            "D = Bits<8>, N = 4, block of 1",
            FIFOWriteLogic::<Bits<8>, 4, 5, 1>::default,
            ports!(FIFOWriteLogic<Bits<8>, 4, 5, 1> { write, data_in, clock, read_address, full, almost_full, overflow, ram_write_address, ram_write_clock, ram_write_data, ram_write_enable, write_address_delayed, fill_level }),
        ),
        case(
            "FIFOWriteLogic",
            "D = Bits<5>, N = 3, block of 4",
            FIFOWriteLogic::<Bits<5>, 3, 4, 4>::default,
            ports!(FIFOWriteLogic<Bits<5>, 3, 4, 4> { write, data_in, clock, read_address, full, almost_full, overflow, ram_write_address, ram_write_clock, ram_write_data, ram_write_enable, write_address_delayed, fill_level }),
        ),
        case(
            "SynchronousFIFO",
            "D = Bits<8>, 16 words, block of 1",
            SynchronousFIFO::<Bits<8>, 4, 5, 1>::default,
            ports!(SynchronousFIFO<Bits<8>, 4, 5, 1> { clock, read, write, data_in, data_out, empty, almost_empty, underflow, full, almost_full, overflow }),
        ),
        case(
            "SynchronousFIFO",
            "D = Bits<24>, 4 words, block of 2",
            SynchronousFIFO::<Bits<24>, 2, 3, 2>::default,
            ports!(SynchronousFIFO<Bits<24>, 2, 3, 2> { clock, read, write, data_in, data_out, empty, almost_empty, underflow, full, almost_full, overflow }),
        ),
        case(
            "RegisterFIFO",
            "T = Bits<16>",
            RegisterFIFO::<Bits<16>>::default,
            ports!(RegisterFIFO<Bits<16>> { data_in, write, read, clock, data_out, full, empty }),
        ),
        case(
            "RegisterFIFO",
            "T = Bit",
            RegisterFIFO::<Bit>::default,
            ports!(RegisterFIFO<Bit> { data_in, write, read, clock, data_out, full, empty }),
        ),
    ]
}

fn two_clocks() -> Vec<Case> {
    vec![
        case(
            "AsynchronousFIFO",
            "D = Bits<8>, 16 words, block of 1",
            AsynchronousFIFO::<Bits<8>, 4, 5, 1>::default,
            ports!(AsynchronousFIFO<Bits<8>, 4, 5, 1> { read, read_clock, write, data_in, write_clock, data_out, empty, almost_empty, underflow, read_fill, full, almost_full, overflow, write_fill }),
        ),
        case(
            "AsynchronousFIFO",
            "D = Bits<12>, 8 words, block of 4",
            AsynchronousFIFO::<Bits<12>, 3, 4, 4>::default,
            ports!(AsynchronousFIFO<Bits<12>, 3, 4, 4> { read, read_clock, write, data_in, write_clock, data_out, empty, almost_empty, underflow, read_fill, full, almost_full, overflow, write_fill }),
        ),
        case(
            "CrossWidenFIFO",
            "4 to 16 bits, most significant first",
            || CrossWidenFIFO::<4, 4, 5, 16, 2, 3>::new(WordOrder::MostSignificantFirst),
            ports!(CrossWidenFIFO<4, 4, 5, 16, 2, 3> { data_in, write, write_clock, read, read_clock, full, data_out, empty }),
        ),
        case(
            "CrossWidenFIFO",
            "8 to 64 bits, least significant first",
            || CrossWidenFIFO::<8, 4, 5, 64, 3, 4>::new(WordOrder::LeastSignificantFirst),
            ports!(CrossWidenFIFO<8, 4, 5, 64, 3, 4> { data_in, write, write_clock, read, read_clock, full, data_out, empty }),
        ),
        case(
            "CrossNarrowFIFO",
            "16 to 4 bits, most significant first",
            || CrossNarrowFIFO::<16, 2, 3, 4, 4, 5>::new(WordOrder::MostSignificantFirst),
            ports!(CrossNarrowFIFO<16, 2, 3, 4, 4, 5> { data_in, write, write_clock, read, read_clock, full, data_out, empty }),
        ),
        case(
            "CrossNarrowFIFO",
            "64 to 8 bits, least significant first",
            || CrossNarrowFIFO::<64, 3, 4, 8, 4, 5>::new(WordOrder::LeastSignificantFirst),
            ports!(CrossNarrowFIFO<64, 3, 4, 8, 4, 5> { data_in, write, write_clock, read, read_clock, full, data_out, empty }),
        ),
    ]
}

fn width_changers() -> Vec<Case> {
    vec![
        case(
            "FIFOExpanderN",
            "4 to 16 bits, most significant first",
            || FIFOExpanderN::<4, 16>::new(WordOrder::MostSignificantFirst),
            ports!(FIFOExpanderN<4, 16> { data_in, empty, full, clock, read, data_out, write }),
        ),
        case(
            "FIFOExpanderN",
            "8 to 24 bits, least significant first",
            || FIFOExpanderN::<8, 24>::new(WordOrder::LeastSignificantFirst),
            ports!(FIFOExpanderN<8, 24> { data_in, empty, full, clock, read, data_out, write }),
        ),
        case(
            "FIFOReducer",
            "8 to 4 bits",
            FIFOReducer::<8, 4, false>::default,
            ports!(FIFOReducer<8, 4, false> { data_in, empty, full, clock, read, data_out, write }),
        ),
        case(
            "FIFOReducer",
            "32 to 16 bits, reversed",
            FIFOReducer::<32, 16, true>::default,
            ports!(FIFOReducer<32, 16, true> { data_in, empty, full, clock, read, data_out, write }),
        ),
        case(
            "FIFOReducerN",
            "16 to 4 bits, most significant first",
            || FIFOReducerN::<16, 4>::new(WordOrder::MostSignificantFirst),
            ports!(FIFOReducerN<16, 4> { data_in, empty, full, clock, read, data_out, write }),
        ),
        case(
            "FIFOReducerN",
            "40 to 8 bits, least significant first",
            || FIFOReducerN::<40, 8>::new(WordOrder::LeastSignificantFirst),
            ports!(FIFOReducerN<40, 8> { data_in, empty, full, clock, read, data_out, write }),
        ),
    ]
}
