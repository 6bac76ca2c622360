// A light that runs along LEDR. The ports have names of their own: chaser.qsf assigns them to pins.
//
// SW[0] reverses the light, KEY[0] takes it back to LEDR[0].

module chaser #(
    parameter int CLOCKS_PER_STEP = 5_000_000  // 0.1 s at 50 MHz
) (
    input  logic       clk,
    input  logic       restart_n,
    input  logic       backwards,
    output logic [9:0] light
);

    logic step;

    // Declared in divider.sv, which chaser.qsf does not list: Quartus finds modules by the names of files.
    divider #(.PERIOD(CLOCKS_PER_STEP)) steps (.clk, .tick(step));

    logic [1:0] restart = 2'b11;
    logic [1:0] reverse = 2'b00;

    always_ff @(posedge clk) begin
        restart <= {restart[0], restart_n};
        reverse <= {reverse[0], backwards};
    end

    initial light = 10'd1;

    always_ff @(posedge clk)
        if (!restart[1])
            light <= 10'd1;
        else if (step)
            light <= reverse[1] ? {light[0], light[9:1]} : {light[8:0], light[9]};

endmodule

// A testbench beside the design is left out.
module chaser_tb;

    logic clk = 1'b0;
    logic [9:0] light;

    chaser #(.CLOCKS_PER_STEP(4)) dut (.clk, .restart_n(1'b1), .backwards(1'b0), .light);

    always #10ns clk = !clk;

    initial begin
        repeat (20) @(posedge clk);
        if (light != 10'd32)
            $error("the light is at %b", light);
        $finish;
    end

endmodule
