//! Constructs that have no counterpart in the design.

use rust_hdl::prelude::*;

refused! {
    a_bidirectional_port: { pub a: Signal<InOut, Bits<4>>, pub y: Signal<Out, Bit>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().any();
        }
    } "module `device`: the bidirectional signal `a` cannot be carried over to hardware here; \
       split it into an input, an output and an enable"

    a_loop_without_end: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for _i in 0..4294967296_usize {
                self.y.next = self.y.val() + 1;
            }
        }
    } "module `device`: the loop over `_i` from 32'h0 to 64'h100000000 cannot be carried over to hardware here; \
       count from 0 or more, and take at most 65536 turns"

    a_loop_from_below_zero: { pub a: Signal<In, Bits<4>>, pub y: Signal<Out, Bits<4>>, } {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for _i in (-1)..2 {
                self.y.next = self.y.val() + 1;
            }
        }
    } "module `device`: the loop over `_i` from 32'h-1 to 32'h2 cannot be carried over to hardware here; \
       count from 0 or more, and take at most 65536 turns"

    a_block_without_kernel: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {
            self.y.next = self.a.val();
        }
    } "module `device`: a block without a kernel cannot be carried over to hardware here; \
       put `#[hdl_gen]` on its `update`"

    a_block_in_verilog: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {
            self.y.next = self.a.val();
        }
        fn hdl(&self) -> Verilog {
            Verilog::Custom("assign y = a;".into())
        }
    } "module `device`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"

    a_wrapped_core: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {}
        fn hdl(&self) -> Verilog {
            Verilog::Wrapper(Wrapper { code: String::new(), cores: String::new() })
        }
    } "module `device`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"

    a_black_box: { pub a: Signal<In, Bit>, pub y: Signal<Out, Bit>, } {
        fn update(&mut self) {}
        fn hdl(&self) -> Verilog {
            Verilog::Blackbox(BlackBox { code: String::new(), name: "core".into() })
        }
    } "module `device`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"

    a_widget_in_verilog: {
        pub clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
        memory: RAM<Bit, 2>,
    } {
        #[hdl_gen]
        fn update(&mut self) {
            self.memory.read_clock.next = self.clock.val();
            self.memory.write_clock.next = self.clock.val();
            self.memory.read_address.next = 0.into();
            self.memory.write_address.next = 0.into();
            self.memory.write_enable.next = false;
            self.memory.write_data.next = false;
            self.y.next = self.memory.read_data.val();
        }
    } "module `memory`: a block written in Verilog cannot be carried over to hardware here; write it as a kernel"
}
