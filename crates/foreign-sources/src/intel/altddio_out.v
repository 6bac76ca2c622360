// Outputs that change at both edges of a clock, mostly used to output a clock.
//
// Source: Intel, Double Data Rate I/O (ALTDDIO_IN, ALTDDIO_OUT and ALTDDIO_BIDIR) IP Cores User
// Guide.

`include "defaults.vh"

module altddio_out #(
    parameter width = 1,
    parameter power_up_high = "OFF",
    parameter oe_reg = "UNUSED",
    parameter extend_oe_disable = "UNUSED",
    parameter invert_output = "OFF",
    parameter intended_device_family = "Cyclone V",
    parameter lpm_hint = "UNUSED",
    parameter lpm_type = "altddio_out"
) (
    input wire [width-1:0] datain_h,
    input wire [width-1:0] datain_l,
    input wire outclock,
    input wire outclocken `IF_OPEN(1'b1),
    input wire aset `IF_OPEN(1'b0),
    input wire aclr `IF_OPEN(1'b0),
    input wire sset `IF_OPEN(1'b0),
    input wire sclr `IF_OPEN(1'b0),
    input wire oe `IF_OPEN(1'b1),
    output wire [width-1:0] dataout,
    output wire [width-1:0] oe_out
);
  localparam [width-1:0] FIRST = power_up_high == "ON" ? {width{1'b1}} : {width{1'b0}};
  reg [width-1:0] high = FIRST, low = FIRST;
  wire clear = aset || aclr;
  always @(posedge outclock or posedge clear)
    if (clear) {high, low} <= {2 * width{aset}};
    else if (outclocken) {high, low} <= sclr ? 0 : sset ? {2 * width{1'b1}} : {datain_h, datain_l};
  wire [width-1:0] out = outclock ? high : low;
  assign dataout = invert_output == "ON" ? ~out : out;
  assign oe_out = {width{oe}};
endmodule
