//! Values have to fit into their widths.

use rust_hdl::prelude::*;

rejected! { self:
    a_bit_out_of_range: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val().get_bit(4);
    } "module `device`, in the assignment to `y`: bit 4 of a 4-bit value is read, and rust-hdl would panic; read a bit below 4"

    a_bit_far_out_of_range: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val().get_bit(18446744073709551615_usize);
    } "module `device`, in the assignment to `y`: bit 18446744073709551615 of a 4-bit value is read, \
       and rust-hdl would panic; read a bit below 4"

    a_slice_out_of_range: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<2>>, } {
        if self.a.val().get_bits::<2>(5).any() {
            self.y.next = 0.into();
        } else {
            self.y.next = 1.into();
        }
    } "module `device`, in an `if`: bit 5 of a 4-bit value is read, and rust-hdl would panic; read a bit below 4"

    a_signal_of_65537_bits: #[hdl_gen] { pub a: Signal<In, Bits<65537>>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val().any();
    } "module `device`: `a` is 65537 bits wide, and the limit is 65536; split it"

    a_value_of_65537_bits: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = bit_cast::<65537, 4>(self.a.val()).any();
    } "module `device`: a value of 65537 bits in the assignment to `y` cannot be translated to hardware; \
       use widths from 1 to 65536"

    a_memory_of_2_to_the_25_words: #[hdl_gen] {
        pub clock: Signal<In, Clock>, pub address: Signal<In, Bits<25>>, pub y: Signal<Out, Bits<4>>,
        memory: RAM<Bits<4>, 25>,
    } {
        self.memory.read_clock.next = self.clock.val();
        self.memory.write_clock.next = self.clock.val();
        self.memory.write_enable.next = false;
        self.memory.write_address.next = self.address.val();
        self.memory.write_data.next = 0.into();
        self.memory.read_address.next = self.address.val();
        self.y.next = self.memory.read_data.val();
    } "module `device.memory`: a memory with addresses of 25 bits cannot be translated to hardware; use at most 24"

    a_signal_without_bits: #[hdl_gen] { pub a: Signal<In, Bits<0>>, pub y: Signal<Out, Bit>, } {
        self.y.next = true;
    } "module `device`: the signal `a`, which has no bits, cannot be translated to hardware; \
       remove it, or give its enum a second variant"

    an_enum_of_one_variant: #[hdl_gen] { only: Signal<Local, Only>, pub y: Signal<Out, Bit>, } {
        self.only.next = Only::One;
        self.y.next = self.only.val() == Only::One;
    } "module `device`: the signal `only`, which has no bits, cannot be translated to hardware; \
       remove it, or give its enum a second variant"

    a_slice_without_bits: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val().get_bits::<0>(1).any();
    } "module `device`: a value of 0 bits in the assignment to `y` cannot be translated to hardware; \
       use widths from 1 to 65536"

    a_shift_of_a_number: #[hdl_gen] { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<64>>, } {
        self.y.next = 1_u64 << self.a.val();
    } "module `device`: a shift of a number without a width in the assignment to `y` cannot be translated to hardware; \
       use `bits`"
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Only {
    One,
}
