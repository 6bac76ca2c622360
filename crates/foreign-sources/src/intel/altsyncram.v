// RAM and ROM with one or two ports.
//
// Source: Intel, Embedded Memory (RAM: 1-PORT, RAM: 2-PORT, ROM: 1-PORT and ROM: 2-PORT) User
// Guide. Where it promises no value, this model reads old data.

`include "defaults.vh"

module altsyncram #(
    parameter operation_mode = "BIDIR_DUAL_PORT",
    parameter width_a = 1,
    parameter widthad_a = 1,
    parameter numwords_a = 0,
    parameter outdata_reg_a = "UNREGISTERED",
    parameter indata_aclr_a = "NONE",
    parameter wrcontrol_aclr_a = "NONE",
    parameter address_reg_a = "CLOCK0",
    parameter address_aclr_a = "NONE",
    parameter byteena_aclr_a = "NONE",
    parameter outdata_aclr_a = "NONE",
    parameter width_byteena_a = 1,
    parameter width_b = 1,
    parameter widthad_b = 1,
    parameter numwords_b = 0,
    parameter rdcontrol_reg_b = "CLOCK1",
    parameter address_reg_b = "CLOCK1",
    parameter indata_reg_b = "CLOCK1",
    parameter wrcontrol_wraddress_reg_b = "CLOCK1",
    parameter byteena_reg_b = "CLOCK1",
    parameter outdata_reg_b = "UNREGISTERED",
    parameter rdcontrol_aclr_b = "NONE",
    parameter indata_aclr_b = "NONE",
    parameter wrcontrol_aclr_b = "NONE",
    parameter address_aclr_b = "NONE",
    parameter byteena_aclr_b = "NONE",
    parameter outdata_aclr_b = "NONE",
    parameter width_byteena_b = 1,
    parameter clock_enable_input_a = "NORMAL",
    parameter clock_enable_output_a = "NORMAL",
    parameter clock_enable_input_b = "NORMAL",
    parameter clock_enable_output_b = "NORMAL",
    parameter clock_enable_core_a = "USE_INPUT_CLKEN",
    parameter clock_enable_core_b = "USE_INPUT_CLKEN",
    parameter read_during_write_mode_port_a = "NEW_DATA_NO_NBE_READ",
    parameter read_during_write_mode_port_b = "NEW_DATA_NO_NBE_READ",
    parameter read_during_write_mode_mixed_ports = "DONT_CARE",
    parameter init_file = "UNUSED",
    parameter init_file_layout = "UNUSED",
    parameter byte_size = 8,
    parameter maximum_depth = 0,
    parameter ram_block_type = "AUTO",
    parameter power_up_uninitialized = "FALSE",
    parameter implement_in_les = "OFF",
    parameter enable_ecc = "FALSE",
    parameter width_eccstatus = 3,
    parameter enable_runtime_mod = "NO",
    parameter intended_device_family = "Cyclone V",
    parameter lpm_hint = "UNUSED",
    parameter lpm_type = "altsyncram"
) (
    input wire wren_a `IF_OPEN(1'b0),
    input wire rden_a `IF_OPEN(1'b1),
    input wire wren_b `IF_OPEN(1'b0),
    input wire rden_b `IF_OPEN(1'b1),
    input wire [width_a-1:0] data_a `IF_OPEN({width_a{1'b0}}),
    input wire [width_b-1:0] data_b `IF_OPEN({width_b{1'b0}}),
    input wire [widthad_a-1:0] address_a,
    input wire [widthad_b-1:0] address_b `IF_OPEN({widthad_b{1'b0}}),
    input wire clock0,
    input wire clock1 `IF_OPEN(1'b0),
    input wire clocken0 `IF_OPEN(1'b1),
    input wire clocken1 `IF_OPEN(1'b1),
    input wire clocken2 `IF_OPEN(1'b1),
    input wire clocken3 `IF_OPEN(1'b1),
    input wire aclr0 `IF_OPEN(1'b0),
    input wire aclr1 `IF_OPEN(1'b0),
    input wire [width_byteena_a-1:0] byteena_a `IF_OPEN({width_byteena_a{1'b1}}),
    input wire [width_byteena_b-1:0] byteena_b `IF_OPEN({width_byteena_b{1'b1}}),
    input wire addressstall_a `IF_OPEN(1'b0),
    input wire addressstall_b `IF_OPEN(1'b0),
    output wire [width_a-1:0] q_a,
    output wire [width_b-1:0] q_b,
    output wire [width_eccstatus-1:0] eccstatus
);
  localparam HAS_B = operation_mode == "DUAL_PORT" || operation_mode == "BIDIR_DUAL_PORT";
  localparam WRITES_A = operation_mode != "ROM";
  localparam WRITES_B = operation_mode == "BIDIR_DUAL_PORT";
  localparam READS_A = operation_mode != "DUAL_PORT";
  // The memory has the words of the port whose words are in init_file. A wider port has several of
  // them at once, a narrower one a part of one. The lowest bits have the lowest address.
  localparam IS_LIKE_B = HAS_B && init_file_layout == "PORT_B";
  localparam WIDTH = IS_LIKE_B ? width_b : width_a;
  localparam WORDS = IS_LIKE_B ? (numwords_b == 0 ? 2 ** widthad_b : numwords_b) :
      numwords_a == 0 ? 2 ** widthad_a : numwords_a;
  localparam WORDS_A = width_a > WIDTH ? width_a / WIDTH : 1;
  localparam WORDS_B = HAS_B && width_b > WIDTH ? width_b / WIDTH : 1;
  localparam PARTS_A = width_a < WIDTH ? WIDTH / width_a : 1;
  localparam PARTS_B = HAS_B && width_b < WIDTH ? WIDTH / width_b : 1;
  localparam PART_A = WIDTH / PARTS_A;
  localparam PART_B = WIDTH / PARTS_B;

  reg [WIDTH-1:0] mem[0:WORDS-1];

`include "contents.vh"

  wire enable_a = clock_enable_input_a == "NORMAL" ? clocken0 : 1'b1;
  wire clock_b = address_reg_b == "CLOCK0" ? clock0 : clock1;
  wire enable_b = clock_enable_input_b != "NORMAL" ? 1'b1 :
      address_reg_b == "CLOCK0" ? clocken0 : clocken1;

  reg [widthad_a-1:0] held_a = 0;
  reg [widthad_b-1:0] held_b = 0;
  wire [widthad_a-1:0] place_a = addressstall_a ? held_a : address_a;
  wire [widthad_b-1:0] place_b = addressstall_b ? held_b : address_b;
  always @(posedge clock0) if (enable_a) held_a <= place_a;
  always @(posedge clock_b) if (enable_b) held_b <= place_b;

  wire [31:0] part_a = place_a % PARTS_A, part_b = place_b % PARTS_B;
  wire [width_a-1:0] mask_a, old_a;
  wire [width_b-1:0] mask_b, old_b;
  genvar i;
  generate
    for (i = 0; i < width_a; i = i + 1) begin : bits_a
      assign mask_a[i] = byteena_a[i*width_byteena_a/width_a];
    end
    for (i = 0; i < width_b; i = i + 1) begin : bits_b
      assign mask_b[i] = byteena_b[i*width_byteena_b/width_b];
    end
    for (i = 0; i < WORDS_A; i = i + 1) begin : words_a
      wire [31:0] word_a = place_a * WORDS_A / PARTS_A + i;
      assign old_a[i*PART_A+:PART_A] = mem[word_a] >> part_a * PART_A;
      if (WRITES_A) begin : write
        integer bit_a;
        always @(posedge clock0)
          if (enable_a && wren_a)
            for (bit_a = 0; bit_a < WIDTH; bit_a = bit_a + 1)
              if (part_a == bit_a / PART_A && mask_a[i*PART_A+bit_a%PART_A])
                mem[word_a][bit_a] <= data_a[i*PART_A+bit_a%PART_A];
      end
    end
    if (HAS_B) begin : port_b
      for (i = 0; i < WORDS_B; i = i + 1) begin : words_b
        wire [31:0] word_b = place_b * WORDS_B / PARTS_B + i;
        assign old_b[i*PART_B+:PART_B] = mem[word_b] >> part_b * PART_B;
        if (WRITES_B) begin : write
          integer bit_b;
          always @(posedge clock_b)
            if (enable_b && wren_b)
              for (bit_b = 0; bit_b < WIDTH; bit_b = bit_b + 1)
                if (part_b == bit_b / PART_B && mask_b[i*PART_B+bit_b%PART_B])
                  mem[word_b][bit_b] <= data_b[i*PART_B+bit_b%PART_B];
        end
      end
    end else begin : no_port_b
      assign old_b = 0;
    end
  endgenerate

  // What a port reads while it writes itself.
  localparam READS_NEW_A = WRITES_A && read_during_write_mode_port_a != "OLD_DATA";
  localparam READS_NEW_B = WRITES_B && read_during_write_mode_port_b != "OLD_DATA";
  wire [width_a-1:0] written_a = READS_NEW_A && wren_a ? mask_a : {width_a{1'b0}};
  wire [width_b-1:0] written_b = READS_NEW_B && wren_b ? mask_b : {width_b{1'b0}};
  wire [width_a-1:0] next_a = data_a & written_a | old_a & ~written_a;
  wire [width_b-1:0] next_b = data_b & written_b | old_b & ~written_b;

  intel_model_output #(
      .width(width_a),
      .is_used(READS_A),
      .is_registered(outdata_reg_a != "UNREGISTERED"),
      .has_clear(outdata_aclr_a != "NONE")
  ) output_a (
      .clock(clock0),
      .enable(enable_a && rden_a),
      .next(next_a),
      .output_clock(outdata_reg_a == "CLOCK1" ? clock1 : clock0),
      .output_enable(clock_enable_output_a != "NORMAL" ? 1'b1 :
          outdata_reg_a == "CLOCK1" ? clocken1 : clocken0),
      .clear(outdata_aclr_a == "CLEAR1" ? aclr1 : aclr0),
      .q(q_a)
  );
  intel_model_output #(
      .width(width_b),
      .is_used(HAS_B),
      .is_registered(outdata_reg_b != "UNREGISTERED"),
      .has_clear(outdata_aclr_b != "NONE")
  ) output_b (
      .clock(clock_b),
      .enable(enable_b && rden_b),
      .next(next_b),
      .output_clock(outdata_reg_b == "CLOCK0" ? clock0 : clock1),
      .output_enable(clock_enable_output_b != "NORMAL" ? 1'b1 :
          outdata_reg_b == "CLOCK0" ? clocken0 : clocken1),
      .clear(outdata_aclr_b == "CLEAR1" ? aclr1 : aclr0),
      .q(q_b)
  );
  assign eccstatus = 0;

`ifdef __ICARUS__
  // Without contents, a memory is 0 at power-up. Those that Yosys makes are.
  generate
    if (init_file == "UNUSED" || init_file == "") begin : zeros
      integer word;
      initial for (word = 0; word < WORDS; word = word + 1) mem[word] = 0;
    end
  endgenerate
`endif
endmodule

// The data that a port has read, and its output register.
module intel_model_output #(
    parameter width = 1,
    parameter is_used = 1,
    parameter is_registered = 0,
    parameter has_clear = 0
) (
    input wire clock,
    input wire enable,
    input wire [width-1:0] next,
    input wire output_clock,
    input wire output_enable,
    input wire clear,
    output wire [width-1:0] q
);
  wire reset = has_clear && clear;
  generate
    if (!is_used) begin : none
      assign q = 0;
    end else if (!is_registered) begin : unregistered
      reg [width-1:0] data = 0;
      always @(posedge clock or posedge reset)
        if (reset) data <= 0;
        else if (enable) data <= next;
      assign q = data;
    end else begin : registered
      reg [width-1:0] data = 0, last = 0;
      always @(posedge clock) if (enable) data <= next;
      always @(posedge output_clock or posedge reset)
        if (reset) last <= 0;
        else if (output_enable) last <= data;
      assign q = last;
    end
  endgenerate
endmodule
