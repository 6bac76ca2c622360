module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  task count(input [3:0] step, output [7:0] total);
    reg [7:0] sum;
    begin
      if (in[15]) sum = 0;
      // The sum of the calls before.
      else sum = sum + step;
      total = sum;
    end
  endtask
  reg [7:0] q;
  always @(posedge clk) count(in[3:0], q);
  assign out = q;
endmodule
