// The outputs of altpll and altera_pll: their edges, the time between edges, `locked` and reset.
`timescale 1ns / 1ns

module pll_tb;
  reg clock = 0, reset = 0;
  always #10 clock = !clock;
  wire [5:0] clk;
  wire [3:0] outclk;
  wire [1:0] locked;
  altpll #(
      .inclk0_input_frequency(20000), .clk0_multiply_by(1), .clk0_divide_by(2),
      .clk1_multiply_by(1), .clk1_divide_by(1), .clk2_multiply_by(4), .clk2_divide_by(5),
      .clk3_multiply_by(1007), .clk3_divide_by(2000), .clk4_multiply_by(1), .clk4_divide_by(50)
  ) pll (
      .inclk({1'b0, clock}), .areset(reset), .pllena(1'b1), .pfdena(1'b1), .clkswitch(1'b0),
      .fbin(1'b1), .clkena(6'h3f), .extclkena(4'hf), .phasecounterselect(4'hf),
      .phasestep(1'b1), .phaseupdown(1'b1), .configupdate(1'b0), .scanaclr(1'b0),
      .scanclk(1'b0), .scanclkena(1'b1), .scandata(1'b0), .scanread(1'b0), .scanwrite(1'b0),
      .clk(clk), .locked(locked[0])
  );
  altera_pll #(
      .reference_clock_frequency("50.0 MHz"), .operation_mode("direct"), .number_of_clocks(4),
      .output_clock_frequency0("25.175644 MHz"), .output_clock_frequency1("50.000000 MHz"),
      .output_clock_frequency2("40.0 MHz"), .output_clock_frequency3("25 MHz")
  ) pll_of_a_cyclone_5 (
      .refclk(clock), .rst(reset), .fbclk(1'b0), .refclk1(1'b0), .extswitch(1'b0),
      .phase_en(1'b0), .updn(1'b0), .scanclk(1'b0), .cntsel(5'd0), .adjpllin(1'b0),
      .cclk(1'b0), .outclk(outclk), .locked(locked[1])
  );

  // In edges per 1,000,000 cycles of the input. Nothing drives the sixth output of altpll.
  wire [9:0] outputs = {outclk, clk};
  integer rate[0:9];
  integer edges[0:9];
  reg [9:0] previous = 0;
  reg is_settled = 0;
  time changed[0:9];
  integer i, n, wrong;
  always @(outputs) begin
    for (i = 0; i < 10; i = i + 1)
      if (outputs[i] !== previous[i]) begin
        if (previous[i] === 0) edges[i] = edges[i] + 1;
        if ($time > 0 && !reset && $time - changed[i] < 10) begin
          $display("output %0d is stable for %0d ns only, at %0t", i, $time - changed[i], $time);
          wrong = wrong + 1;
        end
        // A half of a frequency is symmetric.
        if (is_settled && rate[i] == 500000 && $time - changed[i] != 20) begin
          $display("output %0d is stable for %0d ns, at %0t", i, $time - changed[i], $time);
          wrong = wrong + 1;
        end
        changed[i] = $time;
      end
    previous = outputs;
  end
  task count(input integer cycles);
    begin
      for (n = 0; n < 10; n = n + 1) edges[n] = 0;
      repeat (cycles) @(posedge clock);
      #1;
      // One edge more or less, as a period can begin before the first cycle.
      for (n = 0; n < 10; n = n + 1)
        if (edges[n] - cycles * (rate[n] / 1.0e6) > 1
            || edges[n] - cycles * (rate[n] / 1.0e6) < -1) begin
          $display("output %0d: %0d edges in %0d cycles", n, edges[n], cycles);
          wrong = wrong + 1;
        end
    end
  endtask
  task expect_that(input holds, input [8*40-1:0] what);
    if (holds !== 1) begin
      $display("%0s at %0t", what, $time);
      wrong = wrong + 1;
    end
  endtask
  initial begin
    rate[0] = 500000;
    rate[1] = 1000000;
    rate[2] = 800000;
    rate[3] = 503500;
    rate[4] = 20000;
    rate[5] = 0;
    rate[6] = 503513;
    rate[7] = 1000000;
    rate[8] = 800000;
    rate[9] = 500000;
    wrong = 0;
    for (n = 0; n < 10; n = n + 1) changed[n] = 0;
    #5 expect_that(locked === 2'b00, "locked at power-up");
    // The slowest output has several edges by now.
    count(200);
    expect_that(edges[4] > 2 && locked === 2'b00, "locked too early");
    is_settled = 1;
    count(1000);
    expect_that(locked === 2'b11, "not locked");
    count(50000);
    is_settled = 0;
    #3 reset = 1;
    #1 expect_that(locked === 2'b00, "locked in reset");
    expect_that({outputs[9:8], outputs[6:2], outputs[0]} === 0, "an output in reset");
    #100 expect_that({outputs[9:8], outputs[6:2], outputs[0]} === 0, "an output in reset");
    reset = 0;
    count(1000);
    expect_that(locked === 2'b11, "not locked after reset");
    if (wrong == 0) $display("ok");
    $finish;
  end
endmodule
