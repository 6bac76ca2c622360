//! Syntax trees that no Rust kernel produces, but a hand-written block may.

use ast::{VerilogExpression as Expression, VerilogOp as Operator, VerilogOpUnary as Unary};
use rust_hdl::prelude::*;
use rust_hdl_rtl::{Evaluator, ModuleId, elaborate};

use super::error_message;
use super::tree_block::TreeBlock;
use crate::harness::text;

/// Declares expressions that are rejected, each with its error message.
macro_rules! trees {
    ($($test:ident: $tree:expr => $message:literal)*) => {
        $(#[test]
        fn $test() {
            assert_eq!(error_message(&Tree::of($tree)), $message);
        })*
    };
}

/// Inputs `a` (4 bits) and `b` (2 bits), and an output `y` (4 bits).
type Tree = TreeBlock<Bits<4>, Bits<2>, Bits<4>>;

fn signal(name: &str) -> Expression {
    Expression::Signal(name.to_string())
}

fn number(value: u128) -> Expression {
    Expression::Literal(value.into())
}

fn binary(left: Expression, operator: Operator, right: Expression) -> Expression {
    Expression::Binary(Box::new(left), operator, Box::new(right))
}

trees! {
    operands_of_two_widths: binary(signal("a"), Operator::Add, signal("b")) =>
        "module `device`, in the assignment to `y`: the widths differ (4 bits and 2 bits); convert one of them with `bit_cast`"
    a_value_of_another_width: signal("b") =>
        "module `device`, in the assignment to `y`: the widths differ (4 bits and 2 bits); convert one of them with `bit_cast`"
    a_product: binary(signal("a"), Operator::Mul, signal("a")) =>
        "module `device`, in the assignment to `y`: the widths differ (4 bits and 8 bits); convert one of them with `bit_cast`"
    a_negative_number: binary(number(1), Operator::Sub, number(2)) =>
        "module `device`, in the assignment to `y`: -1 does not fit in 4 bits, and rust-hdl would panic; use a wider type or another value"
    a_product_that_overflows: binary(number(1 << 126), Operator::Mul, number(2)) =>
        "module `device`: arithmetic on two literals in the assignment to `y` cannot be translated to hardware; write the result instead"
    a_number_that_does_not_fit: number(u128::MAX) =>
        "module `device`: the number 128'hffffffffffffffffffffffffffffffff in the assignment to `y` cannot be translated to hardware; make it a `Constant` field"
    a_number_shifted_too_far: binary(number(1), Operator::Shl, number(128)) =>
        "module `device`: arithmetic on two literals in the assignment to `y` cannot be translated to hardware; write the result instead"
    a_negative_literal: Expression::Literal((-3_i32).into()) =>
        "module `device`: the number 32'h-3 in the assignment to `y` cannot be translated to hardware; \
         make it a `Constant` field"
    an_inverted_number: Expression::Unary(Unary::Not, Box::new(number(3))) =>
        "module `device`: the number 3 without a width in the assignment to `y` cannot be translated to hardware; \
         give it a width with `bits`"
    a_slice_that_is_too_wide: Expression::Slice(Box::new(signal("a")), usize::MAX, Box::new(number(0))) =>
        "module `device`: a value of 18446744073709551615 bits in the assignment to `y` cannot be translated to hardware; use widths from 1 to 65536"
    a_slice_far_out_of_range: Expression::Slice(Box::new(signal("a")), 4, Box::new(number(1 << 100))) =>
        "module `device`, in the assignment to `y`: bit 1267650600228229401496703205376 of a 4-bit value \
         is read, and rust-hdl would panic; read a bit below 4"
    a_cast_that_is_too_wide: Expression::Cast(Box::new(signal("a")), 1 << 40) =>
        "module `device`: a value of 1099511627776 bits in the assignment to `y` cannot be translated to hardware; use widths from 1 to 65536"
    an_unclosed_index: signal("a[") =>
        "module `device`: `a[` is not a signal, a constant, a port of a child or an enum variant; \
         write constants as literals, as `Constant` fields or, under `#[kernel]`, by a name in capitals, and variants as `Enum::Variant`"
}

#[test]
fn an_assigned_slice_has_to_be_in_range() {
    for (width, offset, target) in [
        (0, 0, "0 bits from bit 0 of 4"),
        (1, 4, "1 bits from bit 4 of 4"),
        (5, 0, "5 bits from bit 0 of 4"),
        (usize::MAX, usize::MAX, "18446744073709551615 bits from bit 18446744073709551615 of 4"),
    ] {
        let kernel = ast::VerilogStatement::SliceAssignment {
            base: signal("y"),
            width,
            offset: Expression::Literal(offset.into()),
            replacement: number(0),
        };
        assert_eq!(
            error_message(&Tree::with(vec![kernel])),
            format!(
                "module `device`: an assignment to {target} cannot be translated to hardware; \
                 assign to bits that exist"
            )
        );
    }
}

