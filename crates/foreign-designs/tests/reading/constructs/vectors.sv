// Concatenations, selections and shifts.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module vector_replication `PORTS;
  assign out = {{4{in[0]}}, {2{in[2:1]}}, {2{2'b01, in[5:4]}}};
endmodule
module vector_replication_by_parameter `PORTS;
  localparam N = 3; assign out = {N{in[3:0]}};
endmodule
module vector_concatenation_assigned `PORTS;
  always_comb {out[3:0], out[15:12], out[11:4]} = in;
endmodule
module vector_bit_reversed `PORTS;
  always_comb for (int i = 0; i < 16; i++) out[i] = in[15 - i];
endmodule
module vector_bytes_swapped `PORTS;
  assign {out[7:0], out[15:8]} = in;
endmodule
module vector_rotated `PORTS;
  assign out = {in, in} >> in[3:0];
endmodule
module vector_rotated_left `PORTS;
  assign out = in << in[15:12] | in >> (16 - in[15:12]);
endmodule
module vector_bit_of_variable `PORTS;
  assign out = in[in[3:0]];
endmodule
module vector_indexed_up `PORTS;
  assign out = in[in[3:2] * 4 +: 4];
endmodule
module vector_indexed_down `PORTS;
  assign out = in[in[3:2] * 4 + 3 -: 4];
endmodule
module vector_indexed_from_constant `PORTS;
  assign out = {in[4 +: 8], in[15 -: 8]};
endmodule
module vector_bit_written `PORTS;
  always_comb begin out = 0; out[in[3:0]] = 1; end
endmodule
module vector_part_written `PORTS;
  always_comb begin out = in; out[in[1:0] * 4 +: 4] = 4'h9; end
endmodule
module vector_part_written_down `PORTS;
  always_comb begin out = '1; out[in[1:0] * 4 + 3 -: 4] = in[15:12]; end
endmodule
module vector_register_bit_written `PORTS;
  logic [15:0] q = 0; always_ff @(posedge clk) q[in[3:0]] <= in[4]; assign out = q;
endmodule
module vector_ascending `PORTS;
  logic [0:15] a; assign a = in; assign out = {a[0], a[1:3], a[4 +: 4], a[15 -: 4]};
endmodule
module vector_ascending_variable `PORTS;
  logic [0:7] a; assign a = in[7:0]; assign out = {a[in[10:8]], a[{in[10], 2'b00} +: 2]};
endmodule
module vector_ascending_written `PORTS;
  logic [0:7] a; always_comb begin a = in[7:0]; a[in[10:8]] = in[15]; end assign out = a;
endmodule
module vector_with_offset `PORTS;
  logic [11:4] a; assign a = in[7:0]; assign out = {a[11], a[7:4], a[in[9:8] + 4]};
endmodule
module vector_with_negative_offset `PORTS;
  logic [3:-4] a; assign a = in[7:0]; assign out = {a[3], a[-1:-4], a[0]};
endmodule
module vector_with_offset_written `PORTS;
  logic [9:2] a; always_comb begin a = 0; a[in[2:0] + 2] = 1; a[9:8] = in[15:14]; end assign out = a;
endmodule
module vector_of_one_bit `PORTS;
  logic [0:0] a; assign a[0] = in[3]; assign out = {a, a[0]};
endmodule
module vector_shift_out_of_range `PORTS;
  assign out = in[7:0] << in[15:11] | in >> in[7:3];
endmodule
module vector_shift_register `PORTS;
  logic [7:0] q = 8'h81; always_ff @(posedge clk) q <= {q[6:0], in[0]}; assign out = q;
endmodule
module vector_lfsr `PORTS;
  logic [15:0] q = 16'hace1;
  always_ff @(posedge clk) q <= {q[14:0], q[15] ^ q[13] ^ q[12] ^ q[10]} ^ in[0]; assign out = q;
endmodule
module vector_gray_code `PORTS;
  logic [7:0] b; assign b = in[7:0] ^ in[7:0] >> 1; assign out[7:0] = b;
  assign out[15] = b[7]; for (genvar i = 8; i < 15; i++) assign out[i] = out[i + 1] ^ b[i - 8];
endmodule
module vector_packed_two_dimensions `PORTS;
  logic [3:0][3:0] a; assign a = in; assign out = {a[0], a[1][2:1], a[in[1:0]], a[3][in[3:2]]};
endmodule
module vector_packed_written `PORTS;
  logic [1:0][7:0] a; always_comb begin a = in; a[in[0]][3:0] = 4'hc; a[1][in[3:1]] = 1; end assign out = a;
endmodule
module vector_packed_slice `PORTS;
  logic [3:0][3:0] a; assign a = in; assign out = {a[1:0], a[3:2]};
endmodule
module vector_packed_three_dimensions `PORTS;
  logic [1:0][1:0][3:0] a; assign a = in; assign out = {a[0], a[1][in[0]], a[in[1]][in[2]][3:0]};
endmodule
module vector_packed_ascending `PORTS;
  logic [0:3][3:0] a; assign a = in; assign out = {a[3], a[2], a[in[1:0]], a[0]};
endmodule
module vector_packed_register `PORTS;
  logic [3:0][3:0] q = 16'h1234; always_ff @(posedge clk) q[in[1:0]] <= q[in[3:2]] + in[7:4]; assign out = q;
endmodule
module vector_literals `PORTS;
  assign out = in ^ 'hF0 ^ 'b101 ^ 'o17 ^ 12'd1_000 ^ 16'h_aa_55 ^ 8'sb1111_0000;
endmodule
module vector_string_as_number `PORTS;
  logic [15:0] s; assign s = "Hi"; assign out = s ^ in ^ "a";
endmodule
module vector_string_table `PORTS;
  logic [31:0] s; assign s = "card"; assign out = s[in[1:0] * 8 +: 8];
endmodule
module vector_all_ones `PORTS;
  logic [11:0] a; assign a = '1; assign out = in[0] ? a : '0;
endmodule
module vector_case_equality `PORTS;
  assign out = {in[3:0] === in[7:4], in[3:0] !== 4'h3};
endmodule
module vector_population_count `PORTS;
  always_comb begin out = 0; for (int i = 0; i < 16; i++) out += in[i]; end
endmodule
module vector_leading_zeros `PORTS;
  always_comb begin out = 16; for (int i = 0; i < 16; i++) if (in[i]) out = 15 - i; end
endmodule
module vector_one_hot_decoder `PORTS;
  assign out = 1 << in[3:0];
endmodule
module vector_sorted_pair `PORTS;
  logic [7:0] a, b; assign {a, b} = in; assign out = a > b ? {a, b} : {b, a};
endmodule
module vector_scalars_declared_together `PORTS;
  logic a, b, c; logic [1:0] d, e; assign {a, b, c, d, e} = in[6:0]; assign out = {e, a, d, c, b};
endmodule
module vector_negative_index_range `PORTS;
  logic [-1:-8] a; assign a = in[7:0]; assign out = {a[-1], a[-8], a[-3 -: 4]};
endmodule
