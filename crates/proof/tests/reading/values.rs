//! Tables of texts with their values, which Icarus Verilog confirms.

use crate::icarus;
use crate::simulation::{Simulation, digits};

/// What the expressions refer to.
const DECLARATIONS: &str = "
  typedef enum logic [2:0] {
    Idle = 3'd0,
    Run  = 3'd6
  } state_e;

  typedef struct packed {
    logic [3:0] high;
    logic       flag;
    logic [2:0] low;
  } frame_t;

  state_e            state;
  frame_t            frame;
  logic signed [3:0] s;
  logic [15:0]       a;
  logic [1:0]        i;
  logic              one;

  assign state = Run;
  assign frame = 8'b1010_1_101;
  assign s = 4'sb1000;
  assign a = 16'h8421;
  assign i = 2'd2;
  assign one = 1'b1;
";

/// Expressions with their values when they are assigned to 16 bits, which shows their signs.
const EXPRESSIONS: &[(&str, u16)] = &[
    // Literals.
    ("4'd15", 15),
    ("4'd19", 3),
    ("4'hff", 15),
    ("4'b1", 1),
    ("6'o17", 15),
    ("8'b1010_1010", 0xaa),
    ("4'sd7", 7),
    ("4'sd8", 0xfff8),
    ("4'sb1111", 0xffff),
    ("8'Sh 8_0", 0xff80),
    ("5", 5),
    ("'0", 0),
    ("~'0", 0xffff),
    ("4'd3 == '0", 0),
    ("-1", 0xffff),
    ("-4'd1", 0xffff),
    ("-4'sd1", 0xffff),
    ("16'(200'h1234_0000000000_0000000000_0000000000_0000000000 >> 160)", 0x1234),
    ("16'(141'd1393796574908163946345982392040522594123776 >> 140)", 1),
    // The context widens the operands of arithmetic and bitwise operators.
    ("4'd15 + 4'd1", 16),
    ("1'b1 + 1'b1", 2),
    ("4'd9 * 4'd9", 81),
    ("4'd0 - 4'd1", 0xffff),
    ("~4'd0", 0xffff),
    ("4'd12 ^ 4'd10", 6),
    ("4'd12 ~^ 4'd10", 0xfff9),
    ("(4'd15 + 4'd1) >> 1", 8),
    ("1'b0 ? 1'b1 : 4'd7 + 4'd9", 16),
    ("4'd1 << 4", 16),
    // But not those of concatenations, comparisons, reductions and logical operators.
    ("{4'd15 + 4'd1}", 0),
    ("{4'd9 * 4'd9}", 1),
    ("{4'd15 + 4'd1} >> 1", 0),
    ("{(4'd15 + 4'd1) >> 1}", 0),
    ("{~4'd0}", 15),
    ("{1'b1 << 4}", 0),
    ("{2{4'd15 + 4'd1}}", 0),
    ("|(4'd15 + 4'd1)", 0),
    ("!(4'd15 + 4'd1)", 1),
    ("(4'd15 + 4'd1) && 1'b1", 0),
    ("(4'd15 + 4'd1) ? 1 : 2", 2),
    ("1 << (2'd3 + 2'd1)", 1),
    ("a[2'd3 + 2'd1]", 1),
    ("$signed(4'd15 + 4'd1)", 0),
    ("$unsigned(4'd15 + 4'd1)", 0),
    // Both operands of a comparison are as wide as the wider one.
    ("4'd15 + 4'd1 == 4'd0", 1),
    ("4'd15 + 4'd1 == 5'd16", 1),
    ("4'd15 + 4'd1 == 16", 1),
    ("~4'd1 == 4'd14", 1),
    ("~4'd1 == 14", 0),
    ("~1'b1 == 1'b0", 1),
    // Signed only if both operands are.
    ("4'sb1000 < 4'sd0", 1),
    ("4'sb1000 < 4'd0", 0),
    ("4'shf == -1", 1),
    ("4'hf == -1", 0),
    ("4'd3 > -1", 0),
    ("3 > -1", 1),
    ("3 >= 3", 1),
    ("-1 <= -2", 0),
    ("3 != 4'd3", 0),
    ("4'sb1000 + 8'sd0", 0xfff8),
    ("4'sb1000 + 8'd0", 8),
    ("4'sb1000 * 4'sd2", 0xfff0),
    ("4'sb1000 * 4'd2", 16),
    ("(4'sb1000 < 4'sd0) + 4'sb1000", 9),
    ("1'b1 ? 4'sb1000 : 4'sd0", 0xfff8),
    ("1'b1 ? 4'sb1000 : 4'd0", 8),
    ("one ? 4'sb1000 : 4'd0", 8),
    ("{4'sb1000}", 8),
    ("{2{4'sb1000}}", 0x88),
    // Shifts: the right operand is unsigned, and only the left one determines the sign.
    ("4'sb1000 >>> 1", 0xfffc),
    ("4'sb1000 >>> 1'sb1", 0xfffc),
    ("4'sb1000 >>> 1'b1", 0xfffc),
    ("4'b1000 >>> 1", 4),
    ("(4'sb1000 >>> 1) + 4'd0", 4),
    ("4'sb1000 >> 1", 0x7ffc),
    ("{4'sb1000 >> 1}", 4),
    ("4'sb1000 <<< 1", 0xfff0),
    ("16'd1 << 4'sb1111", 0x8000),
    ("16'd1 << 100", 0),
    ("4'd1 << 20'hfffff", 0),
    ("4'sb1000 >>> 20'hfffff", 0xffff),
    // Casts.
    ("2'(4'd7)", 3),
    ("2'(4'd3 + 4'd1)", 0),
    ("8'(4'sb1000)", 0xfff8),
    ("8'(4'b1000)", 8),
    ("8'({4'd15 + 4'd1})", 0),
    ("{8'(4'sb1000)}", 0xf8),
    ("$signed(4'b1000)", 0xfff8),
    ("$unsigned(4'sb1000)", 8),
    ("$signed(4'b1000) < 0", 1),
    // Reductions and logical operators.
    ("&4'hf", 1),
    ("&4'h7", 0),
    ("~&4'hf", 0),
    ("|4'd0", 0),
    ("~|4'd0", 1),
    ("^4'd7", 1),
    ("~^4'd7", 0),
    ("^~4'd7", 0),
    ("-(&4'hf)", 0xffff),
    ("!4'd2", 0),
    ("~(4'd2 && 4'd1)", 0xfffe),
    ("4'd2 && 4'd1", 1),
    ("4'd2 & 4'd1", 0),
    ("2'd2 || 1'b0", 1),
    ("+4'sb1000", 0xfff8),
    // Precedence and associativity.
    ("1 + 2 * 3", 7),
    ("10 - 2 - 3", 5),
    ("16 >> 1 + 1", 4),
    ("64 >> 2 >> 1", 8),
    ("1 | 2 ^ 3 & 4", 3),
    ("6 & 3 == 3", 0),
    ("1 < 2 == 1", 1),
    ("1 == 1 << 1", 0),
    ("0 && 0 || 1", 1),
    ("1 || 0 && 0", 1),
    ("1 ? 0 : 1 ? 2 : 3", 0),
    ("0 ? 0 : 0 ? 2 : 3", 3),
    ("!0 + 1", 2),
    // Variables, selects, enums and structs.
    ("s", 0xfff8),
    ("s + 16'd0", 8),
    ("s[3:0]", 8),
    ("s[3]", 1),
    ("-s", 8),
    ("{-s}", 8),
    ("a[10]", 1),
    ("a[15:12]", 8),
    ("a[i]", 0),
    ("a[{i, 1'b1}]", 1),
    ("a[i +: 4]", 8),
    ("a[4 +: 6]", 2),
    ("state", 6),
    ("state == Run", 1),
    ("Run + Run", 12),
    ("{Run, Idle}", 0x30),
    ("state[1]", 1),
    ("frame", 0b1010_1101),
    ("frame.high", 10),
    ("frame.flag + frame.low", 6),
    ("$signed(frame.high)", 0xfffa),
    ("frame.low[2:1]", 2),
    ("frame[4:2]", 3),
    ("{frame.low, frame.high}", 0x5a),
    ("{i << 1, a == 33825}", 1),
];

