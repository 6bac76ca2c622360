// A stopwatch: minutes on HEX5 and HEX4, seconds on HEX3 and HEX2, hundredths of a second on HEX1 and HEX0.
//
// KEY[0] starts and stops it, KEY[3] resets it. LEDR[0] is on while it runs.

module stopwatch #(
    parameter int CLOCKS_PER_TICK = 500_000  // 10 ms at 50 MHz
) (
    input  logic       CLOCK_50,
    input  logic [3:0] KEY,
    output logic [9:0] LEDR,
    output logic [6:0] HEX0,
    output logic [6:0] HEX1,
    output logic [6:0] HEX2,
    output logic [6:0] HEX3,
    output logic [6:0] HEX4,
    output logic [6:0] HEX5
);

    // The keys are synchronised: two registers each, and a third one to find the edge.
    logic [2:0] start_key = 3'b111;
    logic [1:0] reset_key = 2'b11;
    logic       toggle;
    logic       reset;

    always_ff @(posedge CLOCK_50) begin
        start_key <= {start_key[1:0], KEY[0]};
        reset_key <= {reset_key[0], KEY[3]};
    end

    assign toggle = start_key[2:1] == 2'b10;
    assign reset  = !reset_key[1];

    logic running = 1'b0;

    always_ff @(posedge CLOCK_50)
        if (reset)
            running <= 1'b0;
        else if (toggle)
            running <= !running;

    assign LEDR = {9'b0, running};

    // The divider: `tick` is 1 in one cycle of every CLOCKS_PER_TICK.
    logic [$clog2(CLOCKS_PER_TICK + 1)-1:0] divider = '0;
    logic tick;

    assign tick = running && divider == CLOCKS_PER_TICK - 1;

    always_ff @(posedge CLOCK_50)
        if (reset || tick)
            divider <= '0;
        else if (running)
            divider <= divider + 1'b1;

    // Six digits, each of which counts when all lower ones wrap.
    logic [3:0] digits [6];
    logic [6:0] carry;

    assign carry[0] = tick;

    for (genvar i = 0; i < 6; i++) begin : digit
        localparam logic [3:0] LAST = (i == 3 || i == 5) ? 4'd5 : 4'd9;

        logic [3:0] value = 4'd0;

        always_ff @(posedge CLOCK_50)
            if (reset)
                value <= 4'd0;
            else if (carry[i])
                value <= (value == LAST) ? 4'd0 : value + 4'd1;

        assign carry[i + 1] = carry[i] && value == LAST;
        assign digits[i] = value;
    end

    decimal display0 (.digit(digits[0]), .segments(HEX0));
    decimal display1 (.digit(digits[1]), .segments(HEX1));
    decimal display2 (.digit(digits[2]), .segments(HEX2));
    decimal display3 (.digit(digits[3]), .segments(HEX3));
    decimal display4 (.digit(digits[4]), .segments(HEX4));
    decimal display5 (.digit(digits[5]), .segments(HEX5));

endmodule

// A decimal digit on a seven-segment display. The segments are active low, segment a is bit 0.
module decimal (
    input  logic [3:0] digit,
    output logic [6:0] segments
);

    always_comb
        case (digit)
            4'd0: segments = 7'b1000000;
            4'd1: segments = 7'b1111001;
            4'd2: segments = 7'b0100100;
            4'd3: segments = 7'b0110000;
            4'd4: segments = 7'b0011001;
            4'd5: segments = 7'b0010010;
            4'd6: segments = 7'b0000010;
            4'd7: segments = 7'b1111000;
            4'd8: segments = 7'b0000000;
            4'd9: segments = 7'b0010000;
            default: segments = 7'b1111111;
        endcase

endmodule
