// Widths that only slang reads rightly.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module width_sum_in_port `PORTS;
  width_low u (.x(in[3:0] + in[7:4]), .y(out));
endmodule
module width_low (input logic [4:0] x, output logic [15:0] y);
  assign y = x;
endmodule
