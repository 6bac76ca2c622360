use super::*;
use crate::error::Problem::{self, *};

/// Wraps an item in a module.
fn module(item: &str) -> String {
    format!("module m (\n);\n{item}\nendmodule\n")
}

/// The problem of a text and where it is.
fn problem(text: &str) -> (u32, u32, Problem) {
    let error = parse(text, &[]).map(|_| ()).expect_err(text);
    (error.position.line, error.position.column, error.problem)
}

fn expected(expected: &str, found: &str) -> Problem {
    Expected { expected: expected.to_string(), found: found.to_string() }
}

#[test]
fn text_outside_the_subset_is_an_error_with_its_place() {
    let assign = |value: &str| module(&format!("assign y = {value};"));
    for (text, line, column, wanted) in [
        (
            "interface i; endinterface".into(),
            1,
            1,
            expected("`module` or `package`", "the keyword `interface`"),
        ),
        ("module end ();".into(), 1, 8, expected("a name", "the keyword `end`")),
        ("module m (input wire a);".into(), 1, 17, expected("`logic`", "the keyword `wire`")),
        (
            "module m (logic a);".into(),
            1,
            11,
            expected("`input`, `output` or `inout`", "the keyword `logic`"),
        ),
        ("module m (input reg a);".into(), 1, 17, expected("a type", "the keyword `reg`")),
        (module("localparam wire a = 1'b0;"), 3, 12, expected("`logic`", "the keyword `wire`")),
        (module("logic [3:1] a;"), 3, 10, Range),
        (module("logic a, b;"), 3, 8, expected("`;`", "`,`")),
        (module("logic a [0:3];"), 3, 11, expected("`]`", "`:`")),
        (module("typedef enum { A } e;"), 3, 14, expected("`logic`", "`{`")),
        (module("typedef enum logic { A } e;"), 3, 24, expected("`=`", "`}`")),
        (module("typedef struct { logic a; } s;"), 3, 16, expected("`packed`", "`{`")),
        (module("typedef logic t;"), 3, 9, expected("`enum` or `struct`", "the keyword `logic`")),
        (module("import p::*;"), 3, 1, expected("an item of a module", "the keyword `import`")),
        (module("always @(*) y = a;"), 3, 9, expected("`(`", "`(*`")),
        (
            module("always_ff @(clock) y <= a;"),
            3,
            13,
            expected("`posedge` or `negedge`", "`clock`"),
        ),
        (
            module("always_ff @(posedge c or posedge r) y <= a;"),
            3,
            23,
            expected("`)`", "the keyword `or`"),
        ),
        (module("always_comb y = #1 a;"), 3, 17, UnexpectedCharacter('#')),
        (module("always_comb y += a;"), 3, 15, expected("`=` or `<=`", "`+=`")),
        (module("always_comb {x, y} = a;"), 3, 13, expected("a statement", "`{`")),
        (
            module("always_comb priority case (a) endcase"),
            3,
            13,
            expected("a statement", "the keyword `priority`"),
        ),
        (
            module("always_comb case (a) endcase"),
            3,
            22,
            expected("an expression", "the keyword `endcase`"),
        ),
        (module("always_comb case (a) default: ; default: ; endcase"), 3, 33, SecondDefault),
        (module("always_comb if (a) y = 1'b1"), 4, 1, expected("`;`", "the keyword `endmodule`")),
        (module("initial for (int i = 0; i < 4; j++) ;"), 3, 32, expected("`i++`", "`j`")),
        (module("inner inner (a);"), 3, 14, expected("`.`", "`a`")),
        (module("inner inner (.a);"), 3, 16, expected("`(`", "`)`")),
        (module("inner inner (.a ());"), 3, 18, expected("an expression", "`)`")),
        (module("p: assert (a);"), 3, 11, expected("`property`", "`(`")),
        (module("p: assert property (a);"), 3, 21, expected("`@`", "`a`")),
        (
            module("p: restrict property (a);"),
            3,
            4,
            expected("`assert`, `assume` or `cover`", "the keyword `restrict`"),
        ),
        (
            module("p: assert property (@(posedge c) a |-> b);"),
            3,
            37,
            expected("an expression", "`->`"),
        ),
        ("bind a b (.c (c));".into(), 1, 10, expected("a name", "`(`")),
        (module("(* keep = \"1\" *) assign a = b;"), 3, 4, UnsupportedAttribute("keep".into())),
        (
            module("(* keep = \"\\n\" *) logic a;"),
            3,
            11,
            expected("a string with no escapes but `\\\"` and `\\\\`", "`\"\\n\"`"),
        ),
        (module("`ifdef SYNTHESIS"), 3, 1, UnsupportedDirective("`ifdef".into())),
        (module("`ifndef OTHER"), 3, 1, UnsupportedDirective("`ifndef".into())),
        (module("`define A 1"), 3, 1, UnsupportedDirective("`define".into())),
        (module("`ifndef SYNTHESIS\nassign y = a;\n`endif"), 4, 1, HiddenFromSynthesis),
        (assign("a ** b"), 3, 14, UnsupportedOperator("**".into())),
        (assign("a / b"), 3, 14, UnsupportedOperator("/".into())),
        (assign("a % b"), 3, 14, UnsupportedOperator("%".into())),
        (assign("a === b"), 3, 14, UnsupportedOperator("===".into())),
        (assign("a ==? b"), 3, 14, UnsupportedOperator("==?".into())),
        (assign("a -> b"), 3, 14, UnsupportedOperator("->".into())),
        (assign("~-a"), 3, 13, expected("an expression", "`-`")),
        (assign("a + "), 3, 16, expected("an expression", "`;`")),
        (assign("{a, b}[0]"), 3, 18, expected("`;`", "`[`")),
        (assign("{0{a}}"), 3, 13, EmptyReplication),
        (assign("'1"), 3, 12, expected("an expression", "`'`")),
        (assign("f(a)"), 3, 13, expected("`;`", "`(`")),
        (assign("$clog2(a)"), 3, 12, expected("an expression", "`$clog2`")),
        (assign("0'(a)"), 3, 12, LiteralWidth("0".into())),
        (assign("4'b12"), 3, 12, MalformedNumber("12".into())),
        (assign("4'd12ab"), 3, 12, MalformedNumber("12ab".into())),
        (assign("4'd"), 3, 12, MalformedNumber("".into())),
        (assign("12w"), 3, 12, MalformedNumber("w".into())),
        (assign("0'd1"), 3, 12, LiteralWidth("0".into())),
        (assign("65537'd1"), 3, 12, LiteralWidth("65537".into())),
        (assign("4'b1x00"), 3, 12, UnknownDigits("1x00".into())),
        (assign("4'b1z00"), 3, 12, UnknownDigits("1z00".into())),
        (assign("2147483648"), 3, 12, NumberTooLarge("2147483648".into())),
        (assign("\\a "), 3, 12, UnexpectedCharacter('\\')),
        (assign("ü"), 3, 12, UnexpectedCharacter('ü')),
        ("/* a".into(), 1, 1, UnterminatedComment),
        (module("(* src = \"a\n\" *)"), 3, 10, UnterminatedString),
        (
            module("// synopsys translate_off"),
            3,
            1,
            DirectiveComment("synopsys translate_off".into()),
        ),
        (module("// verilator public"), 3, 1, DirectiveComment("verilator public".into())),
        (module("/* synthesis full_case */"), 3, 1, DirectiveComment("synthesis full_case".into())),
        (assign(&"(".repeat(300)), 3, 140, TooDeep),
        (assign(&vec!["a"; 300].join(" + ")), 3, 12, TooDeep),
        (module(&format!("always_comb {}", "begin ".repeat(300))), 3, 13 + 6 * 128, TooDeep),
    ] {
        assert_eq!(problem(&text), (line, column, wanted), "{text}");
    }
}

