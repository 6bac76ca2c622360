// Statements and operators that only slang reads.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module only_slang_inside `PORTS;
  assign out = {in[3:0] inside {1, 3, [5:8]}, in[7:4] inside {[4'd2:4'd4], 4'd9}};
endmodule
module only_slang_inside_wildcard `PORTS;
  assign out = {in[3:0] inside {4'b1??0, 4'b0011}, !(in[7:0] inside {[0:99]})};
endmodule
module only_slang_case_inside `PORTS;
  always_comb case (in[7:0]) inside [0:9]: out = 1; [10:99]: out = 2; 8'b11??_0000: out = 3; default: out = 4; endcase
endmodule
module only_slang_wildcard_equality `PORTS;
  assign out = {in[3:0] ==? 4'b1?0?, in[3:0] !=? 4'b??11};
endmodule
module only_slang_streamed_right `PORTS;
  assign out = {<<{in}};
endmodule
module only_slang_streamed_nibbles `PORTS;
  assign out = {<<4{in}};
endmodule
module only_slang_streamed_bytes `PORTS;
  assign out = {<<byte{in[7:0], in[15:8]}};
endmodule
module only_slang_streamed_left `PORTS;
  assign out = {>>{in[3:0], in[15:4]}};
endmodule
module only_slang_streamed_target `PORTS;
  logic [3:0] a; logic [11:0] b; always_comb {>>{a, b}} = in; assign out = {b, a};
endmodule
module only_slang_break `PORTS;
  always_comb begin out = 16; for (int i = 0; i < 16; i++) if (in[i]) begin out = i; break; end end
endmodule
module only_slang_continue `PORTS;
  always_comb begin out = 0; for (int i = 0; i < 16; i++) begin if (!in[i]) continue; out = out * 3 + i; end end
endmodule
module only_slang_foreach `PORTS;
  logic [3:0] a [4]; always_comb begin foreach (a[i]) a[i] = in[4 * i +: 4] ^ i; out = {a[0], a[1], a[2], a[3]}; end
endmodule
module only_slang_foreach_two_dimensions `PORTS;
  logic [3:0][3:0] a; always_comb begin foreach (a[i, j]) a[i][j] = in[4 * j + i]; out = a; end
endmodule
module only_slang_unique0_if `PORTS;
  always_comb begin out = 0; unique0 if (in[1:0] == 1) out = 3; else if (in[1:0] == 2) out = 4; end
endmodule
module only_slang_return_from_loop `PORTS;
  function automatic int last(input logic [15:0] x); for (int i = 15; i >= 0; i--) begin if (x[i]) return i; end return -1; endfunction
  assign out = last(in);
endmodule
module only_slang_assignment_in_expression `PORTS;
  logic [7:0] a; always_comb begin out = (a = in[7:0] + 1) * 2; out[15] = a[0]; end
endmodule
module only_slang_enumeration_methods `PORTS;
  typedef enum logic [1:0] { A = 1, B = 3, C = 0 } t; t s; assign s = C; assign out = in + s.num() + s.first() * 8 + s.last() * 32;
endmodule
module only_slang_type_operator `PORTS;
  logic signed [6:0] a; var type(a) b; assign a = in[6:0]; assign b = a >>> 2; assign out = b;
endmodule
module only_slang_cast_to_signed_type `PORTS;
  typedef logic signed [3:0] s4; assign out = {s4'(in[3:0]) < 0, s4'(in[7:4]) > s4'(in[3:0])};
endmodule
module only_slang_cast_to_void `PORTS;
  function automatic int f(input int x, output int y); y = x + 1; return x; endfunction int y; always_comb begin void'(f(in[7:0], y)); out = y; end
endmodule
module only_slang_implication `PORTS;
  assign out = {in[0] -> in[1], in[2] <-> in[3]};
endmodule
module only_slang_unsized_in_parameter `PORTS;
  localparam logic [7:0] P = 1 ? '1 : '0; assign out = in + P;
endmodule
module loop_with_many_rounds `PORTS;
  logic [7:0] m [0:8191]; initial for (int i = 0; i < 8192; i++) m[i] = i ^ (i >> 3);
  always_ff @(posedge clk) out <= {8'd0, m[in[12:0]]};
endmodule
