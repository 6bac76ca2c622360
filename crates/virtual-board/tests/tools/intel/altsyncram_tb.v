// Compares altsyncram with memories of bytes that follow Intel's guide.
`timescale 1ns / 1ns

module altsyncram_tb;
  wire [15:0] done;
  wire [15:0] wrong;
  single_port #("NEW_DATA_NO_NBE_READ", "UNREGISTERED", "NONE") new_0 (done[0], wrong[0]);
  single_port #("NEW_DATA_WITH_NBE_READ", "CLOCK0", "CLEAR0") new_1 (done[1], wrong[1]);
  single_port #("OLD_DATA", "UNREGISTERED", "CLEAR0") old_0 (done[2], wrong[2]);
  single_port #("OLD_DATA", "CLOCK0", "NONE") old_1 (done[3], wrong[3]);
  // Widths in bytes, second clock, output register.
  two_ports #(1, 4, 1, "UNREGISTERED", "DUAL_PORT") wide_b (done[4], wrong[4]);
  two_ports #(4, 1, 1, "CLOCK1", "DUAL_PORT") wide_a (done[5], wrong[5]);
  two_ports #(2, 2, 0, "UNREGISTERED", "DUAL_PORT") one_clock (done[6], wrong[6]);
  two_ports #(2, 4, 0, "CLOCK0", "BIDIR_DUAL_PORT") true_0 (done[7], wrong[7]);
  two_ports #(4, 1, 1, "CLOCK1", "BIDIR_DUAL_PORT") true_1 (done[8], wrong[8]);
  two_ports #(2, 2, 1, "UNREGISTERED", "BIDIR_DUAL_PORT") true_2 (done[9], wrong[9]);
  contents #("UNREGISTERED") contents_0 (done[10], wrong[10]);
  contents #("CLOCK0") contents_1 (done[11], wrong[11]);
  // The contents are those of port B.
  two_ports #(1, 4, 1, "UNREGISTERED", "BIDIR_DUAL_PORT", "PORT_B") like_b (done[12], wrong[12]);
  two_ports #(4, 2, 0, "CLOCK0", "BIDIR_DUAL_PORT", "PORT_B") part_b (done[13], wrong[13]);
  contents_of_two #("PORT_A", 8, 4) of_a (done[14], wrong[14]);
  contents_of_two #("PORT_B", 16, 8) of_b (done[15], wrong[15]);
  initial begin
    wait (&done);
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule

// 8 words of two bytes.
module single_port #(
    parameter mode = "",
    parameter register = "",
    parameter clear = ""
) (
    output reg done,
    output reg wrong
);
  reg clock = 0;
  always #5 clock = !clock;
  reg [15:0] data = 0;
  reg [2:0] address = 0;
  reg [1:0] bytes = 0;
  reg wren = 0, rden = 0, stall = 0, enable = 0, aclr = 0;
  wire [15:0] q;
  altsyncram #(
      .operation_mode("SINGLE_PORT"), .width_a(16), .widthad_a(3), .numwords_a(8),
      .width_byteena_a(2), .outdata_reg_a(register), .outdata_aclr_a(clear),
      .read_during_write_mode_port_a(mode)
  ) dut (
      .wren_a(wren), .rden_a(rden), .wren_b(1'b0), .rden_b(1'b1), .data_a(data), .data_b(1'b0),
      .address_a(address), .address_b(1'b0), .clock0(clock), .clock1(1'b0),
      .clocken0(enable), .clocken1(1'b1), .clocken2(1'b1), .clocken3(1'b1), .aclr0(aclr),
      .aclr1(1'b0), .byteena_a(bytes), .byteena_b(1'b1), .addressstall_a(stall),
      .addressstall_b(1'b0), .q_a(q), .q_b(), .eccstatus()
  );

  // An output is unknown where `unknown` is 1.
  reg [15:0] words[0:7];
  reg [15:0] read = 0, read_unknown = 0, last = 0, last_unknown = 0, written;
  reg [2:0] place = 0;
  integer i;
  wire is_registered = register != "UNREGISTERED";
  task edge_of_clock;
    if (enable) begin
      last = read;
      last_unknown = read_unknown;
      if (!stall) place = address;
      written = wren ? {{8{bytes[1]}}, {8{bytes[0]}}} : 16'd0;
      if (rden) begin
        read = words[place];
        read_unknown = 0;
        if (mode != "OLD_DATA") begin
          read = read & ~written | data & written;
          if (wren && mode == "NEW_DATA_NO_NBE_READ") read_unknown = ~written;
        end
      end
      words[place] = words[place] & ~written | data & written;
    end
  endtask
  task clear_output;
    if (aclr && clear != "NONE") begin
      {last, last_unknown} = 0;
      if (!is_registered) {read, read_unknown} = 0;
    end
  endtask
  task check;
    if (((q ^ (is_registered ? last : read))
        & ~(is_registered ? last_unknown : read_unknown)) !== 0) begin
      $display("%m: q is %h, not %h, at %0t", q, is_registered ? last : read, $time);
      wrong = 1;
    end
  endtask
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 8; i = i + 1) words[i] = 0;
    repeat (3000) begin
      @(negedge clock);
      {data, address, bytes, wren} = $random;
      {rden, enable} = ~($random & $random);
      stall = $random & $random;
      aclr = $random & $random & $random;
      clear_output;
      #1 check;
      @(posedge clock) edge_of_clock;
      clear_output;
      #1 check;
    end
    done = 1;
  end
endmodule

// 16 bytes, with ports of different widths.
module two_ports #(
    parameter size_a = 1,
    parameter size_b = 1,
    parameter has_two_clocks = 0,
    parameter register = "",
    parameter operation = "",
    parameter layout = "UNUSED"
) (
    output reg done,
    output reg wrong
);
  localparam depth_a = size_a == 1 ? 4 : size_a == 2 ? 3 : 2;
  localparam depth_b = size_b == 1 ? 4 : size_b == 2 ? 3 : 2;
  localparam second = has_two_clocks ? "CLOCK1" : "CLOCK0";
  localparam is_true = operation == "BIDIR_DUAL_PORT";
  reg clock0 = 0, clock1 = 0;
  reg [8*size_a-1:0] data_a = 0, read_a = 0, last_a = 0;
  reg [8*size_b-1:0] data_b = 0, read_b = 0, last_b = 0;
  reg [depth_a-1:0] address_a = 0;
  reg [depth_b-1:0] address_b = 0;
  reg [size_a-1:0] bytes_a = 0;
  reg [size_b-1:0] bytes_b = 0;
  reg wren_a = 0, wren_b = 0, rden_a = 1, rden_b = 1, stall_b = 0;
  wire [8*size_a-1:0] q_a;
  wire [8*size_b-1:0] q_b;
  altsyncram #(
      .operation_mode(operation), .width_a(8 * size_a), .widthad_a(depth_a),
      .numwords_a(16 / size_a), .width_byteena_a(size_a), .width_b(8 * size_b),
      .widthad_b(depth_b), .numwords_b(16 / size_b), .width_byteena_b(size_b),
      .outdata_reg_a(register == "UNREGISTERED" ? "UNREGISTERED" : "CLOCK0"),
      .outdata_reg_b(register), .address_reg_b(second), .rdcontrol_reg_b(second),
      .indata_reg_b(second), .wrcontrol_wraddress_reg_b(second), .byteena_reg_b(second),
      .clock_enable_input_a("BYPASS"), .clock_enable_output_a("BYPASS"),
      .clock_enable_input_b("BYPASS"), .clock_enable_output_b("BYPASS"),
      .read_during_write_mode_port_a("NEW_DATA_WITH_NBE_READ"),
      .read_during_write_mode_port_b("OLD_DATA"),
      .read_during_write_mode_mixed_ports("OLD_DATA"), .init_file_layout(layout)
  ) dut (
      .wren_a(wren_a), .rden_a(rden_a), .wren_b(wren_b), .rden_b(rden_b), .data_a(data_a),
      .data_b(data_b), .address_a(address_a), .address_b(address_b), .clock0(clock0),
      .clock1(has_two_clocks ? clock1 : 1'b0), .clocken0(1'b0), .clocken1(1'b0),
      .clocken2(1'b0), .clocken3(1'b0), .aclr0(1'b0), .aclr1(1'b0), .byteena_a(bytes_a),
      .byteena_b(bytes_b), .addressstall_a(1'b0), .addressstall_b(stall_b), .q_a(q_a),
      .q_b(q_b), .eccstatus()
  );

  reg [7:0] memory[0:15];
  reg [depth_b-1:0] held_b = 0;
  wire [depth_b-1:0] place_b = stall_b ? held_b : address_b;
  integer i;
  // The byte with the lowest address is the lowest one of a word.
  task read_port_a;
    begin
      last_a = read_a;
      for (i = 0; i < size_a; i = i + 1)
        if (rden_a) read_a[8*i+:8] =
            wren_a && bytes_a[i] ? data_a[8*i+:8] : memory[address_a * size_a + i];
    end
  endtask
  task read_port_b;
    begin
      last_b = read_b;
      held_b = place_b;
      for (i = 0; i < size_b; i = i + 1)
        if (rden_b) read_b[8*i+:8] = memory[place_b * size_b + i];
    end
  endtask
  task write_port_a;
    for (i = 0; i < size_a; i = i + 1)
      if (wren_a && bytes_a[i]) memory[address_a * size_a + i] = data_a[8*i+:8];
  endtask
  task write_port_b;
    for (i = 0; i < size_b; i = i + 1)
      if (is_true && wren_b && bytes_b[i]) memory[place_b * size_b + i] = data_b[8*i+:8];
  endtask
  task check;
    begin
      if (is_true && q_a !== (register == "UNREGISTERED" ? read_a : last_a)) begin
        $display("%m: q_a is %h, read %h, before %h, at %0t", q_a, read_a, last_a, $time);
        wrong = 1;
      end
      if (q_b !== (register == "UNREGISTERED" ? read_b : last_b)) begin
        $display("%m: q_b is %h, read %h, before %h, at %0t", q_b, read_b, last_b, $time);
        wrong = 1;
      end
    end
  endtask
  reg [1:0] rising;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 16; i = i + 1) memory[i] = 0;
    repeat (3000) begin
      #5 {clock0, clock1} = 0;
      {data_a, data_b} = {$random, $random};
      {address_a, address_b, bytes_a, bytes_b, wren_a, wren_b} = $random;
      {rden_a, rden_b} = ~($random & $random);
      stall_b = $random & $random;
      #1;
      // Two ports that write the same word leave it undefined.
      if (is_true && (address_a * size_a) >> 2 == (place_b * size_b) >> 2) wren_b = !wren_a;
      rising = has_two_clocks ? {$random} % 2 + 1 : 3;
      #5;
      if (rising[0]) read_port_a;
      if (rising[1]) read_port_b;
      if (rising[0]) write_port_a;
      if (rising[1]) write_port_b;
      if (has_two_clocks) {clock1, clock0} = rising;
      else clock0 = 1;
      #1 check;
    end
    done = 1;
  end
endmodule

// The same bytes as in `contents` below, with two ports.
module contents_of_two #(
    parameter layout = "",
    parameter width_a = 8,
    parameter width_b = 8
) (
    output reg done,
    output reg wrong
);
  localparam words_a = 128 / width_a;
  localparam words_b = 128 / width_b;
  localparam depth_a = $clog2(words_a);
  localparam depth_b = $clog2(words_b);
  reg clock = 0;
  reg [depth_a-1:0] address_a = 0;
  reg [depth_b-1:0] address_b = 0;
  wire [width_a-1:0] q_a;
  wire [width_b-1:0] q_b;
  altsyncram #(
      .operation_mode("BIDIR_DUAL_PORT"), .width_a(width_a), .widthad_a(depth_a),
      .numwords_a(words_a), .width_b(width_b), .widthad_b(depth_b), .numwords_b(words_b),
      .init_file("rom.hex"), .init_file_layout(layout), .address_reg_b("CLOCK0")
  ) dut (
      .wren_a(1'b0), .rden_a(1'b1), .wren_b(1'b0), .rden_b(1'b1), .data_a({width_a{1'b0}}),
      .data_b({width_b{1'b0}}), .address_a(address_a), .address_b(address_b), .clock0(clock),
      .clock1(1'b0), .clocken0(1'b1), .clocken1(1'b1), .clocken2(1'b1), .clocken3(1'b1),
      .aclr0(1'b0), .aclr1(1'b0), .byteena_a(1'b1), .byteena_b(1'b1), .addressstall_a(1'b0),
      .addressstall_b(1'b0), .q_a(q_a), .q_b(q_b), .eccstatus()
  );
  reg [127:0] bytes;
  integer i;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 16; i = i + 1) bytes[8*i+:8] = i * 7;
    for (i = 0; i < 32; i = i + 1) begin
      address_a = i;
      address_b = 31 - i;
      #5 clock = 1;
      #5 clock = 0;
      if (q_a !== bytes[address_a*width_a+:width_a]) begin
        $display("%m: word %0d of port A is %h", address_a, q_a);
        wrong = 1;
      end
      if (q_b !== bytes[address_b*width_b+:width_b]) begin
        $display("%m: word %0d of port B is %h", address_b, q_b);
        wrong = 1;
      end
    end
    done = 1;
  end
endmodule

// A ROM of 16 bytes: 0, 7, 14, …
module contents #(
    parameter register = ""
) (
    output reg done,
    output reg wrong
);
  reg clock = 0;
  reg [3:0] address = 0;
  wire [7:0] q;
  altsyncram #(
      .operation_mode("ROM"), .width_a(8), .widthad_a(4), .numwords_a(16),
      .init_file("rom.hex"), .outdata_reg_a(register)
  ) dut (
      .wren_a(1'b1), .rden_a(1'b1), .wren_b(1'b0), .rden_b(1'b1), .data_a(8'hff),
      .data_b(1'b0), .address_a(address), .address_b(1'b0), .clock0(clock), .clock1(1'b0),
      .clocken0(1'b1), .clocken1(1'b1), .clocken2(1'b1), .clocken3(1'b1), .aclr0(1'b0),
      .aclr1(1'b0), .byteena_a(1'b1), .byteena_b(1'b1), .addressstall_a(1'b0),
      .addressstall_b(1'b0), .q_a(q), .q_b(), .eccstatus()
  );
  integer i, cycles;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 32; i = i + 1) begin
      address = i;
      cycles = register == "UNREGISTERED" ? 1 : 2;
      repeat (cycles) begin
        #5 clock = 1;
        #5 clock = 0;
      end
      if (q !== (i % 16) * 7) begin
        $display("%m: word %0d is %h", i % 16, q);
        wrong = 1;
      end
    end
    done = 1;
  end
endmodule
