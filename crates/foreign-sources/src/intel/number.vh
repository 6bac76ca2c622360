// The number in a parameter: a number, or a string of decimal digits; otherwise another number.
function [63:0] number;
  input [255:0] text;
  input [63:0] otherwise;
  integer place;
  reg is_text;
  reg [7:0] character;
  begin
    number = 0;
    is_text = 1;
    for (place = 31; place >= 0; place = place - 1) begin
      character = text[8*place+:8];
      if (character >= "0" && character <= "9") number = 10 * number + (character - "0");
      else if (character != 0) is_text = 0;
    end
    if (!is_text || text == 0) number = text == "UNUSED" ? otherwise : text[63:0];
  end
endfunction
