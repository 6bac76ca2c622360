//! Signed numbers and products.

use rust_hdl::prelude::*;

blocks! { self:
    /// Signed arithmetic at every value.
    SignedArithmetic: #[hdl_gen] {
        pub a: Signal<In, Signed<4>>,
        pub b: Signal<In, Signed<4>>,
        pub u: Signal<In, Bits<4>>,
        pub sum: Signal<Out, Signed<4>>,
        pub difference: Signal<Out, Signed<4>>,
        pub negative: Signal<Out, Signed<4>>,
        pub less: Signal<Out, Bit>,
        pub at_most: Signal<Out, Bit>,
        pub below_a_number: Signal<Out, Bit>,
        pub above_a_negative_number: Signal<Out, Bit>,
        pub equal: Signal<Out, Bit>,
        pub from_bits: Signal<Out, Bit>,
        pub to_bits: Signal<Out, Bits<4>>,
        pub to_wider_bits: Signal<Out, Bits<8>>,
        pub sign: Signal<Out, Bit>,
        pub low_bits: Signal<Out, Signed<2>>,
        pub shifted_bits: Signal<Out, Signed<4>>,
        pub minus_three: Signal<Out, Signed<4>>,
        pub least: Signal<Out, Signed<4>>,
        wrapped: Signal<Local, Signed<4>>,
    } {
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.negative.next = -self.a.val();
        self.less.next = self.a.val() < self.b.val();
        self.at_most.next = self.a.val() + self.b.val() <= self.b.val();
        self.wrapped.next = 3.into();
        self.below_a_number.next = self.a.val() < self.wrapped.val();
        self.minus_three.next = (-3).into();
        self.above_a_negative_number.next = self.a.val() > self.minus_three.val();
        self.equal.next = self.a.val() == self.b.val();
        self.from_bits.next = signed_cast(self.u.val()) < self.b.val();
        self.to_bits.next = unsigned_cast(self.a.val()) + self.u.val();
        self.to_wider_bits.next = bit_cast::<8, 4>(unsigned_cast(self.a.val() + self.b.val()));
        self.sign.next = self.a.val().get_bit(3);
        self.low_bits.next = self.a.val().get_bits::<2>(1);
        self.shifted_bits.next = self.a.val().get_bits::<4>(2);
        self.least.next = (-8).into();
    }

    /// In Rust, `signed_bit_cast` of the most negative number overflows the stack; the operands
    /// never have that value.
    SignedWidths: #[hdl_gen] {
        pub a: Signal<In, Signed<3>>,
        pub b: Signal<In, Signed<3>>,
        pub wide: Signal<Out, Signed<6>>,
        pub narrow: Signal<Out, Signed<2>>,
        pub wide_sum: Signal<Out, Signed<6>>,
        pub greater: Signal<Out, Bit>,
        clear_a: Signal<Local, Signed<3>>,
        clear_b: Signal<Local, Signed<3>>,
        six: Signal<Local, Signed<6>>,
    } {
        self.clear_a.next = self.a.val();
        if self.a.val() == (-4).into() {
            self.clear_a.next = 0.into();
        }
        self.clear_b.next = self.b.val();
        if self.b.val() == (-4).into() {
            self.clear_b.next = 0.into();
        }
        self.six.next = signed_bit_cast::<6, 3>(self.clear_a.val());
        self.wide.next = self.six.val();
        self.narrow.next = signed_bit_cast::<2, 3>(self.clear_a.val());
        self.wide_sum.next = signed_bit_cast::<6, 3>(self.clear_a.val())
            + signed_bit_cast::<6, 3>(self.clear_b.val());
        self.greater.next = signed_bit_cast::<6, 3>(self.clear_b.val()) > self.six.val();
    }

    /// rust-hdl multiplies 16 bits by 16.
    Products: #[hdl_gen] {
        pub a: Signal<In, Bits<16>>,
        pub b: Signal<In, Bits<16>>,
        pub s: Signal<In, Signed<16>>,
        pub t: Signal<In, Signed<16>>,
        pub product: Signal<Out, Bits<32>>,
        pub signed_product: Signal<Out, Signed<32>>,
        pub product_of_sum: Signal<Out, Signed<32>>,
        pub accumulated: Signal<Out, Signed<48>>,
    } {
        self.product.next = self.a.val() * self.b.val();
        self.signed_product.next = self.s.val() * self.t.val();
        self.product_of_sum.next = (self.s.val() + self.t.val()) * self.t.val();
        self.accumulated.next = signed_bit_cast::<48, 32>(self.s.val() * self.t.val())
            + signed_bit_cast::<48, 16>(signed_cast(bits::<16>(3)));
    }

    /// Its ports are signed, and those of its users are not.
    Doubler: #[hdl_gen] {
        pub i: Signal<In, Signed<4>>,
        pub o: Signal<Out, Signed<4>>,
    } {
        self.o.next = self.i.val() + self.i.val();
    }

    CastsAtPorts: #[hdl_gen] {
        pub a: Signal<In, Bits<4>>,
        pub b: Signal<Out, Bits<4>>,
        doubler: Doubler,
    } {
        self.doubler.i.next = signed_cast(self.a.val());
        self.b.next = unsigned_cast(self.doubler.o.val());
    }
}

matches_rust! {
    signed_ports_are_connected_to_bits: CastsAtPorts,
    signed_numbers_wrap_and_compare: SignedArithmetic,
    signed_numbers_are_resized: SignedWidths,
    products_have_full_width: Products,
}
