// The display with 16 x 16 LEDs at GPIO_1: red are those whose row and column are the same, green is
// the row of SW[3:0]. A row is selected for 2^15 cycles; with SW[9], only one is selected.
module matrix (
  input wire CLOCK_50,
  input wire [9:0] SW,
  output wire [35:0] GPIO_1
);
  logic [18:0] count = '0;
  always_ff @(posedge CLOCK_50)
    if (!SW[9]) count <= count + 1'b1;

  wire [3:0] row = count[18:15];
  assign GPIO_1[35:32] = row;
  assign GPIO_1[31:16] = {16{row == SW[3:0]}};
  assign GPIO_1[15:0] = 16'h8000 >> row;
endmodule
