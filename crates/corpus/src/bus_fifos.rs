//! FIFOs on buses.

use rust_hdl::prelude::*;

section! { "rust-hdl-hls", "FIFOs";
    SyncFIFO { clock, bus_write, bus_read } [
        "T = Bits<8>, 8 words, block of 1": SyncFIFO<Bits<8>, 3, 4, 1>;
        "T = Bits<17>, 16 words, block of 4": SyncFIFO<Bits<17>, 4, 5, 4>;
    ]
    AsyncFIFO { write_clock, read_clock, bus_write, bus_read } [
        "T = Bits<8>, 8 words, block of 1": AsyncFIFO<Bits<8>, 3, 4, 1>;
        "T = Bits<17>, 16 words, block of 4": AsyncFIFO<Bits<17>, 4, 5, 4>;
    ]
    FIFOLink { read, write } [
        "T = Bits<8>": FIFOLink<Bits<8>>;
        "T = Bit": FIFOLink<Bit>;
    ]
    Expander { bus_read, bus_write, clock } [
        "4 to 16 bits, most significant first": Expander<4, 16> = new(WordOrder::MostSignificantFirst);
        "8 to 24 bits, least significant first": Expander<8, 24> = new(WordOrder::LeastSignificantFirst);
    ]
    Reducer { bus_read, bus_write, clock } [
        "16 to 4 bits, most significant first": Reducer<16, 4> = new(WordOrder::MostSignificantFirst);
        "24 to 8 bits, least significant first": Reducer<24, 8> = new(WordOrder::LeastSignificantFirst);
    ]
    CrossWiden { narrow_bus, narrow_clock, wide_bus, wide_clock } [
        "4 to 16 bits, most significant first": CrossWiden<4, 4, 5, 16, 2, 3> = new(WordOrder::MostSignificantFirst);
        "8 to 32 bits, least significant first": CrossWiden<8, 4, 5, 32, 2, 3> = new(WordOrder::LeastSignificantFirst);
    ]
    CrossNarrow { wide_bus, wide_clock, narrow_bus, narrow_clock } [
        "16 to 4 bits, most significant first": CrossNarrow<16, 2, 3, 4, 4, 5> = new(WordOrder::MostSignificantFirst);
        "32 to 8 bits, least significant first": CrossNarrow<32, 2, 3, 8, 4, 5> = new(WordOrder::LeastSignificantFirst);
    ]
}
