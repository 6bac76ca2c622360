// Constructs that only slang reads.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

package functions_package;
  localparam K = 16'd40;
  function automatic [15:0] mix(input [7:0] a, input [7:0] b); mix = {a, b} ^ (a * b); endfunction
endpackage
module function_with_return `PORTS;
  function automatic logic [7:0] f(input logic [7:0] x); if (x[7]) return ~x; return x + 1; endfunction assign out = f(in[7:0]);
endmodule
module function_early_return `PORTS;
  function automatic logic [4:0] first(input logic [15:0] x); for (int i = 0; i < 16; i++) if (x[i]) return i; return 16; endfunction
  assign out = first(in);
endmodule
module function_of_package `PORTS;
  import functions_package::mix; assign out = mix(in[7:0], in[15:8]) + functions_package::K;
endmodule
module function_named_arguments `PORTS;
  function automatic [7:0] sub(input [7:0] a, input [7:0] b); sub = a - b; endfunction assign out = sub(.b(in[7:0]), .a(in[15:8]));
endmodule
module function_default_argument `PORTS;
  function automatic [7:0] add(input [7:0] a, input [7:0] b = 8'd3); add = a + b; endfunction assign out = {add(in[7:0]), add(in[7:0], 8'd4)};
endmodule
module function_structure_result `PORTS;
  typedef struct packed { logic [7:0] q, r; } t;
  function automatic t divided(input logic [7:0] x); t y; y.q = x / 10; y.r = x % 10; return y; endfunction
  t y; assign y = divided(in[7:0]); assign out = {y.r, y.q};
endmodule
module system_bits `PORTS;
  logic [6:0] v; typedef struct packed { logic [2:0] a; logic b; } t; t s; assign v = in; assign s = in;
  assign out = $bits(v) + $bits(t) * 16 + $bits(s) * 256 + v;
endmodule
