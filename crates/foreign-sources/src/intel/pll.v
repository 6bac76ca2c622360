// Phase-locked loops. Each output is a clock that the simulator drives, of the output's frequency,
// phase and duty cycle. Reconfiguration, a change of the phase while the PLL runs, and enables of
// outputs have no effect.
//
// Sources: Intel, ALTPLL (Phase-Locked Loop) IP Core User Guide; Altera PLL IP Core User Guide.

`include "defaults.vh"

module altpll #(
    parameter operation_mode = "NORMAL",
    parameter pll_type = "AUTO",
    parameter bandwidth_type = "AUTO",
    parameter compensate_clock = "CLK0",
    parameter intended_device_family = "Cyclone V",
    parameter inclk0_input_frequency = 20000,
    parameter inclk1_input_frequency = 0,
    parameter gate_lock_signal = "NO",
    parameter gate_lock_counter = 0,
    parameter invalid_lock_multiplier = 5,
    parameter valid_lock_multiplier = 1,
    parameter self_reset_on_loss_lock = "OFF",
    parameter lpm_hint = "UNUSED",
    parameter lpm_type = "altpll",
    parameter width_clock = 6,
    parameter width_phasecounterselect = 4,
    parameter clk0_multiply_by = 1,
    parameter clk0_divide_by = 1,
    parameter clk0_duty_cycle = 50,
    parameter clk0_phase_shift = "0",
    parameter clk1_multiply_by = 1,
    parameter clk1_divide_by = 1,
    parameter clk1_duty_cycle = 50,
    parameter clk1_phase_shift = "0",
    parameter clk2_multiply_by = 1,
    parameter clk2_divide_by = 1,
    parameter clk2_duty_cycle = 50,
    parameter clk2_phase_shift = "0",
    parameter clk3_multiply_by = 1,
    parameter clk3_divide_by = 1,
    parameter clk3_duty_cycle = 50,
    parameter clk3_phase_shift = "0",
    parameter clk4_multiply_by = 1,
    parameter clk4_divide_by = 1,
    parameter clk4_duty_cycle = 50,
    parameter clk4_phase_shift = "0",
    parameter primary_clock = "INCLK0",
    parameter feedback_source = "CLK0",
    parameter qualify_conf_done = "OFF",
    parameter skip_vco = "OFF",
    parameter scan_chain = "LONG",
    parameter scan_chain_mif_file = "UNUSED",
    parameter switch_over_type = "AUTO",
    parameter switch_over_counter = 0,
    parameter switch_over_on_lossclk = "OFF",
    parameter switch_over_on_gated_lock = "OFF",
    parameter enable_switch_over_counter = "OFF",
    parameter bandwidth = 0,
    parameter spread_frequency = 0,
    parameter down_spread = "0",
    parameter sim_gate_lock_device_behavior = "OFF",
    parameter using_fbmimicbidir_port = "OFF",
    parameter vco_frequency_control = "AUTO",
    parameter vco_phase_shift_step = 0,
    parameter vco_center = 0,
    parameter vco_min = 0,
    parameter vco_max = 0,
    parameter vco_divide_by = 0,
    parameter vco_multiply_by = 0,
    parameter vco_post_scale = 0,
    parameter pfd_min = 0,
    parameter pfd_max = 0,
    parameter charge_pump_current = 2,
    parameter loop_filter_r = "1.0",
    parameter loop_filter_c = 5,
    parameter m = 0,
    parameter n = 1,
    parameter m_initial = 0,
    parameter clk0_time_delay = "0",
    parameter clk0_counter = "G0",
    parameter clk0_use_even_counter_mode = "OFF",
    parameter clk0_use_even_counter_value = "OFF",
    parameter clk1_time_delay = "0",
    parameter clk1_counter = "G0",
    parameter clk1_use_even_counter_mode = "OFF",
    parameter clk1_use_even_counter_value = "OFF",
    parameter clk2_time_delay = "0",
    parameter clk2_counter = "G0",
    parameter clk2_use_even_counter_mode = "OFF",
    parameter clk2_use_even_counter_value = "OFF",
    parameter clk3_time_delay = "0",
    parameter clk3_counter = "G0",
    parameter clk3_use_even_counter_mode = "OFF",
    parameter clk3_use_even_counter_value = "OFF",
    parameter clk4_time_delay = "0",
    parameter clk4_counter = "G0",
    parameter clk4_use_even_counter_mode = "OFF",
    parameter clk4_use_even_counter_value = "OFF",
    parameter extclk0_multiply_by = 1,
    parameter extclk0_divide_by = 1,
    parameter extclk0_duty_cycle = 50,
    parameter extclk0_phase_shift = "0",
    parameter extclk0_time_delay = "0",
    parameter extclk1_multiply_by = 1,
    parameter extclk1_divide_by = 1,
    parameter extclk1_duty_cycle = 50,
    parameter extclk1_phase_shift = "0",
    parameter extclk1_time_delay = "0",
    parameter extclk2_multiply_by = 1,
    parameter extclk2_divide_by = 1,
    parameter extclk2_duty_cycle = 50,
    parameter extclk2_phase_shift = "0",
    parameter extclk2_time_delay = "0",
    parameter extclk3_multiply_by = 1,
    parameter extclk3_divide_by = 1,
    parameter extclk3_duty_cycle = 50,
    parameter extclk3_phase_shift = "0",
    parameter extclk3_time_delay = "0",
    parameter clk5_multiply_by = 1,
    parameter clk5_divide_by = 1,
    parameter clk5_duty_cycle = 50,
    parameter clk5_phase_shift = "0",
    parameter port_activeclock = "PORT_UNUSED",
    parameter port_areset = "PORT_UNUSED",
    parameter port_clkbad0 = "PORT_UNUSED",
    parameter port_clkbad1 = "PORT_UNUSED",
    parameter port_clkloss = "PORT_UNUSED",
    parameter port_clkswitch = "PORT_UNUSED",
    parameter port_configupdate = "PORT_UNUSED",
    parameter port_fbin = "PORT_UNUSED",
    parameter port_inclk0 = "PORT_UNUSED",
    parameter port_inclk1 = "PORT_UNUSED",
    parameter port_locked = "PORT_UNUSED",
    parameter port_pfdena = "PORT_UNUSED",
    parameter port_phasecounterselect = "PORT_UNUSED",
    parameter port_phasedone = "PORT_UNUSED",
    parameter port_phasestep = "PORT_UNUSED",
    parameter port_phaseupdown = "PORT_UNUSED",
    parameter port_pllena = "PORT_UNUSED",
    parameter port_scanaclr = "PORT_UNUSED",
    parameter port_scanclk = "PORT_UNUSED",
    parameter port_scanclkena = "PORT_UNUSED",
    parameter port_scandata = "PORT_UNUSED",
    parameter port_scandataout = "PORT_UNUSED",
    parameter port_scandone = "PORT_UNUSED",
    parameter port_scanread = "PORT_UNUSED",
    parameter port_scanwrite = "PORT_UNUSED",
    parameter port_clk0 = "PORT_UNUSED",
    parameter port_clk1 = "PORT_UNUSED",
    parameter port_clk2 = "PORT_UNUSED",
    parameter port_clk3 = "PORT_UNUSED",
    parameter port_clk4 = "PORT_UNUSED",
    parameter port_clk5 = "PORT_UNUSED",
    parameter port_clkena0 = "PORT_UNUSED",
    parameter port_clkena1 = "PORT_UNUSED",
    parameter port_clkena2 = "PORT_UNUSED",
    parameter port_clkena3 = "PORT_UNUSED",
    parameter port_clkena4 = "PORT_UNUSED",
    parameter port_clkena5 = "PORT_UNUSED",
    parameter port_extclkena0 = "PORT_UNUSED",
    parameter port_extclkena1 = "PORT_UNUSED",
    parameter port_extclkena2 = "PORT_UNUSED",
    parameter port_extclkena3 = "PORT_UNUSED",
    parameter port_enable0 = "PORT_UNUSED",
    parameter port_enable1 = "PORT_UNUSED",
    parameter port_sclkout0 = "PORT_UNUSED",
    parameter port_sclkout1 = "PORT_UNUSED",
    parameter port_fbout = "PORT_UNUSED",
    parameter port_vcooverrange = "PORT_UNUSED",
    parameter port_extclk0 = "PORT_UNUSED",
    parameter port_extclk1 = "PORT_UNUSED",
    parameter port_extclk2 = "PORT_UNUSED",
    parameter port_extclk3 = "PORT_UNUSED"
) (
    input wire [1:0] inclk,
    input wire areset `IF_OPEN(1'b0),
    input wire pllena `IF_OPEN(1'b1),
    input wire pfdena `IF_OPEN(1'b1),
    input wire clkswitch `IF_OPEN(1'b0),
    input wire fbin `IF_OPEN(1'b1),
    input wire [5:0] clkena `IF_OPEN(6'h3f),
    input wire [3:0] extclkena `IF_OPEN(4'hf),
    input wire [width_phasecounterselect-1:0] phasecounterselect
        `IF_OPEN({width_phasecounterselect{1'b1}}),
    input wire phasestep `IF_OPEN(1'b1),
    input wire phaseupdown `IF_OPEN(1'b1),
    input wire configupdate `IF_OPEN(1'b0),
    input wire scanaclr `IF_OPEN(1'b0),
    input wire scanclk `IF_OPEN(1'b0),
    input wire scanclkena `IF_OPEN(1'b1),
    input wire scandata `IF_OPEN(1'b0),
    input wire scanread `IF_OPEN(1'b0),
    input wire scanwrite `IF_OPEN(1'b0),
    output wire [width_clock-1:0] clk,
    output wire [3:0] extclk,
    output wire locked,
    output wire activeclock,
    output wire [1:0] clkbad,
    output wire clkloss,
    output wire enable0,
    output wire enable1,
    output wire fbmimicbidir,
    output wire fbout,
    output wire fref,
    output wire icdrclk,
    output wire phasedone,
    output wire scandataout,
    output wire scandone,
    output wire sclkout0,
    output wire sclkout1,
    output wire vcooverrange,
    output wire vcounderrange
);
  `include "picoseconds.vh"

  localparam [5*32-1:0] MULTIPLIERS = {
    32'(clk4_multiply_by), 32'(clk3_multiply_by), 32'(clk2_multiply_by), 32'(clk1_multiply_by),
    32'(clk0_multiply_by)
  };
  localparam [5*32-1:0] DIVISORS = {
    32'(clk4_divide_by), 32'(clk3_divide_by), 32'(clk2_divide_by), 32'(clk1_divide_by),
    32'(clk0_divide_by)
  };
  localparam [5*32-1:0] PHASES = {
    picoseconds(clk4_phase_shift), picoseconds(clk3_phase_shift), picoseconds(clk2_phase_shift),
    picoseconds(clk1_phase_shift), picoseconds(clk0_phase_shift)
  };
  localparam [5*32-1:0] DUTY_CYCLES = {
    32'(clk4_duty_cycle), 32'(clk3_duty_cycle), 32'(clk2_duty_cycle), 32'(clk1_duty_cycle),
    32'(clk0_duty_cycle)
  };
  wire [5:0] clocks;
  genvar i;
  generate
    for (i = 0; i < 5; i = i + 1) begin : outputs
      intel_model_pll_output #(
          .numerator(MULTIPLIERS[32*i+:32]),
          .denominator(DIVISORS[32*i+:32]),
          .phase(PHASES[32*i+:32]),
          .duty_cycle(DUTY_CYCLES[32*i+:32])
      ) output_i (
          .clock(inclk[0]),
          .reset(areset),
          .q(clocks[i])
      );
    end
  endgenerate
  assign clocks[5] = 1'b0;
  assign clk = clocks;
  intel_model_pll_lock lock (
      .clock(inclk[0]),
      .reset(areset),
      .locked(locked)
  );
  assign extclk = 0;
  assign {activeclock, clkbad, clkloss, enable0, enable1, fbmimicbidir, fbout, fref, icdrclk} = 0;
  assign {scandataout, scandone, sclkout0, sclkout1, vcooverrange, vcounderrange} = 0;
  assign phasedone = 1'b1;
endmodule

module altera_pll #(
    parameter fractional_vco_multiplier = "false",
    parameter reference_clock_frequency = "50.0 MHz",
    parameter operation_mode = "direct",
    parameter pll_type = "General",
    parameter pll_subtype = "General",
    parameter number_of_clocks = 1,
    parameter output_clock_frequency0 = "0 MHz",
    parameter phase_shift0 = "0 ps",
    parameter duty_cycle0 = 50,
    parameter output_clock_frequency1 = "0 MHz",
    parameter phase_shift1 = "0 ps",
    parameter duty_cycle1 = 50,
    parameter output_clock_frequency2 = "0 MHz",
    parameter phase_shift2 = "0 ps",
    parameter duty_cycle2 = 50,
    parameter output_clock_frequency3 = "0 MHz",
    parameter phase_shift3 = "0 ps",
    parameter duty_cycle3 = 50,
    parameter output_clock_frequency4 = "0 MHz",
    parameter phase_shift4 = "0 ps",
    parameter duty_cycle4 = 50,
    parameter output_clock_frequency5 = "0 MHz",
    parameter phase_shift5 = "0 ps",
    parameter duty_cycle5 = 50,
    parameter output_clock_frequency6 = "0 MHz",
    parameter phase_shift6 = "0 ps",
    parameter duty_cycle6 = 50,
    parameter output_clock_frequency7 = "0 MHz",
    parameter phase_shift7 = "0 ps",
    parameter duty_cycle7 = 50,
    parameter output_clock_frequency8 = "0 MHz",
    parameter phase_shift8 = "0 ps",
    parameter duty_cycle8 = 50,
    parameter output_clock_frequency9 = "0 MHz",
    parameter phase_shift9 = "0 ps",
    parameter duty_cycle9 = 50,
    parameter output_clock_frequency10 = "0 MHz",
    parameter phase_shift10 = "0 ps",
    parameter duty_cycle10 = 50,
    parameter output_clock_frequency11 = "0 MHz",
    parameter phase_shift11 = "0 ps",
    parameter duty_cycle11 = 50,
    parameter output_clock_frequency12 = "0 MHz",
    parameter phase_shift12 = "0 ps",
    parameter duty_cycle12 = 50,
    parameter output_clock_frequency13 = "0 MHz",
    parameter phase_shift13 = "0 ps",
    parameter duty_cycle13 = 50,
    parameter output_clock_frequency14 = "0 MHz",
    parameter phase_shift14 = "0 ps",
    parameter duty_cycle14 = 50,
    parameter output_clock_frequency15 = "0 MHz",
    parameter phase_shift15 = "0 ps",
    parameter duty_cycle15 = 50,
    parameter output_clock_frequency16 = "0 MHz",
    parameter phase_shift16 = "0 ps",
    parameter duty_cycle16 = 50,
    parameter output_clock_frequency17 = "0 MHz",
    parameter phase_shift17 = "0 ps",
    parameter duty_cycle17 = 50
) (
    input wire refclk,
    input wire rst,
    input wire fbclk,
    input wire refclk1,
    input wire extswitch,
    input wire phase_en,
    input wire updn,
    input wire scanclk,
    input wire [4:0] cntsel,
    input wire adjpllin,
    input wire cclk,
    output wire [number_of_clocks-1:0] outclk,
    output wire fboutclk,
    output wire locked,
    output wire phase_done
);
  `include "picoseconds.vh"

  // In Hz: digits, a point, and MHz.
  function [31:0] hertz;
    input [511:0] text;
    integer place, decimals;
    reg is_fraction;
    reg [7:0] character;
    begin
      hertz = 0;
      decimals = 0;
      is_fraction = 0;
      for (place = 63; place >= 0; place = place - 1) begin
        character = text[8*place+:8];
        if (character == ".") is_fraction = 1;
        if (character >= "0" && character <= "9" && decimals < 6) begin
          hertz = 10 * hertz + (character - "0");
          if (is_fraction) decimals = decimals + 1;
        end
      end
      for (place = 0; place < 6; place = place + 1) if (place >= decimals) hertz = 10 * hertz;
    end
  endfunction

  localparam [18*32-1:0] FREQUENCIES = {
    hertz(output_clock_frequency17), hertz(output_clock_frequency16), hertz(output_clock_frequency15),
    hertz(output_clock_frequency14), hertz(output_clock_frequency13), hertz(output_clock_frequency12),
    hertz(output_clock_frequency11), hertz(output_clock_frequency10), hertz(output_clock_frequency9),
    hertz(output_clock_frequency8), hertz(output_clock_frequency7), hertz(output_clock_frequency6),
    hertz(output_clock_frequency5), hertz(output_clock_frequency4), hertz(output_clock_frequency3),
    hertz(output_clock_frequency2), hertz(output_clock_frequency1), hertz(output_clock_frequency0)
  };
  localparam [18*32-1:0] PHASES = {
    picoseconds(phase_shift17), picoseconds(phase_shift16), picoseconds(phase_shift15),
    picoseconds(phase_shift14), picoseconds(phase_shift13), picoseconds(phase_shift12),
    picoseconds(phase_shift11), picoseconds(phase_shift10), picoseconds(phase_shift9),
    picoseconds(phase_shift8), picoseconds(phase_shift7), picoseconds(phase_shift6),
    picoseconds(phase_shift5), picoseconds(phase_shift4), picoseconds(phase_shift3),
    picoseconds(phase_shift2), picoseconds(phase_shift1), picoseconds(phase_shift0)
  };
  localparam [18*32-1:0] DUTY_CYCLES = {
    32'(duty_cycle17), 32'(duty_cycle16), 32'(duty_cycle15), 32'(duty_cycle14),
    32'(duty_cycle13), 32'(duty_cycle12), 32'(duty_cycle11), 32'(duty_cycle10),
    32'(duty_cycle9), 32'(duty_cycle8), 32'(duty_cycle7), 32'(duty_cycle6),
    32'(duty_cycle5), 32'(duty_cycle4), 32'(duty_cycle3), 32'(duty_cycle2),
    32'(duty_cycle1), 32'(duty_cycle0)
  };
  wire [17:0] clocks;
  genvar i;
  generate
    for (i = 0; i < 18; i = i + 1) begin : outputs
      intel_model_pll_output #(
          .numerator(FREQUENCIES[32*i+:32]),
          .denominator(hertz(reference_clock_frequency)),
          .phase(PHASES[32*i+:32]),
          .duty_cycle(DUTY_CYCLES[32*i+:32])
      ) output_i (
          .clock(refclk),
          .reset(rst),
          .q(clocks[i])
      );
    end
  endgenerate
  assign outclk = clocks;
  intel_model_pll_lock lock (
      .clock(refclk),
      .reset(rst),
      .locked(locked)
  );
  assign fboutclk = refclk;
  assign phase_done = 1'b1;
endmodule

// A PLL is locked 255 cycles after power-up and after a reset: a design that waits for it sees edges
// of slow outputs before.
module intel_model_pll_lock (
    input wire clock,
    input wire reset,
    output wire locked
);
  reg [7:0] cycles = 0;
  assign locked = &cycles;
  always @(posedge clock or posedge reset)
    if (reset) cycles <= 0;
    else cycles <= cycles + !locked;
endmodule

// An output. It is 0 during a reset, and begins with a whole pulse after one.
module intel_model_pll_output #(
    parameter numerator = 1,
    parameter denominator = 1,
    parameter phase = 0,
    parameter duty_cycle = 50
) (
    input wire clock,
    input wire reset,
    output wire q
);
  generate
    if (numerator == 0) begin : off
      assign q = 1'b0;
    end else begin : on
      wire driven;
      reg intel_model_is_running = 1'b1;
      intel_model_clock #(
          .numerator(numerator),
          .denominator(denominator),
          .phase(phase),
          .duty_cycle(duty_cycle)
      ) clock_i (
          .reference(clock),
          .q(driven)
      );
      always @(negedge driven or posedge reset)
        if (reset) intel_model_is_running <= 1'b0;
        else intel_model_is_running <= 1'b1;
      assign q = driven & intel_model_is_running;
    end
  endgenerate
endmodule

// A clock that the simulator drives: with numerator / denominator of the frequency of another one,
// and this many ps later. It is 1 for so many percent of its period.
`ifndef __ICARUS__
(* blackbox *)
module intel_model_clock #(
    parameter numerator = 1,
    parameter denominator = 1,
    parameter phase = 0,
    parameter duty_cycle = 50
) (
    input wire reference,
    output wire q
);
endmodule
`endif
