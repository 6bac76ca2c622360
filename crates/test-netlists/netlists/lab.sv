// A solution of the lab as students write it: registers of cards, and a state machine that decides
// in states of its own. The inputs besides CLOCK_50 and KEY choose what is wrong.
module card_register (
  input wire clock, resetb, load,
  input wire [3:0] d,
  output reg [3:0] q
);
  always @(posedge clock)
    if (!resetb) q <= 4'd0;
    else if (load) q <= d;
endmodule

module value_of (
  input wire JACK_IS_ONE, FACES_COUNT,
  input wire [3:0] card,
  output wire [3:0] value
);
  // With FACES_COUNT, a jack, queen and king count as 1, 2 and 3.
  wire [3:0] face = FACES_COUNT && card > 4'd10 ? card - 4'd10 : {3'd0, JACK_IS_ONE && card == 4'd11};
  assign value = card > 4'd9 ? face : card;
endmodule

module scorehand (
  input wire JACK_IS_ONE, FACES_COUNT,
  input wire [3:0] card1, card2, card3,
  output wire [3:0] total
);
  wire [3:0] a, b, c;
  value_of va (JACK_IS_ONE, FACES_COUNT, card1, a);
  value_of vb (JACK_IS_ONE, FACES_COUNT, card2, b);
  value_of vc (JACK_IS_ONE, FACES_COUNT, card3, c);
  wire [4:0] sum = a + b;
  wire [4:0] all = (sum > 5'd9 ? sum - 5'd10 : sum) + c;
  assign total = all > 5'd9 ? all - 5'd10 : all;
endmodule

module card7seg (
  input wire KING_IS_BLANK,
  input wire [3:0] card,
  output reg [6:0] seg7
);
  always @*
    case (card)
      4'd1: seg7 = 7'h08;
      4'd2: seg7 = 7'h24;
      4'd3: seg7 = 7'h30;
      4'd4: seg7 = 7'h19;
      4'd5: seg7 = 7'h12;
      4'd6: seg7 = 7'h02;
      4'd7: seg7 = 7'h78;
      4'd8: seg7 = 7'h00;
      4'd9: seg7 = 7'h10;
      4'd10: seg7 = 7'h40;
      4'd11: seg7 = 7'h61;
      4'd12: seg7 = 7'h18;
      4'd13: seg7 = KING_IS_BLANK ? 7'h7f : 7'h09;
      default: seg7 = 7'h7f;
    endcase
endmodule

