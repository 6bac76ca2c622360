// Compares lpm_counter with the guide: every control, and whole periods.
`timescale 1ns / 1ns

module lpm_counter_tb;
  wire [4:0] done;
  wire [4:0] wrong;
  // Direction, modulus, value of sset and aset as text, and as a number.
  counter #("UP", 0, "UNUSED", 15) up (done[0], wrong[0]);
  counter #("DOWN", 0, "5", 5) down (done[1], wrong[1]);
  counter #("UNUSED", 0, "12", 12) up_or_down (done[2], wrong[2]);
  counter #("UP", 10, "3", 3) decade (done[3], wrong[3]);
  counter #("UNUSED", 11, "0", 0) eleven (done[4], wrong[4]);
  initial begin
    wait (&done);
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule

module counter #(
    parameter direction = "",
    parameter modulus = 0,
    parameter text = "",
    parameter value = 0
) (
    output reg done,
    output reg wrong
);
  localparam PERIOD = modulus == 0 ? 16 : modulus;
  reg clock = 0;
  reg clk_en = 1, cnt_en = 1, updown = 1, cin = 1;
  reg aclr = 0, aset = 0, aload = 0, sclr = 0, sset = 0, sload = 0;
  reg [3:0] data = 0;
  wire [3:0] q;
  wire cout;
  wire [15:0] eq;
  lpm_counter #(
      .lpm_width(4), .lpm_direction(direction), .lpm_modulus(modulus), .lpm_svalue(text),
      .lpm_avalue(text), .lpm_port_updown(direction == "UNUSED" ? "PORT_USED" : "PORT_UNUSED")
  ) dut (
      .clock(clock), .clk_en(clk_en), .cnt_en(cnt_en), .updown(updown), .cin(cin), .aclr(aclr),
      .aset(aset), .aload(aload), .sclr(sclr), .sset(sset), .sload(sload), .data(data), .q(q),
      .cout(cout), .eq(eq)
  );

  integer count, cycle;
  wire is_up = direction == "UP" || direction == "UNUSED" && updown;
  task check;
    begin
      if (q !== count || eq !== 1 << count) begin
        $display("%m: q is %0d, eq %b, not %0d, at %0t", q, eq, count, $time);
        wrong = 1;
      end
      if (cout !== (cin && count == (is_up ? PERIOD - 1 : 0))) begin
        $display("%m: cout is %b at %0d, at %0t", cout, q, $time);
        wrong = 1;
      end
    end
  endtask
  // Asynchronous before synchronous, clear before set before load.
  task change_asynchronously;
    if (aclr) count = 0;
    else if (aset) count = value;
    else if (aload) count = data;
  endtask
  task rise;
    begin
      #1;
      if (!(aclr || aset || aload) && clk_en) begin
        if (sclr) count = 0;
        else if (sset) count = value;
        else if (sload) count = data;
        else if (cnt_en && cin) count = (count + (is_up ? 1 : PERIOD - 1)) % PERIOD;
      end
      #5 clock = 1;
      #1 check;
      #4 clock = 0;
    end
  endtask
  initial begin
    {done, wrong} = 0;
    count = 0;
    #1 check;
    // A counter's whole period, in both directions.
    for (cycle = 0; cycle < 100; cycle = cycle + 1) begin
      updown = cycle < 50;
      rise;
    end
    for (cycle = 0; cycle < 3000; cycle = cycle + 1) begin
      {clk_en, cnt_en, cin} = ~($random & $random);
      {sclr, sset, sload} = $random & $random & $random;
      updown = $random;
      data = {$random} % PERIOD;
      // Only one asynchronous control, which ends before another one begins; data does not change
      // meanwhile.
      #1 {aclr, aset, aload} = $random & $random & $random & $random;
      if (aclr) {aset, aload} = 0;
      else if (aset) aload = 0;
      change_asynchronously;
      #1 check;
      rise;
      {aclr, aset, aload} = 0;
      #1 check;
    end
    done = 1;
  end
endmodule
