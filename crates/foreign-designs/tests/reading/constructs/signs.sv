// Signed and unsigned operands.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module sign_extended_in_assignment `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = a;
endmodule
module sign_lost_in_concatenation `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = {a};
endmodule
module sign_lost_in_part_select `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = a[3:0];
endmodule
module sign_sum_of_signed `PORTS;
  logic signed [3:0] a, b; assign a = in[3:0], b = in[7:4]; assign out = a + b;
endmodule
module sign_sum_of_mixed `PORTS;
  logic signed [3:0] a; logic [3:0] b; assign a = in[3:0], b = in[7:4]; assign out = a + b;
endmodule
module sign_sum_with_literals `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = in[15] ? a + 1 : a + 4'd1;
endmodule
module sign_less_than_zero `PORTS;
  logic signed [3:0] a; assign a = in[3:0];
  assign out = {a < 0, a < 4'd0, a < 4'sd0, a >= -3, a > 3'sd2, a <= 3'd2};
endmodule
module sign_compared_mixed `PORTS;
  logic signed [3:0] a; logic [3:0] b; assign a = in[3:0], b = in[7:4];
  assign out = {a < b, a > b, a == b, $signed(b) > a, $unsigned(a) < b};
endmodule
module sign_compared_widths `PORTS;
  logic signed [3:0] a; logic signed [7:0] b; assign a = in[3:0], b = in[11:4];
  assign out = {a < b, a == b, a != b, a >= b};
endmodule
module sign_product `PORTS;
  logic signed [7:0] a, b; assign a = in[7:0], b = in[15:8]; assign out = a * b;
endmodule
module sign_product_of_mixed `PORTS;
  logic signed [7:0] a; assign a = in[7:0]; assign out = a * in[15:8];
endmodule
module sign_quotient `PORTS;
  logic signed [5:0] a, b; assign a = in[5:0], b = {in[10:6], 1'b1}; assign out = {a / b, 2'd0} ^ (a % b);
endmodule
module sign_shift_right_arithmetic `PORTS;
  logic signed [7:0] a; assign a = in[7:0]; assign out = a >>> in[9:8];
endmodule
module sign_shift_right_arithmetic_unsigned `PORTS;
  assign out = {in[7:0] >>> in[9:8], $signed(in[7:0]) >>> in[9:8]};
endmodule
module sign_shift_right_logical `PORTS;
  logic signed [7:0] a; assign a = in[7:0]; assign out = a >> in[9:8];
endmodule
module sign_shift_loses_sign_in_mixed `PORTS;
  logic signed [7:0] a; assign a = in[7:0]; assign out = (a >>> 2) + 8'd0;
endmodule
module sign_shift_by_signed `PORTS;
  logic signed [3:0] n; assign n = in[11:8]; assign out = in[7:0] << n;
endmodule
module sign_ternary_mixed `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = in[15] ? a : in[7:4];
endmodule
module sign_ternary_signed `PORTS;
  logic signed [3:0] a; logic signed [5:0] b; assign a = in[3:0], b = in[9:4]; assign out = in[15] ? a : b;
endmodule
module sign_negated `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = -a;
endmodule
module sign_inverted `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = ~a;
endmodule
module sign_of_functions `PORTS;
  assign out = {4'd0, $signed(in[3:0]) + $signed(in[9:4])} ^ $unsigned($signed(in[15:12]));
endmodule
module sign_of_literal `PORTS;
  assign out = in + 4'sd15 + 4'd15 - 4'shf;
endmodule
module sign_negative_literal_shifted `PORTS;
  assign out = (-8'sd100 >>> 2) ^ in;
endmodule
module sign_of_integer `PORTS;
  integer k; always_comb begin k = in[3:0]; k = k - 8; out = k < 0 ? -k : k; end
endmodule
module sign_of_int `PORTS;
  int k; always_comb begin k = in[3:0]; k = k - 8; out = k / 2; end
endmodule
module sign_of_byte `PORTS;
  byte b; shortint s; assign b = in[7:0]; assign s = b; assign out = s;
endmodule
module sign_of_byte_unsigned `PORTS;
  byte unsigned b; assign b = in[7:0]; assign out = b + 16'sd0;
endmodule
module sign_of_port `PORTS;
  logic signed [15:0] y; sign_extend u (in[3:0], y); assign out = y;
endmodule
module sign_extend (input logic signed [3:0] x, output logic signed [15:0] y);
  assign y = x;
endmodule
module sign_of_port_connection `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; sign_wide u (.x(a), .y(out));
endmodule
module sign_wide (input logic [15:0] x, output logic [15:0] y);
  assign y = x;
endmodule
module sign_of_function_result `PORTS;
  function signed [3:0] half(input signed [3:0] x); half = x >>> 1; endfunction
  assign out = half(in[3:0]);
endmodule
module sign_of_function_argument `PORTS;
  function [7:0] wide(input signed [7:0] x); wide = x < 0 ? -x : x; endfunction
  logic signed [3:0] a; assign a = in[3:0]; assign out = {wide(a), wide(in[7:4])};
endmodule
module sign_of_parameter `PORTS;
  parameter signed [3:0] P = -3; localparam Q = -5; localparam signed [7:0] R = 4'sd9;
  logic signed [3:0] a; assign a = in[3:0]; assign out = {a < P, a < Q, a > R, P < 0, R[7]};
endmodule
module sign_of_typedef `PORTS;
  typedef logic signed [4:0] s5; s5 a, b; assign a = in[4:0], b = in[9:5]; assign out = a < b ? a : b;
endmodule
module sign_in_case `PORTS;
  logic signed [2:0] a; assign a = in[2:0];
  always_comb case (a) -1: out = 1; -3: out = 2; 3'sd1: out = 3; 2: out = 4; default: out = in; endcase
endmodule
module sign_absolute_difference `PORTS;
  logic signed [8:0] d; assign d = $signed({1'b0, in[7:0]}) - $signed({1'b0, in[15:8]});
  assign out = d < 0 ? -d : d;
endmodule
module sign_saturated_sum `PORTS;
  logic signed [7:0] a, b; logic signed [8:0] s; assign a = in[7:0], b = in[15:8];
  always_comb begin s = a + b; out = s > 127 ? 127 : s < -128 ? -128 : s; end
endmodule
module sign_accumulator `PORTS;
  logic signed [11:0] q = -5; always_ff @(posedge clk) q <= q + $signed(in[3:0]); assign out = q >>> 1;
endmodule
module sign_equality_of_mixed_widths `PORTS;
  logic signed [3:0] a; logic [5:0] b; assign a = in[3:0], b = in[9:4]; assign out = {a == b, a == $signed(b)};
endmodule
module sign_of_product_of_constants `PORTS;
  logic signed [7:0] a; assign a = in[7:0]; assign out = (a * -3 + 16'sd40) >>> 3;
endmodule
