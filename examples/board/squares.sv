// Two bouncing squares on the monitor: 640 x 480 pixels at 60 Hz.
//
// SW[0] stops the first square, SW[1] the second. KEY[0], while it is down, lets them move four times as fast.

module squares (
    input  logic       CLOCK_50,
    input  logic [3:0] KEY,
    input  logic [9:0] SW,
    output logic [9:0] LEDR,
    output logic [7:0] VGA_R,
    output logic [7:0] VGA_G,
    output logic [7:0] VGA_B,
    output logic       VGA_HS,
    output logic       VGA_VS,
    output logic       VGA_BLANK_N,
    output logic       VGA_SYNC_N,
    output logic       VGA_CLK
);

    // A pixel takes two cycles of CLOCK_50.
    logic pixel = 1'b0;

    always_ff @(posedge CLOCK_50)
        pixel <= !pixel;

    // The position of the beam, the blanking included.
    logic [9:0] x = '0;
    logic [9:0] y = '0;
    logic end_of_line, end_of_frame;

    assign end_of_line  = x == 10'd799;
    assign end_of_frame = end_of_line && y == 10'd524;

    always_ff @(posedge CLOCK_50)
        if (pixel) begin
            x <= end_of_line ? '0 : x + 10'd1;
            if (end_of_line)
                y <= end_of_frame ? '0 : y + 10'd1;
        end

    logic move;

    assign move = pixel && end_of_frame;

    logic in_first, in_second;

    square #(.SIZE(10'd64), .LEFT(10'd100), .TOP(10'd40)) first (
        .clock(CLOCK_50), .move(move && !SW[0]), .step(KEY[0] ? 10'd1 : 10'd4), .x, .y, .is_inside(in_first)
    );
    square #(.SIZE(10'd96), .LEFT(10'd400), .TOP(10'd300)) second (
        .clock(CLOCK_50), .move(move && !SW[1]), .step(KEY[0] ? 10'd2 : 10'd7), .x, .y, .is_inside(in_second)
    );

    // The outputs have registers. The converter takes a pixel at the rising edge of VGA_CLK, in the middle of the pixel.
    logic visible;

    assign visible = x < 10'd640 && y < 10'd480;

    always_ff @(posedge CLOCK_50)
        if (pixel) begin
            VGA_HS      <= !(x >= 10'd656 && x < 10'd752);
            VGA_VS      <= !(y >= 10'd490 && y < 10'd492);
            VGA_BLANK_N <= visible;
            VGA_R       <= in_first ? 8'hff : 8'h20;
            VGA_G       <= in_second ? 8'hc0 : 8'h30;
            VGA_B       <= (in_first || in_second) ? 8'h40 : 8'h60;
        end

    assign VGA_SYNC_N = 1'b0;
    assign VGA_CLK    = pixel;
    assign LEDR       = {8'b0, in_second, in_first};

endmodule

// A square that bounces off the edges of the picture.
module square #(
    parameter logic [9:0] SIZE = 64,
    parameter logic [9:0] LEFT = 0,
    parameter logic [9:0] TOP  = 0
) (
    input  logic       clock,
    input  logic       move,    // one cycle per frame
    input  logic [9:0] step,    // pixels
    input  logic [9:0] x,
    input  logic [9:0] y,
    output logic       is_inside
);

    logic [9:0] left = LEFT;
    logic [9:0] top  = TOP;
    logic leftwards = 1'b0;
    logic upwards   = 1'b0;

    always_ff @(posedge clock)
        if (move) begin
            if (leftwards ? left < step : left + step > 10'd640 - SIZE)
                leftwards <= !leftwards;
            else
                left <= leftwards ? left - step : left + step;
            if (upwards ? top < step : top + step > 10'd480 - SIZE)
                upwards <= !upwards;
            else
                top <= upwards ? top - step : top + step;
        end

    assign is_inside = x >= left && x < left + SIZE && y >= top && y < top + SIZE;

endmodule
