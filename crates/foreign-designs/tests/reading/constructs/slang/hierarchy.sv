// Constructs that only slang reads.
`define PORTS (input logic clk, input logic [15:0] in, output logic [15:0] out)

package package_of_factors;
  localparam FACTOR = 3; typedef logic [4:0] five;
endpackage
package package_of_tables;
  parameter logic [3:0] TABLE [4] = '{4'd3, 4'd8, 4'd1, 4'd15};
endpackage
module package_array `PORTS;
  assign out = {package_of_tables::TABLE[in[1:0]], package_of_tables::TABLE[1]};
endmodule
module package_import_in_header import package_of_factors::*; `PORTS;
  five f; assign f = in[4:0] * FACTOR; assign out = f;
endmodule
module package_import_in_body `PORTS;
  import package_of_factors::FACTOR; assign out = in[7:0] - FACTOR;
endmodule
module package_name_hidden_by_local `PORTS;
  import package_of_factors::*; localparam FACTOR = 9; assign out = in + FACTOR;
endmodule
