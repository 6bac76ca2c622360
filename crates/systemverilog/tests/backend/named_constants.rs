//! Rust constants that a kernel uses are named in the text.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::harness::printed;

const LIMIT: u64 = 99;
const STEP: u64 = 3;
const COUNT: usize = 200;

mod limits {
    pub const LEAST: u64 = 5;
}

blocks! { self:
    /// The constants of a module, of the block and of another module, and a const parameter.
    Named<const N: usize>: #[kernel] {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<8>>,
        pub least: Signal<Out, Bit>,
        pub above: Signal<Out, Bit>,
        pub sum: Signal<Out, Bits<10>>,
        pub b: Signal<In, Bits<16>>,
        pub product: Signal<Out, Bits<32>>,
        pub shifted: Signal<Out, Bits<8>>,
        pub count: Signal<Out, Bits<8>>,
        step: DFF<Bits<8>>,
    } {
        dff_setup!(self, clock, step);
        self.count.next = self.step.q.val();
        if self.step.q.val() >= LIMIT {
            self.step.d.next = Self::START.into();
        } else {
            self.step.d.next = self.step.q.val() + STEP;
        }
        self.least.next = self.a.val() < limits::LEAST;
        // The result of arithmetic has no name, and a shift has its number.
        self.above.next = self.a.val().index() > COUNT;
        self.sum.next = bit_cast::<10, 8>(self.a.val()) + bits::<10>(LIMIT) + (STEP + 1);
        self.product.next = self.b.val() * bits::<16>(STEP);
        self.shifted.next = self.a.val() >> STEP;
    }
}

impl<const N: usize> Named<N> {
    const START: u64 = N as u64;
}

matches_rust! {
    a_named_constant_has_its_value: Named<7>,
    two_constants_of_one_name_have_their_values: Clashing,
}

#[test]
fn constants_are_declared_with_the_width_of_their_narrowest_use() {
    let text = printed::<Named<7>>();
    for part in [
        "
  localparam logic [7:0] LIMIT        = 8'd99;
  localparam logic [7:0] START        = 8'd7;
  localparam logic [7:0] STEP         = 8'd3;
  localparam logic [7:0] LIMITS_LEAST = 8'd5;
  localparam logic [7:0] COUNT_VALUE  = 8'd200;
",
        "if (count >= LIMIT) begin",
        "  assign above = a > COUNT_VALUE;\n",
        "  assign sum = {2'd0, a} + {2'd0, LIMIT} + 10'd4;\n",
        "  assign product = {16'd0, b} * {24'd0, STEP};\n",
        "  assign shifted = a >> 3;\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

mod inner {
    pub const MOST: u64 = 12;
}

blocks! { self:
    Clashing: #[kernel] {
        pub a: Signal<In, Bits<4>>,
        pub below: Signal<Out, Bit>,
        pub equal: Signal<Out, Bit>,
    } {
        self.below.next = self.a.val() < inner::MOST;
        self.equal.next = self.a.val() == INNER_MOST;
    }
}

const INNER_MOST: u64 = 9;

#[test]
fn two_constants_of_one_name_have_two_names() {
    let text = printed::<Clashing>();
    for part in ["INNER_MOST       = 4'd12;", "INNER_MOST_VALUE = 4'd9;", "a == INNER_MOST_VALUE"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
