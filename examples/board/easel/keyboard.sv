// Bytes from a PS/2 keyboard: a start bit, eight data bits, odd parity and a stop bit, each valid
// at a falling edge of its clock.
module keyboard (
    input  logic       clock,
    input  logic       ps2_clk,
    input  logic       ps2_dat,
    output logic [7:0] code,
    output logic       has_code
);

  // Synchronisers. The lines are high while nothing is sent.
  logic [2:0] clk = '1;
  logic [1:0] dat = '1;
  always_ff @(posedge clock) begin
    clk <= {clk[1:0], ps2_clk};
    dat <= {dat[0], ps2_dat};
  end

  logic [9:0] frame = '0;  // without the start bit, the last bit highest
  logic [3:0] bits = '0;
  logic [16:0] silence = '0;
  wire falls = clk[2:1] == 2'b10;

  initial {code, has_code} = '0;
  always_ff @(posedge clock) begin
    has_code <= 1'b0;
    if (falls) begin
      frame <= {dat[1], frame[9:1]};
      bits <= bits == 10 ? 4'd0 : bits + 1'b1;
      silence <= '0;
      if (bits == 10 && dat[1] && ^frame[9:1]) begin
        code <= frame[8:1];
        has_code <= 1'b1;
      end
    end else if (!silence[16]) begin
      silence <= silence + 1'b1;
    end else begin
      // After 1.3 ms the next bit is a start bit, whatever came before.
      bits <= '0;
    end
  end

endmodule
