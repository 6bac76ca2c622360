// Registers that an asynchronous signal loads with a value that is not constant.
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  wire load_n = ~in[1];
  always_ff @(posedge clk or posedge in[0])
    if (in[0]) out[4:0] <= in[6:2]; else out[4:0] <= out[4:0] + 5'd1;
  always @(posedge clk or negedge load_n)
    if (!load_n) out[15:5] <= in[15:5] ^ in[12:2]; else if (in[12]) out[15:5] <= ~out[15:5];
endmodule
