//! The printed text of each construct.

mod black_boxes;
mod blocks;
mod files;
pub mod options;
mod order;

use rust_hdl::prelude::*;

use crate::harness::{design, printed};
use blocks::*;

/// The paragraph (between empty lines) that contains `wanted`.
fn paragraph<B: Block + Default>(wanted: &str) -> String {
    let text = printed::<B>();
    let found = text.split("\n\n").find(|part| part.contains(wanted));
    found.unwrap_or_else(|| panic!("no `{wanted}` in\n{text}")).trim_end().to_string()
}

/// Declares a test for each construct: the paragraph that contains a text is as expected.
macro_rules! looks {
    ($($test:ident: $block:ty, $wanted:literal => $text:literal)*) => {
        $(#[test]
        fn $test() {
            assert_eq!(paragraph::<$block>($wanted), $text.trim_matches('\n'));
        })*
    };
}

looks! {
    ports_are_aligned_with_their_documentation_as_trailing_comments: Porch, "module porch" => r"
// Ports and signals of many kinds, documented and not.
module porch (
  input  logic        clock,
  input  logic [3:0]  opening,  // How far the door is open.
  output logic [11:0] lamps,    // All lamps.
  output logic        alarm
);"

    declarations_are_aligned_and_registers_have_their_power_up_value: Porch, "shown;" => r"
  logic [3:0]  last = 4'd0;  // The last opening.
  logic [11:0] shown;        // The pattern at power-up is all zeros."

    literals_have_the_radix_of_the_signal_beside_them: Porch, "assign lamps" => r"
  assign shown = (last > 4'd9) ? 12'habc : 12'h0f3;
  assign lamps = shown;
  assign alarm = lamps == 12'b101010111100;"

    documentation_is_plain_ascii_in_lines_of_100_columns: Gate, "`GateState`" => r##"
// A gate.
//
// It opens automatically:
//
// - for a visitor who arrives,
// - for a visitor who leaves: this item is longer than one hundred columns, so the printer has to
//   wrap it onto two lines.
//
// `GateState` is its position. A [bracket] is not a link, "quotes" - and a dash - are plain, \u{e9}
// is escaped.
module gate (
  input  logic       clock,
  input  logic       reset,
  input  logic       visitor,
  output logic       motor,
  output logic [7:0] count = 8'd0  // How many visitors came in. Not counted during a reset.
);"##

    an_enum_is_a_type_with_documented_variants: Gate, "typedef" => r"
  // What the gate does.
  typedef enum logic [1:0] {
    Shut    = 2'd0,  // The gate is closed.
    Opening = 2'd1,
    Open    = 2'd2   // The gate is open.
  } gate_state_e;"

    a_reset_at_the_end_is_moved_to_the_top: Gate, "posedge clock) begin\n    if (reset)" => r"
  // The gate moves.
  always_ff @(posedge clock) begin
    if (reset) begin
      state <= Shut;
    end else begin
      case (state)
        Shut: begin
          if (visitor) begin
            state <= Opening;
          end
        end
        Opening: state <= Open;  // Halfway.
        Open: ;
        default: state <= Shut;  // never
      endcase
    end
  end"

    variants_without_an_effect_are_listed_in_the_case: Lamp, "lit <= 1'b1" => r"
  always_ff @(posedge clock) begin
    case (state)
      Shut: lit <= 1'b1;
      Opening, Open: ;
      default: ;
    endcase
  end"

    a_long_comment_is_wrapped: Gate, "Counts the visitors" => r"
  // Counts the visitors. This comment is longer than one hundred columns, so the printer has to
  // wrap it somewhere.
  always_ff @(posedge clock) begin
    if (visitor && !reset) begin
      count <= count + 8'd1;
    end
  end"

    plain_and_conditional_assigns_are_not_separated: Shapes, "assign chosen" => r"
  assign plain = (a & b) + 4'd1;
  assign chosen = go ? b : a;"

    else_if_is_a_chain: Shapes, "ladder = " => r"
  always_comb begin
    if (a == 4'd3) begin
      ladder = 4'd1;
    end else if (a > b) begin
      // More.
      ladder = 4'd2;
    end else begin
      ladder = 4'd3;
    end
  end"

    equal_arms_are_merged_and_short_arms_are_aligned: Shapes, "case (a)" => r"
  always_comb begin
    case (a)
      4'd0, 4'd1:                                     table_a = 4'b0011;  // few
      4'd2, 4'd3, 4'd4, 4'd5, 4'd6, 4'd7, 4'd8, 4'd9: table_a = 4'b1100;
      4'd10:                                          table_a = 4'b1111;  // ten
      default:                                        table_a = 4'b0000;
    endcase
  end"

    an_arm_for_many_values_takes_several_lines: Shapes, "case (b)" => r"
  always_comb begin
    case (b)
      4'd0, 4'd1, 4'd2, 4'd3, 4'd4, 4'd5, 4'd6, 4'd7, 4'd8, 4'd9, 4'd10, 4'd11, 4'd12, 4'd13,
      4'd14: begin
        table_b = a;
      end
      default: table_b = 4'd0;
    endcase
  end"

    signals_assigned_in_one_statement_share_a_process: Shapes, "pair_a = a" => r"
  always_comb begin
    pair_a = 1'b0;
    pair_b = 1'b0;
    if (go) begin
      pair_a = a[2];
    end else begin
      pair_b = 1'b1;
    end
  end"

    unconditional_registers_share_a_process: Pairs, "y <= first" => r"
  always_ff @(posedge clock) begin
    first <= a;
    y <= first;
  end"

    registers_with_the_same_conditions_share_a_process: Enabled, "plain <= a" => r"
  always_ff @(posedge clock) begin
    if (enable) begin
      plain <= a;
      // Nested choices are merged, too.
      if (select == 2'd1) begin
        chosen <= plain;
        // A comment stays where it is.
        commented <= 4'd3;
      end else begin
        commented <= chosen;
      end
    end
  end"

    a_comment_begins_a_process: Enabled, "apart <= a" => r"
  // A comment begins a process.
  always_ff @(posedge clock) begin
    if (enable) begin
      apart <= a;
    end
  end"

    a_register_that_is_assigned_twice_has_its_own_process: Enabled, "twice <= a" => r"
  always_ff @(posedge clock) begin
    if (reset) begin
      twice <= 4'd1;
      if (enable) begin
        twice <= a;
      end
    end
  end"

    registers_with_the_same_reset_share_a_process: Enabled, "also_cleared <= cleared" => r"
  always_ff @(posedge clock) begin
    if (reset) begin
      once <= 4'd2;
      cleared <= 4'd0;
      also_cleared <= 4'd5;
    end else begin
      cleared <= a;
      also_cleared <= cleared;
    end
  end"

    registers_of_the_same_case_share_a_process: Enabled, "one <= 4'd1" => r"
  always_ff @(posedge clock) begin
    case (select)
      2'd0: begin
        one <= 4'd1;
        two <= 4'd2;
      end
      2'd1: begin
        one <= 4'd2;
        two <= 4'd1;
      end
      default: ;
    endcase
  end"

    an_inverted_clock_is_a_falling_edge: Pairs, "late <= a" => r"
  always_ff @(negedge clock) begin
    late <= a;
  end"

    unread_signals_are_named_unused: Pairs, "unused_unheard = " => r"
  logic first = 1'b0;
  logic unused_unheard = 1'b0;"

    connections_are_aligned_expressions: Instances, "inner high" => r"
  // The upper half.
  inner high (
    .first_word (word[15:8]),
    .w          ({3'd0, low_carry}),
    .sum        (high_sum_wire),
    .carry      (unused_high_carry)
  );"

    a_comment_on_a_connection_is_above_the_instance: Instances, "inner low" => r"
  // The lower half.
  inner low (
    .first_word (word[7:0]),
    .w          (word[6:3]),
    .sum        (low_sum),
    .carry      (low_carry)
  );"

    a_long_value_is_broken_at_its_operators: Long, "assign somebody_is_served" => r"
  assign somebody_is_served =
      permission_of_the_arbiter &&
      (the_first_of_the_requests > 8'd200) &&
      ((the_second_of_the_requests == 8'd17) ||
       (the_third_of_the_requests != the_second_of_the_requests) ||
       (the_third_of_the_requests < 8'd3));"

    a_long_operand_is_broken_inside_its_parentheses: Long, "assign result_of_the_service" => r"
  assign result_of_the_service =
      ~(the_first_of_the_requests +
        (the_second_of_the_requests & the_third_of_the_requests) +
        the_third_of_the_requests) >> 2;"

    long_conditions_subjects_and_values_are_broken: Long, "chosen_by_the_ladder = 16'd0" => r"
  always_comb begin
    chosen_by_the_ladder = 16'd0;
    if ((the_first_of_the_requests > the_second_of_the_requests) &&
        (the_second_of_the_requests > the_third_of_the_requests)) begin
      chosen_by_the_ladder =
          {(the_first_of_the_requests - the_second_of_the_requests) + 8'd100, 8'd0};
    end else if ((the_first_of_the_requests == the_second_of_the_requests) &&
                 (the_second_of_the_requests == the_third_of_the_requests)) begin
      case (the_first_of_the_requests +
            the_second_of_the_requests +
            the_third_of_the_requests +
            8'd1)
        8'd100, 8'd101, 8'd102, 8'd103, 8'd104, 8'd105, 8'd106, 8'd107, 8'd108, 8'd109,
        8'd110, 8'd111, 8'd112, 8'd113, 8'd114, 8'd115, 8'd116, 8'd117, 8'd118, 8'd119,
        8'd120, 8'd121, 8'd122, 8'd123, 8'd124, 8'd125, 8'd126, 8'd127, 8'd128, 8'd129,
        8'd130: begin
          chosen_by_the_ladder = 16'd7;
        end
        default: chosen_by_the_ladder = 16'd9;
      endcase
    end
  end"

    a_long_concatenation_is_broken_between_its_operands: Long, "assign all_side_by_side" => r"
  assign all_side_by_side =
      {the_first_of_the_requests, the_second_of_the_requests, 8'd0, the_third_of_the_requests,
       7'd0, permission_of_the_arbiter};"

    a_long_connection_is_broken_too: Long, "inner inner (" => r"
  inner inner (
    .first_word (the_first_of_the_requests ^
                 the_second_of_the_requests ^
                 the_third_of_the_requests),
    .w          (inner_w_shifted),
    .sum        (unused_inner_sum),
    .carry      (unused_inner_carry)
  );"

    expressions_mean_the_same_in_every_context: Expressions, "assign wide" => r"
  assign wide = {4'd0, a + b};
  assign narrow = 2'(a + b);
  assign halved = 3'({(a + b) >> 1});
  assign slice = a[3:1];
  assign top_bit = a[3];
  assign of_sum = 2'({a + b} >> 2);
  assign picked = a[i];
  assign picked_of_sum = 1'({a + 4'd1} >> (i & 2'd1));
  assign parity = ^(~a);
  assign all = &(a | b);
  assign shifted = (a << 1) | (b >> i);
  assign chain = a + b + 4'd1;
  assign unchained = a - (b - 4'd1);
  assign negation = !(|(a & b));"

    values_that_are_widened_and_shifted_become_a_concatenation: Concatenation, "assign pair" => r"
  assign pair = {a, b};
  assign crossed = {b, a};
  assign with_gaps = {1'b0, c, i, 3'd0, c};
  assign raised = {a, 4'd0};
  assign of_sums = {a + b, a - b};
  assign inverted = ~{a, b};
  assign masked = {a, b} & ({4'd0, a} + 8'd1);
  assign overlapping = {1'b0, a, 3'd0} | {4'd0, b};
  assign cut_off = ({4'd0, a} << 5) | {4'd0, b};
  assign moved = ({4'd0, a} << i) | {4'd0, b};"
}

/// The designs of this file, for other tests.
pub const DESIGNS: &[crate::harness::NamedDesign] = &[
    ("porch", design::<Porch>),
    ("gate", design::<Gate>),
    ("lamp", design::<Lamp>),
    ("shapes", design::<Shapes>),
    ("pairs", design::<Pairs>),
    ("enabled", design::<Enabled>),
    ("instances", design::<Instances>),
    ("long", design::<Long>),
    ("expressions", design::<Expressions>),
];
