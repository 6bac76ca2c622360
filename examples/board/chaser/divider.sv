// One clock of every PERIOD.

module divider #(
    parameter int PERIOD = 2
) (
    input  logic clk,
    output logic tick
);

    logic [$clog2(PERIOD)-1:0] count = '0;

    assign tick = count == PERIOD - 1;

    always_ff @(posedge clk)
        count <= tick ? '0 : count + 1'b1;

endmodule
