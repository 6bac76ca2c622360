//! Text that is rejected because of its meaning. What the syntax excludes is tested beside the
//! parser.

use rust_hdl_proof::Problem::{self, *};
use rust_hdl_proof::Reader;
use rust_hdl_proof::model::{Direction, Gates, Port};

/// A module around items.
fn module(items: &str) -> String {
    format!(
        "module device (
  input  logic       clock,
  input  logic [3:0] a,
  inout  wire  [3:0] pad,
  output logic [3:0] y
);
{items}
endmodule
"
    )
}

/// The same, with a driver of the output.
fn driven(items: &str) -> String {
    module(&format!("{items}\nassign y = 4'd0;"))
}

/// A memory with contents.
const MEMORY: &str = "logic [3:0] words [2];
initial begin words[0] = 4'd1; words[1] = 4'd2; end\n";

fn text(name: &str) -> String {
    name.to_string()
}

#[test]
fn text_without_a_synchronous_two_valued_meaning_is_rejected() {
    let types = |items: &str| {
        driven(&format!("typedef enum logic [1:0] {{ A = 2'd0, B = 2'd1 }} e; {items}"))
    };
    let memory = |items: &str| driven(&format!("{MEMORY}{items}"));
    let cases: Vec<(String, Problem)> = vec![
        // Names and types.
        (module("assign y = b;"), Undeclared(text("b"))),
        (module("assign y = b; logic [3:0] b; assign b = a;"), Undeclared(text("b"))),
        (module("assign y = pkg::A;"), Undeclared(text("pkg"))),
        (module("assign y = known::B;"), Undeclared(text("B"))),
        (driven("logic a;"), AlreadyDeclared(text("a"))),
        (
            driven("logic child; child child (.in (a), .out (), .pad (pad));").replace("()", "(y)"),
            AlreadyDeclared(text("child")),
        ),
        (types("logic A;"), AlreadyDeclared(text("A"))),
        (driven("typedef struct packed { logic f; logic f; } s;"), AlreadyDeclared(text("f"))),
        (driven("a b;"), NotAType(text("a"))),
        (driven("t b;"), Undeclared(text("t"))),
        (types("logic [1:0] b; assign b = e;"), NotAValue(text("e"))),
        (memory("logic [3:0] b; assign b = words;"), NotAValue(text("words"))),
        (module("assign y = a.f;"), NoField(text("f"))),
        (module("assign y = clock[0];"), SelectOfScalar(text("clock"))),
        (driven("typedef enum logic [1:0] { A = 3'd0 } e;"), EnumWidth(2)),
        (driven("typedef enum logic [1:0] { A = 2'd0, B = 2'd0 } e;"), EnumValue(text("B"))),
        (types("e b; assign b = 2'd1;"), EnumAssignment),
        (types("e b = 2'd1;"), EnumAssignment),
        (driven("wire b = 1'b0;"), InitialisedNet(text("b"))),
        (driven("").replace("logic [3:0] a", "logic [3:0] a = 4'd0"), InitialisedNet(text("a"))),
        (driven("").replace("logic [3:0] a", "logic a [4]"), MemoryPort(text("a"))),
        (driven("wire b [4];"), MemoryDeclaration(text("b"))),
        (driven("logic b [0];"), MemoryDeclaration(text("b"))),
        // Expressions.
        (driven("logic b = clock;"), Undriven(text("clock"))),
        (module("assign y = a[clock:0];"), NotConstant),
        (module("assign y = a[3 +: clock];"), NotConstant),
        (module("assign y = a[4];"), OutOfRange { size: 4 }),
        (module("assign y = a[4:2];"), OutOfRange { size: 4 }),
        (module("assign y = a[2 +: 3];"), OutOfRange { size: 4 }),
        (module("assign y = a[2'd3 + 4'd1];"), OutOfRange { size: 4 }),
        (module("assign y = a[-1];"), OutOfRange { size: 4 }),
        (module("assign y = a[1:2];"), Range),
        (module("assign y = {a, 1};"), UnsizedInConcatenation),
        (module("assign y = {a, '0};"), UnsizedInConcatenation),
        (module("assign y = {a & 2};"), UnsizedInConcatenation),
        (module("assign y = {2{-1 << a}};"), UnsizedInConcatenation),
        (module("assign y = {clock ? a : $unsigned(1)};"), UnsizedInConcatenation),
        (module("assign y = {60000{60000'd0}};"), TooWide),
        (module("assign y = 4'bz;"), HighImpedance),
        (module("assign pad = clock ? a : 3'bz; assign y = a;"), HighImpedance),
        (module("assign y = 8'(a + a);"), AmbiguousCast),
        (module("assign y = 8'(~a);"), AmbiguousCast),
        // Processes.
        (driven("assign a = 4'd0;"), NotAssignable(text("a"))),
        (driven("always_comb pad = 4'd0;"), NotAssignable(text("pad"))),
        (memory("always_comb words[0] = a;"), NotAssignable(text("words"))),
        (memory("always_ff @(posedge clock) words[0] <= a;"), NotAssignable(text("words"))),
        (types("assign A = 2'd0;"), NotAssignable(text("A"))),
        (module("always_comb y <= a;"), AssignmentOperator),
        (module("always_ff @(posedge clock) y = a;"), AssignmentOperator),
        (module("always_comb for (int i = 0; i < 4; i++) y[i] = a[i];"), LoopOutsideInitial),
        (module("always_comb unique case (a) 4'd0: y = a; endcase"), NotUnique),
        (
            module(
                "always_comb unique case (a) 4'd0: y = a; 4'd0: y = 4'd1; default: y = a; endcase",
            ),
            NotUnique,
        ),
        (
            module("always_comb unique case (4'd0) a: y = a; default: y = 4'd1; endcase"),
            NotConstant,
        ),
        (module("always_comb if (clock) y = a;"), Latch(text("y"))),
        (module("always_comb case (clock) 1'b0: y = a; 1'b1: y = 4'd0; endcase"), Latch(text("y"))),
        (
            module("always_comb begin y[1:0] = 2'd0; if (clock) y[3:2] = 2'd1; end"),
            Latch(text("y")),
        ),
        (module("always_comb begin y = y + a; end"), NotYetAssigned(text("y"))),
        (module("always_comb begin if (clock) y = a; y = y; end"), NotYetAssigned(text("y"))),
        (
            module("always_comb begin y[1:0] = 2'd0; y[a[1:0]] = 1'b1; end"),
            NotYetAssigned(text("y")),
        ),
        (module(""), Undriven(text("y"))),
        (module("assign y[2:0] = 3'd0;"), Undriven(text("y"))),
        (module("logic [3:0] b; assign y = b;"), Undriven(text("b"))),
        (driven("assign y[0] = 1'b0;"), SecondDriver(text("y"))),
        (driven("always_ff @(posedge clock) y <= a;"), SecondDriver(text("y"))),
        (driven("child child (.in (a), .out (y), .pad (pad));"), SecondDriver(text("y"))),
        (driven("logic b = 1'b0; assign b = clock;"), InitialisedAndDriven(text("b"))),
        (module("assign y = y;"), CombinationalLoop(text("y"))),
        (module("logic [3:0] b; assign b = y; assign y = b;"), CombinationalLoop(text("b"))),
        (
            module("assign y[0] = clock; always_ff @(posedge clock) y[3:1] <= 3'd0;"),
            PartlyRegister(text("y")),
        ),
        (
            module(
                "always_ff @(posedge clock) y[0] <= a[0]; always_ff @(negedge clock) y[3:1] <= 3'd0;",
            ),
            SecondClock(text("y")),
        ),
        (module("always_ff @(posedge a) y <= a;"), ClockWidth),
        (
            module(
                "logic b; logic c; always_comb b = !clock; assign c = b; always_ff @(posedge c) y <= a;",
            ),
            EdgeAtPowerUp,
        ),
        (module("logic b; always_comb b = clock; always_ff @(negedge b) y <= a;"), EdgeAtPowerUp),
        (
            module(
                "logic b = 1'b1; logic c; always_ff @(posedge clock) b <= !b; always_comb c = b; \
                 always_ff @(posedge c) y <= a;",
            ),
            EdgeAtPowerUp,
        ),
        // Memories.
        (driven("logic b [2];"), NoContents(text("b"))),
        (driven("logic b [2]; initial b[0] = 1'b0;"), NoContents(text("b"))),
        (memory("initial words[0] = 4'd1;"), SecondInitial(text("words"))),
        (
            driven("logic b [1];\n`ifndef SYNTHESIS\ninitial b[0] = 1'b1;\n`endif"),
            ContentsHiddenFromSynthesis(text("b")),
        ),
        (driven("logic b; initial b = 1'b0;"), InitialTarget),
        // Constants.
        (driven("localparam logic [3:0] B;"), ConstantWithoutValue(text("B"))),
        (driven("localparam logic B = 1'b0; assign B = 1'b1;"), NotAssignable(text("B"))),
        (driven("localparam logic B = 1'b0; initial B = 1'b1;"), InitialTarget),
        (driven("localparam logic B [2];"), MemoryDeclaration(text("B"))),
        (driven("localparam logic B = C; localparam logic C = 1'b0;"), Undeclared(text("C"))),
        (driven("logic b [1]; initial b[0] <= 1'b0;"), InitialTarget),
        (driven("logic b [1]; initial if (1'b1) b[0] = 1'b0;"), InitialTarget),
        (driven("logic b [2]; initial b[0] = a[0];"), NotConstant),
        (driven("logic b [2]; initial b[2] = 1'b0;"), OutOfRange { size: 2 }),
        (memory("always @(posedge clock) words[0] = a;"), AlwaysTarget),
        (memory("logic b; always @(posedge clock) b <= a[0];"), AlwaysTarget),
        (memory("always @(posedge clock) case (a) default: words[0] <= a; endcase"), AlwaysTarget),
        (driven("logic b [1]; initial for (int i = 0; 1; i++) b[0] = 1'b0;"), EndlessLoop),
        // Nets and instances.
        (driven("assign pad[0] = 1'b0;"), PartOfNet(text("pad"))),
        (
            driven("child child (.in (a), .out (pad[0]), .pad (pad));")
                .replace("[0]), .pad", "[3:0]), .pad"),
            PartOfNet(text("pad")),
        ),
        (module("child child (.in (a), .out (y), .pad (a));"), NotANet(text("a"))),
        (driven("other other (.a (a));"), UnknownModule(text("other"))),
        (module("child child (.in (a), .out (y), .pad (pad), .b (a));"), NoPort(text("b"))),
        (
            module("child child (.in (a), .in (a), .out (y), .pad (pad));"),
            SecondConnection(text("in")),
        ),
        (module("child child (.in (a), .out (y));"), NotConnected(text("pad"))),
        (driven("") + "bind device child child (.in (~a));", BoundExpression),
        (driven("") + "bind device child child (.in (a[0]));", BoundExpression),
        (driven("") + "bind device child child (.in (a), .in (a));", SecondConnection(text("in"))),
        (
            module("child child (.in (clock), .out (y), .pad (pad));"),
            ConnectionWidth { port: text("in"), width: 4, found: 1 },
        ),
        (
            module("child child (.in (a), .out (y[1:0]), .pad (pad));"),
            ConnectionWidth { port: text("out"), width: 4, found: 2 },
        ),
        (module("child child (.in (a), .out (4'd0), .pad (pad));"), NotAssignable(text("out"))),
        (module("assign y = a;\nsupplied"), PartlyVerbatim),
    ];
    let rejected = cases.iter().map(|(text, wanted)| {
        let mut reader = reader();
        let read = reader.read(text, &["supplied"], &mut Gates::default());
        let error = read.expect_err(text);
        assert_eq!(error.problem, *wanted, "{error}\n{text}");
        format!("{wanted:?}")
    });
    let rejected: Vec<String> = rejected.collect();
    let syntax = include_str!("../../src/parser/tests.rs");
    for kind in kinds() {
        let is_tested = rejected.iter().any(|problem| problem.starts_with(&kind))
            || syntax.contains(&format!("{kind}("))
            || syntax.contains(&format!("{kind}),"))
            || syntax.contains(&format!("{kind} {{"));
        assert!(is_tested, "no test of {kind}");
    }
}

/// A reader that has read a package, and knows a module.
fn reader() -> Reader {
    let mut reader = Reader::default();
    let port = |name: &str, direction| Port {
        name: name.to_string(),
        direction,
        width: 4,
        enumeration: None,
    };
    let ports = [("in", Direction::Input), ("out", Direction::Output), ("pad", Direction::InOut)];
    reader.declare("child", ports.map(|(name, direction)| port(name, direction)).into());
    let package = "package known; typedef enum logic { A = 1'd0 } e; endpackage";
    reader.read(package, &[], &mut Gates::default()).unwrap();
    reader
}

/// The names of all kinds of problems.
fn kinds() -> impl Iterator<Item = String> {
    let (_, variants) = include_str!("../../src/error.rs").split_once("enum Problem {").unwrap();
    let (variants, _) = variants.split_once("\n}").unwrap();
    let lines = variants.lines().filter_map(|line| line.strip_prefix("    "));
    let names = lines.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
    names.map(|line| line.split(['(', ' ', ',']).next().unwrap_or_default().to_string())
}
