// Our own task5, in the shape of the handout; macros make one mistake each.
module dealcard(input logic clock, resetb, output logic [3:0] new_card);
  logic [3:0] n;
  always_ff @(posedge clock) if (!resetb) n <= 1; else n <= n == 13 ? 4'd1 : n + 4'd1;
  assign new_card = n;
endmodule
module seg(input logic [3:0] c, output logic [6:0] h);
  always_comb case (c)
    0: h = 7'h7F; 1: h = 7'h08; 2: h = 7'h24; 3: h = 7'h30; 4: h = 7'h19; 5: h = 7'h12; 6: h = 7'h02; 7: h = 7'h78;
    8: h = 7'h00; 9: h = 7'h10; 10: h = 7'h40; 11: h = 7'h61; 12: h = 7'h18; 13: h = 7'h09; default: h = 7'h7F;
  endcase
endmodule
module value(input logic [3:0] a, b, c, output logic [3:0] s);
  function [5:0] v(input [3:0] x); v = x > 9 ? 6'd0 : {2'd0, x}; endfunction
  logic [5:0] t;
  assign t = v(a) + v(b) + v(c);
`ifdef NO_MODULO
  assign s = t[3:0];
`elsif FOUR_BITS
  assign s = t[3:0] % 4'd10;
`else
  assign s = 4'(t % 10);
`endif
endmodule
module machine(input logic clk, rst, input logic [7:0] sum, input logic [3:0] ps, bs, p3, output logic [5:0] load, output logic pw, bw);
  localparam P1 = 4'd0, B1 = 4'd1, P2 = 4'd2, B2 = 4'd3, THINK = 4'd4, P3 = 4'd5, THINK3 = 4'd6, B3 = 4'd7, END = 4'd8, THINKB = 4'd9, LOOK = 4'd10, WAIT = 4'd11;
  logic [3:0] s;
  logic [3:0] v;
  assign v = p3 > 9 ? 4'd0 : p3;
`ifdef STALE_BANKER  // the banker's rule sees its score while the fourth card is loaded
  logic [3:0] bt;
  always_ff @(posedge clk) if (s == B2) bt <= bs;
`else
  wire [3:0] bt = bs;
`endif
  wire tab = bt <= 2 || bt == 3 && v != 8 || bt == 4 && v >= 2 && v <= 7 || bt == 5 && v >= 4 && v <= 7 || bt == 6 && (v == 6 || v == 7)
`ifdef WRONG_CELL
    || bt == 6 && v == 5
`endif
    ;
  // What the decisions after four cards see.
`ifdef FOUR_BIT_DECISIONS
  wire [3:0] pn = sum[3:0], bn = sum[7:4], pr = pn, br = bn;
`elsif STALE_NATURAL  // a natural is looked for while the fourth card is loaded
  logic over4;
  always_ff @(posedge clk) if (s == B2) over4 <= ps > 7 || bs > 7;
  wire [3:0] pn = over4 ? 4'd9 : 4'd0, bn = 4'd0, pr = ps, br = bs;
`elsif STALE_PLAYER  // the player's rule looks while the third card is loaded
  logic draws;
  always_ff @(posedge clk) if (s == P2) draws <= ps <= 5;
  wire [3:0] pn = ps, bn = bs, pr = draws ? 4'd0 : 4'd7, br = bs;
`elsif STALE_BANKER_ALONE  // the banker's rule looks while the fourth card is loaded
  logic draws;
  always_ff @(posedge clk) if (s == B2) draws <= bs <= 5;
  wire [3:0] pn = ps, bn = bs, pr = ps, br = draws ? 4'd0 : 4'd7;
`else
  wire [3:0] pn = ps, bn = bs, pr = ps, br = bs;
`endif
`ifdef ALONE_BETWEEN  // right: one more press before the banker's card if the player stands (7), two after the player's (6, 8)
  wire [3:0] four = ps > 7 || bs > 7 ? END : ps <= 5 ? P3 : bs <= 5 ? THINKB : END;
`else
  wire [3:0] four = pn > 7 || bn > 7 ? END : pr <= 5 ? P3 : br <= 5 ? B3 : END;
`endif
  always_ff @(posedge clk)
    if (!rst) s <= P1;
    else case (s)
      P1: s <= B1;
      B1: s <= P2;
      P2: s <= B2;
`ifdef STALE_FOUR   // decides at the edge that loads the fourth card: sees the banker's first card only
      B2: s <= four;
`else
      B2: s <= THINK;
`endif
`ifdef PLAYER_LOOKS  // right: player 3 to 5 looks for a press before the third card
      THINK: s <= four == P3 && ps >= 3 ? LOOK : four;
      LOOK: s <= P3;
`else
      THINK: s <= four;
`endif
`ifdef NO_LOOK_NEEDED  // right: banker 0 to 2 draws at once, 3 to 6 looks at the player's third card for a press
      P3: s <= bs <= 2 ? B3 : bs >= 7 ? END : THINK3;
`elsif LOOKS_AT_ONE_CELL  // right: banker 6 looks for a press at a player's third card of 6
      P3: s <= THINK3;
      LOOK: s <= B3;
`else
      P3: s <= THINK3;
`endif
      THINKB: s <= B3;
`ifdef LOOKS_AT_ONE_CELL
      THINK3: s <= bs == 6 && v == 6 ? LOOK : tab ? B3 : END;
`else
      THINK3: s <= tab ? B3 : END;
`endif
`ifdef TIES_LOOK  // right: the lights of ties after six cards come on a press later
      B3: s <= WAIT;
      WAIT: s <= END;
`else
      B3: s <= END;
`endif
`ifdef RESTART
      END: s <= P1;
`endif
      default: ;
    endcase
  assign load = {s == B3, s == B2, s == B1, s == P3, s == P2, s == P1};
`ifdef STALE_LIGHTS  // the lights are decided while the last card is loaded
  logic [1:0] lights;
  always_ff @(posedge clk) if (s == B2 || s == P3 || s == B3) lights <= {bs >= ps, ps >= bs};
  assign {bw, pw} = s == END ? lights : 2'd0;
`else
  wire over = s == END || s == WAIT && ps != bs;
  assign pw = over && ps >= bs;
  assign bw = over && bs >= ps;
`endif
endmodule
module task5(input logic CLOCK_50, input logic [3:0] KEY, output logic [9:0] LEDR, output logic [6:0] HEX5, HEX4, HEX3, HEX2, HEX1, HEX0);
  logic [3:0] c [0:5];
  logic [3:0] n;
  logic [5:0] load;
  dealcard d(CLOCK_50, KEY[3], n);
  function automatic [3:0] four_bits(input [3:0] a, b);
    four_bits = (a > 9 ? 4'd0 : a) + (b > 9 ? 4'd0 : b);
  endfunction
  genvar i;
  generate for (i = 0; i < 6; i++) begin : r
    always_ff @(posedge KEY[0]) if (!KEY[3]) c[i] <= 0; else if (load[i]) c[i] <= n;
  end endgenerate
  value p(c[0], c[1], c[2], LEDR[3:0]);
  value b(c[3], c[4], c[5], LEDR[7:4]);
  machine m(KEY[0], KEY[3], {four_bits(c[3], c[4]), four_bits(c[0], c[1])}, LEDR[3:0], LEDR[7:4], c[2], load, LEDR[8], LEDR[9]);
  seg h0(c[0], HEX0); seg h1(c[1], HEX1); seg h2(c[2], HEX2); seg h3(c[3], HEX3); seg h4(c[4], HEX4); seg h5(c[5], HEX5);
endmodule
