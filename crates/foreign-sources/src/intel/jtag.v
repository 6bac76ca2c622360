// JTAG without a host: its clock does not run, and nothing is sent or received. The controller
// stays in the state Test-Logic-Reset, with tms at 1.

module sld_virtual_jtag #(
  parameter sld_auto_instance_index = "YES",
  parameter sld_instance_index = 0,
  parameter sld_ir_width = 1,
  parameter sld_sim_action = "UNUSED",
  parameter sld_sim_n_scan = 0,
  parameter sld_sim_total_length = 0
) (
  input tdo,
  input [sld_ir_width-1:0] ir_out,
  output tck, tdi, tms, virtual_state_cdr, virtual_state_sdr, virtual_state_e1dr,
    virtual_state_pdr, virtual_state_e2dr, virtual_state_udr, virtual_state_cir, virtual_state_uir,
    jtag_state_tlr, jtag_state_rti, jtag_state_sdrs, jtag_state_cdr, jtag_state_sdr,
    jtag_state_e1dr, jtag_state_pdr, jtag_state_e2dr, jtag_state_udr, jtag_state_sirs,
    jtag_state_cir, jtag_state_sir, jtag_state_e1ir, jtag_state_pir, jtag_state_e2ir,
    jtag_state_uir,
  output [sld_ir_width-1:0] ir_in
);
  assign {tms, jtag_state_tlr} = 3;
  assign {tck, tdi, virtual_state_cdr, virtual_state_sdr, virtual_state_e1dr, virtual_state_pdr,
    virtual_state_e2dr, virtual_state_udr, virtual_state_cir, virtual_state_uir, jtag_state_rti,
    jtag_state_sdrs, jtag_state_cdr, jtag_state_sdr, jtag_state_e1dr, jtag_state_pdr,
    jtag_state_e2dr, jtag_state_udr, jtag_state_sirs, jtag_state_cir, jtag_state_sir,
    jtag_state_e1ir, jtag_state_pir, jtag_state_e2ir, jtag_state_uir, ir_in} = 0;
endmodule

module sld_virtual_jtag_basic #(
  parameter sld_auto_instance_index = "YES",
  parameter sld_instance_index = 0,
  parameter sld_ir_width = 1,
  parameter sld_mfg_id = 0,
  parameter sld_sim_action = "UNUSED",
  parameter sld_sim_n_scan = 0,
  parameter sld_sim_total_length = 0,
  parameter sld_type_id = 0,
  parameter sld_version = 0
) (
  input tdo,
  input [sld_ir_width-1:0] ir_out,
  output tck, tdi, tms, virtual_state_cdr, virtual_state_sdr, virtual_state_e1dr,
    virtual_state_pdr, virtual_state_e2dr, virtual_state_udr, virtual_state_cir, virtual_state_uir,
    jtag_state_tlr, jtag_state_rti, jtag_state_sdrs, jtag_state_cdr, jtag_state_sdr,
    jtag_state_e1dr, jtag_state_pdr, jtag_state_e2dr, jtag_state_udr, jtag_state_sirs,
    jtag_state_cir, jtag_state_sir, jtag_state_e1ir, jtag_state_pir, jtag_state_e2ir,
    jtag_state_uir,
  output [sld_ir_width-1:0] ir_in
);
  sld_virtual_jtag #(.sld_ir_width(sld_ir_width)) jtag (.*);
endmodule

module alt_jtag_atlantic #(
  parameter instance_id = 0,
  parameter log2_rxfifo_depth = 6,
  parameter log2_txfifo_depth = 6,
  parameter sld_auto_instance_index = "YES"
) (
  input clk, rst_n,
  input [7:0] r_dat,
  input r_val,
  output r_ena,
  output [7:0] t_dat,
  input t_dav,
  output t_ena, t_pause
);
  assign {r_ena, t_dat, t_ena, t_pause} = 0;
endmodule
