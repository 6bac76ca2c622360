// The pull of each bit of a net. The passes of script.rs decide what it does.

module net_pull_up #(parameter WIDTH = 1) (inout [WIDTH-1:0] y);
  genvar n;
  generate
    for (n = 0; n < WIDTH; n = n + 1) begin : bits
      pull_1 pull (.y(y[n]));
    end
  endgenerate
endmodule

module net_pull_down #(parameter WIDTH = 1) (inout [WIDTH-1:0] y);
  genvar n;
  generate
    for (n = 0; n < WIDTH; n = n + 1) begin : bits
      pull_0 pull (.y(y[n]));
    end
  endgenerate
endmodule

(* blackbox, keep *)
module pull_1 (inout y);
endmodule

(* blackbox, keep *)
module pull_0 (inout y);
endmodule
