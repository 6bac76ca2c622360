// Counters of many kinds, of which many cycles can be simulated at once: a divider as in a stopwatch,
// enables, a pipeline, and a press counter with a debouncer.
module counters (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire [9:0] SW,
  output wire [9:0] LEDR,
  output wire [6:0] HEX0, HEX1
);
  reg [10:0] divider = 11'd0;
  reg [6:0] ticks = 7'd0;
  always @(posedge CLOCK_50)
    if (divider == 11'd1499) begin
      divider <= 11'd0;
      ticks <= ticks + 7'd1;
    end else divider <= divider + 11'd1;
  assign HEX0 = ticks;

  reg [1:0] enable = 2'd0;
  reg [7:0] slow = 8'd200;
  reg [6:0] stage1 = 7'd0, stage2 = 7'd0;
  always @(posedge CLOCK_50) begin
    enable <= enable + 2'd1;
    if (enable == 2'd2) slow <= slow - 8'd3;
    stage1 <= slow[7:1] ^ ticks;
    stage2 <= stage1 + 7'd5;
  end
  assign HEX1 = stage2;

  reg [1:0] synchronised = 2'b11;
  reg [7:0] stable = 8'd0;
  reg level = 1'b1;
  reg [8:0] presses = 9'd0;
  always @(posedge CLOCK_50) begin
    synchronised <= {synchronised[0], KEY[0]};
    if (synchronised[1] == level) stable <= 8'd0;
    else if (stable == 8'd200) begin
      stable <= 8'd0;
      level <= synchronised[1];
      if (!synchronised[1]) presses <= presses + SW[8:0];
    end else stable <= stable + 8'd1;
  end
  assign LEDR = {SW[9], presses};
endmodule
