// The pull of an input is one of the whole net, outside of the module, too.
module sub (input tri1 a, output y);
  assign y = a;
endmodule
module top (input [9:0] SW, output [9:0] LEDR);
  wire released, nothing;
  assign released = SW[0] ? SW[1] : 1'bz;
  sub u0 (released, LEDR[0]);
  assign LEDR[1] = released;
  sub u1 (nothing, LEDR[2]);
  assign LEDR[3] = nothing;
  sub u2 (SW[4], LEDR[4]);
  assign LEDR[9:5] = 5'd0;
endmodule
