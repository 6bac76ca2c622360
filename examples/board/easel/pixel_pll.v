// 25 MHz from 50 MHz, as Quartus's "PLL Intel FPGA IP" makes it.
module pixel_pll (
    input  refclk,
    input  rst,
    output outclk_0
);

  altera_pll #(
      .fractional_vco_multiplier("false"),
      .reference_clock_frequency("50.0 MHz"),
      .operation_mode("direct"),
      .number_of_clocks(1),
      .output_clock_frequency0("25.000000 MHz"),
      .phase_shift0("0 ps"),
      .duty_cycle0(50),
      .pll_type("General"),
      .pll_subtype("General")
  ) altera_pll_i (
      .refclk  (refclk),
      .rst     (rst),
      .outclk  (outclk_0),
      .locked  (),
      .fboutclk(),
      .fbclk   (1'b0)
  );

endmodule
