// A register with a bit that nothing assigns, and a signal that nothing drives: Quartus takes 0 for both and warns.
// Expected: LEDR[3:0] = SW[3:0] + SW[5:4], LEDR[4] = SW[3:0] == 5, LEDR[5] = SW[0], LEDR[6] = SW[SW[1:0]].
// Seen: slang in Yosys 0.70: 0, 0, 1 and 0.
module unassigned_bits (
    input [9:0] SW,
    output [9:0] LEDR
);
  reg [4:0] x;
  reg [2:0] index;
  wire nothing;
  always @(*) begin
    x[3:0] = SW[3:0];
    index[1:0] = SW[1:0];
  end
  assign LEDR[3:0] = x + SW[5:4];
  assign LEDR[4] = x == 5'd5;
  assign LEDR[5] = nothing | SW[0];
  assign LEDR[6] = SW[index];
  assign LEDR[9:7] = 3'd0;
endmodule
