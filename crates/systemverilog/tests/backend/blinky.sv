// Generated from a rust-hdl design. Edit the design instead of this file.
module pulser_strobe (
  input  logic enable,
  output logic strobe,
  input  logic clock
);

  logic [31:0] counter = 32'd0;

  assign strobe = enable && (counter == 32'd10000);

  always_ff @(posedge clock) begin
    if (strobe) begin
      counter <= 32'd1;
    end else if (enable) begin
      counter <= counter + 32'd1;
    end
  end

endmodule

// Generated from a rust-hdl design. Edit the design instead of this file.
module shot (
  input  logic trigger,
  output logic active = 1'b0,
  input  logic clock,
  output logic fired
);

  logic [31:0] counter = 32'd0;

  always_ff @(posedge clock) begin
    if (trigger) begin
      counter <= 32'd0;
      active <= 1'b1;
    end else begin
      if (active) begin
        counter <= counter + 32'd1;
      end
      if (active && (counter == 32'd2500)) begin
        active <= 1'b0;
      end
    end
  end

  assign fired = (active && (counter == 32'd2500)) ? 1'b1 : 1'b0;

endmodule

// Generated from a rust-hdl design. Edit the design instead of this file.
module pulser (
  input  logic clock,
  input  logic enable,
  output logic pulse
);

  logic strobe_strobe;
  logic unused_shot_fired;

  pulser_strobe u_strobe (
    .enable (enable),
    .strobe (strobe_strobe),
    .clock  (clock)
  );

  shot shot (
    .trigger (strobe_strobe),
    .active  (pulse),
    .clock   (clock),
    .fired   (unused_shot_fired)
  );

endmodule

// Generated from a rust-hdl design. Edit the design instead of this file.
module blinky (
  input  logic clock,
  output logic led
);

  pulser pulser (
    .clock  (clock),
    .enable (1'b1),
    .pulse  (led)
  );

endmodule
