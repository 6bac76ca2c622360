// The timing of 640 x 480 at 60 Hz, and the address of each pixel of 4 x 4.
module timing (
    input  logic        clock,
    input  logic [7:0]  brush_x,
    input  logic [6:0]  brush_y,
    output logic [14:0] address,
    output logic        is_brush,
    output logic        is_visible,
    output logic        hs,
    output logic        vs
);

  logic [9:0] x = '0;
  logic [9:0] y = '0;

  always_ff @(posedge clock) begin
    x <= x == 799 ? 10'd0 : x + 1'b1;
    if (x == 799) y <= y == 524 ? 10'd0 : y + 1'b1;
  end

  assign address = is_visible ? 15'(y[8:2] * 160 + x[9:2]) : 15'd0;
  assign is_brush = x[9:2] == brush_x && y[9:2] == {1'b0, brush_y};
  assign is_visible = x < 640 && y < 480;
  assign hs = !(x >= 656 && x < 752);
  assign vs = !(y >= 490 && y < 492);

endmodule
