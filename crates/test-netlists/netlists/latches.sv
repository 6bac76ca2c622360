// Loops of gates: a latch made of two gates, a word that an assignment holds, and an incomplete
// process. Registers read them and drive them.
module latches (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire [9:0] SW,
  output logic [9:0] LEDR,
  output wire [6:0] HEX0
);
  logic [9:0] count = '0;
  always_ff @(posedge CLOCK_50) count <= count + 10'd1;

  wire set, cleared;
  nand (set, count[3:0] != 4'd3, cleared);
  nand (cleared, (count[5:0] != 6'd40) & KEY[0], set);

  wire [6:0] held = count[7:5] == SW[2:0] ? count[6:0] : held;
  assign HEX0 = held;
  // The same gates as `held`, but other words.
  wire [6:0] copied = ~(~held);

  logic [1:0] direction;
  always_comb
    case (count[9:8])
      2'd0: direction = 2'd1;
      2'd2: direction = direction + {1'b0, cleared} == 2'd0 ? 2'd2 : 2'd1;
      default: ;
    endcase

  always_ff @(posedge CLOCK_50)
    if (set) LEDR <= {LEDR[5:0] + {4'd0, direction}, direction, cleared ^ copied[0], set};
endmodule
