//! Products. `rust-hdl` supports only 16 by 16 bits.

use rust_hdl::prelude::*;

use crate::case::{Case, assert_match};

kernels! { #[hdl_gen] self: Product {
    product: Bits<32> = { bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val()) }
    of_sum: Bits<32> = {
        (bit_cast::<16, N>(self.a.val()) + bit_cast::<16, N>(self.b.val())) * bit_cast::<16, N>(self.c.val())
    }
    of_complement: Bits<32> = { !bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val()) }
    plus_c: Bits<32> = {
        bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val()) + bit_cast::<32, N>(self.c.val())
    }
    minus_1: Bits<32> = { bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val()) - 1 }
    inverted: Bits<32> = { !(bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())) }
    shifted: Bits<32> = { (bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())) >> 3 }
    shifted_left: Bits<32> = { (bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())) << 5 }
    narrower: Bits<8> = {
        bit_cast::<8, 32>(bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val()))
    }
    wider: Bits<40> = {
        bit_cast::<40, 32>(bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val()))
    }
    slice: Bits<16> = {
        (bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())).get_bits::<16>(8)
    }
    of_slice: Bits<32> = {
        (bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())).get_bits::<16>(4)
            * bit_cast::<16, N>(self.c.val())
    }
    below: Bit = {
        bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())
            < bit_cast::<16, N>(self.b.val()) * bit_cast::<16, N>(self.c.val())
    }
    odd: Bit = { (bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())).get_bit(0) }
    parity: Bit = { (bit_cast::<16, N>(self.a.val()) * bit_cast::<16, N>(self.b.val())).xor() }

    signed_product: Signed<32> = {
        signed_cast(bit_cast::<16, N>(self.a.val())) * signed_cast(bit_cast::<16, N>(self.b.val()))
    }
    signed_of_negative: Signed<32> = {
        -signed_cast(bit_cast::<16, N>(self.a.val())) * signed_cast(bit_cast::<16, N>(self.b.val()))
    }
    signed_negative: Signed<32> = {
        -(signed_cast(bit_cast::<16, N>(self.a.val())) * signed_cast(bit_cast::<16, N>(self.b.val())))
    }
    signed_of_sum: Signed<32> = {
        (signed_cast(bit_cast::<16, N>(self.a.val())) - signed_cast(bit_cast::<16, N>(self.b.val())))
            * signed_cast(bit_cast::<16, N>(self.c.val()))
    }
    signed_below: Bit = {
        signed_cast(bit_cast::<16, N>(self.a.val())) * signed_cast(bit_cast::<16, N>(self.b.val()))
            < signed_cast(bit_cast::<16, N>(self.b.val())) * signed_cast(bit_cast::<16, N>(self.c.val()))
    }
    signed_slice: Signed<16> = {
        (signed_cast(bit_cast::<16, N>(self.a.val())) * signed_cast(bit_cast::<16, N>(self.b.val())))
            .get_bits::<16>(15)
    }
    signed_as_bits: Bits<32> = {
        unsigned_cast(
            signed_cast(bit_cast::<16, N>(self.a.val())) * signed_cast(bit_cast::<16, N>(self.b.val()))
        ) >> 7
    }
} {
    signed_by_number: Signed<32> =>
    self.signed_by_number.next =
        signed_cast(bit_cast::<16, N>(self.a.val())) * (-3).into();
} }

/// Every pair of 4-bit factors, and some 16-bit ones.
pub fn cases() -> Vec<Case> {
    vec![Case::of::<Product<4>>(4), Case::of::<Product<16>>(16)]
}

#[test]
fn products_and_expressions_with_products() {
    assert_match(&cases());
}
