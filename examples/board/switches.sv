// The switches on the lights, and the number that they form on the displays.
//
// KEY[0], while it is down, inverts the lights.

module switches (
    input  logic [3:0] KEY,
    input  logic [9:0] SW,
    output logic [9:0] LEDR,
    output logic [6:0] HEX0,
    output logic [6:0] HEX1,
    output logic [6:0] HEX2
);

    assign LEDR = KEY[0] ? SW : ~SW;

    hexadecimal low    (.digit(SW[3:0]), .segments(HEX0));
    hexadecimal middle (.digit(SW[7:4]), .segments(HEX1));
    hexadecimal high   (.digit({2'b00, SW[9:8]}), .segments(HEX2));

endmodule

// A digit on a seven-segment display. The segments are active low, segment a is bit 0.
module hexadecimal (
    input  logic [3:0] digit,
    output logic [6:0] segments
);

    always_comb
        case (digit)
            4'h0: segments = 7'b1000000;
            4'h1: segments = 7'b1111001;
            4'h2: segments = 7'b0100100;
            4'h3: segments = 7'b0110000;
            4'h4: segments = 7'b0011001;
            4'h5: segments = 7'b0010010;
            4'h6: segments = 7'b0000010;
            4'h7: segments = 7'b1111000;
            4'h8: segments = 7'b0000000;
            4'h9: segments = 7'b0010000;
            4'hA: segments = 7'b0001000;
            4'hB: segments = 7'b0000011;
            4'hC: segments = 7'b1000110;
            4'hD: segments = 7'b0100001;
            4'hE: segments = 7'b0000110;
            default: segments = 7'b0001110;
        endcase

endmodule
