// A computer: a RISC-V processor, 32 kbit of memory with a program, and the board's lights,
// displays, keys and switches at addresses of their own.
//
// | address | |
// |---|---|
// | 0x0000 to 0x0fff | the memory |
// | 0x1000 | LEDR, written |
// | 0x1004 | HEX2, HEX1 and HEX0, a byte each, written |
// | 0x1008 | HEX5, HEX4 and HEX3, a byte each, written |
// | 0x100c | SW in bits 13 to 4 and KEY in bits 3 to 0, read |
//
// The program, `primes.hex`, counts prime numbers: see there.
module computer (
    input  logic       CLOCK_50,
    input  logic [3:0] KEY,
    input  logic [9:0] SW,
    output logic [9:0] LEDR,
    output logic [6:0] HEX0,
    output logic [6:0] HEX1,
    output logic [6:0] HEX2,
    output logic [6:0] HEX3,
    output logic [6:0] HEX4,
    output logic [6:0] HEX5
);

  logic [12:2] address;
  logic write;
  logic [31:0] write_data;
  logic [31:0] read_data;

  processor processor_i (
      .clock(CLOCK_50),
      .address,
      .write,
      .write_data,
      .read_data
  );

  // The memory. What is read is there in the next cycle.
  logic is_device;
  logic [31:0] memory[1024];
  logic [31:0] word;

  assign is_device = address[12];

  initial $readmemh("primes.hex", memory);

  always_ff @(posedge CLOCK_50) begin
    if (write && !is_device) memory[address[11:2]] <= write_data;
    word <= memory[address[11:2]];
  end

  // The keys and switches are synchronised: their levels can change at any time.
  logic [13:0] inputs_1 = 14'hf;
  logic [13:0] inputs = 14'hf;
  logic was_device = 1'b0;

  always_ff @(posedge CLOCK_50) begin
    inputs_1   <= {SW, KEY};
    inputs     <= inputs_1;
    was_device <= is_device;
  end

  assign read_data = was_device ? {18'd0, inputs} : word;

  // The lights and displays.
  initial begin
    LEDR = '0;
    {HEX5, HEX4, HEX3, HEX2, HEX1, HEX0} = '1;
  end

  always_ff @(posedge CLOCK_50)
    if (write && is_device)
      case (address[3:2])
        2'd0: LEDR <= write_data[9:0];
        2'd1: {HEX2, HEX1, HEX0} <= {write_data[22:16], write_data[14:8], write_data[6:0]};
        2'd2: {HEX5, HEX4, HEX3} <= {write_data[22:16], write_data[14:8], write_data[6:0]};
        default: ;
      endcase

endmodule