module lab (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  // Cells of the banker's table: the bits of the score, and of the value of the third card.
  input wire [127:0] CELL,
  // What the banker's rule sees, or does without looking.
  input wire UNCONDITIONAL, EARLY, KEPT, KEPT_IF_ANY,
  input wire PLAYER_DRAWS_ON_6, BANKER_STANDS_ON_5, ONLY_9_IS_NATURAL, NO_LIGHT_ON_TIE,
  // After the end: the state machine deals again, or the lights go out, one press late in ties.
  input wire DEALS_AGAIN, CLEARS, LATE_TIE, LIGHTS_GO_OUT,
  // Displays without cards, no lights, or the other side's and none on a tie.
  input wire BLANK_HEX2, BLANK_HEX5, NO_LEDR, SWAPPED_LIGHTS, PLAYER_STANDS_ON_3,
  // HEX2 shows no king, or a dash if no card is dealt there.
  input wire BLANK_KING_ON_HEX2, DASH_ON_HEX2,
  input wire JACK_IS_ONE, FACES_COUNT, KING_IS_BLANK, DEBOUNCED,
  output wire [9:0] LEDR,
  output wire [6:0] HEX5, HEX4, HEX3, HEX2, HEX1, HEX0
);
  localparam PC1 = 4'd0, DC1 = 4'd1, PC2 = 4'd2, DC2 = 4'd3, DECIDE = 4'd4, PC3 = 4'd5,
             DECIDE_DEALER = 4'd6, DC3 = 4'd7, OVER = 4'd8, LATER = 4'd9, CLEAR = 4'd10;

  // The key, as it is, or when it has been the same for 200 cycles.
  reg [7:0] count = 8'd0;
  reg debounced = 1'b1;
  always @(posedge CLOCK_50)
    if (KEY[0] == debounced) count <= 8'd0;
    else if (count == 8'd200) debounced <= KEY[0];
    else count <= count + 8'd1;
  wire slow_clock = DEBOUNCED ? debounced : KEY[0];

  reg [3:0] new_card = 4'd1;
  always @(posedge CLOCK_50)
    if (!KEY[3] || new_card == 4'd13) new_card <= 4'd1;
    else new_card <= new_card + 4'd1;

  reg [3:0] state = PC1;
  wire resetb = KEY[3] && state != CLEAR;
  wire [3:0] pcard1, pcard2, pcard3, dcard1, dcard2, dcard3, pscore, dscore;
  card_register p1 (slow_clock, resetb, state == PC1, new_card, pcard1);
  card_register p2 (slow_clock, resetb, state == PC2, new_card, pcard2);
  card_register p3 (slow_clock, resetb, state == PC3, new_card, pcard3);
  card_register d1 (slow_clock, resetb, state == DC1, new_card, dcard1);
  card_register d2 (slow_clock, resetb, state == DC2, new_card, dcard2);
  card_register d3 (slow_clock, resetb, state == DC3, new_card, dcard3);
  scorehand player (JACK_IS_ONE, FACES_COUNT, pcard1, pcard2, pcard3, pscore);
  scorehand dealer (JACK_IS_ONE, FACES_COUNT, dcard1, dcard2, dcard3, dscore);

  // A copy of the player's third card that no reset clears.
  reg [3:0] kept = 4'd0;
  always @(posedge slow_clock) if (state == PC3) kept <= new_card;

  wire [3:0] value;
  // With KEPT_IF_ANY, the card of an earlier hand, if there was one, otherwise the right one.
  wire sees_kept = KEPT || (KEPT_IF_ANY && kept != 4'd0);
  wire [3:0] seen = sees_kept ? kept : (KEPT_IF_ANY ? new_card : pcard3);
  value_of third (JACK_IS_ONE, FACES_COUNT, seen, value);
  reg rule;
  always @*
    case (dscore)
      4'd0, 4'd1, 4'd2: rule = 1'b1;
      4'd3: rule = value != 4'd8;
      4'd4: rule = value >= 4'd2 && value <= 4'd7;
      4'd5: rule = value >= 4'd4 && value <= 4'd7;
      4'd6: rule = value == 4'd6 || value == 4'd7;
      default: rule = 1'b0;
    endcase
  wire dealer_draws = rule ^ CELL[{dscore[2:0], value}];
  wire natural = ONLY_9_IS_NATURAL ? pscore == 4'd9 || dscore == 4'd9
                                   : pscore[3] || dscore[3];

  // Whether the rule is applied while the card is being loaded.
  wire at_once = EARLY || KEPT || KEPT_IF_ANY;
  reg [3:0] nstate = PC1;
  always @(negedge slow_clock) nstate <= state;
  always @(posedge slow_clock)
    if (!KEY[3]) state <= PC1;
    else
      case (state)
        PC1: state <= DC1;
        DC1: state <= PC2;
        PC2: state <= DC2;
        DC2: state <= DECIDE;
        DECIDE:
          if (natural) state <= OVER;
          else if (pscore <= (PLAYER_STANDS_ON_3 ? 4'd2 : 4'd5) || PLAYER_DRAWS_ON_6 && pscore == 4'd6) state <= PC3;
          else if (dscore <= (BANKER_STANDS_ON_5 ? 4'd4 : 4'd5)) state <= DC3;
          else state <= OVER;
        PC3:
          if (UNCONDITIONAL) state <= DC3;
          else if (!at_once) state <= DECIDE_DEALER;
          else if (dealer_draws) state <= DC3;
          else state <= OVER;
        DECIDE_DEALER:
          if (dealer_draws) state <= DC3;
          else state <= OVER;
        DC3: state <= OVER;
        OVER:
          if (DEALS_AGAIN) state <= PC1;
          else if (CLEARS) state <= CLEAR;
          else state <= LATER;
        LATER: state <= LATE_TIE ? CLEAR + 4'd1 : LATER;
        CLEAR: state <= PC1;
        default: state <= state;
      endcase

  wire tie = pscore == dscore;
  wire on = LATE_TIE && tie ? state == LATER
          : state == OVER || !LIGHTS_GO_OUT && (state == LATER || state == CLEAR + 4'd1);
  assign LEDR[3:0] = NO_LEDR ? 4'd0 : pscore;
  assign LEDR[7:4] = NO_LEDR ? 4'd0 : dscore;
  wire player_wins = on && pscore >= dscore && !(NO_LIGHT_ON_TIE && tie);
  wire dealer_wins = on && dscore >= pscore && !(NO_LIGHT_ON_TIE && tie);
  assign LEDR[8] = SWAPPED_LIGHTS ? dealer_wins && !tie : player_wins && !NO_LEDR;
  assign LEDR[9] = SWAPPED_LIGHTS ? player_wins && !tie : dealer_wins && !NO_LEDR;
  card7seg h0 (KING_IS_BLANK, pcard1, HEX0);
  card7seg h1 (KING_IS_BLANK, pcard2, HEX1);
  wire [6:0] third_card;
  card7seg h2 (KING_IS_BLANK || BLANK_KING_ON_HEX2, pcard3, third_card);
  assign HEX2 = DASH_ON_HEX2 && on && pcard3 == 4'd0 ? 7'h3f : third_card | {7{BLANK_HEX2}};
  card7seg h3 (KING_IS_BLANK, dcard1, HEX3);
  card7seg h4 (KING_IS_BLANK, dcard2, HEX4);
  wire [6:0] dealers_third_card;
  card7seg h5 (KING_IS_BLANK, dcard3, dealers_third_card);
  assign HEX5 = dealers_third_card | {7{BLANK_HEX5}};
endmodule
