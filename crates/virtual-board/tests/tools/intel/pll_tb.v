// The outputs of altpll and altera_pll: frequencies, phases and duty cycles, `locked` and reset.
`timescale 1ps / 1ps

module pll_tb;
  reg clock = 0, reset = 0;
  always #10000 clock = !clock;
  wire [5:0] clk;
  wire [4:0] outclk;
  wire [1:0] locked;
  altpll #(
      .inclk0_input_frequency(20000), .clk0_multiply_by(1), .clk0_divide_by(2),
      .clk1_multiply_by(1), .clk1_divide_by(1), .clk1_phase_shift("-3000"),
      .clk2_multiply_by(4), .clk2_divide_by(5), .clk2_duty_cycle(20),
      .clk3_multiply_by(1007), .clk3_divide_by(2000), .clk4_multiply_by(1), .clk4_divide_by(50),
      // Names that only the wizard for earlier families writes.
      .port_enable0("PORT_UNUSED"), .port_sclkout1("PORT_UNUSED"), .port_extclkena3("PORT_UNUSED")
  ) pll (
      .inclk({1'b0, clock}), .areset(reset), .pllena(1'b1), .pfdena(1'b1), .clkswitch(1'b0),
      .fbin(1'b1), .clkena(6'h3f), .extclkena(4'hf), .phasecounterselect(4'hf),
      .phasestep(1'b1), .phaseupdown(1'b1), .configupdate(1'b0), .scanaclr(1'b0),
      .scanclk(1'b0), .scanclkena(1'b1), .scandata(1'b0), .scanread(1'b0), .scanwrite(1'b0),
      .clk(clk), .locked(locked[0])
  );
  altera_pll #(
      .reference_clock_frequency("50.0 MHz"), .operation_mode("direct"), .number_of_clocks(5),
      .output_clock_frequency0("25.175644 MHz"), .output_clock_frequency1("50.000000 MHz"),
      .output_clock_frequency2("40.0 MHz"), .phase_shift2("6250 ps"),
      .output_clock_frequency3("25 MHz"), .duty_cycle3(75),
      .output_clock_frequency4("108 MHz"), .phase_shift4("-1500.0 ps")
  ) pll_of_a_cyclone_5 (
      .refclk(clock), .rst(reset), .fbclk(1'b0), .refclk1(1'b0), .extswitch(1'b0),
      .phase_en(1'b0), .updn(1'b0), .scanclk(1'b0), .cntsel(5'd0), .adjpllin(1'b0),
      .cclk(1'b0), .outclk(outclk), .locked(locked[1])
  );

  // Of each output: its rising edges per 1,000,000 cycles of the input, how much later than those
  // of the input its first one is, and how many percent of the period it is 1. Nothing drives the
  // sixth output of altpll.
  wire [10:0] outputs = {outclk, clk};
  integer rate[0:10], phase[0:10], duty_cycle[0:10];
  integer edges[0:10];
  time risen[0:10];
  reg [10:0] previous = 0, is_new = 0;
  integer i, n, wrong;
  real period;
  always @(outputs) begin
    for (i = 0; i < 11; i = i + 1)
      if (outputs[i] !== previous[i]) begin
        period = 20000 * 1.0e6 / rate[i];
        if (outputs[i] === 1) begin
          if (is_new[i]) expect_near($time - 10000, phase[i], "phase");
          else if (risen[i] != 0) expect_near($time - risen[i], period, "period");
          edges[i] = edges[i] + 1;
          risen[i] = $time;
          is_new[i] = 0;
        end else if (!reset && $time > 0)
          expect_near($time - risen[i], period * duty_cycle[i] / 100.0, "pulse");
      end
    previous = outputs;
  end
  task expect_near(input real shown, input real expected, input [8*40-1:0] what);
    if (shown - expected >= 2 || expected - shown >= 2) begin
      $display("output %0d: %0s of %f, expected %f, at %0t", i, what, shown, expected, $time);
      wrong = wrong + 1;
    end
  endtask
  task count(input integer cycles);
    begin
      for (n = 0; n < 11; n = n + 1) edges[n] = 0;
      repeat (cycles) @(posedge clock);
      #1;
      // Those of a cycle more or less, as periods are not the cycles.
      for (n = 0; n < 11; n = n + 1)
        if (edges[n] - cycles * (rate[n] / 1.0e6) > 1 + rate[n] / 1.0e6
            || edges[n] - cycles * (rate[n] / 1.0e6) < -1 - rate[n] / 1.0e6) begin
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
  task output_is(
      input integer number, input integer its_rate, input integer its_phase, input integer its_duty
  );
    begin
      rate[number] = its_rate;
      phase[number] = its_phase;
      duty_cycle[number] = its_duty;
      is_new[number] = 1;
    end
  endtask
  initial begin
    output_is(0, 500000, 0, 50);
    output_is(1, 1000000, 17000, 50);
    output_is(2, 800000, 0, 20);
    output_is(3, 503500, 0, 50);
    output_is(4, 20000, 0, 50);
    output_is(5, 0, 0, 50);
    output_is(6, 503513, 0, 50);
    output_is(7, 1000000, 0, 50);
    output_is(8, 800000, 6250, 50);
    output_is(9, 500000, 0, 75);
    output_is(10, 2160000, 7759, 50);
    wrong = 0;
    #5000 expect_that(locked === 2'b00, "locked at power-up");
    // The slowest output has several edges by now.
    count(200);
    expect_that(edges[4] > 2 && locked === 2'b00, "locked too early");
    count(1000);
    expect_that(locked === 2'b11, "not locked");
    count(4000);
    #3000 reset = 1;
    #1 expect_that(locked === 2'b00, "locked in reset");
    expect_that(outputs === 0, "an output in reset");
    repeat (40) #9000 expect_that(outputs === 0, "an output in reset");
    is_new = 0;
    reset = 0;
    for (n = 0; n < 11; n = n + 1) risen[n] = 0;
    // Pulses are whole from the first one on. The slowest output has one within 100 cycles.
    wait (outputs[4]);
    #2000000 count(1000);
    expect_that(locked === 2'b11, "not locked after reset");
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule
