// What is not a register on the rising edge of CLOCK_50: a latch, clocks made by registers, a falling
// edge, an asynchronous reset, and the clock itself on a light.
module clocks (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire [9:0] SW,
  output wire [9:0] LEDR,
  output wire [6:0] HEX0, HEX1, HEX2
);
  reg [9:0] count = 10'd7;
  always @(posedge CLOCK_50 or negedge KEY[1])
    if (!KEY[1]) count <= 10'h35;
    else count <= count + 10'd1;

  reg [8:0] latch = 9'd0;
  always @* if (CLOCK_50) latch = count[9:1] ^ SW[8:0];
  assign LEDR = {latch, CLOCK_50};

  reg [6:0] divided = 7'd0;
  always @(posedge count[4]) divided <= divided + 7'd1;
  assign HEX0 = divided;

  reg [6:0] ripple = 7'd0;
  always @(negedge CLOCK_50) ripple[0] <= ~ripple[0];
  genvar i;
  for (i = 1; i < 7; i = i + 1) begin : bits
    always @(negedge ripple[i-1]) ripple[i] <= ~ripple[i];
  end
  assign HEX1 = ripple;

  reg [6:0] falling = 7'd0;
  always @(negedge CLOCK_50) falling <= falling + count[3:0];
  assign HEX2 = falling;
endmodule
