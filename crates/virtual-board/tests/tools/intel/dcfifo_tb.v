// Compares dcfifo and dcfifo_mixed_widths with a list of units and the latencies in Intel's guide. A written word takes two
// cycles of wrclk and then, as a read one in the other direction, the synchronization stages. The
// parameters ask for two stages more than there are.
`timescale 1ns / 1ns

module dcfifo_tb;
  wire [7:0] done;
  wire [7:0] wrong;
  // Show-ahead, and the stages in both directions.
  crossing #("OFF", 2, 2) normal (done[0], wrong[0]);
  crossing #("ON", 2, 2) ahead (done[1], wrong[1]);
  crossing #("OFF", 1, 3) short_read (done[2], wrong[2]);
  crossing #("ON", 3, 1) short_write (done[3], wrong[3]);
  // The words on both sides in units of 8 bits.
  crossing #("OFF", 2, 2, 1, 2) wide_read (done[4], wrong[4]);
  crossing #("ON", 2, 2, 1, 4) wider_read (done[5], wrong[5]);
  crossing #("OFF", 2, 2, 2, 1) wide_write (done[6], wrong[6]);
  crossing #("ON", 2, 2, 4, 1) wider_write (done[7], wrong[7]);
  initial begin
    wait (&done);
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule

module crossing #(
    parameter ahead = "",
    parameter to_read = 2,
    parameter to_write = 2,
    parameter size_w = 1,
    parameter size_r = 1
) (
    output reg done,
    output reg wrong
);
  localparam UNITS = 8;
  localparam BITS_W = $clog2(UNITS / size_w);
  localparam BITS_R = $clog2(UNITS / size_r);
  reg wrclk = 0, rdclk = 0, wrreq = 0, rdreq = 0, aclr = 0;
  reg [8*size_w-1:0] data = 0;
  wire [8*size_r-1:0] q;
  wire [BITS_W-1:0] wrusedw;
  wire [BITS_R-1:0] rdusedw;
  wire wrfull, wrempty, rdfull, rdempty;
  generate
    if (size_w == 1 && size_r == 1) begin : same
      dcfifo #(
          .lpm_width(8), .lpm_widthu(3), .lpm_numwords(UNITS), .lpm_showahead(ahead),
          .rdsync_delaypipe(to_read + 2), .wrsync_delaypipe(to_write + 2)
      ) dut (
          .wrclk(wrclk), .data(data), .wrreq(wrreq), .rdclk(rdclk), .rdreq(rdreq), .aclr(aclr),
          .q(q), .wrusedw(wrusedw), .rdusedw(rdusedw), .wrfull(wrfull), .wrempty(wrempty),
          .rdfull(rdfull), .rdempty(rdempty), .eccstatus()
      );
    end else begin : mixed
      dcfifo_mixed_widths #(
          .lpm_width(8 * size_w), .lpm_widthu(BITS_W), .lpm_numwords(UNITS / size_w),
          .lpm_width_r(8 * size_r), .lpm_widthu_r(BITS_R), .lpm_showahead(ahead),
          .rdsync_delaypipe(to_read + 2), .wrsync_delaypipe(to_write + 2)
      ) dut (
          .wrclk(wrclk), .data(data), .wrreq(wrreq), .rdclk(rdclk), .rdreq(rdreq), .aclr(aclr),
          .q(q), .wrusedw(wrusedw), .rdusedw(rdusedw), .wrfull(wrfull), .wrempty(wrempty),
          .rdfull(rdfull), .rdempty(rdempty), .eccstatus()
      );
    end
  endgenerate

  // Of each unit: the cycle of rdclk at the edge of wrclk after that which wrote it, and the cycle
  // of wrclk in which it was read.
  reg [7:0] unit[0:49999];
  integer crossing_cycle[0:49999], read_cycle[0:49999];
  integer wr, rd, written, crossed, arrived, read, freed, step, speed, fullest, i;
  integer late_wr_units, late_rd_units, late_wr, late_rd;
  reg [8*size_r-1:0] last, next;
  reg was_read;
  wire [31:0] wr_used = written - freed;
  wire [31:0] rd_used = arrived - read;
  task expect_that(input holds, input [8*24-1:0] what);
    if (holds !== 1) begin
      $display("%m: wrong %0s in step %0d, %0d units", what, step, written - read);
      wrong = 1;
    end
  endtask
  task wrclk_rises;
    begin
      late_wr_units = wr_used;
      while (crossed < written) begin
        crossing_cycle[crossed] = rd;
        crossed = crossed + 1;
      end
      if (wrreq && wr_used <= UNITS - size_w)
        for (i = 0; i < size_w; i = i + 1) begin
          unit[written] = data[8*i+:8];
          written = written + 1;
        end
      wr = wr + 1;
      while (freed < read && wr - read_cycle[freed] >= to_write) freed = freed + 1;
      if (wr_used > fullest) fullest = wr_used;
    end
  endtask
  task rdclk_rises;
    begin
      late_rd_units = rd_used;
      if (rdreq && rd_used >= size_r)
        for (i = 0; i < size_r; i = i + 1) begin
          last[8*i+:8] = unit[read];
          read_cycle[read] = wr;
          read = read + 1;
          was_read = 1;
        end
      rd = rd + 1;
      while (arrived < crossed && rd - crossing_cycle[arrived] >= to_read) arrived = arrived + 1;
    end
  endtask
  task check;
    begin
      late_wr = (late_wr_units + size_w - 1) / size_w;
      late_rd = late_rd_units / size_r;
      for (i = 0; i < size_r; i = i + 1) next[8*i+:8] = unit[read+i];
      expect_that(wrfull === (wr_used > UNITS - size_w), "wrfull");
      expect_that(wrempty === (wr_used == 0), "wrempty");
      expect_that(rdfull === (rd_used > UNITS - size_r), "rdfull");
      expect_that(rdempty === (rd_used < size_r), "rdempty");
      expect_that(wrusedw === late_wr[BITS_W-1:0], "wrusedw");
      expect_that(rdusedw === late_rd[BITS_R-1:0], "rdusedw");
      // Never wrong in the direction that loses words.
      expect_that(wrfull || written - read <= UNITS - size_w, "wrfull: lost");
      expect_that(rdempty || written - read >= size_r, "rdempty: invented");
      if (ahead == "ON") expect_that(rdempty || q === next, "q ahead");
      else if (was_read) expect_that(q === last, "q");
    end
  endtask
  initial begin
    {done, wrong, was_read, wr, rd, written, crossed, arrived, read, freed} = 0;
    {late_wr_units, late_rd_units, fullest} = 0;
    for (step = 0; step < 12000; step = step + 1) begin
      // One clock is faster, then the other.
      speed = step / 100 % 3;
      data = $random;
      wrreq = {$random} % 4 != 0;
      rdreq = {$random} % 4 != 0;
      if ({$random} % 200 == 0) begin
        aclr = 1;
        {wr, rd, written, crossed, arrived, read, freed, was_read} = 0;
        {late_wr_units, late_rd_units} = 0;
        #1 check;
        aclr = 0;
      end
      #1;
      if ({$random} % 4 > speed) begin
        wrclk_rises;
        wrclk = 1;
      end else begin
        rdclk_rises;
        rdclk = 1;
      end
      #1 check;
      #1 {wrclk, rdclk} = 0;
    end
    expect_that(fullest == UNITS, "test: never full");
    done = 1;
  end
endmodule
