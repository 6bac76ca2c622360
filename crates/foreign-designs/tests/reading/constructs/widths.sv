// The widths of expressions.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module width_sum_in_wider_target `PORTS;
  logic [4:0] s; assign s = in[3:0] + in[7:4]; assign out = s;
endmodule
module width_sum_in_concatenation `PORTS;
  assign out = {in[3:0] + in[7:4], 4'd0};
endmodule
module width_sum_compared_with_sized `PORTS;
  assign out = (in[3:0] + in[7:4]) > 4'd12;
endmodule
module width_sum_compared_with_unsized `PORTS;
  assign out = (in[3:0] + in[7:4]) > 12;
endmodule
module width_average_narrow `PORTS;
  logic [7:0] a; assign a = (in[7:0] + in[15:8]) >> 1; assign out = {8'h5a, a};
endmodule
module width_average_wide `PORTS;
  assign out = (in[7:0] + in[15:8]) >> 1;
endmodule
module width_average_with_zero `PORTS;
  logic [7:0] a; assign a = (in[7:0] + in[15:8] + 0) >> 1; assign out = a;
endmodule
module width_shift_left_in_target `PORTS;
  assign out = in[7:0] << in[10:8];
endmodule
module width_shift_in_comparison `PORTS;
  assign out = {(in[3:0] << 2) == in[7:4], (in[3:0] << 2) == in[9:4]};
endmodule
module width_inverted_in_target `PORTS;
  assign out = ~in[3:0];
endmodule
module width_inverted_in_comparison `PORTS;
  assign out = {~in[3:0] == in[7:4], ~in[3:0] == in[11:4], ~in[3:0] == 5'h1f};
endmodule
module width_negated_in_target `PORTS;
  assign out = -in[3:0];
endmodule
module width_negated_in_concatenation `PORTS;
  assign out = {-in[3:0], ~in[7:4], !in[11:8]};
endmodule
module width_difference_compared `PORTS;
  assign out = {in[3:0] - in[7:4] > 0, in[3:0] - in[7:4] < 4'd8, in[3:0] - 1 < 16};
endmodule
module width_ternary_branches `PORTS;
  assign out = in[15] ? in[3:0] + in[7:4] : in[8:0];
endmodule
module width_ternary_condition `PORTS;
  assign out = in[3:0] + in[7:4] ? 16'h1234 : 16'h4321;
endmodule
module width_product_narrow `PORTS;
  logic [3:0] p; assign p = in[3:0] * in[7:4]; assign out = p;
endmodule
module width_product_wide `PORTS;
  assign out = in[7:0] * in[15:8];
endmodule
module width_product_shifted `PORTS;
  logic [7:0] p; assign p = (in[7:0] * in[15:8]) >> 8; assign out = p;
endmodule
module width_of_shift_amount `PORTS;
  logic [1:0] n; assign n = in[9:8]; assign out = in[7:0] >> (n + n);
endmodule
module width_of_literals `PORTS;
  assign out = in[3:0] + 4'd15 + 4'd1;
endmodule
module width_literal_too_wide `PORTS;
  logic [3:0] a; assign a = 8'h5c; assign out = {a, 4'h3, in[7:0]};
endmodule
module width_argument_of_function `PORTS;
  function [3:0] low(input [3:0] x); low = x; endfunction
  assign out = low(in[7:0] + in[15:8]) + low(8'd255);
endmodule
module width_of_index `PORTS;
  logic [3:0] a, b; assign a = in[3:0], b = in[7:4]; assign out = in[a + b & 15];
endmodule
module width_of_replicated_sum `PORTS;
  assign out = {2{in[3:0] + in[7:4]}};
endmodule
module width_and_with_narrow_mask `PORTS;
  assign out = in & ~4'h5;
endmodule
module width_or_of_different `PORTS;
  assign out = in[3:0] | ~in[9:8] | in[15:12] << 8;
endmodule
module width_remainder `PORTS;
  assign out = {in[7:0] % 8'd10, in[7:0] / 4'd10};
endmodule
module width_logical_results `PORTS;
  assign out = (in[3:0] && in[7:4]) + (in[11:8] || in[15:12]) + !in[0];
endmodule
module width_relation_of_relation `PORTS;
  assign out = {in[3:0] < in[7:4] < in[11:8], in[0] == in[1] == in[2]};
endmodule
module width_reduction_in_sum `PORTS;
  assign out = &in[1:0] + |in[3:2] + ^in[7:4] + ~&in[9:8] + ~|in[11:10] + ~^in[15:12];
endmodule
module width_power_of_two `PORTS;
  assign out = 2 ** in[3:0];
endmodule
module width_constant_power `PORTS;
  localparam P = 3 ** 4; assign out = in + P;
endmodule
module width_carry_in_target `PORTS;
  logic c; logic [6:0] s; assign {c, s} = in[6:0] + in[13:7] + in[15]; assign out = {c, 1'b0, s};
endmodule
module width_case_items `PORTS;
  always_comb case (in[1:0] + in[3:2]) 3'd4: out = 1; 3'd5: out = 2; 6: out = 3; default: out = in; endcase
endmodule
module width_assignment_truncates `PORTS;
  logic [2:0] a; always_comb begin a = in; a = a + 9; out = a; end
endmodule
