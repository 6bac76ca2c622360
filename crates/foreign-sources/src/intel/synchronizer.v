// Synchronisers of `depth` flip-flops, as Platform Designer puts them into its systems.

module altera_std_synchronizer #(
  parameter depth = 3
) (
  input clk, reset_n, din,
  output dout
);
  reg [depth-1:0] stages;
  always @(posedge clk or negedge reset_n)
    if (!reset_n) stages <= {depth{1'b0}};
    else stages <= {stages, din};
  assign dout = stages[depth-1];
endmodule

module altera_std_synchronizer_nocut #(
  parameter depth = 3,
  parameter rst_value = 0
) (
  input clk, reset_n, din,
  output dout
);
  reg [depth-1:0] stages;
  always @(posedge clk or negedge reset_n)
    if (!reset_n) stages <= {depth{rst_value != 0}};
    else stages <= {stages, din};
  assign dout = stages[depth-1];
endmodule

module altera_std_synchronizer_bundle #(
  parameter depth = 3,
  parameter width = 1
) (
  input clk, reset_n,
  input [width-1:0] din,
  output [width-1:0] dout
);
  genvar n;
  generate
    for (n = 0; n < width; n = n + 1) begin : bits
      altera_std_synchronizer #(.depth(depth)) synchronizer (
        .clk(clk), .reset_n(reset_n), .din(din[n]), .dout(dout[n])
      );
    end
  endgenerate
endmodule
