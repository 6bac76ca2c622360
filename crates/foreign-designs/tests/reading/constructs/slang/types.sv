// Constructs that only slang reads.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

package typed_package;
  typedef struct packed { logic [3:0] high; logic [11:0] low; } word;
  typedef enum logic [1:0] { RED, GREEN = 2, BLUE } colour;
  localparam int STEP = 3;
  function automatic logic [15:0] twice(input logic [15:0] x); return x << 1; endfunction
endpackage
module typed_shift (input typed_package::word x, output typed_package::word y);
  assign y.high = x.low[11:8]; assign y.low = {x.low[7:0], x.high};
endmodule
module array_sum (input logic [7:0] x [0:1], output logic [15:0] y);
  assign y = x[0] * 2 + x[1];
endmodule
module type_holder #(parameter type T = logic) (input logic clk, input T d, output T q);
  always_ff @(posedge clk) q <= d;
endmodule
module type_structure_array `PORTS;
  typedef struct packed { logic [2:0] a; logic b; } t; t [3:0] s; assign s = in;
  assign out = {s[0].a, s[in[1:0]].b, s[3].a[1], s[in[3:2]]};
endmodule
module type_structure_through_port `PORTS;
  typed_shift u (in, out);
endmodule
module type_structure_literal `PORTS;
  typedef struct packed { logic [3:0] a; logic [3:0] b; logic [7:0] c; } t; t s;
  assign s = '{a: in[3:0], b: 4'h7, c: in[11:4]}; assign out = s;
endmodule
module type_structure_literal_by_order `PORTS;
  typedef struct packed { logic [3:0] a; logic [3:0] b; } t; t s; assign s = '{in[7:4], in[3:0]}; assign out = s;
endmodule
module type_structure_literal_default `PORTS;
  typedef struct packed { logic [3:0] a; logic [3:0] b; logic [3:0] c; } t; t s; assign s = '{b: in[3:0], default: 4'h9}; assign out = s;
endmodule
module type_structure_unpacked `PORTS;
  typedef struct { logic [7:0] a; logic [7:0] b; } t; t s; always_comb begin s.a = in[15:8]; s.b = in[7:0] + s.a; end assign out = {s.b, s.a};
endmodule
module type_enumeration_range `PORTS;
  typedef enum logic [2:0] { S[4] } t; t s; always_comb case (in[1:0]) 0: s = S3; 1: s = S2; 2: s = S0; default: s = S1; endcase
  assign out = s;
endmodule
module type_enumeration_of_package `PORTS;
  import typed_package::*; colour c; assign c = in[0] ? GREEN : in[1] ? BLUE : RED; assign out = {c == GREEN, c};
endmodule
module type_array_of_constants `PORTS;
  localparam logic [7:0] T [4] = '{8'd1, 8'd4, 8'd9, 8'd16}; assign out = T[in[1:0]] + T[in[3:2]];
endmodule
module type_array_of_integers `PORTS;
  localparam int T [0:3] = '{-1, 40, -300, 7}; assign out = T[in[1:0]] / 2;
endmodule
module type_array_default_literal `PORTS;
  logic [3:0] a [0:3]; always_comb begin a = '{default: 4'h6}; a[in[1:0]] = in[15:12]; out = {a[0], a[1], a[2], a[3]}; end
endmodule
module type_array_of_structures `PORTS;
  typedef struct packed { logic [3:0] a, b; } t; t s [0:1]; always_comb begin s[0] = in[7:0]; s[1] = in[15:8]; s[in[0]].a = 4'd3; out = {s[0], s[1].a, s[1].b}; end
endmodule
module type_array_through_port `PORTS;
  logic [7:0] a [0:1]; assign a[0] = in[7:0], a[1] = in[15:8]; array_sum u (a, out);
endmodule
module type_parameterised `PORTS;
  logic [7:0] y; type_holder #(.T(logic [7:0])) u (clk, in[7:0], y); assign out = y;
endmodule
module type_of_type `PORTS;
  typedef logic [3:0] nibble; typedef nibble [3:0] quad; quad q; assign q = in; assign out = {q[0], q[1], q[2], q[3]};
endmodule
