// A number from 0 to 99 on two displays. The segments are active low, segment a is bit 0.
module decimal (
    input  integer     number,
    output logic [6:0] tens,
    output logic [6:0] ones
);

  function automatic [6:0] segments(input integer digit);
    case (digit)
      0: segments = 7'b1000000;
      1: segments = 7'b1111001;
      2: segments = 7'b0100100;
      3: segments = 7'b0110000;
      4: segments = 7'b0011001;
      5: segments = 7'b0010010;
      6: segments = 7'b0000010;
      7: segments = 7'b1111000;
      8: segments = 7'b0000000;
      9: segments = 7'b0010000;
      default: segments = 7'b1111111;
    endcase
  endfunction

  assign tens = segments(number / 10);
  assign ones = segments(number % 10);

endmodule
