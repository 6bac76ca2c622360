// Snake: eat the food without running into the wall or into yourself.
//
// KEY[3] turns left, KEY[2] up, KEY[1] down and KEY[0] right. The food that was eaten is counted on
// HEX1 and HEX0, the most of all games is on HEX5 and HEX4. LEDR[0] is on during a game, LEDR[1]
// after it. SW[0] stops the game.
module snake #(
    parameter integer CLOCKS_PER_STEP = 5_000_000  // 0.1 s at 50 MHz
) (
    input  logic       CLOCK_50,
    input  logic [3:0] KEY,
    input  logic [0:0] SW,
    output logic [1:0] LEDR,
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

  // The field has 40 x 30 cells of 16 x 16 pixels.
  localparam logic [5:0] COLUMNS = 40;
  localparam logic [5:0] ROWS = 30;
  localparam integer LONGEST = 64;
  localparam integer FIRST_LENGTH = 4;

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

  // A shift register with feedback counts through 65,535 values without an obvious order.
  logic [15:0] random = 16'hace1;

  always_ff @(posedge CLOCK_50)
    random <= {random[14:0], random[15] ^ random[13] ^ random[12] ^ random[10]};

  // The key that was pressed last decides where the snake turns. It cannot turn back.
  typedef enum logic [1:0] {
    LEFT,
    UP,
    DOWN,
    RIGHT
  } direction_t;

  direction_t direction = RIGHT;  // of the last step
  direction_t turn = RIGHT;       // of the next step

  // The segments: the first is the head, and those from `length` on do not exist.
  logic [5:0] column[LONGEST];
  logic [5:0] row[LONGEST];
  integer length = 0;
  logic [5:0] food_column = 20;
  logic [5:0] food_row = 8;

  // Where the head goes.
  logic [5:0] next_column;
  logic [5:0] next_row;

  always_comb begin
    next_column = column[0];
    next_row = row[0];
    case (turn)
      LEFT: next_column = column[0] - 1'b1;
      UP: next_row = row[0] - 1'b1;
      DOWN: next_row = row[0] + 1'b1;
      default: next_column = column[0] + 1'b1;
    endcase
  end

  // What is there. The left and upper walls are crossed at 63. The last segment moves away.
  logic eats, hits;
  integer s;

  assign eats = next_column == food_column && next_row == food_row;

  always_comb begin
    hits = next_column >= COLUMNS || next_row >= ROWS;
    for (s = 0; s < LONGEST; s = s + 1)
      if (s < length - 1 && column[s] == next_column && row[s] == next_row) hits = 1'b1;
  end

  // The game.
  typedef enum logic [1:0] {
    SETTING_UP,
    PLAYING,
    OVER
  } state_t;

  state_t state = SETTING_UP;
  integer pause = 0;
  integer best = 0;
  integer i;

  always_ff @(posedge CLOCK_50)
    case (state)
      SETTING_UP: begin
        for (i = 0; i < LONGEST; i = i + 1) begin
          column[i] <= i < FIRST_LENGTH ? 6'(10 - i) : '0;
          row[i] <= 15;
        end
        length <= FIRST_LENGTH;
        direction <= RIGHT;
        turn <= RIGHT;
        state <= PLAYING;
      end
      PLAYING: begin
        if (!key[3] && direction != RIGHT) turn <= LEFT;
        if (!key[2] && direction != DOWN) turn <= UP;
        if (!key[1] && direction != UP) turn <= DOWN;
        if (!key[0] && direction != LEFT) turn <= RIGHT;
        if (step) begin
          direction <= turn;
          if (hits) state <= OVER;
          else begin
            for (i = 1; i < LONGEST; i = i + 1) begin
              column[i] <= column[i-1];
              row[i] <= row[i-1];
            end
            column[0] <= next_column;
            row[0] <= next_row;
            if (eats) begin
              if (length < LONGEST) length <= length + 1;
              if (length - FIRST_LENGTH >= best) best <= length - FIRST_LENGTH + 1;
              food_column <= random[5:0] % COLUMNS;
              food_row <= {1'b0, random[12:8]} % ROWS;
            end
          end
        end
        pause <= 0;
      end
      default:
      // The picture stays for two seconds.
      if (step) begin
        pause <= pause + 1;
        if (pause == 19) state <= SETTING_UP;
      end
    endcase

  decimal eaten_display (.number(length - FIRST_LENGTH), .tens(HEX1), .ones(HEX0));
  decimal best_display (.number(best), .tens(HEX5), .ones(HEX4));

  assign HEX3 = '1;
  assign HEX2 = '1;
  assign LEDR = {state == OVER, state == PLAYING};

  // What is at a pixel: its cell is compared with all segments.
  logic [9:0] x;
  logic [9:0] y;
  logic is_gap, is_snake, is_head, is_food;
  integer p;

  always_comb begin
    is_snake = 1'b0;
    for (p = 0; p < LONGEST; p = p + 1)
      if (p < length && column[p] == x[9:4] && row[p] == y[9:4]) is_snake = 1'b1;
  end

  assign is_gap  = x[3:0] == 0 || y[3:0] == 0;
  assign is_head = column[0] == x[9:4] && row[0] == y[9:4];
  assign is_food = food_column == x[9:4] && food_row == y[9:4];

  logic [23:0] colour;

  always_comb
    if (is_gap) colour = 24'h101418;
    else if (is_head) colour = state == OVER ? 24'hff4040 : 24'h80ff80;
    else if (is_snake) colour = 24'h30b030;
    else if (is_food) colour = 24'hff8020;
    else colour = x[4] ^ y[4] ? 24'h182028 : 24'h141c24;

  vga vga_i (
      .clock(CLOCK_50),
      .x,
      .y,
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
