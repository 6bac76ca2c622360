// Parameters, generate, instances and packages.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

package package_of_constants;
  localparam FACTOR = 3; typedef logic [4:0] five;
endpackage
function automatic [15:0] unit_scope_twice(input [15:0] x); unit_scope_twice = x + x; endfunction
localparam UNIT_SCOPE_K = 16'd11;
typedef logic [6:0] unit_scope_seven;
module adder #(parameter W = 4, parameter [W - 1:0] K = 0) (input logic [W - 1:0] a, b, output logic [W - 1:0] y);
  assign y = a + b + K;
endmodule
module inverter (input a, output y);
  assign y = ~a;
endmodule
module flip_flop (input clk, input d, output reg q);
  always @(posedge clk) q <= d;
endmodule
module instance_by_name `PORTS;
  adder u (.b(in[7:4]), .a(in[3:0]), .y(out[3:0])); assign out[15:4] = in[11:0];
endmodule
module instance_by_order `PORTS;
  adder u (in[3:0], in[7:4], out[3:0]); assign out[15:4] = 0;
endmodule
module instance_with_parameter `PORTS;
  adder #(.W(8)) u (in[7:0], in[15:8], out[7:0]); adder #(8, 8'd3) v (in[7:0], in[15:8], out[15:8]);
endmodule
module instance_with_wildcard `PORTS;
  logic [3:0] a, b, y; assign a = in[3:0], b = in[7:4]; adder u (.*); assign out = y;
endmodule
module instance_with_implied_names `PORTS;
  logic [3:0] a, b, y; assign a = in[3:0], b = in[7:4]; adder #(.K(2)) u (.a, .b, .y); assign out = y;
endmodule
module instance_wildcard_and_name `PORTS;
  logic [3:0] b, y; assign b = in[7:4]; adder u (.*, .a(in[3:0])); assign out = y;
endmodule
module instance_array `PORTS;
  inverter u [15:0] (.a(in), .y(out));
endmodule
module instance_array_shared_input `PORTS;
  flip_flop u [0:7] (clk, in[7:0], out[7:0]); assign out[15:8] = 8'hff;
endmodule
module instance_array_of_words `PORTS;
  adder u [1:0] (.a(in[7:0]), .b(in[15:12]), .y(out[7:0])); assign out[15:8] = 0;
endmodule
module instance_open_output `PORTS;
  adder u (.a(in[3:0]), .b(4'd1), .y()); adder v (.a(in[3:0]), .b(4'd1), .y(out[3:0])); assign out[15:4] = 5;
endmodule
module instance_port_widths `PORTS;
  logic [7:0] y; adder u (.a(in[7:0]), .b(in[1:0]), .y(y[3:0])); assign y[7:4] = 9; assign out = y;
endmodule
module instance_output_to_concatenation `PORTS;
  logic [1:0] p; logic [1:0] q; adder u (in[3:0], in[7:4], {p, q}); assign out = {q, p};
endmodule
module instance_defparam `PORTS;
  adder u (in[7:0], in[15:8], out[7:0]); defparam u.W = 8; defparam u.K = 8'h10; assign out[15:8] = 0;
endmodule
module instance_of_gates `PORTS;
  wire a, b, c, d; and (a, in[0], in[1], in[2]); nor g (b, in[3], in[4]); xor x1 (c, in[5], a), x2 (d, c, b); not (out[4], d);
  buf (out[5], in[6]); nand (out[6], in[7], in[8]); xnor (out[7], in[9], in[10]); or (out[8], in[11], in[12]);
  assign out[3:0] = {a, b, c, d}; assign out[15:9] = 0;
endmodule
module parameter_of_parameter `PORTS;
  parameter A = 3; parameter B = A * 2 + 1; localparam C = B > 6 ? B : A; assign out = in + C;
endmodule
module parameter_in_header_with_local `PORTS;
  parameter_local #(.N(3)) u (in[7:0], out);
endmodule
module parameter_local #(parameter N = 1, localparam M = 1 << N) (input [M - 1:0] x, output [15:0] y);
  assign y = x * N;
endmodule
module parameter_typed `PORTS;
  parameter logic [3:0] P = 20; parameter int Q = -4; parameter bit R = 1; assign out = in + P + Q + R;
endmodule
module parameter_string `PORTS;
  parameter_mode #(.MODE("FAST")) u (in, out);
