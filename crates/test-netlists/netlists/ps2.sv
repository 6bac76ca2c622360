// A PS/2 keyboard: its last byte on HEX1 and HEX0, and the number of bytes on LEDR[8:0]. KEY[0] makes
// its lights those of SW[2:0]. LEDR[9] is on after a wrong frame.
module ps2 (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire [9:0] SW,
  inout wire PS2_CLK,
  inout wire PS2_DAT,
  output wire [6:0] HEX0, HEX1,
  output wire [9:0] LEDR
);
  localparam logic [12:0] INHIBIT = 13'd5000;  // 100 us

  logic [2:0] clock = '1;
  logic [1:0] data = '1;
  logic [2:0] key = '1;
  always_ff @(posedge CLOCK_50) begin
    clock <= {clock[1:0], PS2_CLK};
    data <= {data[0], PS2_DAT};
    key <= {key[1:0], KEY[0]};
  end

  // To the keyboard: the clock is low for a while, then the data; the bits follow its falling edges.
  logic [12:0] inhibit = '0;
  logic [10:0] out = '1;
  logic [3:0] left = '0;
  wire falls = clock[2:1] == 2'b10 && inhibit == 0;
  assign PS2_CLK = inhibit != 0 ? 1'b0 : 1'bz;
  assign PS2_DAT = left != 0 && inhibit < 500 && !out[0] ? 1'b0 : 1'bz;

  // From the keyboard: the start bit is the lowest one of a frame.
  logic [10:0] in = '1;
  logic [3:0] count = '0;
  wire [10:0] frame = {data[1], in[10:1]};
  wire is_right = frame[10] && ^frame[9:1] && !frame[0];

  logic [23:0] bytes = '0;  // the last three
  logic [8:0] number = '0;
  logic wrong = 1'b0;
  logic has_argument = 1'b0;
  wire is_acknowledged = has_argument && falls && count == 10 && frame[8:1] == 8'hfa;
  wire [7:0] command = is_acknowledged ? {5'b0, SW[2:0]} : 8'hed;

  always_ff @(posedge CLOCK_50) begin
    if (inhibit != 0) inhibit <= inhibit - 1'b1;
    if (falls && left != 0) begin
      out <= {1'b1, out[10:1]};
      left <= left - 1'b1;
    end else if (falls) begin
      in <= frame;
      count <= count == 10 ? '0 : count + 1'b1;
      if (count == 10 && is_right) begin
        bytes <= {bytes[15:0], frame[8:1]};
        number <= number + 1'b1;
      end
      if (count == 10 && !is_right) wrong <= 1'b1;
    end
    if (key[2:1] == 2'b10 || is_acknowledged) begin
      out <= {1'b1, ~^command, command, 1'b0};
      left <= 4'd11;
      inhibit <= INHIBIT;
      count <= '0;
      has_argument <= !is_acknowledged;
    end
  end

  assign LEDR = {wrong, number};
  digit digit0 (bytes[3:0], HEX0);
  digit digit1 (bytes[7:4], HEX1);
endmodule
