//! Truncated values: Yosys computes the operators around a cast at the width inside it, so a cast
//! remains only where that has no effect. `tools.rs` simulates the netlists of these blocks.

use rust_hdl::prelude::*;
use rust_hdl_systemverilog::rtl::elaborate;
use rust_hdl_systemverilog::{Options, print_proven};

use crate::harness::printed;

blocks! { self:
    Half: #[hdl_gen] {
        pub a: Signal<In, Bits<5>>,
        pub b: Signal<In, Bit>,
        pub y: Signal<Out, Bits<5>>,
    } {
        self.y.next = self.a.val() >> bit_cast::<1, 1>(self.b.val().into());
    }

    /// The low bits of an input where the higher bits would have an effect.
    Inputs: #[hdl_gen] {
        pub x: Signal<In, Bits<16>>,
        pub s: Signal<In, Signed<9>>,
        pub shifted: Signal<Out, Bits<5>>,
        pub below: Signal<Out, Bit>,
        pub all: Signal<Out, Bit>,
        pub joined: Signal<Out, Bits<8>>,
        pub connected: Signal<Out, Bits<5>>,
        pub of_signed: Signal<Out, Bit>,
        pub of_field: Signal<Out, Bits<2>>,
        half: Half,
    } {
        self.shifted.next = (bit_cast::<5, 16>(self.x.val()) + 3) >> 1;
        self.below.next = bit_cast::<5, 16>(self.x.val()) + 3 < 4;
        self.all.next = (bit_cast::<5, 16>(self.x.val()) + 3).all();
        self.joined.next = bit_cast::<8, 5>(bit_cast::<5, 16>(self.x.val()) + 3)
            | (bit_cast::<8, 3>(bit_cast::<3, 16>(self.x.val())) << 5);
        self.half.a.next = bit_cast::<5, 16>(self.x.val());
        self.half.b.next = self.x.val().get_bit(0);
        self.connected.next = self.half.y.val();
        self.of_signed.next =
            bit_cast::<3, 9>(unsigned_cast(self.s.val())) + bit_cast::<3, 16>(self.x.val()) > 5;
        self.of_field.next = (self.x.val().get_bits::<8>(4).get_bits::<2>(3) + 1) >> 1;
    }

    /// Signals that would have the name of the module or of an instance.
    Mean: #[hdl_gen] {
        pub x: Signal<In, Bits<16>>,
        pub y: Signal<In, Bits<16>>,
        pub mean: Signal<Out, Bits<5>>,
        pub other: Signal<Out, Bits<5>>,
        pub halved: Signal<Out, Bits<5>>,
        other_sum: Half,
    } {
        self.mean.next = bit_cast::<5, 16>(self.x.val() + self.y.val()) >> 1;
        self.other.next = bit_cast::<5, 16>(self.x.val() + 1) >> 1;
        self.other_sum.a.next = bit_cast::<5, 16>(self.y.val());
        self.other_sum.b.next = self.x.val().get_bit(0);
        self.halved.next = self.other_sum.y.val();
    }

    /// The low bits of results where the higher bits would have an effect.
    Results: #[hdl_gen] {
        pub x: Signal<In, Bits<16>>,
        pub y: Signal<In, Bits<16>>,
        pub n: Signal<In, Bits<5>>,
        pub shifted: Signal<Out, Bits<5>>,
        pub again: Signal<Out, Bit>,
        pub carry: Signal<Out, Bits<2>>,
        pub selected: Signal<Out, Bit>,
        pub connected: Signal<Out, Bits<5>>,
        half: Half,
    } {
        // The sum wraps twice.
        self.shifted.next = (bit_cast::<5, 16>(self.x.val() + self.y.val()) + 3) >> 1;
        self.again.next = bit_cast::<5, 16>(self.x.val() + self.y.val()) > self.n.val();
        self.carry.next =
            (bit_cast::<2, 1>((self.x.val() >> self.n.val()).get_bit(0).into()) + 3) >> 1;
        self.selected.next =
            self.y.val().get_bit(bit_cast::<3, 16>(self.x.val() - self.y.val()).index());
        self.half.a.next = bit_cast::<5, 32>(self.x.val() * self.y.val());
        self.half.b.next = true;
        self.connected.next = self.half.y.val();
    }

    /// The low bits of a result that depends on the process itself.
    InProcess: #[hdl_gen] {
        pub x: Signal<In, Bits<16>>,
        pub is_odd: Signal<In, Bit>,
        pub total: Signal<Out, Bits<16>>,
        pub y: Signal<Out, Bits<5>>,
    } {
        self.total.next = 0.into();
        self.y.next = 0.into();
        if self.is_odd.val() {
            self.total.next = self.x.val() + 1;
            // A half.
            self.y.next = (bit_cast::<5, 16>(self.total.val() ^ self.x.val()) + 3) >> 1;
        }
    }

    /// Values of which only the low bits matter.
    Low: #[hdl_gen] {
        pub x: Signal<In, Bits<16>>,
        pub y: Signal<In, Bits<16>>,
        pub n: Signal<In, Bits<5>>,
        pub sum: Signal<Out, Bits<5>>,
        pub wide: Signal<Out, Bits<8>>,
        pub both: Signal<Out, Bit>,
    } {
        self.sum.next = bit_cast::<5, 16>(self.x.val()) + bit_cast::<5, 16>(self.x.val() - self.y.val());
        self.wide.next = bit_cast::<8, 5>(bit_cast::<5, 16>(self.x.val() + self.y.val()));
        self.both.next = (self.x.val() >> self.n.val()).get_bit(0) & self.y.val().get_bit(1);
    }

    /// A choice: both values would have the width of a cast in Yosys.
    Choice: #[hdl_gen] {
        pub x: Signal<In, Bits<16>>,
        pub a: Signal<In, Bits<5>>,
        pub is_low: Signal<In, Bit>,
        pub y: Signal<Out, Bits<5>>,
    } {
        if self.is_low.val() {
            self.y.next = bit_cast::<5, 16>(self.x.val());
        } else {
            self.y.next = (self.a.val() + 3) >> 1;
        }
    }

    /// A child whose input is signed.
    SignedHalf: #[hdl_gen] {
        pub a: Signal<In, Signed<5>>,
        pub y: Signal<Out, Bit>,
    } {
        self.y.next = self.a.val() < 3.into();
    }

    /// Yosys fails on a connection of a result whose sign is changed.
    SignedConnection: #[hdl_gen] {
        pub a: Signal<In, Bits<5>>,
        pub y: Signal<Out, Bit>,
        half: SignedHalf,
    } {
        self.half.a.next = signed_cast(self.a.val() + self.a.val());
        self.y.next = self.half.y.val();
    }
}

