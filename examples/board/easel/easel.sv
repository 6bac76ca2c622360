// A picture of 160 x 120 on the monitor, to paint on with a PS/2 keyboard: the arrows move the
// brush, 0 to 7 choose its colour, and the space bar lifts it or sets it down. KEY0 clears the
// picture. The last scan code is on LEDR[7:0]; LEDR[9] is on while the brush is down.
module easel (
    input  logic       CLOCK_50,
    input  logic [0:0] KEY,
    inout  wire        PS2_CLK,
    inout  wire        PS2_DAT,
    output logic [9:0] LEDR,
    output logic [7:0] VGA_R,
    output logic [7:0] VGA_G,
    output logic [7:0] VGA_B,
    output logic       VGA_HS,
    output logic       VGA_VS,
    output logic       VGA_BLANK_N,
    output logic       VGA_SYNC_N,
    output logic       VGA_CLK
);

  // The keyboard only sends.
  assign PS2_CLK = 1'bz;
  assign PS2_DAT = 1'bz;

  logic [7:0] code;
  logic has_code;
  keyboard keyboard_i (
      .clock   (CLOCK_50),
      .ps2_clk (PS2_CLK),
      .ps2_dat (PS2_DAT),
      .code    (code),
      .has_code(has_code)
  );

  logic [7:0] brush_x;
  logic [6:0] brush_y;
  logic [2:0] colour;
  logic is_down;
  logic is_clearing;
  logic [7:0] clear_x;
  logic [6:0] clear_y;
  brush brush_i (
      .clock      (CLOCK_50),
      .clear      (!KEY[0]),
      .code       (code),
      .has_code   (has_code),
      .x          (brush_x),
      .y          (brush_y),
      .colour     (colour),
      .is_down    (is_down),
      .is_clearing(is_clearing),
      .clear_x    (clear_x),
      .clear_y    (clear_y)
  );

  logic pixel_clock;
  pixel_pll pixel_pll_i (
      .refclk  (CLOCK_50),
      .rst     (1'b0),
      .outclk_0(pixel_clock)
  );

  logic [14:0] shown;
  logic is_brush;
  logic is_visible;
  logic hs;
  logic vs;
  timing timing_i (
      .clock     (pixel_clock),
      .brush_x   (brush_x),
      .brush_y   (brush_y),
      .address   (shown),
      .is_brush  (is_brush),
      .is_visible(is_visible),
      .hs        (hs),
      .vs        (vs)
  );

  logic [14:0] painted;
  assign painted = is_clearing ? 15'(clear_y * 160 + clear_x) : 15'(brush_y * 160 + brush_x);

  logic [2:0] pixel;
  picture picture_i (
      .wrclock  (CLOCK_50),
      .wren     (is_clearing || is_down),
      .wraddress(painted),
      .data     (is_clearing ? 3'd7 : colour),
      .rdclock  (pixel_clock),
      .rdaddress(shown),
      .q        (pixel)
  );

  // The word of an address follows a clock later.
  logic is_brush_shown;
  always_ff @(posedge pixel_clock) begin
    {VGA_HS, VGA_VS, VGA_BLANK_N} <= {hs, vs, is_visible};
    is_brush_shown <= is_brush;
  end

  wire [2:0] rgb = is_brush_shown ? ~pixel : pixel;
  assign {VGA_R, VGA_G, VGA_B} = {{8{rgb[2]}}, {8{rgb[1]}}, {8{rgb[0]}}};
  assign VGA_SYNC_N = 1'b0;
  assign VGA_CLK = pixel_clock;
  assign LEDR = {is_down, 1'b0, code};

endmodule
