// Variables of loops that two clocked processes share, as Quartus accepts them.
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  logic [2:0] i;
  integer j;
  function automatic logic parity(input logic [3:0] v);
    integer j;
    parity = 0;
    for (j = 0; j < 4; j = j + 1) parity = parity ^ v[j];
  endfunction
  always_ff @(posedge clk) for (i = 0; i < 5; i = i + 1) out[i] <= in[i] ^ ^(i + in[7:5]);
  always_ff @(posedge clk) begin
    if (in[0]) for (i = 5; i < 7; i = i + 1) out[i] <= ~in[i];
    for (j = 8; j < 12; j = j + 1) for (i = 0; i < 2; i = i + 1) out[j] <= in[j] & in[i];
  end
  always_ff @(posedge clk) out[7] <= in[7];
  always @(posedge clk) for (j = 12; j < 16; j = j + 1) out[j] <= parity(in[3:0]) ^ in[j - 12];
endmodule
