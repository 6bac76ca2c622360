// Functions and tasks of Verilog-2001, whose variables all calls share, called by several processes.
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  function integer index;
    input integer row;
    input integer col;
    begin
      if (row >= 0 && row <= 3) index = row * 4 + col; else index = -1;
    end
  endfunction
  task add;
    input [3:0] a;
    output [3:0] b;
    reg [3:0] t;
    begin t = a + 4'd3; b = t ^ a; end
  endtask
  reg [3:0] j, t, u;
  integer c;
  always @(posedge clk) j <= in[3:0];
  always @(*) out[4:0] = index(1, j);
  always @(*) begin
    out[7:5] = 0;
    for (c = 0; c < 4; c = c + 1) if (index(0, c) == in[7:4]) out[7:5] = c;
  end
  always @(*) add(in[11:8], t);
  always @(*) add(in[15:12], u);
  assign out[15:8] = {t, u};
endmodule
