//! The nine kernels whose Verilog from `rust-hdl` itself behaves differently from their Rust.

use rust_hdl::prelude::*;

use crate::case::{Case, assert_match};

kernels! { #[hdl_gen] self: Miscompiled {
    sum_wraps: Bit = { self.a.val() + 1 == 0 }
    sum_in_8_bits: Bits<8> = { bit_cast::<8, N>(self.a.val() + self.b.val()) }
    complement_of_4_bits: Bit = { !self.a.val() == 15 }
    and_binds_tighter: Bit = { self.a.val() & self.b.val() == self.b.val() }
    difference_wraps: Bit = { self.a.val() - self.b.val() >= 8 }
    bit_is_shifted_out: Bit = { (self.a.val() << 1) == 0 }
    carry_is_lost: Bits<N> = { (self.a.val() + 1) >> 1 }
    complement_in_8_bits: Bits<8> = { bit_cast::<8, N>(!self.a.val()) }
} {
    guarded: Bits<N> =>
    // The ninth had a guard on the first arm. rust-hdl's syntax tree drops guards, so they are
    // rejected; this is the rewritten kernel.
    self.guarded.next = self.b.val();
    match self.a.val().index() {
        0 => {
            self.guarded.next = self.c.val();
            if self.b.val().any() {
                self.guarded.next = !self.b.val();
            }
        }
        1 => self.guarded.next = !self.c.val(),
        _ => {}
    }
} }

/// The kernels at 4 bits, the width at which they fail.
pub fn case() -> Case {
    Case::of::<Miscompiled<4>>(4)
}

#[test]
fn kernels_that_rust_hdl_miscompiles_match_rust_at_every_value() {
    assert_match(&[case()]);
}
