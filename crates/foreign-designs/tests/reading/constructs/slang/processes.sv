// Constructs that only slang reads.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module process_while_loop `PORTS;
  always_comb begin int i; i = 0; out = 0; while (i < 5) begin out = out + in[i * 3 +: 3]; i = i + 1; end end
endmodule
module process_automatic_variable `PORTS;
  always_comb begin automatic logic [7:0] t = in[7:0]; t = t * 3; out = t; end
endmodule
