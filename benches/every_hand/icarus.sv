// Plays hands at the pins of task5, compares LEDR and all displays at the end of each with
// precomputed answers, and prints the number of mismatches.
module bench;

  parameter integer HANDS = 1;
  parameter integer SHORTEST_WAIT = 1;
  parameter integer RANK_AFTER_RESET = 1;

  reg clock = 1'b0;
  reg [3:0] keys = 4'b1111;
  wire [9:0] lights;
  wire [6:0] hex5, hex4, hex3, hex2, hex1, hex0;
  wire [51:0] outputs = {hex0, hex1, hex2, hex3, hex4, hex5, lights};

  task5 board (clock, keys, lights, hex5, hex4, hex3, hex2, hex1, hex0);

  reg [51:0] answers [0:HANDS - 1];
  integer hand, card, rest, from, to, wrong, divisor;

  task cycles(input integer count);
    repeat (count) begin
      #1 clock = 1'b1;
      #1 clock = 1'b0;
    end
  endtask

  // Presses KEY[0] as briefly as the hardware detects.
  task press;
    if (SHORTEST_WAIT == 1) begin
      cycles(1);
      #1 keys[0] = 1'b0;
      #1 keys[0] = 1'b1;
      #1;
    end else begin
      keys[0] = 1'b0;
      cycles(1);
      keys[0] = 1'b1;
      cycles(SHORTEST_WAIT - 1);
    end
  endtask

  initial begin
    $readmemh("answers.hex", answers);
    wrong = 0;
    for (hand = 0; hand < HANDS; hand = hand + 1) begin
      keys[3] = 1'b0;
      cycles(1);
      press;
      keys[3] = 1'b1;
      from = RANK_AFTER_RESET;
      divisor = 371293;
      for (card = 0; card < 6; card = card + 1) begin
        to = (hand / divisor) % 13 + 1;
        cycles((to + 26 - from - SHORTEST_WAIT) % 13);
        press;
        from = to;
        divisor = divisor / 13;
      end
      #1 if (outputs !== answers[hand]) wrong = wrong + 1;
    end
    $display("%0d", wrong);
    $finish;
  end

endmodule
