// A solution of the lab that stores glyphs instead of cards and adds each card to a score as it
// arrives. The inputs besides CLOCK_50 and KEY choose what is wrong, or how the shoe counts.
module task5 (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire WRONG_CARD, WRONG_SCORE, WRONG_NATURAL, WRONG_PLAYER, WRONG_BANKER_AFTER_STAND,
  input wire WRONG_BANKER, WRONG_WINNER, WRONG_CHANGE, WRONG_DELAY, WRONG_DISPLAY, WRONG_RESET,
  input wire KEEPS_STATE, KING_IS_BLANK, STUCK_SHOE, COUNTS_DOWN, COUNTS_ON, RESTARTS,
  output wire [9:0] LEDR,
  output reg [6:0] HEX5, HEX4, HEX3, HEX2, HEX1, HEX0
);
  localparam [6:0] BLANK = 7'h7f;

  // The shoe.
  reg [3:0] card = 4'd1;
  reg key_before = 1'b1;
  always @(posedge CLOCK_50) key_before <= KEY[0];
  wire restarts = !KEY[3] && !COUNTS_ON || RESTARTS && key_before && !KEY[0];
  always @(posedge CLOCK_50)
    if (STUCK_SHOE) card <= 4'd5;
    else if (restarts || card == (COUNTS_DOWN ? 4'd2 : 4'd13)) card <= 4'd1;
    else if (COUNTS_DOWN) card <= card == 4'd1 ? 4'd13 : card - 4'd1;
    else card <= card + 4'd1;

  wire [3:0] value = card[3] & (card[2] | card[1]) ? 4'd0 : card;
  reg [6:0] glyph;
  always @*
    case (card)
      4'd1: glyph = 7'h08;
      4'd2: glyph = 7'h24;
      4'd3: glyph = WRONG_CARD ? 7'h24 : 7'h30;
      4'd4: glyph = 7'h19;
      4'd5: glyph = 7'h12;
      4'd6: glyph = 7'h02;
      4'd7: glyph = 7'h78;
      4'd8: glyph = 7'h00;
      4'd9: glyph = 7'h10;
      4'd10: glyph = 7'h40;
      4'd11: glyph = 7'h61;
      4'd12: glyph = 7'h18;
      default: glyph = KING_IS_BLANK ? BLANK : 7'h09;
    endcase

  // The number of the next card; 6 at the end, 7 after a further press.
  reg [2:0] state = 3'd0;
  reg has_sixth = 1'b0, was_over = 1'b0;
  reg [3:0] player = 4'd0, banker = 4'd0, third = 4'd0;

  wire over = state[2] && state[1];

  // Cards go to the player and the banker in turn, but for the fifth one if the player stands.
  wire natural = player[3] || banker[3] && !WRONG_NATURAL;
  wire player_draws = !player[3] && (!(player[2] && player[1]) || WRONG_PLAYER && !player[0]);
  wire stands = state == 3'd4 && !player_draws;
  wire is_bankers = state[0] || stands;

  // The rules for the banker, by the bits of the score and of the value of the third card.
  wire at_most_5 = !banker[3] && !(banker[2] && banker[1]);
  wire is_6 = !banker[3] && banker[2] && banker[1] && !banker[0];
  reg draws_on_third;
  always @*
    case (banker[2:0])
      3'd0, 3'd1, 3'd2: draws_on_third = 1'b1;
      3'd3: draws_on_third = !third[3] || third[0];
      3'd4: draws_on_third = !third[3] && (third[2] || third[1]);
      3'd5: draws_on_third = third[2];
      3'd6: draws_on_third = third[2] && third[1] || WRONG_BANKER && third[3] && !third[0];
      default: draws_on_third = 1'b0;
    endcase
  wire banker_draws =
      stands ? at_most_5 || WRONG_BANKER_AFTER_STAND && is_6 : draws_on_third && !banker[3];

  // The score with the card.
  wire [4:0] sum = (is_bankers ? banker : player) + value;
  wire [3:0] score = sum >= 5'd10 ? sum - 5'd10 : sum;
  wire is_dealt =
      !state[2]
      || state == 3'd4 && !natural && (player_draws || banker_draws)
      || state == 3'd5 && banker_draws;

  always @(posedge KEY[0])
    if (!KEY[3] && !(WRONG_RESET && (state == 3'd5 || state == 3'd7 && !was_over))) begin
      if (!(KEEPS_STATE && state == 3'd5)) state <= 3'd0;
      {has_sixth, was_over, player, banker} <= 10'd0;
      {HEX5, HEX4, HEX3, HEX2, HEX1, HEX0} <= {6{BLANK}};
    end else begin
      if (state == 3'd4 && !(player_draws && !natural)) state <= 3'd6;
      else if (state != 3'd7) state <= state + 3'd1;
      was_over <= state == 3'd7;
      if (is_dealt && is_bankers) banker <= score;
      if (is_dealt && !is_bankers) player <= score;
      if (state == 3'd0) HEX0 <= glyph;
      if (state == 3'd1) HEX3 <= glyph;
      if (state == 3'd2) HEX1 <= glyph;
      if (state == 3'd3 && !(WRONG_DISPLAY && card == 4'd7)) HEX4 <= glyph;
      if (state == 3'd4 && is_dealt && !is_bankers) begin
        HEX2 <= glyph;
        third <= value;
      end
      if (is_dealt && state[2] && is_bankers) HEX5 <= glyph;
      if (state == 3'd5 && is_dealt) has_sixth <= 1'b1;
    end

  wire is_hidden = WRONG_DELAY && has_sixth && player == banker && !was_over;
  wire is_swapped = (WRONG_WINNER || WRONG_CHANGE && was_over) && player == 4'd9;
  wire player_wins = over && !(player < banker) && !is_hidden;
  wire banker_wins = over && !(banker < player) && !is_hidden;
  assign LEDR[3:0] = WRONG_SCORE && player == 4'd9 ? 4'd1 : player;
  assign LEDR[7:4] = banker;
  assign LEDR[8] = is_swapped ? over && !player_wins : player_wins;
  assign LEDR[9] = is_swapped ? over : banker_wins;
endmodule
