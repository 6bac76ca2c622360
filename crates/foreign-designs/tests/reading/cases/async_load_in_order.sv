// A register with two asynchronous signals, of which the first one has priority.
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  always @(posedge clk or posedge in[13] or posedge in[14])
    if (in[13]) out <= 16'd0;
    else if (in[14]) out <= {4'd0, in[11:0]};
    else out <= out + 16'd3;
endmodule
