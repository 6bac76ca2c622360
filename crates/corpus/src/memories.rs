//! RAM and ROM.

use std::collections::BTreeMap;

use rust_hdl::prelude::*;

/// A few words of a memory; the others keep their default.
fn words<const N: usize, const W: usize>() -> BTreeMap<Bits<N>, Bits<W>> {
    let word = |place: u64| ((place * 0x9E37) ^ 0x1234) & ((1 << W.min(60)) - 1);
    (0..1_u64 << N).filter(|n| n % 5 != 3).map(|n| (n.into(), word(n).into())).collect()
}

/// Every word of a memory.
fn all_words<const N: usize, const W: usize>() -> impl Iterator<Item = Bits<W>> {
    let word = |place: u64| (place * place * 7 + 3) & ((1 << W.min(60)) - 1);
    (0..1_u64 << N).map(move |place| word(place).into())
}

section! { "rust-hdl-widgets", "Memories";
    RAM {
        read_address, read_clock, write_address, write_clock, write_data, write_enable, read_data
    } [
        "D = Bits<8>, N = 4": RAM<Bits<8>, 4>;
        "D = Bits<20>, N = 6, with words": RAM<Bits<20>, 6> = new(words());
        "D = Signed<16>, N = 3": RAM<Signed<16>, 3>;
        "D = Bit, N = 5": RAM<Bit, 5>;
    ]
    ROM { address, data } [
        "D = Bits<8>, N = 4, every word": ROM<Bits<8>, 4> = from(all_words::<4, 8>());
        "D = Bits<13>, N = 7, not every word": ROM<Bits<13>, 7> = new(words());
    ]
    SyncROM { address, clock, data } [
        "D = Bits<6>, N = 8, every word": SyncROM<Bits<6>, 8> = from(all_words::<8, 6>());
        "D = Bits<32>, N = 3, not every word": SyncROM<Bits<32>, 3> = new(words());
    ]
}
