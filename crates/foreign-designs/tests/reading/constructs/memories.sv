// Memories and tables.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module memory_read_asynchronous `PORTS;
  logic [7:0] m [0:15]; initial for (int i = 0; i < 16; i++) m[i] = 17 * i;
  always_ff @(posedge clk) if (in[15]) m[in[3:0]] <= in[14:7]; assign out = m[in[7:4]];
endmodule
module memory_read_synchronous `PORTS;
  logic [7:0] m [0:31]; logic [7:0] q; initial for (int i = 0; i < 32; i++) m[i] = i;
  always_ff @(posedge clk) begin if (in[15]) m[in[4:0]] <= in[14:7]; q <= m[in[9:5]]; end assign out = q;
endmodule
module memory_read_before_write `PORTS;
  reg [7:0] m [0:31], q; integer i; initial begin for (i = 0; i < 32; i = i + 1) m[i] = 8'hf0 ^ i; q = 0; end
  always @(posedge clk) begin q <= m[in[4:0]]; if (in[15]) m[in[4:0]] <= in[14:7]; end assign out = q;
endmodule
module memory_write_before_read `PORTS;
  reg [7:0] m [0:31], q; integer i; initial for (i = 0; i < 32; i = i + 1) m[i] = i;
  always @(posedge clk) begin if (in[15]) m[in[4:0]] = in[14:7]; q <= m[in[4:0]]; end assign out = q;
endmodule
module memory_two_reads `PORTS;
  logic [7:0] m [0:31]; initial for (int i = 0; i < 32; i++) m[i] = 3 * i; always_ff @(posedge clk) if (in[15]) m[in[14:10]] <= in[7:0];
  assign out = {m[in[4:0]], m[in[9:5]]};
endmodule
module memory_byte_enables `PORTS;
  logic [15:0] m [0:31]; initial for (int i = 0; i < 32; i++) m[i] = 257 * i;
  always_ff @(posedge clk) begin if (in[15]) m[in[4:0]][7:0] <= in[14:7]; if (in[14]) m[in[4:0]][15:8] <= in[7:0]; end assign out = m[in[9:5]];
endmodule
module memory_two_clock_edges `PORTS;
  logic [7:0] m [0:31], q; initial for (int i = 0; i < 32; i++) m[i] = ~i;
  always_ff @(posedge clk) if (in[0]) m[in[5:1]] <= in[13:6]; always_ff @(negedge clk) q <= m[in[10:6]]; assign out = q;
