// Casts.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

package casts_package;
  typedef logic [6:0] seven;
endpackage
module cast_to_size `PORTS;
  assign out = {8'(in[3:0] + in[7:4]), 3'(in), 5'(in[1:0])};
endmodule
module cast_of_sum_to_size `PORTS;
  assign out = 5'(in[3:0] + in[7:4]) + 1;
endmodule
module cast_of_signed_to_size `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = {4'd0, 12'(a)} ^ {8'(a), 8'd0};
endmodule
module cast_to_size_of_parameter `PORTS;
  localparam W = 6; assign out = W'(in[15:8]) + (W + 2)'(in[7:0]);
endmodule
module cast_to_signed `PORTS;
  assign out = {signed'(in[3:0]) < 0, signed'(in[7:4]) > signed'(in[3:0])};
endmodule
module cast_to_unsigned `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = {unsigned'(a) > 7, unsigned'(a) == in[7:4]};
endmodule
module cast_to_signed_extends `PORTS;
  assign out = signed'(in[7:4]);
endmodule
module cast_to_int `PORTS;
  assign out = {int'(in[3:0]) - int'(in[7:4]) >= 0, int'(in[3:0]) - 8 < 0};
endmodule
module cast_to_byte `PORTS;
  assign out = byte'(in) >>> 2;
endmodule
module cast_to_shortint `PORTS;
  assign out = shortint'(in) / 3;
endmodule
module cast_to_integer `PORTS;
  assign out = integer'(in[7:0]) * -2 >>> 1;
endmodule
module cast_to_type `PORTS;
  typedef logic [3:0] n; assign out = {n'(in), n'(in[15:8])} + 1;
endmodule
module cast_to_structure `PORTS;
  typedef struct packed { logic [3:0] a; logic [7:0] b; logic [3:0] c; } t; t s; always_comb begin s = t'(in); out = {s.b, s.a, s.c}; end
endmodule
module cast_to_enumeration `PORTS;
  typedef enum logic [1:0] { A, B, C, D } t; t s = A; always_ff @(posedge clk) s <= t'(s + in[0]); assign out = s;
endmodule
module cast_to_type_of_package `PORTS;
  assign out = casts_package::seven'(in) + 3;
endmodule
module cast_in_comparison `PORTS;
  assign out = {4'(in[7:0]) == in[11:8], 4'(in[3:0] + 4'd1) > in[7:4]};
endmodule
module cast_of_ternary `PORTS;
  assign out = 4'(in[15] ? in[7:0] : in[14:8]) + 16'd0;
endmodule
module cast_of_unsized `PORTS;
  assign out = in + 8'('1) + 4'(17);
endmodule
module cast_nested `PORTS;
  assign out = 12'(signed'(4'(in)));
endmodule
module cast_of_shift `PORTS;
  assign out = {8'(in[3:0] << 2), 8'(in[7:0] << 2) >> 2};
endmodule
module cast_of_negative `PORTS;
  assign out = 8'(-4'sd3) + in;
endmodule
