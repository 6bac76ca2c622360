// Plays casino by its keys and switches until a second shoe is in use. It compares the LEDs after
// every release of KEY0 with the rules for the cards on the displays, the numbers on the displays
// before and after each hand with the bets, and counts the cards that each shoe deals.
module casino_tb;

  localparam int Decks = 8;

  logic       CLOCK_50 = 1'b0;
  logic [3:0] KEY = 4'b1111;
  logic [9:0] SW = 10'd0;
  wire  [9:0] LEDR;
  wire  [6:0] HEX5;
  wire  [6:0] HEX4;
  wire  [6:0] HEX3;
  wire  [6:0] HEX2;
  wire  [6:0] HEX1;
  wire  [6:0] HEX0;
  wire  [7:0] VGA_R;
  wire  [7:0] VGA_G;
  wire  [7:0] VGA_B;
  wire        VGA_CLK;
  wire        VGA_BLANK_N;
  wire        VGA_SYNC_N;
  wire        VGA_HS;
  wire        VGA_VS;

  casino dut (
    .CLOCK_50    (CLOCK_50),
    .KEY         (KEY),
    .SW          (SW),
    .LEDR        (LEDR),
    .HEX5        (HEX5),
    .HEX4        (HEX4),
    .HEX3        (HEX3),
    .HEX2        (HEX2),
    .HEX1        (HEX1),
    .HEX0        (HEX0),
    .VGA_R       (VGA_R),
    .VGA_G       (VGA_G),
    .VGA_B       (VGA_B),
    .VGA_CLK     (VGA_CLK),
    .VGA_BLANK_N (VGA_BLANK_N),
    .VGA_SYNC_N  (VGA_SYNC_N),
    .VGA_HS      (VGA_HS),
    .VGA_VS      (VGA_VS)
  );

  always #10 CLOCK_50 = !CLOCK_50;

  // No output may be unknown (x), from power-up on.
  wire [51:0] outputs = {LEDR, HEX5, HEX4, HEX3, HEX2, HEX1, HEX0};

  always @(outputs, CLOCK_50) begin
    if ($time > 0 && ^outputs === 1'bx) begin
      $fatal(1, "unknown: LEDR %b, HEX5 to HEX0 %b %b %b %b %b %b",
             LEDR, HEX5, HEX4, HEX3, HEX2, HEX1, HEX0);
    end
  end

  wire [28:0] video = {VGA_R, VGA_G, VGA_B, VGA_CLK, VGA_BLANK_N, VGA_SYNC_N, VGA_HS, VGA_VS};

  always @(video, CLOCK_50) begin
    if ($time > 0 && ^video === 1'bx) $fatal(1, "unknown: VGA outputs %b", video);
  end

  logic hsync = 1'b0;
  int   hsync_pixels = 0;
  int   hsync_changes = 0;

  // The monitor samples its signals as VGA_CLK rises. Horizontal sync is low for 96 of 800 pixels.
  always @(posedge VGA_CLK) begin
    if (!VGA_BLANK_N && {VGA_R, VGA_G, VGA_B} != 24'd0) $fatal(1, "a colour while blanked");
    if (VGA_HS == hsync) begin
      hsync_pixels = hsync_pixels + 1;
    end else begin
      // The first line has no back porch.
      if (hsync_changes >= 2 && hsync_pixels != (VGA_HS ? 96 : 704)) begin
        $fatal(1, "VGA_HS is %b for %0d pixels", hsync, hsync_pixels);
      end
      hsync = VGA_HS;
      hsync_pixels = 1;
      hsync_changes = hsync_changes + 1;
    end
  end

  // Returns the rank that a display shows: 0 for blank, 15 for an invalid pattern.
  function automatic [3:0] rank_on(input [6:0] display);
    case (display)
      7'b1111111: return 4'd0;
      7'b0001000: return 4'd1;
      7'b0100100: return 4'd2;
      7'b0110000: return 4'd3;
      7'b0011001: return 4'd4;
      7'b0010010: return 4'd5;
      7'b0000010: return 4'd6;
      7'b1111000: return 4'd7;
      7'b0000000: return 4'd8;
      7'b0010000: return 4'd9;
      7'b1000000: return 4'd10;
      7'b1100001: return 4'd11;
      7'b0011000: return 4'd12;
      7'b0001001: return 4'd13;
      default:    return 4'd15;
    endcase
  endfunction

  // Returns the segments of a decimal number on all displays, without leading zeros.
  function automatic [41:0] number_on_displays(input int number);
    int rest;
    logic [6:0] digit;
    number_on_displays = {42{1'b1}};
    rest = number;
    for (int place = 0; place < 6; place = place + 1) begin
      case (rest % 10)
        0:       digit = 7'b1000000;
        1:       digit = 7'b1111001;
        2:       digit = 7'b0100100;
        3:       digit = 7'b0110000;
        4:       digit = 7'b0011001;
        5:       digit = 7'b0010010;
        6:       digit = 7'b0000010;
        7:       digit = 7'b1111000;
        8:       digit = 7'b0000000;
        default: digit = 7'b0010000;
      endcase
      if (place == 0 || rest != 0) number_on_displays[7 * place +: 7] = digit;
      rest = rest / 10;
    end
  endfunction

  // The cards on the displays.
  wire [3:0] pcard1 = rank_on(HEX0);
  wire [3:0] pcard2 = rank_on(HEX1);
  wire [3:0] pcard3 = rank_on(HEX2);
  wire [3:0] dcard1 = rank_on(HEX3);
  wire [3:0] dcard2 = rank_on(HEX4);
  wire [3:0] dcard3 = rank_on(HEX5);

  function automatic int value(input [3:0] rank);
    return rank >= 10 ? 0 : rank;
  endfunction

  function automatic int score(input [3:0] first, input [3:0] second, input [3:0] third);
    return (value(first) + value(second) + value(third)) % 10;
  endfunction

  // Returns whether the dealer draws after the player's third card, which has the value `third`.
  function automatic bit dealer_draws(input int score, input int third);
    if (score == 3) return third != 8;
    if (score <= 2) return 1;
    return score <= 6 && third >= 2 * (score - 3) && third <= 7;
  endfunction

  // Returns the display of the next card, 0 to 5, or 6 if the hand is over.
  function automatic int next_place();
    int player;
    int dealer;
    if (pcard1 == 0) return 0;
    if (dcard1 == 0) return 3;
    if (pcard2 == 0) return 1;
    if (dcard2 == 0) return 4;
    player = score(pcard1, pcard2, 0);
    dealer = score(dcard1, dcard2, 0);
    if (player >= 8 || dealer >= 8 || dcard3 != 0) return 6;
    if (player >= 6) return dealer <= 5 ? 5 : 6;
    if (pcard3 == 0) return 2;
    return dealer_draws(dealer, value(pcard3)) ? 5 : 6;
  endfunction

  function automatic [3:0] rank_at(input int place);
    case (place)
      0:       return pcard1;
      1:       return pcard2;
      2:       return pcard3;
      3:       return dcard1;
      4:       return dcard2;
      default: return dcard3;
    endcase
  endfunction

  task expect_equal(input string what, input integer actual, input integer expected);
    if (actual !== expected) begin
      $fatal(1, "hand %0d of the shoe: %0s is %0d, should be %0d", hands, what, actual, expected);
    end
  endtask

  // Waits until the middle of a clock cycle, where keys and switches change.
  task cycles(input int count);
    repeat (count) @(negedge CLOCK_50);
  endtask

  task check_number(input string what, input int number);
    if ({HEX5, HEX4, HEX3, HEX2, HEX1, HEX0} !== number_on_displays(number)) begin
      $fatal(1, "hand %0d of the shoe: the displays do not show %0s, %0d", hands, what, number);
    end
  endtask

  // Checks the numbers that the displays show while KEY1, KEY2 or both are held.
  task check_numbers(input int stakes);
    KEY[1] = 1'b0;
    cycles(60);
    check_number("the stakes", stakes);
    KEY[2] = 1'b0;
    cycles(60);
    check_number("the cards before the cut card",
                 cards_left > burned + 14 ? cards_left - burned - 14 : 0);
    KEY[1] = 1'b1;
    cycles(60);
    check_number("the bankroll", bankroll);
    KEY[2] = 1'b1;
    cycles(60);
  endtask

  // Holds KEY0 for a random time, so that any card can be next, and releases it.
  task press;
    KEY[0] = 1'b0;
    cycles($urandom_range(500, 3));
    KEY[0] = 1'b1;
    cycles(60);
  endtask

  // The state of the game as the rules require it.
  int bankroll;
  int cards_left;
  int burned;
  int hands;
  bit cut_card_out;
  bit last_hand;
  int of_rank[1:13];

  task new_shoe;
    cards_left = 52 * Decks;
    burned = 0;
    hands = 0;
    cut_card_out = 0;
    last_hand = 0;
    for (int rank = 1; rank <= 13; rank = rank + 1) of_rank[rank] = 4 * Decks;
    // The shoe is written, a card per cycle.
    cycles(52 * Decks + 10);
  endtask

  // Takes a card of the rank that a display shows out of the shoe.
  task take(input [3:0] rank);
    if (rank < 1 || rank > 13) $fatal(1, "hand %0d of the shoe: no card is displayed", hands);
    if (of_rank[rank] == 0) $fatal(1, "hand %0d of the shoe: no card %0d is left", hands, rank);
    of_rank[rank] = of_rank[rank] - 1;
    cards_left = cards_left - 1;
  endtask

  task turn_up_the_burn_card;
    SW = 10'd0;
    cycles(10);
    press();
    take(dcard3);
    burned = dcard3 >= 10 ? 10 : dcard3;
    expect_equal("the number of burned cards on the LEDs", LEDR, burned);
    expect_equal("the other displays", {HEX4, HEX3, HEX2, HEX1, HEX0} == {35{1'b1}}, 1);
  endtask

  task deal_card(input int place);
    bit is_cut;
    is_cut = cards_left <= burned + 14;
    if (place == 0) begin
      last_hand = cut_card_out || is_cut;
      hands = hands + 1;
    end
    if (is_cut) cut_card_out = 1;
    press();
    take(rank_at(place));
  endtask

  task check_lights;
    int player;
    int dealer;
    player = score(pcard1, pcard2, pcard3);
    dealer = score(dcard1, dcard2, dcard3);
    expect_equal("LEDR[3:0]", LEDR[3:0], player);
    expect_equal("LEDR[7:4]", LEDR[7:4], dealer);
    expect_equal("LEDR[8]", LEDR[8], next_place() == 6 && player >= dealer);
    expect_equal("LEDR[9]", LEDR[9], next_place() == 6 && dealer >= player);
  endtask

  // Plays a hand with the bets of the switches, and moves the switches before its end.
  task play;
    int chips;
    int stakes;
    int place;
    bit on_banker;
    bit on_player;
    bit on_tie;
    {on_banker, on_player, on_tie} = SW[9:7];
    chips = SW[6:0];
    stakes = 20 * chips * (on_banker + on_player + on_tie);
    check_numbers(stakes);
    deal_card(0);
    check_lights();
    bankroll = bankroll - stakes;
    SW = $urandom;
    place = next_place();
    while (place != 6) begin
      deal_card(place);
      check_lights();
      place = next_place();
    end
    case (LEDR[9:8])
      2'b01:   bankroll = bankroll + on_player * 40 * chips;
      2'b10:   bankroll = bankroll + on_banker * 39 * chips;
      default: bankroll = bankroll + on_tie * 180 * chips + (on_player + on_banker) * 20 * chips;
    endcase
    if (bankroll > 999_999) bankroll = 999_999;
    check_numbers(stakes);
    // The hand is over: no more cards are dealt.
    press();
    check_lights();
  endtask

  // Clears the table, without a bet for the next hand.
  task clear_table;
    SW = 10'd0;
    KEY[3] = 1'b0;
    cycles(10);
    press();
    KEY[3] = 1'b1;
    if (bankroll < 20) bankroll = 10_000;
    if (last_hand) new_shoe();
    else cycles(60);
    check_number("the bankroll", bankroll);
    expect_equal("LEDR, on an empty table", LEDR, 0);
  endtask

  // Checks that stakes above the bankroll are refused, then bets what it allows.
  task bet;
    SW = {3'b111, 7'd127};
    cycles(60);
    if (bankroll < 3 * 127 * 20) begin
      expect_equal("LEDR, for refused stakes", LEDR, 10'h3FF);
      press();
      expect_equal("LEDR, for refused stakes", LEDR, 10'h3FF);
    end
    SW = $urandom;
    if (20 * SW[6:0] * (SW[9] + SW[8] + SW[7]) > bankroll) SW = 10'd0;
    cycles(60);
  endtask

  int shoes;

  initial begin
    bankroll = 10_000;
    new_shoe();
    check_number("the new bankroll", bankroll);
    for (shoes = 1; shoes <= 2; shoes = shoes + 1) begin
      turn_up_the_burn_card();
      do begin
        bet();
        play();
        clear_table();
      end while (hands != 0 && !(shoes == 2 && hands == 5));
    end
    $display("a shoe and 5 hands passed");
    $finish(0);
  end

endmodule
