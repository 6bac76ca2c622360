// A picture of 640 x 480: a red pixel at the top left, a green one at the bottom right, and blue
// elsewhere.
module picture (
  input wire CLOCK_50,
  output wire [7:0] VGA_R, VGA_G, VGA_B,
  output wire VGA_HS, VGA_VS, VGA_BLANK_N, VGA_CLK
);
  reg half = 1'b0;
  reg [9:0] x = 10'd0, y = 10'd0;
  always @(posedge CLOCK_50) begin
    half <= ~half;
    if (half) begin
      x <= x == 10'd799 ? 10'd0 : x + 10'd1;
      if (x == 10'd799) y <= y == 10'd524 ? 10'd0 : y + 10'd1;
    end
  end
  assign VGA_CLK = half;
  assign VGA_HS = !(x >= 10'd656 && x < 10'd752);
  assign VGA_VS = !(y == 10'd490 || y == 10'd491);
  assign VGA_BLANK_N = x < 10'd640 && y < 10'd480;
  wire is_first = x == 10'd0 && y == 10'd0, is_last = x == 10'd639 && y == 10'd479;
  assign VGA_R = {8{is_first}};
  assign VGA_G = {8{is_last}};
  assign VGA_B = {8{VGA_BLANK_N && !is_first && !is_last}};
endmodule
