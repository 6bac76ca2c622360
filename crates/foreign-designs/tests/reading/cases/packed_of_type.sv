// A packed array of a type with a name, as a type: an element has the bits of that type [7.4.1].
module top(input logic clk, input logic [15:0] in, output logic [15:0] out);
  typedef logic [3:0] nibble; typedef nibble [3:0] quad; quad q; assign q = in; assign out = {q[0], q[1], q[2], q[3]};
endmodule
