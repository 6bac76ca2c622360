// Gates for nets that only a pull drives, and for nets with a pull and a tristate buffer.

(* techmap_celltype = "pull_1" *)
module only_up (output y);
  assign y = 1'b1;
endmodule

(* techmap_celltype = "pull_0" *)
module only_down (output y);
  assign y = 1'b0;
endmodule

(* techmap_celltype = "released_1" *)
module released_up (input A, E, output Y);
  assign Y = E ? A : 1'b1;
endmodule

(* techmap_celltype = "released_0" *)
module released_down (input A, E, output Y);
  assign Y = E ? A : 1'b0;
endmodule
