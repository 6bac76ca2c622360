// Inputs with a pull at nets that are released, driven, constant, or not connected; and primitives.
module sub(input tri1 a, output wire y); assign y = a; endmodule
module prod(a, y); input [3:0] a; tri0 [3:0] a; output [3:0] y; assign y = a; endmodule
module cons(inout tri1 [1:0] b, input e, d); assign b[0] = e ? d : 1'bz; endmodule
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  wire released;
  assign released = in[0] ? in[1] : 1'bz;
  sub u0 (.a(released), .y(out[0]));
  sub u1 (.y(out[1]));
  sub u3 (.a(in[3]), .y(out[3]));
  sub u4 (.a(1'b0), .y(out[4]));
  wire [3:0] some;
  assign some[0] = in[4];
  assign some[1] = in[5] ? in[6] : 1'bz;
  assign some[2] = in[7] & in[8];
  prod u5 (some, out[9:6]);
  wire low; pulldown d (low); assign low = in[9] ? in[10] : 1'bz;
  wire both; pullup (both);
  assign both = in[11] ? 1'b0 : 1'bz;
  assign both = in[12] ? 1'b0 : 1'bz;
  assign out[10] = low;
  assign out[11] = both;
  wire [1:0] bus;
  cons u6 (bus, in[13], in[14]);
  assign bus[1] = in[15] ? 1'b0 : 1'bz;
  assign out[13:12] = bus;
  tri1 high = in[2] ? in[1] : 1'bz;
  assign out[15] = high;
  assign {out[14], out[5], out[2]} = 3'd0;
endmodule
