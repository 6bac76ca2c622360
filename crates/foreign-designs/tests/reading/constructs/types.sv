// Structures, unions, enumerations, arrays and their literals.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module type_structure `PORTS;
  struct packed { logic [3:0] a; logic [7:0] b; logic [3:0] c; } s; assign s = in; assign out = {s.c, s.a, s.b};
endmodule
module type_structure_written `PORTS;
  typedef struct packed { logic v; logic [6:0] d; logic [7:0] e; } t; t s;
  always_comb begin s = in; s.v = ~s.v; s.d[3:1] = 5; s.e = s.e + 1; end assign out = s;
endmodule
module type_structure_nested `PORTS;
  typedef struct packed { logic [3:0] x, y; } point; typedef struct packed { point a, b; } line; line l;
  always_comb begin l = in; l.a.x = l.b.y; l.b = l.a; end assign out = l;
endmodule
module type_structure_register `PORTS;
  typedef struct packed { logic [7:0] n; logic [7:0] m; } t; t q = 16'h0102;
  always_ff @(posedge clk) if (in[0]) begin q.n <= q.m; q.m <= q.n + in[7:0]; end assign out = q;
endmodule
module type_structure_signed_member `PORTS;
  struct packed { logic signed [7:0] a; logic signed [7:0] b; } s; assign s = in; assign out = s.a < s.b ? s.a : s.b;
endmodule
module type_union `PORTS;
  typedef union packed { logic [15:0] w; logic [1:0][7:0] b; struct packed { logic [3:0] h; logic [11:0] l; } s; } t; t u;
  assign u.w = in; assign out = {u.s.l, u.s.h} ^ {u.b[0], u.b[1]};
endmodule
module type_union_written `PORTS;
  typedef union packed { logic [15:0] w; struct packed { logic [7:0] h, l; } s; } t; t u;
  always_comb begin u.w = in; u.s.l = u.s.h; end assign out = u;
endmodule
module type_enumeration `PORTS;
  typedef enum logic [1:0] { IDLE, RUN, STOP } t; t s = IDLE;
  always_ff @(posedge clk) case (s) IDLE: if (in[0]) s <= RUN; RUN: if (in[1]) s <= STOP; default: s <= IDLE; endcase
  assign out = s;
endmodule
module type_enumeration_values `PORTS;
  enum logic [3:0] { A = 4'd3, B, C = 4'd9, D } s;
  always_comb case (in[1:0]) 0: s = A; 1: s = B; 2: s = C; default: s = D; endcase assign out = s;
endmodule
module type_enumeration_of_int `PORTS;
  typedef enum { X, Y, Z = 7 } t; t s; assign s = in[0] ? Z : in[1] ? Y : X; assign out = s + 1;
endmodule
module type_enumeration_one_hot `PORTS;
  typedef enum logic [2:0] { A = 3'b001, B = 3'b010, C = 3'b100 } t; t s = A;
  always_ff @(posedge clk) unique case (1'b1) s[0]: s <= in[0] ? B : A; s[1]: s <= C; s[2]: s <= A; endcase
  assign out = s;
endmodule
module type_enumeration_signed `PORTS;
  typedef enum logic signed [2:0] { N = -2, Z = 0, P = 3 } t; t s; assign s = in[0] ? N : in[1] ? P : Z;
  assign out = {s < 0, s};
endmodule
module type_array `PORTS;
  logic [3:0] a [0:3]; assign a[0] = in[3:0], a[1] = in[7:4], a[2] = in[11:8], a[3] = in[15:12];
  assign out = {a[in[1:0]], a[in[3:2]], a[3], a[0]};
endmodule
module type_array_with_size `PORTS;
  logic [3:0] a [4]; always_comb begin for (int i = 0; i < 4; i++) a[i] = in[4 * i +: 4] + i; out = {a[0], a[1], a[2], a[in[1:0]]}; end
endmodule
module type_array_descending `PORTS;
  logic [7:0] a [1:0]; always_comb begin a[0] = in[7:0]; a[1] = in[15:8]; out = {a[in[0]], a[1]}; end
endmodule
module type_array_with_offset `PORTS;
  logic [7:0] a [2:5]; always_comb begin a[2] = in; a[3] = in + 1; a[4] = in + 2; a[5] = 3; out = a[in[1:0] + 2]; end
endmodule
module type_array_literal `PORTS;
  logic [3:0] a [0:3]; assign a = '{4'd9, in[3:0], 4'd2, in[7:4]}; assign out = {a[0], a[1], a[2], a[in[9:8]]};
endmodule
module type_array_assigned_whole `PORTS;
  logic [7:0] a [0:1], b [0:1]; always_comb begin a[0] = in[7:0]; a[1] = in[15:8]; b = a; out = {b[0], b[1]}; end
endmodule
module type_array_two_dimensions `PORTS;
  logic [3:0] a [0:1][0:1]; always_comb begin for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) a[i][j] = in[4 * (2 * i + j) +: 4];
    out = {a[in[0]][in[1]], a[0][1], a[1][0], a[in[2]][0]}; end
endmodule
module type_array_of_registers `PORTS;
  logic [7:0] q [0:3]; initial for (int i = 0; i < 4; i++) q[i] = i;
  always_ff @(posedge clk) begin q[0] <= in[7:0]; for (int i = 1; i < 4; i++) q[i] <= q[i - 1]; end assign out = {q[3], q[1]};
endmodule
module type_variable_with_const `PORTS;
  const logic [7:0] K = 8'h5a; assign out = in ^ K;
endmodule
module type_bit `PORTS;
  bit [7:0] b; bit c; assign b = in[7:0]; assign c = b[0]; assign out = {c, b};
endmodule
module type_longint `PORTS;
  longint l; assign l = in * 40'h100000001; assign out = l[47:32] + l[15:0];
endmodule
module type_time `PORTS;
  integer unsigned u; always_comb begin u = in; u = u - 16'd300; out = u >> 20; end
endmodule
module type_concatenation_of_members `PORTS;
  typedef struct packed { logic [7:0] a, b; } t; t s; assign {s.b, s.a} = in; assign out = s;
endmodule
module type_var_keyword `PORTS;
  var logic [3:0] v; var w; assign v = in[3:0]; assign w = in[4]; assign out = {w, v};
endmodule
module type_reg_signed `PORTS;
  reg signed [7:0] a = -8'sd4; always @(posedge clk) a <= a + $signed(in[2:0]); assign out = a;
endmodule
