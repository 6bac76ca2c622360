// The clocks of the audio codec WM8731 while it is their master. LRCK changes on falling edges of
// BCLK. A codec that is not the master keeps its state.
module codec_clocks (
  input wire mclk,
  input wire is_master,
  // BCLK is the master clock, as in the codec's USB mode.
  input wire is_direct,
  input wire is_inverted,
  // LRCK is a pulse of one bit, as in the codec's DSP mode.
  input wire is_pulse,
  // The cycles of the master clock in half of a bit, less one.
  input wire [2:0] half_bit,
  // The bits while LRCK is high, and while it is low, less one.
  input wire [9:0] high_bits,
  input wire [9:0] low_bits,
  output wire bclk,
  output wire lrck
);
  logic [2:0] phase = '0;
  logic level = 1'b0;
  logic [9:0] bits = '0;
  logic side = 1'b0;
  logic pulse = 1'b0;

  wire turns = phase == 0;
  wire falls = is_direct || (turns && level);
  wire ends = bits == 0;

  always_ff @(posedge mclk) begin
    if (is_master) begin
      phase <= turns ? half_bit : phase - 1'b1;
      if (turns) level <= ~level;
      if (falls) begin
        bits <= !ends ? bits - 1'b1 : side ? low_bits : high_bits;
        if (ends) side <= ~side;
        pulse <= ends && !side;
      end
    end
  end

  assign bclk = is_master && ((is_direct ? ~mclk : level) ^ is_inverted);
  assign lrck = is_master && (is_pulse ? pulse : side);
endmodule
