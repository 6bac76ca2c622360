// Interfaces, names in other modules, arrays and structures that only slang reads.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

package only_slang_first;
  localparam ONLY_SLANG_ONE = 16'd11;
endpackage
package only_slang_second;
  import only_slang_first::*; export only_slang_first::*; localparam ONLY_SLANG_TWO = ONLY_SLANG_ONE * 3;
endpackage
interface only_slang_bus #(parameter W = 8) (input logic clk);
  logic [W - 1:0] d; logic v; modport source(output d, v, input clk); modport sink(input d, v, clk);
  function automatic logic [W - 1:0] inverted(); return ~d; endfunction
endinterface
module only_slang_source (only_slang_bus.source b, input logic [7:0] x);
  always_ff @(posedge b.clk) b.d <= x; assign b.v = x[0];
endmodule
module only_slang_sink (only_slang_bus.sink b, output logic [8:0] y);
  assign y = {b.v, b.d};
endmodule
module only_slang_interface `PORTS;
  only_slang_bus b(clk); only_slang_source s(.b(b), .x(in[7:0])); only_slang_sink k(.b(b), .y(out[8:0])); assign out[15:9] = 0;
endmodule
module only_slang_interface_modport_at_connection `PORTS;
  only_slang_bus b(clk); only_slang_source s(b.source, in[7:0]); only_slang_sink k(b.sink, out[8:0]); assign out[15:9] = 0;
endmodule
module only_slang_interface_parameter `PORTS;
  only_slang_bus #(12) b(.clk(clk)); assign b.d = in[11:0]; assign b.v = in[15]; assign out = b.d + b.v;
endmodule
module only_slang_interface_function `PORTS;
  only_slang_bus b(clk); assign b.d = in[7:0]; assign b.v = 0; assign out = b.inverted();
endmodule
module only_slang_interface_array `PORTS;
  only_slang_bus b [2] (clk); only_slang_source s0(b[0], in[7:0]); only_slang_source s1(b[1], in[15:8]);
  logic [8:0] y [2]; only_slang_sink k [2] (b, y); assign out = {y[0][8], y[1][8], 14'(y[0][7:0] * y[1][7:0])};
endmodule
module only_slang_child (input logic clk, input logic [3:0] a, output logic [3:0] y);
  logic [3:0] hidden; always_ff @(posedge clk) hidden <= a; assign y = hidden + 1;
endmodule
module only_slang_name_in_child `PORTS;
  only_slang_child c(clk, in[3:0], out[3:0]); assign out[7:4] = c.hidden; assign out[15:8] = 0;
endmodule
module only_slang_name_in_generate `PORTS;
  for (genvar i = 0; i < 4; i++) begin : g logic [3:0] t; assign t = in[4 * i +: 4] + i; end assign out = {g[0].t, g[1].t, g[2].t, g[3].t};
endmodule
module only_slang_name_in_array_of_instances `PORTS;
  logic [3:0] y [2]; only_slang_child c [1:0] (clk, in[7:0], {y[1], y[0]}); assign out = {c[0].hidden, c[1].hidden, y[0], y[1]};
endmodule
module only_slang_array_sliced `PORTS;
  logic [3:0] a [0:3], b [0:1]; always_comb begin a = '{in[3:0], in[7:4], in[11:8], in[15:12]}; b = a[1:2]; out = {b[0], b[1]}; end
endmodule
module only_slang_array_replicated `PORTS;
  logic [3:0] a [4]; always_comb begin a = '{4{in[3:0]}}; a[in[5:4]] = 9; out = {a[0], a[1], a[2], a[3]}; end
endmodule
module only_slang_array_indexed_literal `PORTS;
  logic [3:0] a [4]; assign a = '{0: in[3:0], 3: in[7:4], default: 4'd6}; assign out = {a[0], a[1], a[2], a[3]};
endmodule
module only_slang_array_compared `PORTS;
  logic [3:0] a [2], b [2]; assign a = '{in[3:0], in[7:4]}, b = '{in[11:8], in[3:0]}; assign out = {a == b, a != b};
endmodule
module only_slang_array_of_arrays_argument `PORTS;
  typedef logic [7:0] pair [2]; function automatic logic [15:0] f(input pair x); return {x[1], x[0]} + 1; endfunction
  pair p; assign p = '{in[7:0], in[15:8]}; assign out = f(p);
endmodule
module only_slang_array_result `PORTS;
  typedef logic [7:0] pair [2]; function automatic pair f(input logic [15:0] x); f[0] = x[7:0]; f[1] = x[15:8]; endfunction
  pair p; assign p = f(in); assign out = {p[0], p[1]};
endmodule
module only_slang_structure_ascending `PORTS;
  struct packed { logic [0:3] a; logic [0:1][3:0] b; logic [3:0] c; } s; assign s = in; assign out = {s.a[0], s.a[1:3], s.b[0], s.b[1], s.c};
endmodule
module only_slang_structure_literal_with_type `PORTS;
  typedef struct packed { logic [7:0] a, b; } t; assign out = t'{b: in[15:8], a: in[7:0]};
endmodule
module only_slang_structure_parameter `PORTS;
  typedef struct packed { logic [7:0] a; logic signed [7:0] b; } t; localparam t P = '{a: 8'd3, b: -8'sd2}; assign out = in + P.a + P.b;
endmodule
module only_slang_bits_of_element `PORTS;
  typedef struct packed { logic [1:0][2:0] v; logic [1:0] w; } t; t s; logic [3:0] m [0:5]; assign s = in; assign m[0] = in[3:0];
  assign out = {4'($bits(s.v[0])), 4'($bits(s.w)), 4'($size(m)), m[0]};
endmodule
module only_slang_package_exports `PORTS;
  import only_slang_second::*; assign out = in + ONLY_SLANG_ONE + ONLY_SLANG_TWO;
endmodule
module only_slang_parameter_type_of_structure `PORTS;
  typedef struct packed { logic [3:0] a; logic [3:0] b; } t; t y; only_slang_delay #(.T(t)) u (clk, in[7:0], y); assign out = {y.b, y.a};
endmodule
module only_slang_delay #(parameter type T = logic) (input logic clk, input T d, output T q);
  T m; always_ff @(posedge clk) begin m <= d; q <= m; end
endmodule
module only_slang_macro_with_default `PORTS;
`define ONLY_SLANG_SUM(a, b = 3) (a + b)
  assign out = `ONLY_SLANG_SUM(in) + `ONLY_SLANG_SUM(in[3:0], 5);
endmodule
module only_slang_multiple_dimensions `PORTS;
  logic [1:0][3:0] a [0:1]; always_comb begin a[0] = in[7:0]; a[1] = in[15:8]; a[in[0]][in[1]][in[3:2]] = 1; out = {a[0], a[1]}; end
endmodule
