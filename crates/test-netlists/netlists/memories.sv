// A memory of 100 words that is written and read all the time, with another clock, too, and a table.
module memories (
  input wire CLOCK_50,
  input wire [3:0] KEY,
  input wire [9:0] SW,
  output reg [9:0] LEDR,
  output wire [6:0] HEX0, HEX1
);
  reg [9:0] words [0:99];
  reg [6:0] table_of_seven [0:31];
  integer i;
  initial for (i = 0; i < 32; i = i + 1) table_of_seven[i] = 7 * i;

  reg [9:0] step = 10'd0;
  reg [6:0] written = 7'd0, read = 7'd50;
  always @(posedge CLOCK_50) begin
    step <= step + 10'd3;
    written <= written + 7'd1;
    read <= read + 7'd2;
    if (KEY[0]) words[written][4:0] <= step[4:0];
    if (KEY[1]) words[written][9:5] <= step[9:5] ^ SW[9:5];
    LEDR <= words[read];
  end

  reg half = 1'b0;
  reg [6:0] last = 7'd0;
  always @(posedge CLOCK_50) half <= ~half;
  always @(posedge half) last <= words[written - 7'd1][6:0];
  assign HEX1 = last;
  assign HEX0 = table_of_seven[step[7:3] ^ SW[4:0]];
endmodule
