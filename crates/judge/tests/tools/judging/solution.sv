// A solution of the lab in one file, with macros for what solutions do differently.
// It shares no code with this project's hardware.

`ifndef FIRST_CARD
`define FIRST_CARD 4'd1
`endif

// The card counter.
module shoe (
  input wire fast_clock,
  input wire resetb,
  input wire key,
  output reg [3:0] card
);
  initial card = `FIRST_CARD;
`ifdef SHOE_RESTARTS
  // Each press of the key restarts the shoe: only the time since then decides.
  reg key_before = 1'b1;
  always @(posedge fast_clock) key_before <= key;
  always @(posedge fast_clock)
    if (!resetb || key_before && !key) card <= 4'd1;
`elsif SHOE_COUNTS_ON
  always @(posedge fast_clock)
    if (1'b0) card <= `FIRST_CARD;
`else
  always @(posedge fast_clock)
    if (!resetb) card <= `FIRST_CARD;
`endif
`ifdef SHOE_COUNTS_DOWN
    else card <= card == 4'd1 ? 4'd13 : card - 4'd1;
`elsif TWELVE_CARDS
    else card <= card == 4'd12 ? 4'd1 : card + 4'd1;
`elsif STUCK_SHOE
    else card <= 4'd5;
`else
    else card <= card == 4'd13 ? 4'd1 : card + 4'd1;
`endif
endmodule

// The card registers.
module card_register (
  input wire clock,
  input wire resetb,
  input wire load,
  input wire [3:0] d,
  output reg [3:0] q
);
`ifdef ASYNCHRONOUS_RESET
  always @(posedge clock or negedge resetb)
`else
  always @(posedge clock)
`endif
    if (!resetb) q <= 4'd0;
    else if (load) q <= d;
endmodule

module score (
  input wire [3:0] a,
  input wire [3:0] b,
  input wire [3:0] c,
  output wire [3:0] total
);
  function [3:0] value(input [3:0] card);
    value = card >= 4'd10 ? 4'd0 : card;
  endfunction
  wire [5:0] sum = value(a) + value(b) + value(c);
`ifdef WRONG_SCORE_OVER_20
  assign total = sum >= 6'd10 ? sum - 6'd10 : sum;
`else
  assign total = sum % 6'd10;
`endif
endmodule

module display (
  input wire [3:0] card,
  output reg [6:0] hex
);
  always @*
    case (card)
`ifdef OTHER_GLYPHS
      4'd0: hex = 7'b0111111;  // a dash
      4'd10: hex = 7'b1111001; // 1
      4'd11: hex = 7'b1110001; // L
      4'd12: hex = 7'b0100111; // c
      4'd13: hex = 7'b0001011; // h
`else
      4'd10: hex = 7'b1000000;
      4'd11: hex = 7'b1100001;
      4'd12: hex = 7'b0011000;
      4'd13: hex = 7'b0001001;
`endif
      4'd1: hex = 7'b0001000;
      4'd2: hex = 7'b0100100;
      4'd3: hex = 7'b0110000;
      4'd4: hex = 7'b0011001;
      4'd5: hex = 7'b0010010;
`ifdef WRONG_SIX_AND_NINE
      4'd6: hex = 7'b0010000;
      4'd9: hex = 7'b0000010;
`else
      4'd6: hex = 7'b0000010;
      4'd9: hex = 7'b0010000;
`endif
      4'd7: hex = 7'b1111000;
      4'd8: hex = 7'b0000000;
`ifndef OTHER_GLYPHS
      default: hex = 7'b1111111;
`else
      default: hex = 7'b0111111;
`endif
    endcase
endmodule

module game (
  input wire clock,
  input wire resetb,
  input wire [3:0] player,
  input wire [3:0] banker,
  input wire [3:0] third,
  output reg [5:0] load, // p1, p2, p3, b1, b2, b3
  output reg player_wins,
  output reg banker_wins
);
  localparam START = 4'd0, P1 = 4'd1, B1 = 4'd2, P2 = 4'd3, B2 = 4'd4, DECIDE = 4'd5, P3 = 4'd6,
             B3 = 4'd7, DONE = 4'd8, LAST = 4'd9;
  reg [3:0] state = START;
  reg [3:0] next;

  wire [3:0] value = third >= 4'd10 ? 4'd0 : third;
`ifdef WRONG_NATURAL_9
  wire natural = player == 4'd8 || banker == 4'd8;
`else
  wire natural = player >= 4'd8 || banker >= 4'd8;
`endif
  wire player_draws = player <= 4'd5;
  reg banker_draws;
  always @*
`ifdef WRONG_BANKER_IGNORES_PLAYER
    banker_draws = banker <= 4'd5;
`else
    case (banker)
      4'd0, 4'd1, 4'd2: banker_draws = 1'b1;
`ifdef WRONG_BANKER_3
      4'd3: banker_draws = value < 4'd8;
`else
      4'd3: banker_draws = value != 4'd8;
`endif
      4'd4: banker_draws = value >= 4'd2 && value <= 4'd7;
      4'd5: banker_draws = value >= 4'd4 && value <= 4'd7;
`ifdef WRONG_BANKER_6
      4'd6: banker_draws = value >= 4'd6 && value <= 4'd8;
`else
      4'd6: banker_draws = value >= 4'd6 && value <= 4'd7;
`endif
      default: banker_draws = 1'b0;
    endcase
`endif

  // What follows the first four cards.
  wire [3:0] decision = natural ? DONE : player_draws ? P3 : banker <= 4'd5 ? B3 : DONE;

  always @* begin
    load = 6'd0;
    next = state;
    case (state)
`ifdef EXTRA_FIRST_PRESS
      START: next = P1;
`else
      START: begin load[0] = 1'b1; next = B1; end
`endif
      P1: begin load[0] = 1'b1; next = B1; end
      B1: begin load[3] = 1'b1; next = P2; end
      P2: begin load[1] = 1'b1; next = B2; end
      B2: begin load[4] = 1'b1; next = DECIDE; end
`ifdef EXTRA_DECISION_PRESS
      DECIDE: next = decision;
      P3: begin load[2] = 1'b1; next = 4'd10; end
`else
      DECIDE:
        case (decision)
          P3: begin load[2] = 1'b1; next = 4'd10; end
`ifdef EXTRA_PRESS_FOR_BANKER
          B3: next = B3;
`else
          B3: begin load[5] = 1'b1; next = LAST; end
`endif
          default: next = LAST;
        endcase
`endif
      4'd10: if (banker_draws) begin load[5] = 1'b1; next = LAST; end else next = LAST;
      B3: begin load[5] = 1'b1; next = LAST; end
      DONE: next = LAST;
      LAST: next = LAST;
      default: next = START;
    endcase
  end

`ifdef ASYNCHRONOUS_RESET
  always @(posedge clock or negedge resetb)
`else
  always @(posedge clock)
`endif
    if (!resetb) state <= START;
    else state <= next;

`ifdef LIGHTS_AT_ONCE
  wire over = state == LAST || state == DECIDE && decision == DONE || state == 4'd10 && !banker_draws;
`else
  wire over = state == LAST;
`endif
`ifdef LATCHED_LIGHTS
  // The designer forgot the other states.
  always @*
    if (!resetb) begin
      player_wins = 1'b0;
      banker_wins = 1'b0;
    end else if (over) begin
      player_wins = player >= banker;
      banker_wins = banker >= player;
    end
`else
  always @* begin
    player_wins = 1'b0;
    banker_wins = 1'b0;
    if (over) begin
`ifdef WRONG_TIE
      player_wins = player > banker;
      banker_wins = banker > player;
`else
      player_wins = player >= banker;
      banker_wins = banker >= player;
`endif
    end
  end
`endif
endmodule

module task5 (
  input wire CLOCK_50,
`ifdef ASCENDING_RANGES
  input wire [0:3] KEY,
`else
  input wire [3:0] KEY,
`endif
  output wire [9:0] LEDR,
`ifdef ASCENDING_RANGES
  output wire [0:6] HEX5, HEX4,
  output wire [6:0] HEX3, HEX2, HEX1, HEX0
`else
  output wire [6:0] HEX5, HEX4, HEX3, HEX2, HEX1, HEX0
`endif
);
  wire resetb = KEY[3];
`ifdef FALLING_EDGE
  wire slow_clock = ~KEY[0];
`elsif DIVIDED_KEY
  // Two flip-flops in a row, the second of which clocks the game.
  reg sampled = 1'b1, slow_clock = 1'b1;
  always @(posedge CLOCK_50) begin
    sampled <= KEY[0];
    slow_clock <= sampled;
  end
`elsif NO_KEY
  wire slow_clock = 1'b1;
`else
  wire slow_clock = KEY[0];
`endif

  wire [3:0] new_card;
  shoe shoe (CLOCK_50, resetb, KEY[0], new_card);

  wire [5:0] load;
  wire [3:0] p1, p2, p3, b1, b2, b3, pscore, dscore;
  card_register rp1 (slow_clock, resetb, load[0], new_card, p1);
  card_register rp2 (slow_clock, resetb, load[1], new_card, p2);
  card_register rb1 (slow_clock, resetb, load[3], new_card, b1);
  card_register rb2 (slow_clock, resetb, load[4], new_card, b2);
  card_register rb3 (slow_clock, resetb, load[5], new_card, b3);
`ifdef WRONG_THIRD_CARD_IS_KEPT
  card_register rp3 (slow_clock, 1'b1, load[2], new_card, p3);
`else
  card_register rp3 (slow_clock, resetb, load[2], new_card, p3);
`endif
  score ps (p1, p2, p3, pscore);
  score bs (b1, b2, b3, dscore);

  game sm (slow_clock, resetb, pscore, dscore, p3, load, LEDR[8], LEDR[9]);
  assign LEDR[3:0] = pscore;
  assign LEDR[7:4] = dscore;

`ifdef DISPLAYS_IN_ORDER
  display h5 (p1, HEX5);
  display h4 (p2, HEX4);
  display h3 (p3, HEX3);
  display h2 (b1, HEX2);
  display h1 (b2, HEX1);
  display h0 (b3, HEX0);
`else
  display h0 (p1, HEX0);
  display h1 (p2, HEX1);
  display h2 (p3, HEX2);
`ifdef WRONG_HEX3
  display h3 (b1 == 4'd13 ? 4'd0 : b1, HEX3);
`else
  display h3 (b1, HEX3);
`endif
`ifdef ASCENDING_RANGES
  // Bit 0 is segment a, whatever the direction of the range.
  wire [6:0] s4, s5;
  display h4 (b2, s4);
  display h5 (b3, s5);
  assign {HEX4[6], HEX4[5], HEX4[4], HEX4[3], HEX4[2], HEX4[1], HEX4[0]} = s4;
  assign {HEX5[6], HEX5[5], HEX5[4], HEX5[3], HEX5[2], HEX5[1], HEX5[0]} = s5;
`else
  display h4 (b2, HEX4);
  display h5 (b3, HEX5);
`endif
`endif
endmodule