#[test]
fn comments_that_no_tool_obeys_are_skipped() {
    for comment in ["// synthesis tools see this", "// Verilator", "/* a\n * b */", "//", "/**/"] {
        assert!(parse(&module(comment), &[]).is_ok(), "{comment}");
    }
}

#[test]
fn supplied_text_is_not_read() {
    let supplied = "initial $finish;\n  #5;";
    let text = module(supplied) + "\n" + supplied;
    let units = parse(&text, &["", supplied]).unwrap();
    let [Unit::Module(module), Unit::Verbatim(1)] = &units[..] else { panic!("{units:?}") };
    assert!(matches!(module.items[0].kind, ItemKind::Verbatim(1)));
    for changed in [text.replace("#5;", "#5; "), text.replace("initial", " initial")] {
        assert!(parse(&changed, &[supplied]).is_err());
    }
}

/// An expression with all operands in parentheses.
fn grouped(expression: &Expression) -> String {
    let all = |parts: &[Expression]| parts.iter().map(grouped).collect::<Vec<_>>().join(", ");
    match &expression.kind {
        ExpressionKind::Number(number) => format!("{}'{:?}", number.width, number.small()),
        ExpressionKind::Reference(reference) => reference.name.text.to_string(),
        ExpressionKind::Unary(operator, operand) => format!("{operator:?}({})", grouped(operand)),
        ExpressionKind::Binary(operator, left, right) => {
            format!("({} {operator:?} {})", grouped(left), grouped(right))
        }
        ExpressionKind::Conditional(condition, one, zero) => {
            format!("({} ? {} : {})", grouped(condition), grouped(one), grouped(zero))
        }
        ExpressionKind::Concatenation(parts) => format!("{{{}}}", all(parts)),
        ExpressionKind::Replication(count, parts) => format!("{{{count}{{{}}}}}", all(parts)),
        ExpressionKind::SizeCast(width, operand) => format!("{width}'({})", grouped(operand)),
        ExpressionKind::SignCast { is_signed, operand } => {
            format!("{}({})", if *is_signed { "signed" } else { "unsigned" }, grouped(operand))
        }
    }
}

