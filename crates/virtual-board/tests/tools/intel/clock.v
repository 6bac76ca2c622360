// The clock of a PLL, with a reference of 50 MHz: the edges that its parameters say, from the first
// edge of the reference on, cut off to whole picoseconds.
`timescale 1ps / 1ps

module intel_model_clock #(
    parameter [31:0] numerator = 1,
    parameter [31:0] denominator = 1,
    parameter signed [31:0] phase = 0,
    parameter [31:0] duty_cycle = 50
) (
    input wire reference,
    output reg q = 0
);
  // In units of 1 / UNIT ps.
  localparam signed [63:0] UNIT = 64'd100 * numerator;
  localparam signed [63:0] PERIOD = 64'd2000000 * denominator;
  localparam signed [63:0] PHASE = ((phase * UNIT) % PERIOD + PERIOD) % PERIOD;
  localparam signed [63:0] HIGH = 64'd20000 * denominator * duty_cycle;
  reg signed [63:0] first, number;
  initial begin
    wait (reference);
    first = $time;
    number = 0;
    forever begin
      #(first + (PHASE + number * PERIOD) / UNIT - $time) q = 1;
      #(first + (PHASE + number * PERIOD + HIGH) / UNIT - $time) q = 0;
      number = number + 1;
    end
  end
endmodule
