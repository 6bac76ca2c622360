// Compares scfifo with a queue and the latencies in Intel's guide: cycles from a request to its
// effect on an output.
`timescale 1ns / 1ns

module scfifo_tb;
  wire [6:0] done;
  wire [6:0] wrong;
  // Show-ahead, output register, in memory blocks, write to empty, words, read and write if full.
  fifo #("OFF", "OFF", "ON", 1, 8, "OFF") normal (done[0], wrong[0]);
  fifo #("OFF", "ON", "ON", 2, 8, "OFF") normal_registered (done[1], wrong[1]);
  fifo #("ON", "OFF", "ON", 2, 8, "OFF") ahead (done[2], wrong[2]);
  fifo #("ON", "ON", "ON", 3, 8, "OFF") ahead_registered (done[3], wrong[3]);
  fifo #("ON", "OFF", "OFF", 1, 8, "OFF") in_logic (done[4], wrong[4]);
  fifo #("OFF", "OFF", "ON", 1, 5, "OFF") five (done[5], wrong[5]);
  fifo #("ON", "OFF", "ON", 2, 4, "ON") while_full (done[6], wrong[6]);
  initial begin
    wait (&done);
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule

module fifo #(
    parameter ahead = "",
    parameter register = "",
    parameter in_memory = "",
    parameter latency = 1,
    parameter words = 8,
    parameter while_full = ""
) (
    output reg done,
    output reg wrong
);
  localparam ALMOST_FULL = words - 1, ALMOST_EMPTY = 2;
  reg clock = 0;
  reg [7:0] data = 0;
  reg wrreq = 0, rdreq = 0, aclr = 0, sclr = 0;
  wire [7:0] q;
  wire [2:0] usedw;
  wire empty, full, almost_empty, almost_full;
  scfifo #(
      .lpm_width(8), .lpm_widthu(3), .lpm_numwords(words), .lpm_showahead(ahead),
      .add_ram_output_register(register), .use_eab(in_memory),
      .allow_rwcycle_when_full(while_full), .almost_full_value(ALMOST_FULL),
      .almost_empty_value(ALMOST_EMPTY)
  ) dut (
      .clock(clock), .data(data), .wrreq(wrreq), .rdreq(rdreq), .aclr(aclr), .sclr(sclr), .q(q),
      .usedw(usedw), .empty(empty), .full(full), .almost_empty(almost_empty),
      .almost_full(almost_full), .eccstatus()
  );

  // All words ever written, with the cycle of each.
  reg [7:0] word[0:9999];
  integer cycle_of[0:9999];
  integer written, read, cycle, fullness, fullest;
  reg is_empty, was_read;
  reg [7:0] last;
  wire [31:0] used = written - read;
  task expect_that(input holds, input [8*24-1:0] what);
    if (holds !== 1) begin
      $display("%m: wrong %0s in cycle %0d, %0d words", what, cycle, used);
      wrong = 1;
    end
  endtask
  task check;
    begin
      is_empty = read == written || cycle - cycle_of[read] < latency;
      expect_that(empty === is_empty, "empty");
      expect_that(full === (used == words), "full");
      expect_that(usedw === used[2:0], "usedw");
      expect_that(almost_full === (used >= ALMOST_FULL), "almost_full");
      expect_that(almost_empty === (used < ALMOST_EMPTY), "almost_empty");
      if (ahead == "ON" && !is_empty) expect_that(q === word[read], "q ahead");
      if (ahead != "ON" && was_read) expect_that(q === last, "q");
    end
  endtask
  initial begin
    {done, wrong, was_read} = 0;
    written = 0;
    read = 0;
    fullest = 0;
    for (cycle = 0; cycle < 8000; cycle = cycle + 1) begin
      // Now full, now empty; requests are also made while the flags forbid them.
      fullness = cycle / 60 % 3;
      data = $random;
      wrreq = {$random} % 4 > fullness;
      rdreq = {$random} % 4 < fullness + 1;
      sclr = {$random} % 100 == 0;
      aclr = {$random} % 100 == 0;
      if (aclr) begin
        read = written;
        was_read = 0;
      end
      #1 check;
      #4;
      if (!aclr && !sclr) begin
        fullness = used;
        if (rdreq && !is_empty) begin
          last = word[read];
          was_read = 1;
          read = read + 1;
        end
        if (wrreq && (fullness != words || while_full == "ON" && rdreq)) begin
          word[written] = data;
          // The edge at the end of this cycle is the first one that counts.
          cycle_of[written] = cycle;
          written = written + 1;
        end
        if (used > fullest) fullest = used;
      end else begin
        read = written;
        was_read = 0;
      end
      clock = 1;
      #5 clock = 0;
    end
    expect_that(fullest == words, "test: never full");
    done = 1;
  end
endmodule