#[test]
fn operators_bind_as_in_table_11_2() {
    for (text, wanted) in [
        ("a || b && c", "(a LogicalOr (b LogicalAnd c))"),
        ("a && b | c", "(a LogicalAnd (b Or c))"),
        ("a | b ^ c", "(a Or (b Xor c))"),
        ("a ^ b & c", "(a Xor (b And c))"),
        ("a & b == c", "(a And (b Equal c))"),
        ("a == b < c", "(a Equal (b Less c))"),
        ("a < b << c", "(a Less (b ShiftLeft c))"),
        ("a << b + c", "(a ShiftLeft (b Add c))"),
        ("a + b * c", "(a Add (b Multiply c))"),
        ("a * b + c", "((a Multiply b) Add c)"),
        ("a - b - c", "((a Subtract b) Subtract c)"),
        ("a >> b << c", "((a ShiftRight b) ShiftLeft c)"),
        ("a * -b", "(a Multiply Minus(b))"),
        ("!a == b", "(LogicalNot(a) Equal b)"),
        ("&a & &b", "(And(a) And And(b))"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a || b ? c : d", "((a LogicalOr b) ? c : d)"),
        ("a ~^ b ^~ c", "((a Xnor b) Xnor c)"),
        ("^~a", "Xnor(a)"),
        ("(a + b) * c", "((a Add b) Multiply c)"),
        ("{2{a, b}}", "{2{a, b}}"),
        ("{a, 3'(b + c)}", "{a, 3'((b Add c))}"),
        ("$signed(a) <<< 1", "(signed(a) ArithmeticShiftLeft 32'Some(1))"),
        ("$unsigned(a) >>> 4 'h 1_f", "(unsigned(a) ArithmeticShiftRight 4'Some(15))"),
    ] {
        let text = module(&format!("assign y = {text};"));
        let units = parse(&text, &[]).unwrap();
        let [Unit::Module(module)] = &units[..] else { panic!("{units:?}") };
        let ItemKind::Assign { value, .. } = &module.items[0].kind else { panic!("{text}") };
        assert_eq!(grouped(value), wanted);
    }
}