matches_rust! {
    low_bits_of_inputs: Inputs,
    low_bits_of_results: Results,
    low_bits_of_a_result_of_the_same_process: InProcess,
    values_of_which_only_the_low_bits_matter: Low,
    a_choice_between_low_bits_and_others: Choice,
    a_signed_connection: SignedConnection,
}

/// Asserts that the text of a module contains some lines.
#[track_caller]
fn assert_contains(text: &str, lines: &str) {
    assert!(text.contains(lines.trim_matches('\n')), "{lines}\nis not in\n{text}");
}

#[test]
fn a_part_of_a_signal_is_selected_where_a_cast_would_have_an_effect() {
    assert_contains(
        &printed::<Inputs>(),
        "
  assign shifted = (x[4:0] + 5'd3) >> 1;
  assign below = (x[4:0] + 5'd3) < 5'd4;
  assign all = &(x[4:0] + 5'd3);
  assign joined = {x[2:0], x[4:0] + 5'd3};

  half half (
    .a (x[4:0]),
    .b (x[0]),
    .y (connected)
  );

  assign of_signed = (s[2:0] + x[2:0]) > 3'd5;
  assign of_field = (x[8:7] + 2'd1) >> 1;
",
    );
}

#[test]
fn another_truncated_value_has_a_signal_where_a_cast_would_have_an_effect() {
    assert_contains(
        &printed::<Results>(),
        "
  assign shifted_sum = 5'(x + y);
  assign shifted = (shifted_sum + 5'd3) >> 1;
  assign again = shifted_sum > n;
  assign carry_shifted = 1'({x >> n} >> 0);
  assign carry = ({1'b0, carry_shifted} + 2'd3) >> 1;
  assign selected_difference = 3'(x - y);
  assign selected = y[{1'b0, selected_difference}];
  assign half_a_product = 5'({16'd0, x} * {16'd0, y});
",
    );
}

#[test]
fn a_truncated_value_that_depends_on_its_process_is_assigned_in_it() {
    assert_contains(
        &printed::<InProcess>(),
        "
  always_comb begin
    y_bits = 5'd0;
    total = 16'd0;
    y = 5'd0;
    if (is_odd) begin
      total = x + 16'd1;
      y_bits = 5'(total ^ x);
      y = (y_bits + 5'd3) >> 1;
    end
  end
",
    );
}

#[test]
fn a_cast_remains_where_only_the_low_bits_matter() {
    assert_contains(
        &printed::<Low>(),
        "
  assign sum = x[4:0] + 5'(x - y);
  assign wide = {3'd0, 5'(x + y)};
  assign both = 1'({x >> n} >> 0) && y[1];
",
    );
    assert_contains(
        &printed::<Choice>(),
        "
  assign y = is_low ? x[4:0] : ((a + 5'd3) >> 1);
",
    );
}

#[test]
fn a_connection_has_no_operator_that_changes_the_sign() {
    assert_contains(
        &printed::<SignedConnection>(),
        "
  assign half_a = $signed(a + a);

  half half (
    .a (half_a),
",
    );
}

#[test]
fn a_signal_has_a_name_that_neither_the_module_nor_an_instance_has() {
    let design = elaborate(&[("mean_sum", &Mean::default())]).unwrap();
    let files = print_proven(&design, &Options::default()).unwrap();
    let text = &files.iter().find(|file| file.name == "mean_sum.sv").unwrap().text;
    assert_contains(
        text,
        "
  assign mean_sum_2 = 5'(x + y);
",
    );
    assert_contains(text, "  assign other_sum_2 = 5'(x + 16'd1);");
    assert_contains(text, "  other_sum other_sum (");
}

#[test]
fn their_text_is_proven() {
    for (_, design) in DESIGNS {
        print_proven(&design(), &Options::default()).unwrap();
    }
}
