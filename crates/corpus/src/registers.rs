//! Registers and delay lines.

use rust_hdl::prelude::*;
use rust_hdl::widgets::edge_ff::EdgeDFF;

section! { "rust-hdl-widgets", "Registers and delays";
    DFF { d, clock, q } [
        "T = Bit": DFF<Bit>;
        "T = Bits<40>": DFF<Bits<40>>;
        "T = Signed<7>": DFF<Signed<7>>;
    ]
    DFFWithInit { d, clock, q } [
        "T = Bit, true": DFFWithInit<Bit> = new(true);
        "T = Bits<12>, 0xA5A": DFFWithInit<Bits<12>> = new(0xA5A.into());
    ]
    EdgeDFF { d, clk, q } [
        "T = Bit, true": EdgeDFF<Bit> = new(true);
        "T = Bits<9>, 0x155": EdgeDFF<Bits<9>> = new(0x155.into());
    ]
    DelayLine { clock, data_in, delay, data_out } [
        "D = Bit, N = 8, W = 3": DelayLine<Bit, 8, 3>;
        "D = Bits<6>, N = 5, W = 4": DelayLine<Bits<6>, 5, 4>;
    ]
}
