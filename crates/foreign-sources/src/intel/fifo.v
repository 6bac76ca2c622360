// First in, first out: memories with one clock and with two.
//
// Source: Intel, FIFO IP User Guide, with the latencies of its tables for RAM blocks.

`include "defaults.vh"

module scfifo #(
    parameter lpm_width = 1,
    parameter lpm_widthu = 1,
    parameter lpm_numwords = 2,
    parameter lpm_showahead = "OFF",
    parameter overflow_checking = "ON",
    parameter underflow_checking = "ON",
    parameter allow_rwcycle_when_full = "OFF",
    parameter add_ram_output_register = "OFF",
    parameter almost_full_value = 0,
    parameter almost_empty_value = 0,
    parameter use_eab = "ON",
    parameter enable_ecc = "FALSE",
    parameter maximize_speed = 5,
    parameter maximum_depth = 0,
    parameter ram_block_type = "AUTO",
    parameter intended_device_family = "Cyclone V",
    parameter lpm_type = "scfifo",
    parameter lpm_hint = "UNUSED"
) (
    input wire clock,
    input wire [lpm_width-1:0] data,
    input wire wrreq,
    input wire rdreq,
    input wire aclr `IF_OPEN(1'b0),
    input wire sclr `IF_OPEN(1'b0),
    output wire [lpm_width-1:0] q,
    output wire [lpm_widthu-1:0] usedw,
    output wire empty,
    output wire full,
    output wire almost_empty,
    output wire almost_full,
    output wire [1:0] eccstatus
);
  localparam IS_SHOWN_AHEAD = lpm_showahead == "ON";
  // Cycles after which a word that was counted can be read: none without a RAM block.
  localparam DELAY =
      use_eab == "OFF" ? 0 : IS_SHOWN_AHEAD + (add_ram_output_register == "ON");

  reg [lpm_width-1:0] mem[0:lpm_numwords-1];
  reg [lpm_widthu-1:0] write_place = 0, read_place = 0;
  reg [lpm_widthu:0] used = 0, readable = 0;
  reg [2:0] arriving = 0;
  reg [lpm_width-1:0] last = 0;

  assign full = used == lpm_numwords;
  assign empty = readable == 0;
  wire reads = rdreq && (!empty || underflow_checking == "OFF");
  wire writes = wrreq && (!full || overflow_checking == "OFF"
      || (allow_rwcycle_when_full == "ON" && reads));
  wire [3:0] arrivals = {arriving, writes};
  wire arrives = arrivals[DELAY];

  always @(posedge clock) if (writes && !sclr) mem[write_place] <= data;

  always @(posedge clock or posedge aclr)
    if (aclr) begin
      {write_place, read_place, used, readable, arriving} <= 0;
    end else if (sclr) begin
      {write_place, read_place, used, readable, arriving} <= 0;
    end else begin
      arriving <= arrivals[2:0];
      used <= used + writes - reads;
      readable <= readable + arrives - reads;
      if (writes) write_place <= write_place == lpm_numwords - 1 ? 0 : write_place + 1'b1;
      if (reads) read_place <= read_place == lpm_numwords - 1 ? 0 : read_place + 1'b1;
    end

  always @(posedge clock or posedge aclr)
    if (aclr) last <= 0;
    else if (reads) last <= mem[read_place];

  assign q = !IS_SHOWN_AHEAD ? last : empty ? last : mem[read_place];
  assign usedw = used;
  assign almost_full = used >= almost_full_value;
  assign almost_empty = used < almost_empty_value;
  assign eccstatus = 0;
endmodule

module dcfifo #(
    parameter lpm_width = 1,
    parameter lpm_widthu = 1,
    parameter lpm_numwords = 2,
    parameter lpm_showahead = "OFF",
    parameter overflow_checking = "ON",
    parameter underflow_checking = "ON",
    parameter rdsync_delaypipe = 4,
    parameter wrsync_delaypipe = 4,
    parameter delay_rdusedw = 1,
    parameter delay_wrusedw = 1,
    parameter add_usedw_msb_bit = "OFF",
    parameter add_ram_output_register = "OFF",
    parameter clocks_are_synchronized = "FALSE",
    parameter read_aclr_synch = "OFF",
    parameter write_aclr_synch = "OFF",
    parameter enable_ecc = "FALSE",
    parameter use_eab = "ON",
    parameter maximize_speed = 5,
    parameter ram_block_type = "AUTO",
    parameter intended_device_family = "Cyclone V",
    parameter lpm_type = "dcfifo",
    parameter lpm_hint = "UNUSED"
) (
    input wire wrclk,
    input wire [lpm_width-1:0] data,
    input wire wrreq,
    input wire rdclk,
    input wire rdreq,
    input wire aclr `IF_OPEN(1'b0),
    output wire [lpm_width-1:0] q,
    output wire [lpm_widthu-1:0] wrusedw,
    output wire [lpm_widthu-1:0] rdusedw,
    output wire wrfull,
    output wire wrempty,
    output wire rdfull,
    output wire rdempty,
    output wire [1:0] eccstatus
);
  dcfifo_mixed_widths #(
      .lpm_width(lpm_width),
      .lpm_widthu(lpm_widthu),
      .lpm_width_r(lpm_width),
      .lpm_widthu_r(lpm_widthu),
      .lpm_numwords(lpm_numwords),
      .lpm_showahead(lpm_showahead),
      .overflow_checking(overflow_checking),
      .underflow_checking(underflow_checking),
      .rdsync_delaypipe(rdsync_delaypipe),
      .wrsync_delaypipe(wrsync_delaypipe),
      .delay_rdusedw(delay_rdusedw),
      .delay_wrusedw(delay_wrusedw)
  ) fifo (
      .wrclk(wrclk),
      .data(data),
      .wrreq(wrreq),
      .rdclk(rdclk),
      .rdreq(rdreq),
      .aclr(aclr),
      .q(q),
      .wrusedw(wrusedw),
      .rdusedw(rdusedw),
      .wrfull(wrfull),
      .wrempty(wrempty),
      .rdfull(rdfull),
      .rdempty(rdempty),
      .eccstatus(eccstatus)
  );
