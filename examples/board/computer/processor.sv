// A RISC-V processor: RV32I without control and status registers. FENCE, ECALL and EBREAK do
// nothing. An instruction takes two cycles, or three if it loads or stores.
//
// The memory answers in the next cycle. Its words are always read and written whole. A store of a
// byte or a halfword reads the word, and writes it with these bits replaced.
module processor #(
    parameter integer ADDRESS_BITS = 13  // of an address in bytes; the higher bits are ignored
) (
    input  logic                    clock,
    output logic [ADDRESS_BITS-1:2] address,
    output logic                    write,
    output logic [            31:0] write_data,
    input  logic [            31:0] read_data
);

  typedef enum logic [1:0] {
    FETCH,    // reads the instruction
    EXECUTE,  // decodes and executes it; loads and stores read their word
    MEMORY    // ends loads and stores
  } state_t;

  state_t state = FETCH;
  logic [ADDRESS_BITS-1:2] pc = '0;

  // The instruction: from the memory in EXECUTE, later from a register.
  logic [31:0] held_instruction;
  logic [31:0] instruction;

  assign instruction = state == EXECUTE ? read_data : held_instruction;

  always_ff @(posedge clock) held_instruction <= instruction;

  // Its fields.
  logic [6:0] opcode;
  logic [2:0] funct3;
  logic [4:0] rd, rs1, rs2;
  logic [31:0] immediate_i, immediate_s, immediate_b, immediate_u, immediate_j;

  assign opcode = instruction[6:0];
  assign rd     = instruction[11:7];
  assign funct3 = instruction[14:12];
  assign rs1    = instruction[19:15];
  assign rs2    = instruction[24:20];

  assign immediate_i = {{21{instruction[31]}}, instruction[30:20]};
  assign immediate_s = {{21{instruction[31]}}, instruction[30:25], instruction[11:7]};
  assign immediate_b = {{20{instruction[31]}}, instruction[7], instruction[30:25],
                        instruction[11:8], 1'b0};
  assign immediate_u = {instruction[31:12], 12'd0};
  assign immediate_j = {{12{instruction[31]}}, instruction[19:12], instruction[20],
                        instruction[30:21], 1'b0};

  localparam logic [6:0] LUI = 7'b0110111;
  localparam logic [6:0] AUIPC = 7'b0010111;
  localparam logic [6:0] JAL = 7'b1101111;
  localparam logic [6:0] JALR = 7'b1100111;
  localparam logic [6:0] BRANCH = 7'b1100011;
  localparam logic [6:0] LOAD = 7'b0000011;
  localparam logic [6:0] STORE = 7'b0100011;
  localparam logic [6:0] IMMEDIATE = 7'b0010011;
  localparam logic [6:0] REGISTER = 7'b0110011;

  // The registers. x0 is 0, as it is never written.
  logic [31:0] registers[32];
  logic [31:0] a, b;
  integer i;

  initial for (i = 0; i < 32; i = i + 1) registers[i] = '0;

  assign a = registers[rs1];
  assign b = registers[rs2];

  // Arithmetic and logic.
  logic [31:0] operand;
  logic [31:0] computed;

  assign operand = opcode == REGISTER ? b : immediate_i;

  always_comb
    case (funct3)
      3'b000: computed = opcode == REGISTER && instruction[30] ? a - operand : a + operand;
      3'b001: computed = a << operand[4:0];
      3'b010: computed = {31'd0, $signed(a) < $signed(operand)};
      3'b011: computed = {31'd0, a < operand};
      3'b100: computed = a ^ operand;
      3'b101:
      if (instruction[30]) computed = $signed(a) >>> operand[4:0];
      else computed = a >> operand[4:0];
      3'b110: computed = a | operand;
      default: computed = a & operand;
    endcase

  // Branches: the lowest bit of funct3 inverts the condition.
  logic condition;

  always_comb
    case (funct3[2:1])
      2'b00: condition = a == b;
      2'b10: condition = $signed(a) < $signed(b);
      default: condition = a < b;
    endcase

  // The next instruction. Both bits below `pc` are 0.
  logic [31:0] this_pc, following_pc, jump;

  assign this_pc      = 32'({pc, 2'b00});
  assign following_pc = this_pc + 4;

  always_comb
    if (opcode == JAL) jump = this_pc + immediate_j;
    else if (opcode == JALR) jump = a + immediate_i;
    else if (opcode == BRANCH && condition != funct3[0]) jump = this_pc + immediate_b;
    else jump = following_pc;

  // Loads and stores. `place` is the first bit of the byte or halfword in its word.
  logic is_access;
  logic [31:0] access;
  logic [4:0] place;
  logic [31:0] mask, value, loaded;

  assign is_access = opcode == LOAD || opcode == STORE;
  assign access    = a + (opcode == STORE ? immediate_s : immediate_i);
  assign place     = {access[1:0], 3'b000};
  assign value     = read_data >> place;

  always_comb
    case (funct3[1:0])
      2'b00: begin
        mask   = 32'h0000_00ff;
        loaded = {{24{value[7] && !funct3[2]}}, value[7:0]};
      end
      2'b01: begin
        mask   = 32'h0000_ffff;
        loaded = {{16{value[15] && !funct3[2]}}, value[15:0]};
      end
      default: begin
        mask   = '1;
        loaded = value;
      end
    endcase

  assign address    = (ADDRESS_BITS - 2)'((state == FETCH ? this_pc : access) >> 2);
  assign write      = state == MEMORY && opcode == STORE;
  assign write_data = read_data & ~(mask << place) | (b & mask) << place;

  // The result for the register rd.
  logic has_result;
  logic [31:0] result;

  always_comb begin
    has_result = 1'b1;
    case (opcode)
      LUI: result = immediate_u;
      AUIPC: result = this_pc + immediate_u;
      JAL, JALR: result = following_pc;
      LOAD: result = loaded;
      IMMEDIATE, REGISTER: result = computed;
      default: begin
        result = 'x;
        has_result = 1'b0;
      end
    endcase
  end

  logic is_last;  // the last cycle of the instruction

  assign is_last = state == MEMORY || state == EXECUTE && !is_access;

  always_ff @(posedge clock) begin
    if (is_last && has_result && rd != 0) registers[rd] <= result;
    if (is_last) pc <= (ADDRESS_BITS - 2)'(jump >> 2);
    case (state)
      FETCH: state <= EXECUTE;
      EXECUTE: state <= is_access ? MEMORY : FETCH;
      default: state <= FETCH;
    endcase
  end

endmodule
