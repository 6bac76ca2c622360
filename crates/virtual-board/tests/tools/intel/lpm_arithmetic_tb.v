// All operands of small lpm_add_sub, lpm_mult, lpm_divide, lpm_compare and lpm_decode.
`timescale 1ns / 1ns

module lpm_arithmetic_tb;
  wire [17:0] done;
  wire [17:0] wrong;
  sums #("ADD", "SIGNED", 0) sums_0 (done[0], wrong[0]);
  sums #("SUB", "UNSIGNED", 0) sums_1 (done[1], wrong[1]);
  sums #("UNUSED", "SIGNED", 2) sums_2 (done[2], wrong[2]);
  products #("UNSIGNED", 7, 0) products_0 (done[3], wrong[3]);
  products #("SIGNED", 7, 1) products_1 (done[4], wrong[4]);
  products #("SIGNED", 4, 0) products_2 (done[5], wrong[5]);
  products #("SIGNED", 10, 0) products_3 (done[6], wrong[6]);
  products #("UNSIGNED", 5, 3) products_4 (done[7], wrong[7]);
  quotients #("UNSIGNED", "UNSIGNED", "LPM_REMAINDERPOSITIVE=TRUE", 1, 0) q_0 (done[8], wrong[8]);
  quotients #("SIGNED", "SIGNED", "LPM_REMAINDERPOSITIVE=TRUE", 1, 0) q_1 (done[9], wrong[9]);
  quotients #("SIGNED", "SIGNED", "MAXIMIZE_SPEED=6,LPM_REMAINDERPOSITIVE=FALSE", 0, 0)
      q_2 (done[10], wrong[10]);
  quotients #("SIGNED", "UNSIGNED", "UNUSED", 1, 0) q_3 (done[11], wrong[11]);
  quotients #("UNSIGNED", "SIGNED", "LPM_REMAINDERPOSITIVE=FALSE", 0, 2) q_4 (done[12], wrong[12]);
  quotients #("SIGNED", "UNSIGNED", "LPM_REMAINDERPOSITIVE=FALSE", 0, 1) q_5 (done[13], wrong[13]);
  orders #("UNSIGNED", 0) orders_0 (done[14], wrong[14]);
  orders #("SIGNED", 1) orders_1 (done[15], wrong[15]);
  choices #(8, 0) choices_0 (done[16], wrong[16]);
  choices #(5, 2) choices_1 (done[17], wrong[17]);
  initial begin
    wait (&done);
    if (wrong == 0) $display("ok");
    $finish(0);
  end
endmodule

// `result` is dataa + datab + cin or dataa - datab + cin - 1; an open cin has no effect. `cout` is
// the carry, or the inverse of a borrow.
module sums #(
    parameter direction = "",
    parameter representation = "",
    parameter pipeline = 0
) (
    output reg done,
    output reg wrong
);
  reg clock = 0, add_sub = 0;
  reg [3:0] a = 0, b = 0;
  reg [1:0] cin = 0;
  wire [3:0] result;
  wire cout, overflow;
  lpm_add_sub #(
      .lpm_width(4), .lpm_direction(direction), .lpm_representation(representation),
      .lpm_pipeline(pipeline)
  ) dut (
      .dataa(a), .datab(b), .cin(cin), .add_sub(add_sub), .clock(clock), .aclr(1'b0),
      .clken(1'b1), .result(result), .cout(cout), .overflow(overflow)
  );
  integer i, exact, exact_signed;
  reg is_sum, carry;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 2048; i = i + 1) begin
      {cin, add_sub, a, b} = i;
      is_sum = direction == "ADD" || direction == "UNUSED" && add_sub;
      carry = cin[1] ? !is_sum : cin[0];
      exact = is_sum ? a + b + carry : a - b + carry - 1;
      exact_signed = is_sum ? $signed(a) + $signed(b) : $signed(a) - $signed(b);
      exact_signed = exact_signed + carry - !is_sum;
      repeat (pipeline) begin
        #1 clock = 1;
        #1 clock = 0;
      end
      #1;
      if (result !== exact[3:0] || cout !== (is_sum ? exact > 15 : exact >= 0)
          || representation == "SIGNED"
          && overflow !== (exact_signed > 7 || exact_signed < -8)) begin
        $display("%m: %0d, %0d, cin %b, sum %b: %0d, cout %b, overflow %b", a, b, cin, is_sum,
            result, cout, overflow);
        wrong = 1;
      end
    end
    done = 1;
  end
endmodule

// A result with fewer bits than the product has its highest bits.
module products #(
    parameter representation = "",
    parameter width = 7,
    parameter pipeline = 0
) (
    output reg done,
    output reg wrong
);
  localparam is_signed = representation == "SIGNED";
  reg clock = 0;
  reg [3:0] a = 0;
  reg [2:0] b = 0;
  wire [width-1:0] result;
  lpm_mult #(
      .lpm_widtha(4), .lpm_widthb(3), .lpm_widthp(width), .lpm_representation(representation),
      .lpm_pipeline(pipeline)
  ) dut (
      .dataa(a), .datab(b), .sum(1'b0), .clock(clock), .aclr(1'b0), .sclr(1'b0), .clken(1'b1),
      .result(result)
  );
  integer i, exact;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 128; i = i + 1) begin
      {a, b} = i;
      if (is_signed) exact = $signed(a) * $signed(b);
      else exact = a * b;
      if (width < 7) exact = exact >>> (7 - width);
      repeat (pipeline) begin
        #1 clock = 1;
        #1 clock = 0;
      end
      #1;
      if (result !== exact[width-1:0]) begin
        $display("%m: %0d * %0d: %b, not %b", a, b, result, exact[width-1:0]);
        wrong = 1;
      end
    end
    done = 1;
  end
endmodule

// numer = quotient * denom + remain, with |remain| < |denom|. The remainder is positive, or has the
// sign of numer.
module quotients #(
    parameter n_representation = "",
    parameter d_representation = "",
    parameter hint = "",
    parameter is_positive = 1,
    parameter pipeline = 0
) (
    output reg done,
    output reg wrong
);
  reg clock = 0;
  reg [4:0] numer = 0;
  reg [3:0] denom = 0;
  wire [4:0] quotient;
  wire [3:0] remain;
  lpm_divide #(
      .lpm_widthn(5), .lpm_widthd(4), .lpm_nrepresentation(n_representation),
      .lpm_drepresentation(d_representation), .lpm_hint(hint), .lpm_pipeline(pipeline)
  ) dut (
      .numer(numer), .denom(denom), .clock(clock), .aclr(1'b0), .clken(1'b1),
      .quotient(quotient), .remain(remain)
  );
  integer i, n, d, q, r, size;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 512; i = i + 1) begin
      {numer, denom} = i;
      // Signed and unsigned in one expression would be unsigned.
      n = numer;
      d = denom;
      if (n_representation == "SIGNED") n = $signed(numer);
      if (d_representation == "SIGNED") d = $signed(denom);
      size = d < 0 ? -d : d;
      repeat (pipeline) begin
        #1 clock = 1;
        #1 clock = 0;
      end
      #1;
      // The one remainder of the right sign that leaves a multiple of denom.
      if (d != 0) begin
        r = is_positive || n >= 0 ? 0 : 1 - size;
        while ((n - r) % size != 0) r = r + 1;
        q = (n - r) / d;
        if (quotient !== q[4:0] || remain !== r[3:0]) begin
          $display("%m: %0d / %0d: %b, %b, not %0d, %0d", n, d, quotient, remain, q, r);
          wrong = 1;
        end
      end
    end
    done = 1;
  end
endmodule

module orders #(
    parameter representation = "",
    parameter pipeline = 0
) (
    output reg done,
    output reg wrong
);
  reg clock = 0;
  reg [3:0] a = 0, b = 0;
  wire alb, aeb, agb, aleb, aneb, ageb;
  lpm_compare #(
      .lpm_width(4), .lpm_representation(representation), .lpm_pipeline(pipeline)
  ) dut (
      .dataa(a), .datab(b), .clock(clock), .aclr(1'b0), .clken(1'b1), .alb(alb), .aeb(aeb),
      .agb(agb), .aleb(aleb), .aneb(aneb), .ageb(ageb)
  );
  integer i, x, y;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 256; i = i + 1) begin
      {a, b} = i;
      x = a;
      y = b;
      if (representation == "SIGNED") x = $signed(a);
      if (representation == "SIGNED") y = $signed(b);
      repeat (pipeline) begin
        #1 clock = 1;
        #1 clock = 0;
      end
      #1;
      if ({alb, aeb, agb, aleb, aneb, ageb}
          !== {x < y, x == y, x > y, x <= y, x != y, x >= y}) begin
        $display("%m: %0d, %0d: %b", x, y, {alb, aeb, agb, aleb, aneb, ageb});
        wrong = 1;
      end
    end
    done = 1;
  end
endmodule

// `eq` has the bit of the number `data`, if it has so many and `enable` is 1.
module choices #(
    parameter decodes = 0,
    parameter pipeline = 0
) (
    output reg done,
    output reg wrong
);
  reg clock = 0, enable = 0;
  reg [2:0] data = 0;
  wire [decodes-1:0] eq;
  lpm_decode #(
      .lpm_width(3), .lpm_decodes(decodes), .lpm_pipeline(pipeline)
  ) dut (
      .data(data), .enable(enable), .clock(clock), .aclr(1'b0), .clken(1'b1), .eq(eq)
  );
  integer i, j;
  initial begin
    {done, wrong} = 0;
    for (i = 0; i < 16; i = i + 1) begin
      {enable, data} = i;
      repeat (pipeline) begin
        #1 clock = 1;
        #1 clock = 0;
      end
      #1;
      for (j = 0; j < decodes; j = j + 1)
        if (eq[j] !== (enable && data == j)) begin
          $display("%m: %0d, enable %b: %b", data, enable, eq);
          wrong = 1;
        end
    end
    done = 1;
  end
endmodule
