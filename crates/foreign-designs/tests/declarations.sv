module sub(input logic [0:7] a, output logic [11:8] b);
  wire \x.y = a[0];
  function automatic [3:0] f(input [3:0] p); logic [3:0] q; q = p + 1; f = q * p; endfunction
  generate genvar i; for (i = 0; i < 2; i++) begin : g wire z = a[i]; end endgenerate
  assign b = f(a[0:3]) + f(a[4:7]) + \x.y + g[0].z;
endmodule
module lab(input CLOCK_50, input [9:0] SW, output logic [9:0] LEDR);
  logic [11:8] n; wire \top.dot = SW[0];
  task automatic t(input [3:0] v, output [3:0] w); w = v ^ 5; endtask
  logic [3:0] r;
  always_comb t(n, r);
  sub u(SW[7:0], n);
  always_ff @(posedge CLOCK_50) LEDR <= {n, r, \top.dot };
endmodule
