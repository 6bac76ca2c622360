// Pong for two players.
//
// KEY[3] and KEY[2] move the left paddle up and down, KEY[1] and KEY[0] the right one. Where the
// ball meets a paddle decides how steeply it flies back. The points of the left player are on HEX5
// and HEX4, those of the right one on HEX1 and HEX0. SW[0] stops the game.
module pong #(
    parameter integer CLOCKS_PER_STEP = 200_000  // 4 ms at 50 MHz
) (
    input  logic       CLOCK_50,
    input  logic [3:0] KEY,
    input  logic [0:0] SW,
    output logic [6:0] HEX0,
    output logic [6:0] HEX1,
    output logic [6:0] HEX2,
    output logic [6:0] HEX3,
    output logic [6:0] HEX4,
    output logic [6:0] HEX5,
    output logic [7:0] VGA_R,
    output logic [7:0] VGA_G,
    output logic [7:0] VGA_B,
    output logic       VGA_HS,
    output logic       VGA_VS,
    output logic       VGA_BLANK_N,
    output logic       VGA_SYNC_N,
    output logic       VGA_CLK
);

  // Sizes and places in pixels.
  localparam integer WIDTH = 640;
  localparam integer HEIGHT = 480;
  localparam integer RADIUS = 8;
  localparam integer PADDLE_HEIGHT = 64;
  localparam integer PADDLE_WIDTH = 10;
  localparam integer LEFT_X = 24;
  localparam integer RIGHT_X = WIDTH - LEFT_X - PADDLE_WIDTH;
  localparam integer PADDLE_STEP = 2;

  // The keys are synchronised: their levels can change at any time.
  logic [3:0] key_1 = '1;
  logic [3:0] key = '1;

  always_ff @(posedge CLOCK_50) begin
    key_1 <= KEY;
    key   <= key_1;
  end

  // `step` is 1 in one cycle of every CLOCKS_PER_STEP.
  integer divider = 0;
  logic step;

  assign step = divider == CLOCKS_PER_STEP - 1;

  always_ff @(posedge CLOCK_50)
    if (step) divider <= 0;
    else if (!SW[0]) divider <= divider + 1;

  // The paddles, by their upper ends.
  integer left_y = (HEIGHT - PADDLE_HEIGHT) / 2;
  integer right_y = (HEIGHT - PADDLE_HEIGHT) / 2;

  always_ff @(posedge CLOCK_50)
    if (step) begin
      if (!key[3] && left_y > 0) left_y <= left_y - PADDLE_STEP;
      if (!key[2] && left_y < HEIGHT - PADDLE_HEIGHT) left_y <= left_y + PADDLE_STEP;
      if (!key[1] && right_y > 0) right_y <= right_y - PADDLE_STEP;
      if (!key[0] && right_y < HEIGHT - PADDLE_HEIGHT) right_y <= right_y + PADDLE_STEP;
    end

  // The ball, by its centre, and how far it moves in a step.
  integer ball_x = WIDTH / 2;
  integer ball_y = HEIGHT / 2;
  integer speed_x = 1;
  integer speed_y = 1;
  integer left_points = 0;
  integer right_points = 0;
  logic meets_left, meets_right, meets_edge;

  assign meets_left = speed_x < 0 && ball_x - RADIUS == LEFT_X + PADDLE_WIDTH
                      && ball_y >= left_y && ball_y < left_y + PADDLE_HEIGHT;
  assign meets_right = speed_x > 0 && ball_x + RADIUS == RIGHT_X
                       && ball_y >= right_y && ball_y < right_y + PADDLE_HEIGHT;
  assign meets_edge = speed_y < 0 ? ball_y + speed_y < RADIUS : ball_y + speed_y > HEIGHT - RADIUS;

  always_ff @(posedge CLOCK_50)
    if (step) begin
      if (meets_left) begin
        speed_x <= 1;
        speed_y <= (ball_y - left_y - PADDLE_HEIGHT / 2) / 8;
      end else if (meets_right) begin
        speed_x <= -1;
        speed_y <= (ball_y - right_y - PADDLE_HEIGHT / 2) / 8;
      end else if (ball_x < 0 || ball_x >= WIDTH) begin
        // A point for the other player, who gets the ball.
        ball_x  <= WIDTH / 2;
        ball_y  <= HEIGHT / 2;
        speed_x <= -speed_x;
        speed_y <= (left_points + right_points) % 2 * 3 - 1;
        if (ball_x < 0) right_points <= (right_points + 1) % 100;
        else left_points <= (left_points + 1) % 100;
      end else begin
        ball_x <= ball_x + speed_x;
        if (meets_edge) speed_y <= -speed_y;
        else ball_y <= ball_y + speed_y;
      end
    end

  decimal left_display (.number(left_points), .tens(HEX5), .ones(HEX4));
  decimal right_display (.number(right_points), .tens(HEX1), .ones(HEX0));

  assign HEX3 = '1;
  assign HEX2 = '1;

  // What is at a pixel.
  logic [9:0] pixel_x;
  logic [9:0] pixel_y;
  integer x, y;
  logic is_ball, is_left, is_right, is_net;

  assign x = {22'd0, pixel_x};
  assign y = {22'd0, pixel_y};
  assign is_ball = (x - ball_x) * (x - ball_x) + (y - ball_y) * (y - ball_y) < RADIUS * RADIUS;
  assign is_left = x >= LEFT_X && x < LEFT_X + PADDLE_WIDTH
                   && y >= left_y && y < left_y + PADDLE_HEIGHT;
  assign is_right = x >= RIGHT_X && x < RIGHT_X + PADDLE_WIDTH
                    && y >= right_y && y < right_y + PADDLE_HEIGHT;
  assign is_net = x >= WIDTH / 2 - 2 && x < WIDTH / 2 + 2 && y % 32 < 16;

  logic [23:0] colour;

  always_comb
    if (is_ball) colour = 24'hffe040;
    else if (is_left) colour = 24'h40c0ff;
    else if (is_right) colour = 24'hff6060;
    else if (is_net) colour = 24'hc0c0c0;
    else colour = 24'h103020;

  vga vga_i (
      .clock(CLOCK_50),
      .x    (pixel_x),
      .y    (pixel_y),
      .colour,
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
