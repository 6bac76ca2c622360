// A number of picoseconds in a text, which may have a sign: that of a phase.
function [31:0] picoseconds;
  input [511:0] text;
  integer place;
  reg is_negative, is_fraction;
  reg [7:0] character;
  begin
    picoseconds = 0;
    is_negative = 0;
    is_fraction = 0;
    for (place = 63; place >= 0; place = place - 1) begin
      character = text[8*place+:8];
      if (character == "-") is_negative = 1;
      if (character == ".") is_fraction = 1;
      if (character >= "0" && character <= "9" && !is_fraction)
        picoseconds = 10 * picoseconds + (character - "0");
    end
    if (is_negative) picoseconds = -picoseconds;
  end
endfunction
