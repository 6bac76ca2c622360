// Constructs that slang rejects.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module process_repeat_loop `PORTS;
  always_comb begin out = in; repeat (3) out = {out[14:0], out[15]} ^ 16'h11; end
endmodule
