// A tune at the audio output of the DE1-SoC: a square wave on the left, a sawtooth an octave lower
// on the right. KEY[0] sets the codec up again. With SW[9] up then, the codec makes the clocks of
// the samples, otherwise this design does. LEDR[8] is on while it is set up, LEDR[9] after an error.
module tune #(
  parameter int SAMPLES_PER_STEP = 6000
) (
  input wire CLOCK_50,
  input wire [0:0] KEY,
  input wire [9:9] SW,
  output wire [9:0] LEDR,
  output wire FPGA_I2C_SCLK,
  inout wire FPGA_I2C_SDAT,
  output wire AUD_XCK,
  inout wire AUD_BCLK,
  inout wire AUD_DACLRCK,
  output wire AUD_DACDAT
);
  wire is_ready, has_failed, is_master;
  wire scl, sda;
  codec_setup setup (CLOCK_50, KEY[0], SW[9], FPGA_I2C_SDAT, scl, sda, is_ready, has_failed, is_master);
  assign FPGA_I2C_SCLK = scl ? 1'bz : 1'b0;
  assign FPGA_I2C_SDAT = sda ? 1'bz : 1'b0;

  // 12.5 MHz, 3.125 MHz and 48.8 kHz, as a codec that is the master makes them of the first one.
  logic [9:0] clocks = '0;
  always_ff @(posedge CLOCK_50) clocks <= clocks + 1'b1;
  assign AUD_XCK = clocks[1];
  assign AUD_BCLK = is_master ? 1'bz : clocks[3];
  assign AUD_DACLRCK = is_master ? 1'bz : clocks[9];

  wire next;
  wire [3:0] note;
  wire [15:0] left, right;
  melody #(SAMPLES_PER_STEP) melody (CLOCK_50, next, note, left, right);
  sample_sender sender (CLOCK_50, AUD_BCLK, AUD_DACLRCK, left, right, AUD_DACDAT, next);

  assign LEDR = {has_failed, is_ready, 4'b0, note};
endmodule
