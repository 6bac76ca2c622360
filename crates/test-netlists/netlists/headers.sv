// Pins of the headers that are inputs, outputs, or both. Most pins of GPIO_0 are not used.
module headers (
  input wire [9:0] SW,
  inout wire [35:0] GPIO_0,
  output wire [11:4] GPIO_1,
  output wire [9:0] LEDR
);
  assign GPIO_0[4] = SW[0] ? SW[1] : 1'bz;
  assign GPIO_0[35] = SW[2];
  assign GPIO_1 = {SW[9:8], GPIO_0[3:0], 1'b0, 1'b1};
  assign LEDR = {GPIO_0[35], 4'b0, GPIO_0[4:0]};
endmodule
