// The signals of a monitor with 640 x 480 pixels at 60 Hz.
//
// `x` and `y` name a pixel, and `colour` is its red, green and blue in the same or the next cycle.
module vga (
    input  logic        clock,         // 50 MHz
    output logic [ 9:0] x,
    output logic [ 9:0] y,
    input  logic [23:0] colour,
    output logic [ 7:0] VGA_R,
    output logic [ 7:0] VGA_G,
    output logic [ 7:0] VGA_B,
    output logic        VGA_HS,
    output logic        VGA_VS,
    output logic        VGA_BLANK_N,
    output logic        VGA_SYNC_N,
    output logic        VGA_CLK
);

  // A pixel takes two cycles. `next` is 1 in the second of them.
  logic next = 1'b0;

  always_ff @(posedge clock) next <= !next;

  // A line has 800 pixels and a frame has 525 lines, the blanking included.
  initial {x, y} = '0;

  always_ff @(posedge clock)
    if (next) begin
      x <= x == 799 ? '0 : x + 1'b1;
      if (x == 799) y <= y == 524 ? '0 : y + 1'b1;
    end

  // The outputs have registers, so that all of them change at the same time.
  logic is_visible;

  assign is_visible = x < 640 && y < 480;

  always_ff @(posedge clock)
    if (next) begin
      VGA_HS                <= !(x >= 656 && x < 752);
      VGA_VS                <= !(y >= 490 && y < 492);
      VGA_BLANK_N           <= is_visible;
      {VGA_R, VGA_G, VGA_B} <= is_visible ? colour : '0;
    end

  // The converter takes a pixel at the rising edge of VGA_CLK, in the middle of the pixel.
  assign VGA_CLK    = next;
  assign VGA_SYNC_N = 1'b0;

endmodule
