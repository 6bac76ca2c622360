// Clocks of PLLs with edges between those of CLOCK_50. Each counts on a display: 65 MHz, 100 MHz,
// 50 MHz three nanoseconds early, 40 MHz, and one of 25.175644 MHz makes a picture of 640 x 480
// until KEY0 resets it.
module plls (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  output wire [9:0] LEDR,
  output wire [6:0] HEX0, HEX1, HEX2, HEX3, HEX4, HEX5,
  output wire [7:0] VGA_R, VGA_G, VGA_B,
  output wire VGA_HS, VGA_VS, VGA_BLANK_N, VGA_CLK,
  output wire DRAM_CLK
);
  wire [5:0] clk;
  altpll #(
    .clk0_multiply_by(13), .clk0_divide_by(10), .clk1_multiply_by(2),
    .clk2_phase_shift("-3000"), .clk2_duty_cycle(25), .clk3_multiply_by(26), .clk3_divide_by(20),
    .clk4_multiply_by(13), .clk4_divide_by(3)
  ) fast (.inclk({1'b0, CLOCK_50}), .areset(1'b0), .clk(clk), .locked(LEDR[9]));
  wire [2:0] outclk;
  altera_pll #(
    .reference_clock_frequency("50.0 MHz"), .number_of_clocks(3),
    .output_clock_frequency0("25.175644 MHz"), .output_clock_frequency1("40.0 MHz"),
    .phase_shift1("12345 ps"), .output_clock_frequency2("50.000000 MHz")
  ) slow (.refclk(CLOCK_50), .rst(!KEY[0]), .outclk(outclk), .locked(LEDR[8]));

  reg [6:0] count = 7'd0, count_65 = 7'd0, count_100 = 7'd0, early = 7'd0, sum = 7'd0;
  reg [3:0] same = 4'd0;
  always @(posedge CLOCK_50) count <= count + 7'd1;
  always @(posedge clk[0]) count_65 <= count_65 + 7'd1;
  always @(posedge clk[1]) count_100 <= count_100 + 7'd1;
  always @(posedge clk[2]) early <= count;
  always @(posedge outclk[1]) sum <= sum + count_65;
  always @(negedge clk[3]) same <= count_65[3:0];
  assign HEX0 = count_65, HEX1 = count_100, HEX2 = early, HEX3 = sum, HEX4 = 7'd0, HEX5 = 7'd0;
  assign LEDR[7:0] = {same, count[2:0], outclk[2]};
  assign DRAM_CLK = clk[4];

  reg [9:0] x = 10'd0, y = 10'd0;
  wire is_last_x = x == 10'd799;
  always @(posedge outclk[0]) begin
    x <= is_last_x ? 10'd0 : x + 10'd1;
    if (is_last_x) y <= y == 10'd524 ? 10'd0 : y + 10'd1;
  end
  assign VGA_CLK = !outclk[0];
  assign VGA_HS = !(x >= 10'd656 && x < 10'd752);
  assign VGA_VS = !(y == 10'd490 || y == 10'd491);
  assign VGA_BLANK_N = x < 10'd640 && y < 10'd480;
  assign VGA_R = x[7:0], VGA_G = y[7:0], VGA_B = {8{x == y}};
endmodule
