// The library of parameterized modules: arithmetic, multiplexers and registers.
//
// Source: Intel, Integer Arithmetic IP Cores User Guide; LPM Quick Reference Guide.

`include "defaults.vh"

module lpm_counter #(
    parameter lpm_width = 1,
    parameter lpm_direction = "UNUSED",
    parameter lpm_modulus = 0,
    parameter lpm_avalue = "UNUSED",
    parameter lpm_svalue = "UNUSED",
    parameter lpm_pvalue = "UNUSED",
    parameter lpm_port_updown = "PORT_CONNECTIVITY",
    parameter lpm_type = "lpm_counter",
    parameter lpm_hint = "UNUSED"
) (
    input wire clock,
    input wire clk_en `IF_OPEN(1'b1),
    input wire cnt_en `IF_OPEN(1'b1),
    input wire updown `IF_OPEN(1'b1),
    input wire cin `IF_OPEN(1'b1),
    input wire aclr `IF_OPEN(1'b0),
    input wire aset `IF_OPEN(1'b0),
    input wire aload `IF_OPEN(1'b0),
    input wire sclr `IF_OPEN(1'b0),
    input wire sset `IF_OPEN(1'b0),
    input wire sload `IF_OPEN(1'b0),
    input wire [lpm_width-1:0] data `IF_OPEN({lpm_width{1'b0}}),
    output reg [lpm_width-1:0] q,
    output wire cout,
    output wire [15:0] eq
);
`include "number.vh"
  localparam [lpm_width-1:0] LAST = lpm_modulus == 0 ? {lpm_width{1'b1}} : lpm_modulus - 1;
  wire is_up = lpm_direction == "UP" || (lpm_direction != "DOWN" && updown);
  wire is_at_end = is_up ? q >= LAST : q == 0;
  wire [lpm_width-1:0] counted =
      is_at_end ? (is_up ? {lpm_width{1'b0}} : LAST) : (is_up ? q + 1'b1 : q - 1'b1);
  assign cout = cin && is_at_end;
  genvar i;
  generate
    for (i = 0; i < 16; i = i + 1) begin : decoded
      assign eq[i] = q == i;
    end
  endgenerate
  wire clear = aclr || aset || aload;
  wire [lpm_width-1:0] cleared =
      aclr ? {lpm_width{1'b0}} : aset ? number(lpm_avalue, ~64'd0) : data;
  initial q = 0;
  always @(posedge clock or posedge clear)
    if (clear) q <= cleared;
    else if (clk_en) begin
      if (sclr) q <= 0;
      else if (sset) q <= number(lpm_svalue, ~64'd0);
      else if (sload) q <= data;
      else if (cnt_en && cin) q <= counted;
    end
endmodule

module lpm_add_sub #(
    parameter lpm_width = 1,
    parameter lpm_direction = "UNUSED",
    parameter lpm_representation = "SIGNED",
    parameter lpm_pipeline = 0,
    parameter lpm_type = "lpm_add_sub",
    parameter lpm_hint = "UNUSED"
) (
    input wire [lpm_width-1:0] dataa,
    input wire [lpm_width-1:0] datab,
    // Without a connection, 0 for a sum and 1 for a difference: the higher bit says so.
    input wire [1:0] cin `IF_OPEN(2'b10),
    input wire add_sub `IF_OPEN(1'b1),
    input wire clock `IF_OPEN(1'b0),
    input wire aclr `IF_OPEN(1'b0),
    input wire clken `IF_OPEN(1'b1),
    output wire [lpm_width-1:0] result,
    output wire cout,
    output wire overflow
);
  wire is_sum = lpm_direction == "ADD" || (lpm_direction != "SUB" && add_sub);
  wire [lpm_width-1:0] second = is_sum ? datab : ~datab;
  wire [lpm_width:0] sum = {1'b0, dataa} + {1'b0, second} + (cin[1] ? !is_sum : cin[0]);
  wire carry = sum[lpm_width];
  wire is_out_of_range = lpm_representation == "UNSIGNED" ? carry != !is_sum :
      dataa[lpm_width-1] == second[lpm_width-1] && dataa[lpm_width-1] != sum[lpm_width-1];
  intel_model_stages #(
      .width(lpm_width + 2),
      .stages(lpm_pipeline)
  ) stages (
      .clock(clock),
      .clear(aclr),
      .enable(clken),
      .d({is_out_of_range, carry, sum[lpm_width-1:0]}),
      .q({overflow, cout, result})
  );
endmodule

module lpm_mult #(
    parameter lpm_widtha = 1,
    parameter lpm_widthb = 1,
    parameter lpm_widthp = 1,
    parameter lpm_widths = 1,
    parameter lpm_representation = "UNSIGNED",
    parameter lpm_pipeline = 0,
    parameter lpm_type = "lpm_mult",
    parameter lpm_hint = "UNUSED"
) (
    input wire [lpm_widtha-1:0] dataa,
    input wire [lpm_widthb-1:0] datab,
    input wire [lpm_widths-1:0] sum `IF_OPEN({lpm_widths{1'b0}}),
    input wire clock `IF_OPEN(1'b0),
    input wire aclr `IF_OPEN(1'b0),
    input wire sclr `IF_OPEN(1'b0),
    input wire clken `IF_OPEN(1'b1),
    output wire [lpm_widthp-1:0] result
);
  localparam FACTORS = lpm_widtha + lpm_widthb;
  localparam WIDTH = (FACTORS > lpm_widths ? FACTORS : lpm_widths) + 1;
  localparam IS_SIGNED = lpm_representation == "SIGNED";
  wire [WIDTH-1:0] a = {{WIDTH - lpm_widtha{IS_SIGNED && dataa[lpm_widtha-1]}}, dataa};
  wire [WIDTH-1:0] b = {{WIDTH - lpm_widthb{IS_SIGNED && datab[lpm_widthb-1]}}, datab};
  wire [WIDTH-1:0] s = {{WIDTH - lpm_widths{IS_SIGNED && sum[lpm_widths-1]}}, sum};
  wire [WIDTH-1:0] total = a * b + s;
  // A product that is narrower than the factors together has their highest bits.
  wire [lpm_widthp-1:0] product;
  generate
    if (lpm_widthp >= WIDTH) begin : wide
      assign product = {{lpm_widthp - WIDTH + 1{IS_SIGNED && total[WIDTH-1]}}, total[WIDTH-2:0]};
    end else begin : narrow
      assign product = total[WIDTH-2-:lpm_widthp];
    end
  endgenerate
  intel_model_stages #(
      .width(lpm_widthp),
      .stages(lpm_pipeline)
  ) stages (
      .clock(clock),
      .clear(aclr),
      .enable(clken),
      .d(product),
      .q(result)
  );
endmodule

module lpm_divide #(
    parameter lpm_widthn = 1,
    parameter lpm_widthd = 1,
    parameter lpm_nrepresentation = "UNSIGNED",
    parameter lpm_drepresentation = "UNSIGNED",
    parameter lpm_remainderpositive = "TRUE",
    parameter lpm_pipeline = 0,
    parameter lpm_type = "lpm_divide",
    parameter lpm_hint = "UNUSED"
) (
    input wire [lpm_widthn-1:0] numer,
    input wire [lpm_widthd-1:0] denom,
    input wire clock `IF_OPEN(1'b0),
    input wire aclr `IF_OPEN(1'b0),
    input wire clken `IF_OPEN(1'b1),
    output wire [lpm_widthn-1:0] quotient,
    output wire [lpm_widthd-1:0] remain
);
  // Quartus writes LPM_REMAINDERPOSITIVE into the hint.
  function is_false;
    input [1023:0] hint;
    integer place;
    begin
      is_false = 0;
      for (place = 0; place <= 114; place = place + 1)
        if (hint[8*place+:112] == "POSITIVE=FALSE") is_false = 1;
    end
  endfunction
  localparam IS_POSITIVE = lpm_remainderpositive == "TRUE" && !is_false(lpm_hint);
  localparam WIDTH = (lpm_widthn > lpm_widthd ? lpm_widthn : lpm_widthd) + 1;
  wire is_n_negative = lpm_nrepresentation == "SIGNED" && numer[lpm_widthn-1];
  wire is_d_negative = lpm_drepresentation == "SIGNED" && denom[lpm_widthd-1];
  wire [WIDTH-1:0] n = {{WIDTH - lpm_widthn{is_n_negative}}, numer};
  wire [WIDTH-1:0] d = {{WIDTH - lpm_widthd{is_d_negative}}, denom};
  wire [WIDTH-1:0] size_n = is_n_negative ? -n : n;
  wire [WIDTH-1:0] size_d = is_d_negative ? -d : d;
  wire [WIDTH-1:0] size_q = size_n / size_d;
  wire [WIDTH-1:0] size_r = size_n % size_d;
  // A remainder that has to be positive makes the quotient of a negative number one larger in size.
  wire is_raised = IS_POSITIVE && is_n_negative && size_r != 0;
  wire [WIDTH-1:0] whole = size_q + is_raised;
  wire [WIDTH-1:0] q = is_n_negative != is_d_negative ? -whole : whole;
  wire [WIDTH-1:0] r = is_raised ? size_d - size_r : is_n_negative ? -size_r : size_r;
  intel_model_stages #(
      .width(lpm_widthn + lpm_widthd),
      .stages(lpm_pipeline)
  ) stages (
      .clock(clock),
      .clear(aclr),
      .enable(clken),
      .d({q[lpm_widthn-1:0], r[lpm_widthd-1:0]}),
      .q({quotient, remain})
  );
endmodule

module lpm_compare #(
    parameter lpm_width = 1,
    parameter lpm_representation = "UNSIGNED",
    parameter lpm_pipeline = 0,
    parameter lpm_type = "lpm_compare",
    parameter lpm_hint = "UNUSED"
) (
    input wire [lpm_width-1:0] dataa,
    input wire [lpm_width-1:0] datab,
    input wire clock `IF_OPEN(1'b0),
    input wire aclr `IF_OPEN(1'b0),
    input wire clken `IF_OPEN(1'b1),
    output wire alb,
    output wire aeb,
    output wire agb,
    output wire aleb,
    output wire aneb,
    output wire ageb
);
  // Signed numbers are in the order of unsigned ones if their highest bits are inverted.
  localparam [lpm_width-1:0] SIGN =
      lpm_representation == "SIGNED" ? {1'b1, {lpm_width{1'b0}}} >> 1 : 0;
  wire is_less = (dataa ^ SIGN) < (datab ^ SIGN);
  wire is_equal = dataa == datab;
  wire is_delayed_less, is_delayed_equal;
  intel_model_stages #(
      .width(2),
      .stages(lpm_pipeline)
  ) stages (
      .clock(clock),
      .clear(aclr),
      .enable(clken),
      .d({is_less, is_equal}),
      .q({is_delayed_less, is_delayed_equal})
  );
  assign alb = is_delayed_less;
  assign aeb = is_delayed_equal;
  assign agb = !is_delayed_less && !is_delayed_equal;
  assign aleb = is_delayed_less || is_delayed_equal;
  assign aneb = !is_delayed_equal;
  assign ageb = !is_delayed_less;
endmodule

module lpm_mux #(
    parameter lpm_width = 1,
    parameter lpm_size = 1,
    parameter lpm_widths = 1,
    parameter lpm_pipeline = 0,
    parameter lpm_type = "lpm_mux",
    parameter lpm_hint = "UNUSED"
) (
    input wire [lpm_size*lpm_width-1:0] data,
    input wire [lpm_widths-1:0] sel,
    input wire clock `IF_OPEN(1'b0),
    input wire aclr `IF_OPEN(1'b0),
    input wire clken `IF_OPEN(1'b1),
    output wire [lpm_width-1:0] result
);
  wire [lpm_size*lpm_width-1:0] moved = data >> (sel * lpm_width);
  intel_model_stages #(
      .width(lpm_width),
      .stages(lpm_pipeline)
  ) stages (
      .clock(clock),
      .clear(aclr),
      .enable(clken),
      .d(moved[lpm_width-1:0]),
      .q(result)
  );
endmodule

module lpm_shiftreg #(
    parameter lpm_width = 1,
    parameter lpm_direction = "LEFT",
    parameter lpm_avalue = "UNUSED",
    parameter lpm_svalue = "UNUSED",
    parameter lpm_pvalue = "UNUSED",
    parameter lpm_type = "lpm_shiftreg",
    parameter lpm_hint = "UNUSED"
) (
    input wire clock,
    input wire enable `IF_OPEN(1'b1),
    input wire shiftin `IF_OPEN(1'b1),
    input wire load `IF_OPEN(1'b0),
    input wire [lpm_width-1:0] data `IF_OPEN({lpm_width{1'b1}}),
    input wire aclr `IF_OPEN(1'b0),
    input wire aset `IF_OPEN(1'b0),
    input wire sclr `IF_OPEN(1'b0),
    input wire sset `IF_OPEN(1'b0),
    output reg [lpm_width-1:0] q,
    output wire shiftout
);
`include "number.vh"
  localparam IS_RIGHT = lpm_direction == "RIGHT";
  wire [lpm_width:0] left = {q, shiftin};
  wire [lpm_width:0] right = {shiftin, q};
  assign shiftout = IS_RIGHT ? q[0] : q[lpm_width-1];
  wire clear = aclr || aset;
  initial q = 0;
  always @(posedge clock or posedge clear)
    if (clear) q <= aclr ? {lpm_width{1'b0}} : number(lpm_avalue, ~64'd0);
    else if (enable) begin
      if (sclr) q <= 0;
      else if (sset) q <= number(lpm_svalue, ~64'd0);
      else if (load) q <= data;
      else q <= IS_RIGHT ? right[lpm_width:1] : left[lpm_width-1:0];
    end
endmodule

module lpm_ff #(
    parameter lpm_width = 1,
    parameter lpm_fftype = "DFF",
    parameter lpm_avalue = "UNUSED",
    parameter lpm_svalue = "UNUSED",
    parameter lpm_pvalue = "UNUSED",
    parameter lpm_type = "lpm_ff",
    parameter lpm_hint = "UNUSED"
) (
    input wire clock,
    input wire enable `IF_OPEN(1'b1),
    input wire [lpm_width-1:0] data `IF_OPEN({lpm_width{1'b1}}),
    input wire aclr `IF_OPEN(1'b0),
    input wire aset `IF_OPEN(1'b0),
    input wire aload `IF_OPEN(1'b0),
    input wire sclr `IF_OPEN(1'b0),
    input wire sset `IF_OPEN(1'b0),
    input wire sload `IF_OPEN(1'b0),
    output reg [lpm_width-1:0] q
);
`include "number.vh"
  wire clear = aclr || aset || aload;
  wire [lpm_width-1:0] cleared =
      aclr ? {lpm_width{1'b0}} : aset ? number(lpm_avalue, ~64'd0) : data;
  initial q = 0;
  always @(posedge clock or posedge clear)
    if (clear) q <= cleared;
    else if (enable) begin
      if (sclr) q <= 0;
      else if (sset) q <= number(lpm_svalue, ~64'd0);
      else if (sload || lpm_fftype != "TFF") q <= data;
      else q <= q ^ data;
    end
endmodule

module lpm_decode #(
    parameter lpm_width = 1,
    parameter lpm_decodes = 1 << lpm_width,
    parameter lpm_pipeline = 0,
    parameter lpm_type = "lpm_decode",
    parameter lpm_hint = "UNUSED"
) (
    input wire [lpm_width-1:0] data,
    input wire enable `IF_OPEN(1'b1),
    input wire clock `IF_OPEN(1'b0),
    input wire aclr `IF_OPEN(1'b0),
    input wire clken `IF_OPEN(1'b1),
    output wire [lpm_decodes-1:0] eq
);
  wire [lpm_decodes-1:0] selected = {{lpm_decodes{1'b0}}, enable} << data;
  intel_model_stages #(
      .width(lpm_decodes),
      .stages(lpm_pipeline)
  ) stages (
      .clock(clock),
      .clear(aclr),
      .enable(clken),
      .d(selected),
      .q(eq)
  );
endmodule

module lpm_constant #(
    parameter lpm_width = 1,
    parameter lpm_cvalue = 0,
    parameter lpm_strength = "UNUSED",
    parameter lpm_type = "lpm_constant",
    parameter lpm_hint = "UNUSED"
) (
    output wire [lpm_width-1:0] result
);
  assign result = lpm_cvalue;
endmodule

// A result that is delayed by a number of clock cycles.
module intel_model_stages #(
    parameter width = 1,
    parameter stages = 0
) (
    input wire clock,
    input wire clear,
    input wire enable,
    input wire [width-1:0] d,
    output wire [width-1:0] q
);
  generate
    if (stages == 0) begin : none
      assign q = d;
    end else begin : some
      reg [stages*width-1:0] held = 0;
      wire [(stages+1)*width-1:0] next = {held, d};
      always @(posedge clock or posedge clear)
        if (clear) held <= 0;
        else if (enable) held <= next[stages*width-1:0];
      assign q = held[stages*width-1-:width];
    end
  endgenerate
endmodule
