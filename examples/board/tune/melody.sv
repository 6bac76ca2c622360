// A scale up and down again. Frequencies are for 48,828 samples a second.
module melody #(
  parameter int SAMPLES_PER_STEP = 6000
) (
  input wire clock,
  input wire next,
  output logic [3:0] note,
  output wire [15:0] left,
  output wire [15:0] right
);
  localparam logic [15:0] LAST = 16'(SAMPLES_PER_STEP - 1);

  // The part of a period that a sample has, in 1/65536: C4 to C5.
  logic [15:0] step;
  always_comb begin
    case (note)
      4'd0: step = 16'd351;
      4'd1, 4'd13: step = 16'd394;
      4'd2, 4'd12: step = 16'd442;
      4'd3, 4'd11: step = 16'd469;
      4'd4, 4'd10: step = 16'd526;
      4'd5, 4'd9: step = 16'd591;
      4'd6, 4'd8: step = 16'd663;
      default: step = 16'd702;
    endcase
  end

  logic [15:0] count = '0;
  logic [16:0] phase = '0;
  always_ff @(posedge clock) begin
    if (next) begin
      phase <= phase + {1'b0, step};
      count <= count == LAST ? '0 : count + 1'b1;
      if (count == LAST) note <= note == 13 ? '0 : note + 1'b1;
    end
  end
  initial note = '0;

  // A quarter and half of the full scale.
  assign left = phase[15] ? 16'h2000 : 16'he000;
  assign right = {phase[16], phase[16:2]};
endmodule
