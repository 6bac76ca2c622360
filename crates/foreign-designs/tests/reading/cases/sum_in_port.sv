// The value of a connection has the bits of the port [23.3.3].
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  sub s(.x(in[3:0] + in[7:4]), .y(out));
endmodule
module sub(input logic [4:0] x, output logic [15:0] y); assign y = x; endmodule