endmodule

// The first of several words that are written is in the lowest bits of the word that is read.
module dcfifo_mixed_widths #(
    parameter lpm_width = 1,
    parameter lpm_widthu = 1,
    parameter lpm_width_r = 1,
    parameter lpm_widthu_r = 1,
    parameter lpm_numwords = 2,
    parameter lpm_showahead = "OFF",
    parameter overflow_checking = "ON",
    parameter underflow_checking = "ON",
    parameter rdsync_delaypipe = 4,
    parameter wrsync_delaypipe = 4,
    parameter delay_rdusedw = 1,
    parameter delay_wrusedw = 1,
    parameter add_usedw_msb_bit = "OFF",
    parameter add_ram_output_register = "OFF",
    parameter clocks_are_synchronized = "FALSE",
    parameter read_aclr_synch = "OFF",
    parameter write_aclr_synch = "OFF",
    parameter enable_ecc = "FALSE",
    parameter use_eab = "ON",
    parameter maximize_speed = 5,
    parameter ram_block_type = "AUTO",
    parameter intended_device_family = "Cyclone V",
    parameter lpm_type = "dcfifo_mixed_widths",
    parameter lpm_hint = "UNUSED"
) (
    input wire wrclk,
    input wire [lpm_width-1:0] data,
    input wire wrreq,
    input wire rdclk,
    input wire rdreq,
    input wire aclr `IF_OPEN(1'b0),
    output wire [lpm_width_r-1:0] q,
    output wire [lpm_widthu-1:0] wrusedw,
    output wire [lpm_widthu_r-1:0] rdusedw,
    output wire wrfull,
    output wire wrempty,
    output wire rdfull,
    output wire rdempty,
    output wire [1:0] eccstatus
);
  // The memory has words of the narrower side.
  localparam UNIT = lpm_width < lpm_width_r ? lpm_width : lpm_width_r;
  localparam UNITS_W = lpm_width / UNIT;
  localparam UNITS_R = lpm_width_r / UNIT;
  localparam UNITS = lpm_numwords * UNITS_W;
  // One bit more than an address, so that full and empty differ. A dcfifo has 2^n words.
  localparam WIDTH = $clog2(UNITS) + 1;
  // The guide: two of the stages that are asked for are left out.
  localparam STAGES_R = rdsync_delaypipe > 3 ? rdsync_delaypipe - 2 : 1;
  localparam STAGES_W = wrsync_delaypipe > 3 ? wrsync_delaypipe - 2 : 1;

  reg [UNIT-1:0] mem[0:UNITS-1];
  reg [WIDTH-1:0] written = 0, read = 0;
  // What was written a cycle ago: a word is in the memory before the other side learns of it.
  reg [WIDTH-1:0] stored = 0;
  reg [STAGES_R*WIDTH-1:0] written_seen = 0;
  reg [STAGES_W*WIDTH-1:0] read_seen = 0;
  reg [lpm_width_r-1:0] last = 0;
  wire [lpm_width_r-1:0] next;
  wire [(STAGES_R+1)*WIDTH-1:0] written_next = {written_seen, stored};
  wire [(STAGES_W+1)*WIDTH-1:0] read_next = {read_seen, read};

  wire [WIDTH-1:0] used_w = written - read_seen[STAGES_W*WIDTH-1-:WIDTH];
  wire [WIDTH-1:0] used_r = written_seen[STAGES_R*WIDTH-1-:WIDTH] - read;
  assign wrfull = used_w > UNITS - UNITS_W;
  assign wrempty = used_w == 0;
  assign rdfull = used_r > UNITS - UNITS_R;
  assign rdempty = used_r < UNITS_R;
  reg [WIDTH-1:0] used_w_before = 0, used_r_before = 0;
  // A word of which a part was read still occupies its place.
  assign wrusedw = ((delay_wrusedw == 0 ? used_w : used_w_before) + UNITS_W - 1) / UNITS_W;
  assign rdusedw = (delay_rdusedw == 0 ? used_r : used_r_before) / UNITS_R;
  assign eccstatus = 0;
  wire writes = wrreq && (!wrfull || overflow_checking == "OFF");
  wire reads = rdreq && (!rdempty || underflow_checking == "OFF");

  genvar i;
  generate
    for (i = 0; i < UNITS_W; i = i + 1) begin : write
      always @(posedge wrclk) if (writes) mem[written[WIDTH-2:0]+i] <= data[i*UNIT+:UNIT];
    end
    for (i = 0; i < UNITS_R; i = i + 1) begin : units
      assign next[i*UNIT+:UNIT] = mem[read[WIDTH-2:0]+i];
    end
  endgenerate

  always @(posedge wrclk or posedge aclr)
    if (aclr) begin
      written <= 0;
      stored <= 0;
      read_seen <= 0;
      used_w_before <= 0;
    end else begin
      written <= written + (writes ? UNITS_W : 0);
      stored <= written;
      used_w_before <= used_w;
      read_seen <= read_next[STAGES_W*WIDTH-1:0];
    end
  always @(posedge rdclk or posedge aclr)
    if (aclr) begin
      read <= 0;
      written_seen <= 0;
      used_r_before <= 0;
      last <= 0;
    end else begin
      read <= read + (reads ? UNITS_R : 0);
      used_r_before <= used_r;
      written_seen <= written_next[STAGES_R*WIDTH-1:0];
      if (reads) last <= next;
    end
  assign q = lpm_showahead == "ON" && !rdempty ? next : last;
endmodule
