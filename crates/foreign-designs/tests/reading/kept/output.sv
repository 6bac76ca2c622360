module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  task load(input [3:0] d, output [3:0] q);
    if (d[0]) q = d;
  endtask
  reg [3:0] q;
  always @(posedge clk) load(in[3:0], q);
  assign out = q;
endmodule
