// Compares lpm_shiftreg, lpm_ff, lpm_mux and lpm_constant with the guide.
`timescale 1ns / 1ns

module lpm_registers_tb;
  wire [6:0] done;
  wire [6:0] wrong;
  shifts #("LEFT", "UNUSED", 15) left (done[0], wrong[0]);
  shifts #("RIGHT", "6", 6) right (done[1], wrong[1]);
  flip_flops #("DFF", "9", 9) data (done[2], wrong[2]);
  flip_flops #("TFF", "UNUSED", 15) toggle (done[3], wrong[3]);
  choices #(0) direct (done[4], wrong[4]);
  choices #(2) delayed (done[5], wrong[5]);
  constants constants (done[6], wrong[6]);
  initial begin
    wait (&done);
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule

module shifts #(
    parameter direction = "",
    parameter text = "",
    parameter value = 0
) (
    output reg done,
    output reg wrong
);
  reg clock = 0, enable = 1, shiftin = 0, load = 0, aclr = 0, aset = 0, sclr = 0, sset = 0;
  reg [3:0] data = 0, expected = 0;
  wire [3:0] q;
  wire shiftout;
  lpm_shiftreg #(
      .lpm_width(4), .lpm_direction(direction), .lpm_avalue(text), .lpm_svalue(text)
  ) dut (
      .clock(clock), .enable(enable), .shiftin(shiftin), .load(load), .data(data), .aclr(aclr),
      .aset(aset), .sclr(sclr), .sset(sset), .q(q), .shiftout(shiftout)
  );
  task check;
    if (q !== expected || shiftout !== (direction == "LEFT" ? expected[3] : expected[0])) begin
      $display("%m: q is %b, out %b, not %b, at %0t", q, shiftout, expected, $time);
      wrong = 1;
    end
  endtask
  initial begin
    {done, wrong} = 0;
    repeat (3000) begin
      data = $random;
      shiftin = $random;
      enable = $random | $random;
      {load, sclr, sset} = $random & $random & $random;
      {aclr, aset} = $random & $random & $random & $random;
      if (aclr) aset = 0;
      if (aclr) expected = 0;
      if (aset) expected = value;
      #1 check;
      if (!aclr && !aset && enable) begin
        if (sclr) expected = 0;
        else if (sset) expected = value;
        else if (load) expected = data;
        else if (direction == "LEFT") expected = {expected[2:0], shiftin};
        else expected = {shiftin, expected[3:1]};
      end
      #1 clock = 1;
      #1 check;
      #1 clock = 0;
      {aclr, aset} = 0;
      #1;
    end
    done = 1;
  end
endmodule

module flip_flops #(
    parameter kind = "",
    parameter text = "",
    parameter value = 0
) (
    output reg done,
    output reg wrong
);
  reg clock = 0, enable = 1, aclr = 0, aset = 0, aload = 0, sclr = 0, sset = 0, sload = 0;
  reg [3:0] data = 0, expected = 0;
  wire [3:0] q;
  lpm_ff #(
      .lpm_width(4), .lpm_fftype(kind), .lpm_avalue(text), .lpm_svalue(text)
  ) dut (
      .clock(clock), .enable(enable), .data(data), .aclr(aclr), .aset(aset), .aload(aload),
      .sclr(sclr), .sset(sset), .sload(sload), .q(q)
  );
  task check;
    if (q !== expected) begin
      $display("%m: q is %b, not %b, at %0t", q, expected, $time);
      wrong = 1;
    end
  endtask
  initial begin
    {done, wrong} = 0;
    repeat (3000) begin
      data = $random;
      enable = $random | $random;
      {sload, sclr, sset} = $random & $random & $random;
      #1 {aclr, aset, aload} = $random & $random & $random & $random;
      if (aclr) {aset, aload} = 0;
      if (aset) aload = 0;
      if (aclr) expected = 0;
      if (aset) expected = value;
      if (aload) expected = data;
      #1 check;
      if (!aclr && !aset && !aload && enable) begin
        if (sclr) expected = 0;
        else if (sset) expected = value;
        else if (sload || kind == "DFF") expected = data;
        else expected = expected ^ data;
      end
      #1 clock = 1;
      #1 check;
      #1 clock = 0;
      {aclr, aset, aload} = 0;
      #1;
    end
    done = 1;
  end
endmodule

// Five words of three bits.
module choices #(
    parameter pipeline = 0
) (
    output reg done,
    output reg wrong
);
  reg clock = 0, aclr = 0, clken = 1;
  reg [14:0] data = 0;
  reg [2:0] sel = 0;
  wire [2:0] result;
  lpm_mux #(
      .lpm_width(3), .lpm_size(5), .lpm_widths(3), .lpm_pipeline(pipeline)
  ) dut (
      .data(data), .sel(sel), .clock(clock), .aclr(aclr), .clken(clken), .result(result)
  );
  // What was chosen in this cycle and in the ones before.
  reg [2:0] chosen[0:2];
  task check;
    if (result !== chosen[pipeline]) begin
      $display("%m: result is %b, not %b, at %0t", result, chosen[pipeline], $time);
      wrong = 1;
    end
  endtask
  initial begin
    {done, wrong} = 0;
    {chosen[0], chosen[1], chosen[2]} = 0;
    repeat (1000) begin
      data = $random;
      sel = {$random} % 5;
      clken = $random | $random;
      aclr = $random & $random & $random;
      chosen[0] = data[3*sel+:3];
      if (aclr) {chosen[1], chosen[2]} = 0;
      #1 check;
      if (!aclr && clken) begin
        chosen[2] = chosen[1];
        chosen[1] = chosen[0];
      end
      #1 clock = 1;
      #1 check;
      #1 clock = 0;
    end
    done = 1;
  end
endmodule

module constants (
    output reg done,
    output reg wrong
);
  wire [5:0] result;
  lpm_constant #(.lpm_width(6), .lpm_cvalue(41)) dut (.result(result));
  initial begin
    {done, wrong} = 0;
    #1;
    if (result !== 41) begin
      $display("%m: %0d, not 41", result);
      wrong = 1;
    end
    done = 1;
  end
endmodule
