// Writes the registers of the audio codec WM8731 on the I2C bus, at 100 kHz. `scl` and `sda` are 0
// where they pull their line low.
module codec_setup (
  input wire clock,
  input wire reset_n,
  input wire wants_master,
  input wire sda_in,
  output logic scl,
  output logic sda,
  output wire is_ready,
  output logic has_failed,
  output logic is_master
);
  localparam logic [6:0] QUARTER = 7'd125;
  localparam logic [2:0] LAST = 3'd7;
  localparam logic [4:0] STOP = 5'd28;
  localparam logic [4:0] PAUSE = 5'd29;

  logic [6:0] timer = '0;
  logic [1:0] quarter = '0;
  logic [4:0] slot = '0;
  logic [2:0] index = '0;
  logic is_done = 1'b0;

  // The number of a register, and its value.
  logic [15:0] setting;
  always_comb begin
    case (index)
      3'd0: setting = {7'd15, 9'h000};                     // reset
      3'd1: setting = {7'd2, 9'h179};                      // headphone volume, both: 0 dB
      3'd2: setting = {7'd4, 9'h012};                      // the DAC is heard, the microphone is not
      3'd3: setting = {7'd5, 9'h000};                      // not muted
      3'd4: setting = {7'd6, 9'h067};                      // power for the DAC and the outputs
      3'd5: setting = {7'd7, 2'b00, is_master, 6'b000010};  // I2S, 16 bits
      3'd6: setting = {7'd8, 9'h000};                      // 256 master clocks in a sample
      default: setting = {7'd9, 9'h001};                   // active
    endcase
  end
  // After each byte, the codec pulls the data low.
  wire [27:1] bits = {8'h34, 1'b1, setting[15:8], 1'b1, setting[7:0], 1'b1};
  wire is_acknowledge = slot == 9 || slot == 18 || slot == 27;

  always_comb begin
    scl = quarter == 1 || quarter == 2;
    sda = 1'b1;
    if (slot == 0) begin
      scl = quarter != 3;
      sda = quarter < 2;
    end else if (slot == STOP) begin
      scl = quarter != 0;
      sda = quarter > 1;
    end else if (slot == PAUSE) begin
      scl = 1'b1;
    end else begin
      sda = bits[5'd28 - slot];
    end
    if (is_done) {scl, sda} = 2'b11;
  end

  wire ends = timer == QUARTER - 1;
  always_ff @(posedge clock) begin
    timer <= ends ? '0 : timer + 1'b1;
    if (!reset_n) begin
      {timer, quarter, slot, index} <= '0;
      {is_done, has_failed} <= '0;
      is_master <= wants_master;
    end else if (ends && !is_done) begin
      quarter <= quarter + 1'b1;
      if (quarter == 2 && is_acknowledge && sda_in) has_failed <= 1'b1;
      if (quarter == 3) begin
        slot <= slot == PAUSE ? '0 : slot + 1'b1;
        if (slot == PAUSE) begin
          index <= index + 1'b1;
          is_done <= index == LAST;
        end
      end
    end
  end
  assign is_ready = is_done && !has_failed;

  initial begin
    has_failed = 1'b0;
    is_master = 1'b0;
  end
endmodule
