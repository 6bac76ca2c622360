// The value of an input port without a connection. Icarus Verilog 11 knows no such values.
`ifdef __ICARUS__
`define IF_OPEN(value)
`else
`define IF_OPEN(value) = value
`endif
