// A top module of DESim. It draws column after column in a colour of SW, at KEY0 without drawing,
// and a pixel outside of the picture in between.
module plot (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire [9:0] SW,
  output wire [9:0] VGA_X,
  output wire [8:0] VGA_Y,
  output wire [2:0] VGA_COLOUR,
  output wire plot
);
  reg [7:0] x = 8'd0;
  reg [6:0] y = 7'd0;
  always @(posedge CLOCK_50) begin
    y <= y == 7'd120 ? 7'd0 : y + 7'd1;
    if (y == 7'd120) x <= x == 8'd160 ? 8'd0 : x + 8'd1;
  end
  assign VGA_X = {2'b00, x}, VGA_Y = {2'b00, y}, VGA_COLOUR = SW[2:0] ^ {2'b00, x[0]}, plot = KEY[0];
endmodule
