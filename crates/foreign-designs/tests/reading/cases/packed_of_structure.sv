// A packed array of structures [7.4.1].
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  typedef struct packed { logic [2:0] a; logic b; } pair; pair [3:0] q; assign q = in; assign out = q[1];
endmodule
