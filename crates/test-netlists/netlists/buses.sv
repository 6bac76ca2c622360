// What is not a gate or a register: latches made by loops and by always_comb, buses, a pin that is
// read back, and a module without a body.
module buses (
  input wire [3:0] KEY,
  input wire [9:0] SW,
  inout wire [1:0] GPIO_0,
  output logic [9:0] LEDR,
  output wire [6:0] HEX0
);
  // Set by KEY[0], cleared by KEY[1], active low.
  wire set, cleared;
  nand (set, KEY[0], cleared);
  nand (cleared, KEY[1], set);

  logic [3:0] held;
  always_comb if (KEY[2]) held = SW[3:0];

  wire [1:0] bus;
  driver one (SW[8], SW[5:4], bus);
  driver other (SW[9], SW[7:6], bus);

  // Driven low, else as the pin is.
  assign GPIO_0[0] = SW[0] ? 1'b0 : 1'bz;
  assign GPIO_0[0] = KEY[3] ? (!KEY[1] && SW[3] ? 1'b1 : 1'bz) : SW[0] ? 1'b0 : SW[9] ? 1'bz : 1'b1;
  assign GPIO_0[1] = SW[1] ? SW[2] : 1'bz;

  assign LEDR = {GPIO_0, bus, held, cleared, set};
  unfinished display (SW, HEX0);
endmodule

module driver (input wire enable, input wire [1:0] value, inout wire [1:0] bus);
  assign bus = enable ? value : 2'bzz;
endmodule

module unfinished (input wire [9:0] value, output wire [6:0] segments);
endmodule