#[test]
fn targets_have_to_be_signals() {
    let to = |target, offset| ast::VerilogStatement::SliceAssignment {
        base: target,
        width: 1,
        offset,
        replacement: number(0),
    };
    for (kernel, message) in [
        (
            to(signal("y"), signal("b")),
            "module `device`: an assignment to a bit selected at run time cannot be translated to hardware; \
             use a `match`",
        ),
        (
            to(number(3), number(0)),
            "module `device`: an assignment to an expression cannot be translated to hardware; \
             assign to `self.signal.next`",
        ),
        (
            ast::VerilogStatement::Link(vec![ast::VerilogLink::Bidirectional(
                ast::VerilogLinkDetails {
                    my_name: String::new(),
                    owner_name: "a".into(),
                    other_name: "b".into(),
                },
            )]),
            "module `device`: the bidirectional link of `a` cannot be translated to hardware; \
             link `InOut` signals",
        ),
    ] {
        assert_eq!(error_message(&Tree::with(vec![kernel])), message);
    }
}

/// A random tree with numbers of any size.
fn random_tree(random: &mut fastrand::Rng, depth: u32) -> Expression {
    const NUMBERS: [u128; 9] = [0, 1, 2, 4, 127, 128, 129, 1 << 64, u128::MAX];
    const WIDTHS: [usize; 9] = [0, 1, 2, 4, 128, 129, 65_537, 1 << 31, usize::MAX];
    const OPERATORS: [Operator; 16] = {
        use Operator::*;
        [
            Add, Sub, Mul, LogicalAnd, LogicalOr, BitXor, BitAnd, BitOr, Shl, Shr, Eq, Lt, Le, Ne,
            Ge, Gt,
        ]
    };
    let width = WIDTHS[random.usize(..WIDTHS.len())];
    let kind = if depth == 0 { random.u8(..2) } else { random.u8(..13) };
    let choice = random.usize(..4096);
    let mut operand = || Box::new(random_tree(random, depth.saturating_sub(1)));
    match kind {
        0 => signal(["a", "b", "c", "a[1]", "a$$", "State$A"][choice % 6]),
        1 => number(NUMBERS[choice % NUMBERS.len()]),
        2 => Expression::Cast(operand(), width),
        3 => Expression::Paren(operand()),
        4 => Expression::Slice(operand(), width, operand()),
        5 => Expression::Index(operand(), operand()),
        6 => Expression::IndexReplace(operand(), operand(), operand()),
        7 => Expression::Signed(operand()),
        8 => Expression::Unsigned(operand()),
        9 => {
            let operators = [Unary::Not, Unary::Neg, Unary::All, Unary::Any, Unary::Xor];
            Expression::Unary(operators[choice % 5].clone(), operand())
        }
        _ => {
            let (left, right) = (operand(), operand());
            Expression::Binary(left, OPERATORS[choice % 16].clone(), right)
        }
    }
}

#[test]
fn random_trees_do_not_panic() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..200_000 {
        let depth = random.u32(1..5);
        let condition = random_tree(&mut random, depth);
        let value = Expression::Cast(Box::new(random_tree(&mut random, depth)), 4);
        let kernel = vec![
            ast::VerilogStatement::Assignment(signal("y"), value.clone()),
            ast::VerilogStatement::If(ast::VerilogConditional {
                test: Expression::Unary(Unary::Any, Box::new(condition.clone())),
                then: vec![ast::VerilogStatement::Assignment(signal("y"), signal("a"))],
                otherwise: ast::VerilogBlockOrConditional::None,
            }),
            ast::VerilogStatement::Match(ast::VerilogMatch {
                test: condition,
                cases: vec![ast::VerilogCase {
                    condition: "1".into(),
                    block: vec![ast::VerilogStatement::Assignment(signal("y"), value)],
                }],
            }),
        ];
        match elaborate(&[("device", &Tree::with(kernel))]) {
            Ok(design) => {
                let mut evaluator = Evaluator::new(&design, ModuleId(0)).unwrap();
                evaluator.settle().unwrap();
                assert!(text(&design, ModuleId(0)).ends_with("endmodule\n"));
                accepted += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                rejected += 1;
            }
        }
    }
    assert!(accepted > 1000 && rejected > 1000, "{accepted} accepted, {rejected} rejected");
}
