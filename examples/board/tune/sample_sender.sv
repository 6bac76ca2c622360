// Sends samples of 16 bits in the format I2S, with the clocks at the pins, whoever makes them.
module sample_sender (
  input wire clock,
  input wire bclk,
  input wire lrck,
  input wire [15:0] left,
  input wire [15:0] right,
  output wire data,
  output wire next
);
  logic [2:0] bit_clock = '0;
  logic [1:0] sample_clock = '0;
  logic side = 1'b0;
  logic [15:0] bits = '0;

  wire falls = bit_clock[2:1] == 2'b10;
  logic has_changed = 1'b0;
  always_ff @(posedge clock) begin
    bit_clock <= {bit_clock[1:0], bclk};
    sample_clock <= {sample_clock[0], lrck};
    // The clock of samples changes on a falling edge; the first bit follows on the next one.
    if (falls) begin
      side <= sample_clock[1];
      has_changed <= side != sample_clock[1];
      bits <= !has_changed ? {bits[14:0], 1'b0} : side ? right : left;
    end
  end
  assign data = bits[15];
  // Both samples are sent.
  assign next = falls && has_changed && side;
endmodule
