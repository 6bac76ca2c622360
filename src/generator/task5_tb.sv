// A testbench like those that students of the lab write: it connects task5 by position, presses
// keys, and checks the outputs and the nets inside, by the names that the lab prescribes. It plays
// the first hand from power-up without a reset and each of the others after one, and requires hands
// of every length. It works with either clocking.
module task5_tb;

  localparam int Hands = 200;

  logic       CLOCK_50 = 1'b0;
  logic [3:0] KEY = 4'b1111;
  wire  [9:0] LEDR;
  wire  [6:0] HEX5;
  wire  [6:0] HEX4;
  wire  [6:0] HEX3;
  wire  [6:0] HEX2;
  wire  [6:0] HEX1;
  wire  [6:0] HEX0;

  task5 dut (CLOCK_50, KEY, LEDR, HEX5, HEX4, HEX3, HEX2, HEX1, HEX0);

  always #10 CLOCK_50 = !CLOCK_50;

  // No signal may be unknown (x), from power-up on.
  wire [51:0] outputs = {LEDR, HEX5, HEX4, HEX3, HEX2, HEX1, HEX0};
  wire [19:0] peeked = {
    dut.pscore, dut.dscore, dut.pcard3, dut.load_pcard1, dut.load_pcard2, dut.load_pcard3,
    dut.load_dcard1, dut.load_dcard2, dut.load_dcard3,
    dut.sm.player_win_light, dut.sm.dealer_win_light
  };

  always @(outputs, peeked, CLOCK_50) begin
    if ($time > 0 && ^{outputs, peeked} === 1'bx) begin
      $fatal(1, "unknown: LEDR %b, HEX5 to HEX0 %b %b %b %b %b %b, inside %b",
             LEDR, HEX5, HEX4, HEX3, HEX2, HEX1, HEX0, peeked);
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

  // Returns the expected loads, one-hot or 0: bits 5 to 3 for the dealer's third, second and first
  // card, bits 2 to 0 for the player's.
  function automatic [5:0] due();
    int player;
    int dealer;
    if (pcard1 == 0) return 6'b000_001;
    if (dcard1 == 0) return 6'b001_000;
    if (pcard2 == 0) return 6'b000_010;
    if (dcard2 == 0) return 6'b010_000;
    player = score(pcard1, pcard2, 0);
    dealer = score(dcard1, dcard2, 0);
    if (player >= 8 || dealer >= 8 || dcard3 != 0) return 6'b000_000;
    if (player >= 6) return dealer <= 5 ? 6'b100_000 : 6'b000_000;
    if (pcard3 == 0) return 6'b000_100;
    return dealer_draws(dealer, value(pcard3)) ? 6'b100_000 : 6'b000_000;
  endfunction

  // Returns the number of cards on the displays.
  function automatic int cards();
    return (pcard1 != 0) + (pcard2 != 0) + (pcard3 != 0)
         + (dcard1 != 0) + (dcard2 != 0) + (dcard3 != 0);
  endfunction

  task expect_equal(input string what, input integer actual, input integer expected);
    if (actual !== expected) begin
      $fatal(1, "%0s is %0d, should be %0d, with %0d %0d %0d on the right, %0d %0d %0d on the left",
             what, actual, expected, pcard1, pcard2, pcard3, dcard1, dcard2, dcard3);
    end
  endtask

  // Compares all outputs and nets with those expected for the cards on the displays.
  task check;
    int player;
    int dealer;
    player = score(pcard1, pcard2, pcard3);
    dealer = score(dcard1, dcard2, dcard3);
    expect_equal("LEDR[3:0]", LEDR[3:0], player);
    expect_equal("LEDR[7:4]", LEDR[7:4], dealer);
    expect_equal("LEDR[8]", LEDR[8], due() == 0 && player >= dealer);
    expect_equal("LEDR[9]", LEDR[9], due() == 0 && dealer >= player);
    expect_equal("dut.pscore", dut.pscore, player);
    expect_equal("dut.dscore", dut.dscore, dealer);
    expect_equal("dut.pcard3", dut.pcard3, pcard3);
    expect_equal("dut.dp.pcard3_out", dut.dp.pcard3_out, pcard3);
    expect_equal("dut.dp.HEX5", dut.dp.HEX5, HEX5);
    expect_equal("dut.sm.player_win_light", dut.sm.player_win_light, LEDR[8]);
    expect_equal("dut.sm.dealer_win_light", dut.sm.dealer_win_light, LEDR[9]);
    expect_equal("dut.load_pcard1", dut.load_pcard1, due() >> 0 & 1);
    expect_equal("dut.load_pcard2", dut.load_pcard2, due() >> 1 & 1);
    expect_equal("dut.load_pcard3", dut.load_pcard3, due() >> 2 & 1);
    expect_equal("dut.load_dcard1", dut.load_dcard1, due() >> 3 & 1);
    expect_equal("dut.load_dcard2", dut.load_dcard2, due() >> 4 & 1);
    expect_equal("dut.load_dcard3", dut.load_dcard3, due() >> 5 & 1);
  endtask

  // Waits until the middle of a clock cycle, where keys change.
  task cycles(input int count);
    repeat (count) @(negedge CLOCK_50);
  endtask

  task press;
    KEY[0] = 1'b0;
    cycles($urandom_range(15, 3));
    KEY[0] = 1'b1;
    cycles(4);
  endtask

  task reset;
    KEY[3] = 1'b0;
    cycles(3);
    press();
    KEY[3] = 1'b1;
    cycles(4);
  endtask

  // The number of hands of each length so far.
  int seen[0:6];

  task play;
    int dealt;
    bit over;
    expect_equal("the number of cards at the start", cards(), 0);
    check();
    dealt = 0;
    over = 0;
    while (!over) begin
      press();
      dealt = dealt + 1;
      expect_equal("the number of cards", cards(), dealt);
      check();
      over = due() == 0;
    end
    seen[dealt] = seen[dealt] + 1;
    // The hand is over: no more cards are dealt.
    repeat (2) press();
    expect_equal("the number of cards after the end", cards(), dealt);
    check();
  endtask

  initial begin
    for (int length = 0; length <= 6; length = length + 1) seen[length] = 0;
    cycles(20);
    play();
    repeat (Hands - 1) begin
      reset();
      play();
    end
    for (int length = 4; length <= 6; length = length + 1) begin
      if (seen[length] == 0) $fatal(1, "no hand of %0d cards among %0d", length, Hands);
    end
    $display("%0d hands passed", Hands);
    $finish(0);
  end

endmodule