endmodule
module memory_registered_address `PORTS;
  logic [7:0] m [0:31]; logic [4:0] a = 0; initial for (int i = 0; i < 32; i++) m[i] = 5 * i;
  always_ff @(posedge clk) begin a <= in[4:0]; if (in[15]) m[in[9:5]] <= in[14:7]; end assign out = m[a];
endmodule
module memory_with_offset `PORTS;
  logic [7:0] m [32:63]; initial for (int i = 32; i < 64; i++) m[i] = i; always_ff @(posedge clk) if (in[15]) m[{1'b1, in[4:0]}] <= in[14:7];
  assign out = m[32 + in[9:5]];
endmodule
module memory_descending `PORTS;
  logic [7:0] m [31:0]; initial for (int i = 0; i < 32; i++) m[i] = 7 * i; always_ff @(posedge clk) if (in[15]) m[in[4:0]] <= in[14:7];
  assign out = m[in[9:5]];
endmodule
module memory_two_dimensions `PORTS;
  logic [7:0] m [0:3][0:7]; initial for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) m[i][j] = 8 * i + j;
  always_ff @(posedge clk) if (in[15]) m[in[1:0]][in[4:2]] <= in[14:7]; assign out = m[in[6:5]][in[9:7]];
endmodule
module memory_of_signed `PORTS;
  logic signed [7:0] m [0:31]; initial for (int i = 0; i < 32; i++) m[i] = i - 16; always_ff @(posedge clk) if (in[15]) m[in[4:0]] <= in[14:7];
  assign out = m[in[9:5]] >>> 1;
endmodule
module memory_cleared_by_reset `PORTS;
  logic [3:0] m [0:7]; always_ff @(posedge clk) if (in[15:12] == 0) for (int i = 0; i < 8; i++) m[i] <= i + 1; else if (in[11]) m[in[2:0]] <= in[10:7];
  assign out = m[in[5:3]];
endmodule
module memory_fifo `PORTS;
  logic [7:0] m [0:7]; logic [3:0] r = 0, w = 0; wire empty = r == w, full = r[2:0] == w[2:0] && r[3] != w[3];
  initial for (int i = 0; i < 8; i++) m[i] = 0;
  always_ff @(posedge clk) begin if (in[8] && !full) begin m[w[2:0]] <= in[7:0]; w <= w + 1; end if (in[9] && !empty) r <= r + 1; end
  assign out = {empty, full, m[r[2:0]]};
endmodule
module memory_stack `PORTS;
  logic [7:0] m [0:15]; logic [3:0] p = 0; initial for (int i = 0; i < 16; i++) m[i] = i;
  always_ff @(posedge clk) if (in[8]) begin m[p] <= in[7:0]; p <= p + 1; end else if (in[9]) p <= p - 1; wire [3:0] q = p - 1; assign out = m[q];
endmodule
module memory_written_from_two_blocks_of_one_process `PORTS;
  logic [7:0] m [0:31]; initial for (int i = 0; i < 32; i++) m[i] = 0;
  always_ff @(posedge clk) begin if (in[0]) m[in[5:1]] <= in[13:6]; if (in[15]) m[in[10:6]] <= in[7:0]; end assign out = m[in[14:10]];
endmodule
module table_in_case `PORTS;
  always_comb case (in[3:0]) 0: out = 3; 1: out = 14; 2: out = 159; 3: out = 2653; 4: out = 58; 5: out = 979; 6: out = 323; 7: out = 846; default: out = 26; endcase
endmodule
module table_in_memory `PORTS;
  reg [7:0] m [0:7]; initial begin m[0] = 8'h3f; m[1] = 8'h06; m[2] = 8'h5b; m[3] = 8'h4f; m[4] = 8'h66; m[5] = 8'h6d; m[6] = 8'h7d; m[7] = 8'h07; end
  assign out = m[in[2:0]];
endmodule
module table_registered `PORTS;
  reg [7:0] m [0:63], q; integer i; initial for (i = 0; i < 64; i = i + 1) m[i] = i * i >> 4; always @(posedge clk) q <= m[in[5:0]]; assign out = q;
endmodule
module table_in_array_literal `PORTS;
  logic [7:0] m [0:7] = '{1, 1, 2, 3, 5, 8, 13, 21}; assign out = m[in[2:0]];
endmodule
module table_from_function `PORTS;
  function automatic [7:0] square(input [3:0] x); square = x * x; endfunction
  logic [7:0] m [0:15]; initial for (int i = 0; i < 16; i++) m[i] = square(i); assign out = m[in[3:0]];
endmodule
module table_in_nested_ternaries `PORTS;
  assign out = in[1:0] == 0 ? 16'd71 : in[1:0] == 1 ? 16'd82 : in[1:0] == 2 ? 16'd93 : {in[7:0], 8'd4};
endmodule
module memory_in_child `PORTS;
  small_ram #(.A(4), .D(6)) u (clk, in[15], in[3:0], in[9:4], out[5:0]); assign out[15:6] = 0;
endmodule
module small_ram #(parameter A = 2, D = 2) (input clk, we, input [A - 1:0] a, input [D - 1:0] d, output [D - 1:0] q);
  reg [D - 1:0] m [0:(1 << A) - 1]; integer i; initial for (i = 0; i < 1 << A; i = i + 1) m[i] = i;
  always @(posedge clk) if (we) m[a] <= d; assign q = m[a];
endmodule
module memory_in_generate `PORTS;
  for (genvar g = 0; g < 2; g++) begin : bank logic [7:0] m [0:31]; initial for (int i = 0; i < 32; i++) m[i] = i + g;
    always_ff @(posedge clk) if (in[15] && in[14] == g) m[in[4:0]] <= in[13:6]; assign out[8 * g +: 8] = m[in[9:5]]; end
endmodule
module array_method_sum `PORTS;
  // In a wider expression, Verilator keeps the carry, which the type of the elements does not have.
  logic [3:0] a [4], b; always_comb for (int i = 0; i < 4; i++) a[i] = in >> 4 * i; assign b = a.sum(); assign out = b;
endmodule
module array_methods `PORTS;
  reg [4:0] a [3:1]; always_comb for (int i = 1; i < 4; i++) a[i] = in >> 5 * (i - 1);
  assign out = {a.xor(), a.or() ^ a.and(), a.product()};
endmodule
