// Constructs that slang rejects.
`define PORTS (input wire clk, input wire [15:0] in, output wire [15:0] out)

module net_supplies `PORTS;
  supply1 one; supply0 zero; assign out = {one, zero, in[0]};
endmodule
