// Compares dcfifo with a list of words and the latencies in Intel's guide. A written word takes two
// cycles of wrclk and then, as a read one in the other direction, the synchronization stages. The
// parameters ask for two stages more than there are.
`timescale 1ns / 1ns

module dcfifo_tb;
  wire [3:0] done;
  wire [3:0] wrong;
  // Show-ahead, and the stages in both directions.
  crossing #("OFF", 2, 2) normal (done[0], wrong[0]);
  crossing #("ON", 2, 2) ahead (done[1], wrong[1]);
  crossing #("OFF", 1, 3) short_read (done[2], wrong[2]);
  crossing #("ON", 3, 1) short_write (done[3], wrong[3]);
  initial begin
    wait (&done);
    if (wrong == 0) $display("ok");
    $finish;
  end
endmodule

module crossing #(
    parameter ahead = "",
    parameter to_read = 2,
    parameter to_write = 2
) (
    output reg done,
    output reg wrong
);
  localparam WORDS = 8;
  reg wrclk = 0, rdclk = 0, wrreq = 0, rdreq = 0, aclr = 0;
  reg [7:0] data = 0;
  wire [7:0] q;
  wire [2:0] wrusedw, rdusedw;
  wire wrfull, wrempty, rdfull, rdempty;
  dcfifo #(
      .lpm_width(8), .lpm_widthu(3), .lpm_numwords(WORDS), .lpm_showahead(ahead),
      .rdsync_delaypipe(to_read + 2), .wrsync_delaypipe(to_write + 2)
  ) dut (
      .wrclk(wrclk), .data(data), .wrreq(wrreq), .rdclk(rdclk), .rdreq(rdreq), .aclr(aclr),
      .q(q), .wrusedw(wrusedw), .rdusedw(rdusedw), .wrfull(wrfull), .wrempty(wrempty),
      .rdfull(rdfull), .rdempty(rdempty), .eccstatus()
  );

  // Of each word: the cycle of rdclk at the edge of wrclk after that which wrote it, and the cycle
  // of wrclk in which it was read.
  reg [7:0] word[0:9999];
  integer crossing_cycle[0:9999], read_cycle[0:9999];
  integer wr, rd, written, crossed, arrived, read, freed, step, late_wr, late_rd, speed, fullest;
  reg was_read;
  wire [31:0] wr_used = written - freed;
  wire [31:0] rd_used = arrived - read;
  task expect_that(input holds, input [8*24-1:0] what);
    if (holds !== 1) begin
      $display("%m: wrong %0s in step %0d, %0d words", what, step, written - read);
      wrong = 1;
    end
  endtask
  task wrclk_rises;
    begin
      late_wr = wr_used;
      if (crossed < written) begin
        crossing_cycle[crossed] = rd;
        crossed = crossed + 1;
      end
      if (wrreq && wr_used < WORDS) begin
        word[written] = data;
        written = written + 1;
      end
      wr = wr + 1;
      while (freed < read && wr - read_cycle[freed] >= to_write) freed = freed + 1;
      if (wr_used > fullest) fullest = wr_used;
    end
  endtask
  task rdclk_rises;
    begin
      late_rd = rd_used;
      if (rdreq && rd_used != 0) begin
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
      expect_that(wrfull === (wr_used == WORDS), "wrfull");
      expect_that(wrempty === (wr_used == 0), "wrempty");
      expect_that(rdfull === (rd_used == WORDS), "rdfull");
      expect_that(rdempty === (rd_used == 0), "rdempty");
      expect_that(wrusedw === late_wr[2:0], "wrusedw");
      expect_that(rdusedw === late_rd[2:0], "rdusedw");
      // Never wrong in the direction that loses words.
      expect_that(wrfull || written - read < WORDS, "wrfull: lost");
      expect_that(rdempty || written > read, "rdempty: invented");
      if (ahead == "ON") expect_that(rdempty || q === word[read], "q ahead");
      else if (was_read) expect_that(q === word[read-1], "q");
    end
  endtask
  initial begin
    {done, wrong, was_read, wr, rd, written, crossed, arrived, read, freed} = 0;
    {late_wr, late_rd, fullest} = 0;
    for (step = 0; step < 12000; step = step + 1) begin
      // One clock is faster, then the other.
      speed = step / 100 % 3;
      data = $random;
      wrreq = {$random} % 4 != 0;
      rdreq = {$random} % 4 != 0;
      if ({$random} % 200 == 0) begin
        aclr = 1;
        {wr, rd, written, crossed, arrived, read, freed, was_read, late_wr, late_rd} = 0;
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
    expect_that(fullest == WORDS, "test: never full");
    done = 1;
  end
endmodule
