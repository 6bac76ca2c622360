//! The nine kernels whose Verilog, as `rust-hdl` prints it, does something else than their Rust.

use rust_hdl::prelude::*;

use crate::case::{Case, assert_agreement};

kernels! { #[hdl_gen] self: Nine {
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
    // The ninth is a guard on the first arm. The tree loses it, so a guard is refused, and this is how it is rewritten.
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

/// With 4 bits, as they were found.
pub fn case() -> Case {
    Case::of::<Nine<4>>(4)
}

#[test]
fn the_nine_kernels_agree_with_rust_at_every_value() {
    assert_agreement(&[case()]);
}
