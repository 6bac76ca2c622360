// A variable that a clocked process assigns with `<=` in one branch, with `=` in another one, where it is read.
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  logic [7:0] t;
  always_ff @(posedge clk)
    if (in[15]) begin t <= 0; out <= 0; end
    else begin t = in[7:0] ^ in[15:8]; out <= {t % 8'd10, t}; end
endmodule
