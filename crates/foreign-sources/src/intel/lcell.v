// A buffer that Quartus keeps, as in chains that delay a signal. Here it has no delay.
//
// Source: Intel, Quartus Prime Help, LCELL Primitive.

module lcell #(
    parameter lpm_type = "lcell"
) (
    input wire in,
    output wire out
);
  assign out = in;
endmodule
