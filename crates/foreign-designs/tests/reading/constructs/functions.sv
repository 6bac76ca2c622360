// Functions and tasks.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module function_assigned_name `PORTS;
  function [7:0] f(input [7:0] x, y); f = x > y ? x - y : y - x; endfunction assign out = f(in[7:0], in[15:8]);
endmodule
module function_with_old_ports `PORTS;
  function [7:0] f; input [3:0] a; input [3:0] b; reg [7:0] t; begin t = {a, b}; f = t ^ {b, a}; end endfunction
  assign out = f(in[3:0], in[9:6]);
endmodule
module function_with_variables `PORTS;
  function automatic [15:0] f(input [15:0] x); logic [15:0] t; begin t = x; t = t ^ t << 3; f = t + x; end endfunction
  assign out = f(in) ^ f(in >> 1);
endmodule
module function_calls_function `PORTS;
  function [7:0] inc(input [7:0] x); inc = x + 1; endfunction function [7:0] twice(input [7:0] x); twice = inc(inc(x)); endfunction
  assign out = twice(twice(in[7:0]));
endmodule
module function_of_constant `PORTS;
  function integer log(input integer n); begin log = 0; while (2 ** log < n) log = log + 1; end endfunction
  localparam W = log(200); logic [W - 1:0] a; assign a = in; assign out = {W[3:0], 1'b0, a};
endmodule
module function_with_case `PORTS;
  function [6:0] segments(input [3:0] x); case (x) 0: segments = 7'h40; 1: segments = 7'h79; 2: segments = 7'h24; default: segments = {3'b101, x}; endcase endfunction
  assign out = segments(in[3:0]);
endmodule
module function_with_loop `PORTS;
  function [7:0] reversed(input [7:0] x); integer i; for (i = 0; i < 8; i = i + 1) reversed[7 - i] = x[i]; endfunction
  assign out = {reversed(in[7:0]), reversed(in[15:8])};
endmodule
module function_result_of_one_bit `PORTS;
  function parity(input [15:0] x); parity = ^x; endfunction assign out = {parity(in), parity(in & 16'hff)};
endmodule
module function_in_clocked `PORTS;
  function automatic [15:0] step(input [15:0] x); step = x[0] ? x >> 1 ^ 16'hb400 : x >> 1; endfunction
  logic [15:0] q = 1; always_ff @(posedge clk) q <= step(q ^ in[0]); assign out = q;
endmodule
module function_signed_integer `PORTS;
  function integer clamp(input integer x); clamp = x < -5 ? -5 : x > 5 ? 5 : x; endfunction
  logic signed [7:0] a; assign a = in[7:0]; assign out = clamp(a);
endmodule
module function_void `PORTS;
  logic [15:0] y; function automatic void set(input logic [15:0] x); y = x ^ 16'h00ff; endfunction
  always_comb set(in); assign out = y;
endmodule
module function_output_argument `PORTS;
  function automatic void split(input logic [15:0] x, output logic [7:0] a, output logic [7:0] b); a = x[15:8]; b = x[7:0]; endfunction
  logic [7:0] a, b; always_comb begin split(in, a, b); out = {b, a}; end
endmodule
module function_uses_module_signal `PORTS;
  logic [7:0] k; assign k = in[15:8]; function automatic [7:0] add(input [7:0] a); add = a + k; endfunction
  always_comb out = add(in[7:0]);
endmodule
module function_static_local `PORTS;
  function [7:0] f(input [7:0] x); reg [7:0] t; begin t = x; t = t + 8'd9; f = t; end endfunction assign out = {f(in[7:0]), f(in[15:8])};
endmodule
module function_sized_by_parameter `PORTS;
  localparam W = 5; function [W - 1:0] f(input [W - 1:0] x); f = {x[0], x[W - 1:1]}; endfunction assign out = f(in);
endmodule
module task_in_combinational `PORTS;
  task swap(input [7:0] a, b, output [7:0] x, y); begin x = b; y = a; end endtask
  reg [7:0] x, y; always @* swap(in[15:8], in[7:0], x, y); assign out = {x, y};
endmodule
module task_in_clocked `PORTS;
  reg [7:0] n; task count; input up; begin if (up) n <= n + 1; else n <= n - 1; end endtask
  initial n = 5; always @(posedge clk) count(in[0]); assign out = n;
endmodule
module task_automatic `PORTS;
  task automatic add(input logic [7:0] a, b, output logic [8:0] y); logic [8:0] t; t = a + b; y = t; endtask
  logic [8:0] y; always_comb add(in[7:0], in[15:8], y); assign out = y;
endmodule
module task_without_arguments `PORTS;
  reg [15:0] y; task clear; y = 16'd3; endtask always @* begin clear; if (in[0]) y = in; end assign out = y;
endmodule
module task_calls_task `PORTS;
  task automatic one(input [7:0] x, output [7:0] y); y = x ^ 8'h33; endtask
  task automatic two(input [7:0] x, output [7:0] y); logic [7:0] t; one(x, t); one(t + 1, y); endtask
  logic [7:0] y; always_comb two(in[7:0], y); assign out = y;
endmodule
module system_clog2 `PORTS;
  localparam A = $clog2(1), B = $clog2(17), C = $clog2(256); assign out = {A[3:0], B[3:0], C[3:0]} ^ in;
endmodule
module system_signed `PORTS;
  assign out = $signed(in[3:0]) * $signed({1'b0, in[7:4]});
endmodule
module system_unsigned `PORTS;
  logic signed [3:0] a; assign a = in[3:0]; assign out = $unsigned(a) + $unsigned(a);
endmodule
module system_countones `PORTS;
  assign out = {$countones(in), 2'b00} + $countones(in[3:0]);
endmodule
module system_onehot `PORTS;
  assign out = {$onehot(in[3:0]), $onehot0(in[3:0])};
endmodule
module system_array_sizes `PORTS;
  logic [11:4] v; logic [7:0] m [2:6]; assign v = in[7:0]; always_comb for (int i = 2; i < 7; i++) m[i] = i;
  assign out = $size(v) + $high(v) * 16 + $low(v) * 256 + $size(m) + $left(m) + $right(v) + m[3] + v;
endmodule
