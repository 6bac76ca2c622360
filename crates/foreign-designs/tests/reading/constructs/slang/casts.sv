// Constructs that only slang reads.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module cast_of_function_result `PORTS;
  function automatic logic signed [3:0] f(input logic [3:0] x); return x - 4'd5; endfunction assign out = 8'(f(in[3:0]));
endmodule
module cast_to_logic `PORTS;
  assign out = {logic'(in[1:0]), logic'(in[2])};
endmodule
