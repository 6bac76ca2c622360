// A clock of 25 MHz from a PLL reads a memory that CLOCK_50 writes, and one of 50 MHz with the
// opposite phase reads what it has read.
module pixel_clock (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire [9:0] SW,
  output wire [9:0] LEDR,
  output wire [6:0] HEX0, HEX1
);
  wire [1:0] clk;
  altera_pll #(
    .reference_clock_frequency("50.0 MHz"), .number_of_clocks(2),
    .output_clock_frequency0("25.0 MHz"), .output_clock_frequency1("50.0 MHz"),
    .phase_shift1("10000 ps")
  ) pll (.refclk(CLOCK_50), .rst(1'b0), .outclk(clk), .locked());
  wire pixel = clk[0], opposite = clk[1];

  reg [6:0] words [0:63];
  reg [5:0] written = 6'd0, shown = 6'd0;
  reg [6:0] word = 7'd0, later = 7'd0, now = 7'd0;
  integer i;
  initial for (i = 0; i < 64; i = i + 1) words[i] = 7'd5 * i * i;
  always @(posedge CLOCK_50) begin
    written <= written + 6'd1;
    now <= later;
    if (SW[0]) words[written] <= {1'b1, written} ^ SW[9:3];
  end
  always @(posedge pixel) begin
    if (KEY[0]) shown <= shown + 6'd1;
    word <= words[shown];
  end
  always @(posedge opposite) later <= word ^ {1'b0, written};
  assign LEDR = {pixel, opposite, 1'b0, now};
  assign HEX0 = word, HEX1 = later;
endmodule