/// Items that drive `y`, which has 16 bits, with its value.
const ITEMS: &[(&str, u16)] = &[
    ("assign y[15:8] = 8'h12; assign y[7:0] = y[15:8];", 0x1212),
    ("logic [3:0] n; assign n = 8'hab; assign y = n;", 0xb),
    ("always_comb y = 16'd7;", 7),
    ("always_comb begin y = 16'd7; y = y + 16'd1; end", 8),
    ("always_comb begin y = 16'd7; if (y == 7) y[3:0] = 4'd1; else y = 16'd0; end", 1),
    ("always_comb begin y = 16'd7; y[i] = 1'b0; end", 3),
    ("always_comb begin y = 16'hffff; y[{i, i}] = 1'b0; y[0] = 1'b0; end", 0xfbfe),
    ("always_comb if (1'b0) y = 16'd1; else if (2'b10) y = 16'd2; else y = 16'd3;", 2),
    ("always_comb if (1'b1) if (1'b0) y = 16'd1; else y = 16'd2; else y = 16'd3;", 2),
    ("always_comb begin if (1'b1) y = 16'd6; else y = 16'd2; if (1'b1) y[0] = 1'b1; end", 7),
    ("always_comb case (2'd1) 2'd1: y = 16'd1; 2'd1: y = 16'd2; default: y = 16'd3; endcase", 1),
    ("always_comb case (2'd1) default: y = 16'd3; 2'd1: y = 16'd1; endcase", 1),
    ("always_comb case (2'd1) 2'd0, 2'd1: y = 16'd1; default y = 16'd3; endcase", 1),
    ("always_comb case (2'd1) 4'd5: y = 16'd1; default: y = 16'd3; endcase", 3),
    ("always_comb case (2'd3 + 2'd1) 2'd0: y = 16'd1; default: y = 16'd3; endcase", 1),
    ("always_comb case (2'd3 + 2'd1) 4'd4: y = 16'd1; default: y = 16'd3; endcase", 1),
    ("always_comb case (s) -8: y = 16'd1; default: y = 16'd3; endcase", 1),
    ("always_comb case (s) -8, 4'd0: y = 16'd1; default: y = 16'd3; endcase", 3),
    ("always_comb case (state) Idle: y = 16'd1; Run: y = 16'd2; default: y = 16'd3; endcase", 2),
    ("always_comb begin y = 16'd5; case (state) Run: ; default: y = 16'd1; endcase end", 5),
    ("always_comb unique case (state) Run: y = 16'd2; default: y = 16'd1; endcase", 2),
    ("logic signed [7:0] n; always_comb begin n = s; y = n; end", 0xfff8),
    ("frame_t f; always_comb begin f = 8'd0; f.high = s; f.low[1] = one; y = f; end", 0x82),
    ("state_e n; always_comb if (one) n = Run; else n = Idle; assign y = n;", 6),
    ("localparam logic [15:0] C = {4'd1, 4'd2, 4'd3, 4'd4}; assign y = C;", 0x1234),
    ("localparam logic [15:0] C = {2{8'h12}}; assign y = C[4 * (3 - i) +: 4];", 1),
    ("localparam logic signed [3:0] C = 4'd8; assign y = C;", 0xfff8),
    ("localparam logic [3:0] C = 4'd9; assign y = {12'd0, C} + 16'd1;", 10),
    (
        "localparam logic [15:0] C = 16'h1234; logic [3:0] m [4];
        initial for (int i = 0; i < 4; i++) m[i] = C[4 * (3 - i) +: 4];
        assign y = {m[0], m[1], m[2], m[3]};",
        0x1234,
    ),
];

