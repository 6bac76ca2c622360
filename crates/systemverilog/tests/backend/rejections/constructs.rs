//! Constructs that the design cannot represent.

use rust_hdl::prelude::*;

rejected! {
    a_loop_without_end: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for _i in 0..4294967296_usize {
                self.y.next = self.y.val() + 1;
            }
        }
    } "module `device`: the loop over `_i` from 32'h0 to 64'h100000000 cannot be translated to hardware; \
       start at 0 or above, and use at most 65536 iterations"

    a_loop_from_below_zero: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for _i in (-1)..2 {
                self.y.next = self.y.val() + 1;
            }
        }
    } "module `device`: the loop over `_i` from 32'h-1 to 32'h2 cannot be translated to hardware; \
       start at 0 or above, and use at most 65536 iterations"

    a_block_without_kernel: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {
            self.y.next = self.a.val();
        }
    } "module `device`: a block without a kernel cannot be translated to hardware; \
       put `#[hdl_gen]` on its `update`"

}
