// A picture in a memory: each cycle writes a pixel of a moving pattern, while the monitor shows
// what was written.
//
// SW[0] stops the pattern. KEY[0], while it is down, inverts what is written.
module frame_buffer #(
    // The size of the picture: 640 and 480, divided by the same power of two.
    parameter integer WIDTH  = 160,
    parameter integer HEIGHT = 120,
    // The bits of a pixel's red, green and blue.
    parameter integer RED    = 1,
    parameter integer GREEN  = 1,
    parameter integer BLUE   = 1
) (
    input  logic       CLOCK_50,
    input  logic [0:0] KEY,
    input  logic [0:0] SW,
    output logic [7:0] VGA_R,
    output logic [7:0] VGA_G,
    output logic [7:0] VGA_B,
    output logic       VGA_HS,
    output logic       VGA_VS,
    output logic       VGA_BLANK_N,
    output logic       VGA_SYNC_N,
    output logic       VGA_CLK
);

  localparam integer BITS = RED + GREEN + BLUE;
  localparam integer SCALE = 640 / WIDTH;
  localparam integer ADDRESS_BITS = $clog2(WIDTH * HEIGHT);

  // The pattern: bits of the exclusive or of coordinates that move with time.
  integer write_x = 0;
  integer write_y = 0;
  integer moved = 0;

  always_ff @(posedge CLOCK_50)
    if (write_x < WIDTH - 1) write_x <= write_x + 1;
    else begin
      write_x <= 0;
      if (write_y < HEIGHT - 1) write_y <= write_y + 1;
      else begin
        write_y <= 0;
        if (!SW[0]) moved <= moved + 1;
      end
    end

  logic [BITS-1:0] pattern;

  assign pattern = BITS'(((write_x + moved) ^ (write_y - moved / 4)) >> 2);

  // The memory has a port to write and a port to read, as the memories of the FPGA have. What is
  // read is there in the next cycle.
  logic [BITS-1:0] memory[WIDTH*HEIGHT];
  logic [BITS-1:0] pixel;
  logic [ADDRESS_BITS-1:0] write_address;
  logic [ADDRESS_BITS-1:0] read_address;

  always_ff @(posedge CLOCK_50) begin
    memory[write_address] <= KEY[0] ? pattern : ~pattern;
    pixel <= memory[read_address];
  end

  // Each pixel of the picture is a square on the monitor.
  logic [9:0] x;
  logic [9:0] y;
  logic is_inside;

  assign is_inside     = x < 640 && y < 480;
  assign write_address = ADDRESS_BITS'(write_y * WIDTH + write_x);
  assign read_address  = is_inside ? ADDRESS_BITS'(32'(y) / SCALE * WIDTH + 32'(x) / SCALE) : '0;

  // All bits of a colour at 1 are full brightness: its bits are repeated down to the lowest.
  logic [8*RED-1:0] red;
  logic [8*GREEN-1:0] green;
  logic [8*BLUE-1:0] blue;

  assign red   = {8{pixel[BITS-1-:RED]}};
  assign green = {8{pixel[BLUE+:GREEN]}};
  assign blue  = {8{pixel[0+:BLUE]}};

  vga vga_i (
      .clock (CLOCK_50),
      .x     (x),
      .y     (y),
      .colour({8'(red >> (8 * RED - 8)), 8'(green >> (8 * GREEN - 8)), 8'(blue >> (8 * BLUE - 8))}),
      .VGA_R,
      .VGA_G,
      .VGA_B,
      .VGA_HS,
      .VGA_VS,
      .VGA_BLANK_N,
      .VGA_SYNC_N,
      .VGA_CLK
  );

endmodule
