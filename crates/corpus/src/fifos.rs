//! FIFOs and their parts.

use rust_hdl::prelude::*;
use rust_hdl::widgets::fifo::fifo_logic::{FIFOReadLogic, FIFOWriteLogic};

section! { "rust-hdl-widgets", "FIFOs";
    FIFOReadLogic {
        clock, read, write_address_delayed, ram_read_data, data_out, empty, almost_empty, underflow,
        ram_read_address, ram_read_clock, read_address_out, fill_level
    } [
        "D = Bits<8>, N = 4, block of 1": FIFOReadLogic<Bits<8>, 4, 5, 1>;
        "D = Bits<5>, N = 3, block of 4": FIFOReadLogic<Bits<5>, 3, 4, 4>;
    ]
    FIFOWriteLogic {
        write, data_in, clock, read_address, full, almost_full, overflow, ram_write_address,
        ram_write_clock, ram_write_data, ram_write_enable, write_address_delayed, fill_level
    } [
        "D = Bits<8>, N = 4, block of 1": FIFOWriteLogic<Bits<8>, 4, 5, 1>;
        "D = Bits<5>, N = 3, block of 4": FIFOWriteLogic<Bits<5>, 3, 4, 4>;
    ]
    SynchronousFIFO {
        clock, read, write, data_in, data_out, empty, almost_empty, underflow, full, almost_full,
        overflow
    } [
        "D = Bits<8>, 16 words, block of 1": SynchronousFIFO<Bits<8>, 4, 5, 1>;
        "D = Bits<24>, 4 words, block of 2": SynchronousFIFO<Bits<24>, 2, 3, 2>;
    ]
    RegisterFIFO { data_in, write, read, clock, data_out, full, empty } [
        "T = Bits<16>": RegisterFIFO<Bits<16>>;
        "T = Bit": RegisterFIFO<Bit>;
    ]
    AsynchronousFIFO {
        read, read_clock, write, data_in, write_clock, data_out, empty, almost_empty, underflow,
        read_fill, full, almost_full, overflow, write_fill
    } [
        "D = Bits<8>, 16 words, block of 1": AsynchronousFIFO<Bits<8>, 4, 5, 1>;
        "D = Bits<12>, 8 words, block of 4": AsynchronousFIFO<Bits<12>, 3, 4, 4>;
    ]
    CrossWidenFIFO { data_in, write, write_clock, read, read_clock, full, data_out, empty } [
        "4 to 16 bits, most significant first": CrossWidenFIFO<4, 4, 5, 16, 2, 3> = new(WordOrder::MostSignificantFirst);
        "8 to 64 bits, least significant first": CrossWidenFIFO<8, 4, 5, 64, 3, 4> = new(WordOrder::LeastSignificantFirst);
    ]
    CrossNarrowFIFO { data_in, write, write_clock, read, read_clock, full, data_out, empty } [
        "16 to 4 bits, most significant first": CrossNarrowFIFO<16, 2, 3, 4, 4, 5> = new(WordOrder::MostSignificantFirst);
        "64 to 8 bits, least significant first": CrossNarrowFIFO<64, 3, 4, 8, 4, 5> = new(WordOrder::LeastSignificantFirst);
    ]
    FIFOExpanderN { data_in, empty, full, clock, read, data_out, write } [
        "4 to 16 bits, most significant first": FIFOExpanderN<4, 16> = new(WordOrder::MostSignificantFirst);
        "8 to 24 bits, least significant first": FIFOExpanderN<8, 24> = new(WordOrder::LeastSignificantFirst);
    ]
    FIFOReducer { data_in, empty, full, clock, read, data_out, write } [
        "8 to 4 bits": FIFOReducer<8, 4, false>;
        "32 to 16 bits, reversed": FIFOReducer<32, 16, true>;
    ]
    FIFOReducerN { data_in, empty, full, clock, read, data_out, write } [
        "16 to 4 bits, most significant first": FIFOReducerN<16, 4> = new(WordOrder::MostSignificantFirst);
        "40 to 8 bits, least significant first": FIFOReducerN<40, 8> = new(WordOrder::LeastSignificantFirst);
    ]
}
