// The brush: where it is, its colour, and whether it paints. Also clears the picture.
module brush (
    input  logic       clock,
    input  logic       clear,
    input  logic [7:0] code,
    input  logic       has_code,
    output logic [7:0] x,
    output logic [6:0] y,
    output logic [2:0] colour,
    output logic       is_down,
    output logic       is_clearing,
    output logic [7:0] clear_x,
    output logic [6:0] clear_y
);

  initial begin
    {x, y, colour, is_down} = {8'd80, 7'd60, 3'd1, 1'b1};
    {is_clearing, clear_x, clear_y} = '0;
  end

  logic is_release = 1'b0;  // the byte before was F0

  always_ff @(posedge clock) begin
    if (has_code) begin
      is_release <= code == 8'hf0;
      if (!is_release) begin
        case (code)
          8'h75: if (y != 0) y <= y - 1'b1;
          8'h72: if (y != 119) y <= y + 1'b1;
          8'h6b: if (x != 0) x <= x - 1'b1;
          8'h74: if (x != 159) x <= x + 1'b1;
          8'h29: is_down <= !is_down;
          8'h45: colour <= 3'd0;
          8'h16: colour <= 3'd1;
          8'h1e: colour <= 3'd2;
          8'h26: colour <= 3'd3;
          8'h25: colour <= 3'd4;
          8'h2e: colour <= 3'd5;
          8'h36: colour <= 3'd6;
          8'h3d: colour <= 3'd7;
          default: ;
        endcase
      end
    end
  end

  logic [1:0] key = '0;
  always_ff @(posedge clock) begin
    key <= {key[0], clear};
    if (is_clearing) begin
      clear_x <= clear_x == 159 ? 8'd0 : clear_x + 1'b1;
      if (clear_x == 159) begin
        clear_y <= clear_y == 119 ? 7'd0 : clear_y + 1'b1;
        if (clear_y == 119) is_clearing <= 1'b0;
      end
    end else if (key[1]) begin
      is_clearing <= 1'b1;
    end
  end

endmodule
