// A PS/2 mouse: its place on HEX3 to HEX0, x in the two on the left, and its buttons on LEDR[2:0].
// The design enables it after its self test. LEDR[9] is on after a wrong frame, LEDR[8] once the
// mouse is enabled.
module mouse (
  input wire CLOCK_50,
  inout wire PS2_CLK2,
  inout wire PS2_DAT2,
  output wire [6:0] HEX0, HEX1, HEX2, HEX3,
  output wire [9:0] LEDR
);
  localparam logic [12:0] INHIBIT = 13'd5000;  // 100 us

  logic [2:0] clock = '1;
  logic [1:0] data = '1;
  always_ff @(posedge CLOCK_50) begin
    clock <= {clock[1:0], PS2_CLK2};
    data <= {data[0], PS2_DAT2};
  end

  // The command F4: the clock is low for a while, then the data; the bits follow its falling edges.
  logic [12:0] inhibit = '0;
  logic [10:0] out = '1;
  logic [3:0] left = '0;
  wire falls = clock[2:1] == 2'b10 && inhibit == 0;
  assign PS2_CLK2 = inhibit != 0 ? 1'b0 : 1'bz;
  assign PS2_DAT2 = left != 0 && inhibit < 500 && !out[0] ? 1'b0 : 1'bz;

  logic [10:0] in = '1;
  logic [3:0] count = '0;
  wire [10:0] frame = {data[1], in[10:1]};
  wire [7:0] received = frame[8:1];
  wire is_right = frame[10] && ^frame[9:1] && !frame[0];

  logic is_enabled = 1'b0;
  logic wrong = 1'b0;
  logic has_passed = 1'b0;
  logic [1:0] place = '0;
  logic [7:0] flags = '0;
  logic [7:0] x = '0, y = '0;

  always_ff @(posedge CLOCK_50) begin
    if (inhibit != 0) inhibit <= inhibit - 1'b1;
    if (falls && left != 0) begin
      out <= {1'b1, out[10:1]};
      left <= left - 1'b1;
    end else if (falls) begin
      in <= frame;
      count <= count == 10 ? '0 : count + 1'b1;
      if (count == 10 && !is_right) wrong <= 1'b1;
      if (count == 10 && is_right && !is_enabled) begin
        has_passed <= received == 8'haa;
        is_enabled <= received == 8'hfa;
        if (has_passed && received == 8'h00) begin
          out <= {1'b1, ~^8'hf4, 8'hf4, 1'b0};
          left <= 4'd11;
          inhibit <= INHIBIT;
        end
      end
      if (count == 10 && is_right && is_enabled) begin
        place <= place == 2 ? '0 : place + 1'b1;
        if (place == 0) flags <= received;
        if (place == 1) x <= x + received;
        if (place == 2) y <= y + received;
      end
    end
  end

  assign LEDR = {wrong, is_enabled, 5'b0, flags[2:0]};
  digit digit0 (y[3:0], HEX0);
  digit digit1 (y[7:4], HEX1);
  digit digit2 (x[3:0], HEX2);
  digit digit3 (x[7:4], HEX3);
endmodule
