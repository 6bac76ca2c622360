// altddio_out as it outputs a clock, and with data.
`timescale 1ns / 1ns

module altddio_out_tb;
  reg clock = 0, enable = 1, aset = 0, aclr = 0, sset = 0, sclr = 0;
  reg [1:0] high = 0, low = 0;
  wire [1:0] q, inverted;
  wire forwarded;
  altddio_out #(.width(1)) of_clock (
      .datain_h(1'b1), .datain_l(1'b0), .outclock(clock), .outclocken(1'b1), .aset(1'b0),
      .aclr(1'b0), .sset(1'b0), .sclr(1'b0), .oe(1'b1), .dataout(forwarded), .oe_out()
  );
  altddio_out #(.width(2)) of_data (
      .datain_h(high), .datain_l(low), .outclock(clock), .outclocken(enable), .aset(aset),
      .aclr(aclr), .sset(sset), .sclr(sclr), .oe(1'b1), .dataout(q), .oe_out()
  );
  altddio_out #(.width(2), .power_up_high("ON"), .invert_output("ON")) of_inverse (
      .datain_h(high), .datain_l(low), .outclock(clock), .outclocken(1'b1), .aset(1'b0),
      .aclr(1'b0), .sset(1'b0), .sclr(1'b0), .oe(1'b1), .dataout(inverted), .oe_out()
  );
  integer wrong, cycle;
  task expect_that(input holds, input [8*24-1:0] what);
    if (holds !== 1) begin
      $display("%0s at %0t", what, $time);
      wrong = wrong + 1;
    end
  endtask
  // What a rising edge takes: the first half of the cycle, and the second one.
  reg [1:0] first, second, first_inverse, second_inverse;
  initial begin
    wrong = 0;
    {first, second} = 0;
    #1 expect_that(q === 0 && inverted === 0, "power-up");
    for (cycle = 0; cycle < 1000; cycle = cycle + 1) begin
      {high, low} = $random;
      enable = $random | $random;
      {sclr, sset} = $random & $random & $random;
      if (sclr) sset = 0;
      {aclr, aset} = $random & $random & $random & $random;
      if (aclr) aset = 0;
      if (aclr) {first, second} = 4'b0000;
      if (aset) {first, second} = 4'b1111;
      #1 expect_that(q === second, "asynchronous control");
      if (!aclr && !aset && enable)
        {first, second} = sclr ? 4'b0000 : sset ? 4'b1111 : {high, low};
      {first_inverse, second_inverse} = ~{high, low};
      #5 clock = 1;
      #1 expect_that(q === first && inverted === first_inverse, "high half");
      expect_that(forwarded === 1, "clock, high half");
      // Later data waits for the next rising edge.
      {high, low} = $random;
      #4 clock = 0;
      #1 expect_that(q === second && inverted === second_inverse, "low half");
      expect_that(forwarded === 0, "clock, low half");
      {aclr, aset} = 0;
      #1;
    end
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule
