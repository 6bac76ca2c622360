// Processes, statements and registers.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

module process_register `PORTS;
  always_ff @(posedge clk) out <= in;
endmodule
module process_falling_edge `PORTS;
  logic [15:0] q; always_ff @(negedge clk) q <= in; always_ff @(posedge clk) out <= q ^ in;
endmodule
module process_enable `PORTS;
  always_ff @(posedge clk) if (in[15]) out <= in;
endmodule
module process_synchronous_reset `PORTS;
  always_ff @(posedge clk) if (in[15:13] == 0) out <= 16'h00ff; else out <= out + in[3:0];
endmodule
module process_asynchronous_reset `PORTS;
  always_ff @(posedge clk or negedge in[15]) if (!in[15]) out <= 7; else out <= out + in[3:0];
endmodule
module process_asynchronous_set `PORTS;
  always_ff @(posedge clk, posedge in[14]) if (in[14]) out <= '1; else out <= out - 1;
endmodule
module process_reset_and_enable `PORTS;
  always_ff @(posedge clk or posedge in[13])
    if (in[13]) out <= 0; else if (in[12]) out <= {out[14:0], in[0]};
endmodule
module process_reset_as_name `PORTS;
  wire reset_n = in[11]; reg [7:0] q;
  always @(posedge clk or negedge reset_n) if (reset_n == 1'b0) q <= 8'd3; else q <= q + 8'd5;
  assign out = q;
endmodule
module process_initial_values `PORTS;
  logic [7:0] a = 8'h12, b; initial b = 8'h34;
  always_ff @(posedge clk) begin a <= b; b <= a + in[0]; end assign out = {a, b};
endmodule
module process_several_registers `PORTS;
  logic [3:0] a, b, c; always_ff @(posedge clk) begin a <= in[3:0]; b <= a; c <= b; end assign out = {a, b, c};
endmodule
module process_blocking_in_clocked `PORTS;
  logic [7:0] t, q; always @(posedge clk) begin t = in[7:0] + 1; t = t ^ q; q <= t; end assign out = q;
endmodule
module process_last_assignment_wins `PORTS;
  always_ff @(posedge clk) begin out <= in; if (in[0]) out <= 5; if (in[1]) out[7:4] <= 4'hf; end
endmodule
module process_parts_of_register `PORTS;
  always_ff @(posedge clk) begin out[7:0] <= in[15:8]; if (in[0]) out[15:8] <= out[7:0]; end
endmodule
module process_star `PORTS;
  reg [15:0] y; always @* begin y = in; if (in[3]) y = y << 1; end assign out = y;
endmodule
module process_sensitivity_list `PORTS;
  reg [15:0] y; always @(in or y) y = in + 3; assign out = y;
endmodule
module process_default_before_if `PORTS;
  always_comb begin out = 1; if (in[0]) out = 2; else if (in[1]) out = 3; else if (in[2]) out[3] = 1; end
endmodule
module process_dangling_else `PORTS;
  always_comb begin out = 0; if (in[0]) if (in[1]) out = 1; else out = 2; end
endmodule
module process_nested_blocks `PORTS;
  always_comb begin : outer logic [3:0] t; t = in[3:0]; begin : inner logic [3:0] t; t = in[7:4]; out = t; end
    out = out + t; end
endmodule
module process_case `PORTS;
  always_comb case (in[2:0]) 0: out = in; 1, 2: out = ~in; 3'b011: out = 3; default: out = in >> 3; endcase
endmodule
module process_case_first_match `PORTS;
  always_comb case (1'b1) in[3]: out = 3; in[2]: out = 2; in[1]: out = 1; default: out = 0; endcase
endmodule
module process_case_of_constant `PORTS;
  always_comb begin out = 0; case (1) in[0] & in[1]: out = 9; in[4:0] == 3: out = 8; endcase end
endmodule
module process_casez `PORTS;
  always_comb casez (in[5:0]) 6'b1?????: out = 5; 6'b01????: out = 4; 6'b0?1??0: out = 3; default: out = 0; endcase
endmodule
module process_casez_with_z `PORTS;
  always_comb casez (in[3:0]) 4'b1zzz: out = 3; 4'bz1z0: out = 2; 4'b0z11: out = 1; default: out = 0; endcase
endmodule
module process_casex `PORTS;
  always_comb casex (in[3:0]) 4'b1xx0: out = 3; 4'bx1x1: out = 2; 4'b00?1: out = 1; default: out = 0; endcase
endmodule
module process_unique_case `PORTS;
  always_comb unique case (in[1:0]) 0: out = 10; 1: out = 20; 2: out = 30; 3: out = 40; endcase
endmodule
module process_priority_case `PORTS;
  always_comb priority casez (in[2:0]) 3'b??1: out = 1; 3'b?1?: out = 2; default: out = 3; endcase
endmodule
module process_unique_if `PORTS;
  always_comb unique if (in[1:0] == 0) out = 5; else if (in[1:0] == 1) out = 6; else out = 7;
endmodule
module process_case_in_clocked `PORTS;
  logic [1:0] s = 0; always_ff @(posedge clk) case (s) 0: if (in[0]) s <= 1; 1: s <= in[1] ? 2 : 0; 2: s <= 3; 3: s <= 0; endcase
  assign out = s;
endmodule
module process_latch `PORTS;
  always_latch if (in[15]) out = in;
endmodule
module process_inferred_latch `PORTS;
  reg [7:0] q; always @* if (in[14:13] == 2) q = in[7:0]; assign out = q;
endmodule
module process_for_loop `PORTS;
  integer i; reg [15:0] y; always @* begin y = 0; for (i = 0; i < 8; i = i + 1) y[2 * i] = in[i]; end assign out = y;
endmodule
module process_for_loop_down `PORTS;
  always_comb begin out = 0; for (int i = 7; i >= 0; i--) out = out * 2 + in[7 - i]; end
endmodule
module process_for_loop_step `PORTS;
  always_comb begin out = 0; for (int i = 1; i < 16; i += 3) out[i] = ^in[15:1] ^ in[i]; end
endmodule
module process_nested_loops `PORTS;
  always_comb begin out = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) out[4 * i + j] = in[4 * j + i]; end
endmodule
module process_loop_in_clocked `PORTS;
  integer k; reg [15:0] q; always @(posedge clk) for (k = 0; k < 16; k = k + 1) q[k] <= in[k] ^ q[(k + 1) % 16];
  assign out = q;
endmodule
module process_compound_assignments `PORTS;
  always_comb begin out = in; out += 3; out -= in[3:0]; out ^= 16'h0f0f; out |= 1; out &= 16'h7fff; out <<= 1; out >>= 2; out *= 3; end
endmodule
module process_arithmetic_compound_shift `PORTS;
  logic signed [7:0] a; always_comb begin a = in[7:0]; a >>>= 2; a <<<= 1; out = a; end
endmodule
module process_increments `PORTS;
  always_comb begin out = in; out++; ++out; if (in[0]) out--; end
endmodule
module process_increment_in_clocked `PORTS;
  logic [3:0] n = 0; always @(posedge clk) if (in[0]) n++; else n += 3; assign out = n;
endmodule
module process_empty_statements `PORTS;
  always_comb begin ; out = in; if (in[0]) ; else out = 0; end
endmodule
module process_variable_in_clocked `PORTS;
  always_ff @(posedge clk) begin logic [7:0] t; t = in[7:0] ^ in[15:8]; out <= {t, ~t}; end
endmodule
module process_counter_with_wrap `PORTS;
  logic [3:0] n = 0; always_ff @(posedge clk) n <= n == 9 ? 0 : n + 1; assign out = {n == 9, n};
endmodule
module process_clock_divider `PORTS;
  logic [1:0] d = 0; logic [7:0] q = 0; always_ff @(posedge clk) d <= d + 1;
  always_ff @(posedge d[1]) q <= q + in[0]; assign out = {d, q};
endmodule
module process_edge_detector `PORTS;
  logic last = 0; logic [7:0] n = 0;
  always_ff @(posedge clk) begin last <= in[0]; if (in[0] && !last) n <= n + 1; end assign out = n;
endmodule
module process_two_process_machine `PORTS;
  localparam [1:0] A = 0, B = 1, C = 2; reg [1:0] state = A, next;
  always @(posedge clk) if (in[15:12] == 0) state <= A; else state <= next;
  always @(*) begin next = state; case (state) A: if (in[0]) next = B; B: next = in[1] ? C : A; C: if (!in[2]) next = A; default: next = A; endcase end
  assign out = {state, next};
endmodule
module process_swap `PORTS;
  logic [7:0] a = 1, b = 2; always_ff @(posedge clk) if (in[0]) begin a <= b; b <= a; end else a <= in[15:8]; assign out = {a, b};
endmodule
module process_delays `PORTS;
  reg [15:0] q; always @(posedge clk) q <= #1 in; assign #2 out = q;
endmodule
module process_search_in_named_block `PORTS;
  always_comb begin : search out = 16; for (int i = 0; i < 16; i++) if (in[i] && out == 16) out = i; end
endmodule
module process_conditional_operator_of_register `PORTS;
  always_ff @(posedge clk) out <= in[0] ? out : in[1] ? in : ~out;
endmodule
module process_parallel_case_attribute `PORTS;
  always @* (* full_case, parallel_case *) case (in[1:0]) 0: out = 1; 1: out = 2; 2: out = 3; 3: out = 4; endcase
endmodule
