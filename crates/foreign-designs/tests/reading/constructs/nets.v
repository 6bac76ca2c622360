// Verilog: nets, ports in the old style, tristate drivers.
`define PORTS (input wire clk, input wire [15:0] in, output wire [15:0] out)

module old_child (clk, a, b, y, q);
  parameter W = 4; input clk; input [W-1:0] a, b; output [W-1:0] y; output q; reg q; wire [W-1:0] y;
  assign y = a ^ b; always @(posedge clk) q = a[0];
endmodule
module net_old_ports `PORTS;
  old_child u (clk, in[3:0], in[7:4], out[3:0], out[4]); assign out[15:5] = 0;
endmodule
module net_old_parameters `PORTS;
  old_child #(6) u (clk, in[5:0], in[11:6], out[5:0], out[6]); assign out[15:7] = 0;
endmodule
module net_ports_with_expressions_by_name `PORTS;
  old_child #(.W(2)) u (.clk(~clk), .a(in[1:0] & in[3:2]), .b({2{in[4]}}), .y(out[1:0]), .q(out[2])); assign out[15:3] = 0;
endmodule
module net_implicit_in_assign `PORTS;
  assign hidden_net = in[0] & in[1]; assign out = {hidden_net, in[3:2]};
endmodule
module net_implicit_in_instance `PORTS;
  old_child #(1) u (clk, in[0], in[1], one_bit, state); assign out = {state, one_bit};
endmodule
module net_declared_with_value `PORTS;
  wire [3:0] a = in[3:0], b = in[7:4] + a; wire c = a > b; assign out = {c, b, a};
endmodule
module net_declared_later `PORTS;
  wire [3:0] s; assign out = s; assign s = in[3:0] + 4'd1;
endmodule
module net_tristate_inside `PORTS;
  wire [3:0] bus; assign bus = in[15] ? in[3:0] : 4'bz; assign bus = in[15] ? 4'bz : in[7:4]; assign out = bus;
endmodule
module net_tristate_of_three `PORTS;
  wire [3:0] bus; assign bus = in[15:14] == 0 ? in[3:0] : 4'bzzzz; assign bus = in[15:14] == 1 ? in[7:4] : 4'bzzzz;
  assign bus = in[15] ? in[11:8] : 4'bzzzz; assign out = bus;
endmodule
module net_tristate_of_children `PORTS;
  wire [3:0] bus; net_driver a (in[15], in[3:0], bus); net_driver b (~in[15], in[7:4], bus); assign out = bus;
endmodule
module net_driver (input en, input [3:0] d, output [3:0] y);
  assign y = en ? d : 4'bz;
endmodule
module net_tristate_gates `PORTS;
  wire b; bufif1 (b, in[0], in[1]); bufif0 (b, in[2], in[1]); assign out = b;
endmodule
module net_of_kind_tri `PORTS;
  tri [3:0] t; assign t = in[3:0]; assign out = t;
endmodule
module net_assigned_in_parts `PORTS;
  wire [15:0] w; assign w[3:0] = in[15:12]; assign w[15:4] = in[11:0]; assign out = w;
endmodule
module net_concatenated_target `PORTS;
  wire [7:0] h; wire [7:0] l; assign {h, l} = in + 16'd257; assign out = {l, h};
endmodule
module net_signed `PORTS;
  wire signed [7:0] a = in[7:0]; wire signed [15:0] b = a * a; assign out = a < 0 ? b : -b;
endmodule
module net_escaped_name `PORTS;
  wire [3:0] \a+b = in[3:0]; wire \x.y = in[4]; assign out = {\x.y , \a+b };
endmodule
module net_latch_of_gates `PORTS;
  wire q, n; wire s = in[0] & ~in[1], r = in[1] | in[3:0] == 0; nor (q, r, n); nor (n, s, q); assign out = q;
endmodule
module net_multiple_statements `PORTS;
  wire a, b; assign a = in[0], b = ~a; assign out = {a, b};
endmodule
module net_reg_output `PORTS;
  old_reg_output u (clk, in, out);
endmodule
module old_reg_output (clk, in, out);
  input clk; input [15:0] in; output [15:0] out; reg [15:0] out; always @(posedge clk) out <= out ^ in;
endmodule
module net_separate_directions `PORTS;
  old_separate_directions u (in, clk, out);
endmodule
module old_separate_directions (in, clk, out);
  output [15:0] out; input [15:0] in; input clk; reg [7:0] a, b; initial {a, b} = 16'h1234;
  always @(posedge clk) {a, b} <= {b, a + in[7:0]}; assign out = {a, b};
endmodule
module net_macro_text `PORTS;
`define NET_ADD(a, b) ((a) + (b))
`define NET_WIDTH 5
`define NET_BOTH `NET_ADD(in[3:0], `NET_WIDTH)
  wire [`NET_WIDTH-1:0] s = `NET_BOTH; assign out = s;
endmodule
module net_macro_conditions `PORTS;
`define NET_ON
`ifdef NET_ON
  assign out[7:0] = in[7:0] + 8'd1;
`else
  assign out[7:0] = 0;
`endif
`ifndef NET_OFF
  assign out[11:8] = in[3:0];
`elsif NET_ON
  assign out[11:8] = 1;
`endif
`undef NET_ON
`ifdef NET_ON
  assign out[15:12] = 3;
`elsif NET_OFF
  assign out[15:12] = 2;
`else
  assign out[15:12] = in[15:12];
`endif
endmodule
module net_macro_over_lines `PORTS;
`define NET_STEP(q, d) \
  always @(posedge clk) begin \
    q <= d; \
  end
  reg [7:0] a, b; initial a = 0; initial b = 0; `NET_STEP(a, in[7:0]) `NET_STEP(b, a) assign out = {a, b};
endmodule
module net_generate_regions `PORTS;
  genvar k; generate for (k = 0; k < 4; k = k + 1) begin : slice wire [3:0] t = in[4*k+3:4*k]; assign out[4*k+3:4*k] = t + k; end endgenerate
endmodule
module net_integer_in_always `PORTS;
  integer n; reg [15:0] y; always @(in) begin y = 0; for (n = 0; n < 16; n = n + 1) if (in[n]) y = y + n; end assign out = y;
endmodule
module net_function_in_verilog `PORTS;
  function [3:0] bcd; input [7:0] x; begin bcd = x % 10; end endfunction assign out = {bcd(in[7:0]), bcd(in[15:8] / 10)};
endmodule
module net_specify `PORTS;
  assign out = in; specify (in => out) = 1; endspecify
endmodule
module net_case_with_parameters `PORTS;
  parameter A = 2'd0, B = 2'd1, C = 2'd3; reg [7:0] y; always @* case (in[1:0]) A: y = 11; B: y = 22; C: y = 33; default: y = 44; endcase assign out = y;
endmodule
module net_unsigned_compare `PORTS;
  reg [3:0] i; reg [15:0] y; always @* begin y = 0; for (i = 0; i < 12; i = i + 1) y[i] = in[i] ^ in[i + 4]; end assign out = y;
endmodule
module net_wired_by_assign_alias `PORTS;
  wire [7:0] a, b; assign a = in[7:0]; assign b = a; assign out = {b, ~b};
endmodule
