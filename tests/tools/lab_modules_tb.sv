// Each module of the lab, connected by position in the lab's order of ports. The checks distinguish
// every port from the others.
module lab_modules_tb;

  logic fast_clock = 1'b0;
  logic slow_clock = 1'b0;
  logic resetb = 1'b1;

  task expect_equal(input string what, input integer actual, input integer expected);
    if (actual !== expected) $fatal(1, "%0s is %0d, should be %0d", what, actual, expected);
  endtask

  task fast_edge;
    #1 fast_clock = 1'b1;
    #1 fast_clock = 1'b0;
  endtask

  task slow_edge;
    #1 slow_clock = 1'b1;
    #1 slow_clock = 1'b0;
  endtask

  // The shoe.

  wire [3:0] new_card;

  dealcard shoe (fast_clock, resetb, new_card);

  task check_dealcard;
    resetb = 1'b0;
    fast_edge();
    resetb = 1'b1;
    for (int card = 1; card <= 30; card = card + 1) begin
      expect_equal("dealcard's new_card", new_card, (card - 1) % 13 + 1);
      fast_edge();
    end
  endtask

  // The score of a hand.

  logic [3:0] card1 = 4'd0;
  logic [3:0] card2 = 4'd0;
  logic [3:0] card3 = 4'd0;
  wire  [3:0] total;

  scorehand score (card1, card2, card3, total);

  task check_scorehand;
    card1 = 4'd9;
    #1 expect_equal("scorehand's total of 9", total, 9);
    card2 = 4'd7;
    #1 expect_equal("scorehand's total of 9 7", total, 6);
    card3 = 4'd8;
    #1 expect_equal("scorehand's total of 9 7 8", total, 4);
    card1 = 4'd13;
    #1 expect_equal("scorehand's total of K 7 8", total, 5);
  endtask

  // A card on a display.

  logic [3:0] card = 4'd0;
  wire  [6:0] seg7;

  card7seg display (card, seg7);

  task check_card7seg;
    card = 4'd0;
    #1 expect_equal("card7seg's seg7 for no card", seg7, 7'b1111111);
    card = 4'd7;
    #1 expect_equal("card7seg's seg7 for a 7", seg7, 7'b1111000);
  endtask

  // A register for a card.

  logic       load = 1'b0;
  logic [3:0] card_in = 4'd11;
  wire  [3:0] card_out;

  reg4 register (slow_clock, resetb, load, card_in, card_out);

  task check_reg4;
    expect_equal("reg4's card_out at power-up", card_out, 0);
    slow_edge();
    expect_equal("reg4's card_out without a load", card_out, 0);
    load = 1'b1;
    slow_edge();
    load = 1'b0;
    expect_equal("reg4's card_out with a load", card_out, 11);
    resetb = 1'b0;
    slow_edge();
    resetb = 1'b1;
    expect_equal("reg4's card_out after a reset", card_out, 0);
  endtask

  // The table, with loads from this testbench. Bits of `loads`: the player's cards, then the
  // dealer's.

  logic [5:0] loads = 6'b000000;
  wire  [3:0] pcard3_out;
  wire  [3:0] pscore_out;
  wire  [3:0] dscore_out;
  wire  [6:0] HEX5;
  wire  [6:0] HEX4;
  wire  [6:0] HEX3;
  wire  [6:0] HEX2;
  wire  [6:0] HEX1;
  wire  [6:0] HEX0;

  datapath dp (slow_clock, fast_clock, resetb,
               loads[0], loads[1], loads[2], loads[3], loads[4], loads[5],
               pcard3_out, pscore_out, dscore_out,
               HEX5, HEX4, HEX3, HEX2, HEX1, HEX0);

  task check_datapath;
    resetb = 1'b0;
    fast_edge();
    slow_edge();
    resetb = 1'b1;
    // The player gets A, 2, 3, the dealer 4, 5, 6.
    for (int place = 0; place < 6; place = place + 1) begin
      loads = 6'b000001 << place;
      slow_edge();
      fast_edge();
    end
    loads = 6'b000000;
    slow_edge();
    expect_equal("datapath's HEX0", HEX0, 7'b0001000);
    expect_equal("datapath's HEX1", HEX1, 7'b0100100);
    expect_equal("datapath's HEX2", HEX2, 7'b0110000);
    expect_equal("datapath's HEX3", HEX3, 7'b0011001);
    expect_equal("datapath's HEX4", HEX4, 7'b0010010);
    expect_equal("datapath's HEX5", HEX5, 7'b0000010);
    expect_equal("datapath's pcard3_out", pcard3_out, 3);
    expect_equal("datapath's pscore_out", pscore_out, 6);
    expect_equal("datapath's dscore_out", dscore_out, 5);
  endtask

  // The rules, with scores from this testbench.

  logic [3:0] dscore = 4'd0;
  logic [3:0] pscore = 4'd0;
  logic [3:0] pcard3 = 4'd0;
  wire        load_pcard1;
  wire        load_pcard2;
  wire        load_pcard3;
  wire        load_dcard1;
  wire        load_dcard2;
  wire        load_dcard3;
  wire        player_win_light;
  wire        dealer_win_light;

  statemachine sm (slow_clock, resetb, dscore, pscore, pcard3,
                   load_pcard1, load_pcard2, load_pcard3,
                   load_dcard1, load_dcard2, load_dcard3,
                   player_win_light, dealer_win_light);

  wire [7:0] decision = {
    player_win_light, dealer_win_light,
    load_dcard3, load_dcard2, load_dcard1,
    load_pcard3, load_pcard2, load_pcard1
  };

  task check_statemachine;
    resetb = 1'b0;
    slow_edge();
    resetb = 1'b1;
    expect_equal("statemachine's decision at the start", decision, 8'b00_000_001);
    slow_edge();
    expect_equal("statemachine's decision after a card", decision, 8'b00_001_000);
    slow_edge();
    expect_equal("statemachine's decision after two cards", decision, 8'b00_000_010);
    slow_edge();
    expect_equal("statemachine's decision after three cards", decision, 8'b00_010_000);
    dscore = 4'd3;
    pscore = 4'd5;
    slow_edge();
    expect_equal("statemachine's decision for 5 against 3", decision, 8'b00_000_100);
    pscore = 4'd4;
    pcard3 = 4'd9;
    slow_edge();
    expect_equal("statemachine's decision for a 9 against 3", decision, 8'b00_100_000);
    pscore = 4'd3;
    pcard3 = 4'd8;
    #1 expect_equal("statemachine's decision for an 8 against 3", decision, 8'b11_000_000);
    pscore = 4'd4;
    #1 expect_equal("statemachine's decision when the player wins", decision, 8'b10_000_000);
    pscore = 4'd2;
    #1 expect_equal("statemachine's decision when the dealer wins", decision, 8'b01_000_000);
  endtask

  initial begin
    #1;
    check_dealcard();
    check_scorehand();
    check_card7seg();
    check_reg4();
    check_datapath();
    check_statemachine();
    $display("all modules passed");
    $finish(0);
  end

endmodule