/// A module with an output of 16 bits.
fn module(name: &str, items: &str) -> String {
    format!("module {name} (\n  output logic [15:0] y\n);\n{DECLARATIONS}\n{items}\n\nendmodule\n")
}

/// All items with their values.
fn cases() -> impl Iterator<Item = (String, u16)> {
    let expressions = EXPRESSIONS.iter();
    let expressions = expressions.map(|(text, value)| (format!("assign y = {text};"), *value));
    expressions.chain(ITEMS.iter().map(|(text, value)| (text.to_string(), *value)))
}

#[test]
fn texts_have_the_values_of_the_standard() {
    for (items, value) in cases() {
        let outputs = Simulation::of(&module("device", &items)).outputs(&Default::default());
        assert_eq!(digits(&outputs["y"]), format!("{value:016b}"), "{items}");
    }
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn icarus_verilog_agrees_with_the_tables() {
    let (mut modules, mut instances) = (String::new(), String::new());
    for (index, (items, _)) in cases().enumerate() {
        modules += &module(&format!("device_{index}"), &items);
        instances +=
            &format!("logic [15:0] y{index}; device_{index} device_{index} (.y (y{index}));\n");
    }
    let displays: String =
        (0..cases().count()).map(|index| format!("$display(\"%b\", y{index});\n")).collect();
    let bench =
        format!("{modules}module bench;\n{instances}initial begin #1;\n{displays}end\nendmodule\n");
    for ((items, value), printed) in cases().zip(icarus::run(&bench)) {
        assert_eq!(printed, format!("{value:016b}"), "{items}");
    }
}
