// A statement behind the condition of an asynchronous reset, which also runs when the reset begins.
// Expected: the error names this file and the line of the statement.
module statement_beside_reset (input CLOCK_50, input [3:0] KEY, input [9:0] SW, output reg [9:0] LEDR);
  always @(posedge CLOCK_50 or negedge KEY[0]) begin
    if (!KEY[0]) LEDR[4:0] <= 0;
    else LEDR[4:0] <= LEDR[4:0] + 1;
    LEDR[9:5] <= SW[9:5];
  end
endmodule