endmodule
module parameter_mode #(parameter MODE = "SLOW") (input [15:0] x, output [15:0] y);
  if (MODE == "FAST") assign y = x << 2; else assign y = x;
endmodule
module parameter_concatenated `PORTS;
  localparam [15:0] P = {4'd3, {3{4'hc}}}; assign out = in ^ P;
endmodule
module parameter_indexed `PORTS;
  localparam [15:0] P = 16'hc3a5; assign out = {P[in[3:0]], P[7:4], P[in[1:0] * 4 +: 4]};
endmodule
module parameter_table_of_bits `PORTS;
  localparam [31:0] T = {8'd7, 8'd90, 8'd200, 8'd31}; assign out = T[8 * in[1:0] +: 8];
endmodule
module parameter_real `PORTS;
  localparam real F = 2.5; localparam integer N = F * 10; assign out = in + N;
endmodule
module generate_for `PORTS;
  genvar i; generate for (i = 0; i < 8; i = i + 1) begin : g assign out[2 * i] = in[i]; assign out[2 * i + 1] = ~in[15 - i]; end endgenerate
endmodule
module generate_for_without_keyword `PORTS;
  for (genvar i = 0; i < 16; i++) begin assign out[i] = in[(i * 5) % 16]; end
endmodule
module generate_for_with_local `PORTS;
  for (genvar i = 0; i < 4; i++) begin : g localparam K = i * i; logic [3:0] t; assign t = in[4 * i +: 4] + K; assign out[4 * i +: 4] = t; end
endmodule
module generate_ripple_carry `PORTS;
  logic [8:0] c; assign c[0] = in[0] & in[15]; assign out[15:8] = 0;
  for (genvar i = 0; i < 8; i++) begin : bits assign {c[i + 1], out[i]} = in[i] + in[i + 8] + c[i]; end
endmodule
module generate_shift_stages `PORTS;
  logic [15:0] s [0:4]; assign s[0] = in; for (genvar i = 0; i < 4; i++) assign s[i + 1] = in[i] ? s[i] << (1 << i) : s[i]; assign out = s[4];
endmodule
module generate_nested_for `PORTS;
  for (genvar i = 0; i < 4; i++) begin : r for (genvar j = 0; j < 4; j++) begin : c assign out[4 * i + j] = in[i] ^ in[4 + j]; end end
endmodule
module generate_if `PORTS;
  parameter W = 9; if (W > 8) begin : wide assign out = in; end else begin : narrow assign out = in[7:0]; end
endmodule
module generate_if_in_for `PORTS;
  for (genvar i = 0; i < 16; i++) begin : g if (i % 3 == 0) assign out[i] = in[i]; else if (i % 3 == 1) assign out[i] = ~in[i]; else assign out[i] = 1; end
endmodule
module generate_case `PORTS;
  localparam K = 2; case (K) 0: assign out = in; 1, 2: assign out = in + 100; default: assign out = 0; endcase
endmodule
module generate_registers `PORTS;
  for (genvar i = 0; i < 4; i++) begin : g logic [3:0] q = i; always_ff @(posedge clk) if (in[i]) q <= in[15:12] + i; assign out[4 * i +: 4] = q; end
endmodule
module generate_instances `PORTS;
  for (genvar i = 0; i < 4; i++) begin : g adder #(.K(i)) u (in[4 * i +: 4], in[3:0], out[4 * i +: 4]); end
endmodule
module generate_genvar_signed `PORTS;
  for (genvar i = -2; i < 2; i++) begin : g assign out[4 * (i + 2) +: 4] = in[3:0] + i; end
endmodule
module generate_genvar_down `PORTS;
  for (genvar i = 15; i >= 0; i = i - 1) assign out[i] = in[15 - i];
endmodule
module generate_chain_of_registers `PORTS;
  logic [4:0] c; assign c[0] = in[0]; for (genvar i = 0; i < 4; i++) begin : g flip_flop u (clk, c[i], c[i + 1]); end assign out = c;
endmodule
module generate_block_with_function `PORTS;
  if (1) begin : g function [7:0] f(input [7:0] x); f = x + 8'd77; endfunction assign out = f(in[7:0]); end
endmodule
module package_constant `PORTS;
  assign out = in * package_of_constants::FACTOR;
endmodule
module unit_scope_function `PORTS;
  assign out = unit_scope_twice(in) + UNIT_SCOPE_K;
endmodule
module unit_scope_type `PORTS;
  unit_scope_seven s; assign s = in; assign out = s + 100;
endmodule
