// 19,200 words of 3 bits with a port for writing and one for reading, as Quartus's "RAM: 2-PORT"
// makes it.
module picture (
    input         wrclock,
    input         wren,
    input  [14:0] wraddress,
    input  [2:0]  data,
    input         rdclock,
    input  [14:0] rdaddress,
    output [2:0]  q
);

  altsyncram altsyncram_component (
      .clock0(wrclock),
      .wren_a(wren),
      .address_a(wraddress),
      .data_a(data),
      .clock1(rdclock),
      .address_b(rdaddress),
      .q_b(q),
      .aclr0(1'b0),
      .aclr1(1'b0),
      .addressstall_a(1'b0),
      .addressstall_b(1'b0),
      .byteena_a(1'b1),
      .byteena_b(1'b1),
      .clocken0(1'b1),
      .clocken1(1'b1),
      .clocken2(1'b1),
      .clocken3(1'b1),
      .data_b({3{1'b1}}),
      .eccstatus(),
      .q_a(),
      .rden_a(1'b1),
      .rden_b(1'b1),
      .wren_b(1'b0)
  );
  defparam
      altsyncram_component.operation_mode = "DUAL_PORT",
      altsyncram_component.intended_device_family = "Cyclone V",
      altsyncram_component.width_a = 3,
      altsyncram_component.widthad_a = 15,
      altsyncram_component.numwords_a = 19200,
      altsyncram_component.width_b = 3,
      altsyncram_component.widthad_b = 15,
      altsyncram_component.numwords_b = 19200,
      altsyncram_component.address_reg_b = "CLOCK1",
      altsyncram_component.outdata_reg_b = "UNREGISTERED",
      altsyncram_component.init_file = "picture.mif";

endmodule
