//! Or-patterns, ranges, radices and conversions in kernels: what the tree has, and that the
//! simulation is the same.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

#[derive(Clone, Debug, Default, Module)]
struct Patterns {
    pub number: Signal<In, Bits<8>>,
    pub suit: Signal<In, Suit>,
    pub class: Signal<Out, Bits<4>>,
    pub black: Signal<Out, Bit>,
    pub nested: Signal<Out, Bits<4>>,
}

impl Logic for Patterns {
    #[kernel]
    fn update(&mut self) {
        self.nested.next = 0.into();
        match self.number.val().index() {
            0 | 1 | 0x2 => self.class.next = 1.into(),
            3..=5 | 0b111 => {
                self.class.next = 2.into();
                match self.suit.val() {
                    Suit::Hearts | Suit::Spades => self.nested.next = 3.into(),
                    _ => self.nested.next = 4.into(),
                }
            }
            (0o10 | 0x0_au8..0x0C) | 6 => self.class.next = 3.into(),
            // Five is matched by an earlier arm.
            5 | 1_00usize => self.class.next = 4.into(),
            200..=0xff => self.class.next = 5.into(),
            _ => self.class.next = 6.into(),
        }
        match self.suit.val() {
            Suit::Clubs | Suit::Spades => self.black.next = true,
            Suit::Diamonds => self.black.next = false,
            Suit::Hearts => self.black.next = false,
        }
    }
}

fn expected_class(number: u64) -> u64 {
    match number {
        0..=2 => 1,
        3 | 4 | 5 | 7 => 2,
        6 | 8 | 10 | 11 => 3,
        100 => 4,
        200..=255 => 5,
        _ => 6,
    }
}

#[test]
fn every_value_takes_the_same_arm_as_in_rust() {
    for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades] {
        for number in 0..256_u64 {
            let mut uut = Patterns::default();
            uut.connect_all();
            uut.number.next = number.to_bits();
            uut.suit.next = suit;
            assert!(simulate(&mut uut, 10));
            let class = expected_class(number);
            assert_eq!(uut.class.val(), class.to_bits::<4>(), "class of {number}");
            assert_eq!(uut.black.val(), matches!(suit, Suit::Clubs | Suit::Spades));
            let nested: u64 = match (class, suit) {
                (2, Suit::Hearts | Suit::Spades) => 3,
                (2, _) => 4,
                _ => 0,
            };
            assert_eq!(uut.nested.val(), nested.to_bits::<4>(), "{number} {suit:?}");
        }
    }
}

/// Returns the kernel's statements without line numbers.
fn statements() -> Vec<ast::VerilogStatement> {
    let Verilog::Combinatorial(mut statements) = Patterns::default().hdl() else {
        panic!("a kernel is combinatorial");
    };
    statements.retain(|statement| !matches!(statement, ast::VerilogStatement::Comment(_)));
    statements
}

fn conditions(matched: &ast::VerilogStatement) -> Vec<&str> {
    let ast::VerilogStatement::Match(matched) = matched else {
        panic!("expected a match, found {matched:?}");
    };
    matched.cases.iter().map(|case| case.condition.as_str()).collect()
}

#[test]
fn the_tree_has_one_decimal_arm_for_each_value_in_the_order_of_the_source() {
    let statements = statements();
    let mut expected: Vec<String> =
        ["0", "1", "2", "3", "4", "5", "7", "8", "10", "11", "6", "5"].map(String::from).to_vec();
    expected.push("100".into());
    expected.extend((200..256).map(|value| value.to_string()));
    expected.push("default".into());
    assert_eq!(conditions(&statements[1]), expected);
    assert_eq!(
        conditions(&statements[2]),
        ["Suit$Clubs", "Suit$Spades", "Suit$Diamonds", "Suit$Hearts"]
    );
}

#[test]
fn the_arms_of_one_pattern_have_the_same_body() {
    let statements = statements();
    let ast::VerilogStatement::Match(matched) = &statements[1] else {
        panic!("expected a match");
    };
    let bodies: Vec<String> =
        matched.cases[3..7].iter().map(|case| format!("{:?}", case.block)).collect();
    assert!(bodies[0].contains("nested$next"), "{}", bodies[0]);
    assert!(bodies.iter().all(|body| *body == bodies[0]));
}

/// Every function that a kernel can call, loops to the last value, and conversions.
#[derive(Clone, Debug, Default, Module)]
struct Conversions<const N: usize> {
    pub number: Signal<In, Bits<8>>,
    pub suit: Signal<In, Suit>,
    pub level: Signal<In, Bit>,
    signed: Signal<Local, Signed<8>>,
    pub sum: Signal<Out, Bits<16>>,
    pub ones: Signal<Out, Bits<N>>,
    pub code: Signal<Out, Bits<4>>,
    pub above: Signal<Out, Bit>,
    pub same: Signal<Out, Bits<8>>,
}

impl<const N: usize> Logic for Conversions<N> {
    #[kernel]
    fn update(&mut self) {
        self.sum.next = (self.number.val().index() + 255).to_bits::<16>();
        self.ones.next = 0.into();
        for i in 0..=7 {
            self.ones.next = self.ones.val() + self.number.val().get_bit(i);
        }
        for i in N..=N {
            if self.number.val().index() == i {
                self.ones.next = (i + 1).to_bits::<N>();
            }
        }
        self.code.next = bit_cast::<4, 2>(self.suit.val().into())
            + bits::<4>(self.number.val().get_bits::<2>(0).into())
            + Bits::<4>::from(2)
            + bit_cast::<4, 1>(self.level.val().into());
        self.above.next = self.number.val().index() + self.sum.val().index() > 400;
        self.signed.next = signed_cast(self.number.val());
        self.signed.next = signed_bit_cast::<8, 8>(self.signed.val());
        self.same.next = unsigned_cast(self.signed.val());
    }
}

#[test]
fn conversions_are_simulated_as_written() {
    let mut uut = Conversions::<4>::default();
    uut.connect_all();
    for number in (0..256).filter(|number| *number != 128) {
        uut.number.next = number.into();
        uut.suit.next = Suit::Hearts;
        uut.level.next = true;
        assert!(simulate(&mut uut, 20));
        let ones = if number == 4 { 5 } else { number.count_ones() };
        assert_eq!(uut.sum.val(), number + 255);
        assert_eq!(uut.ones.val(), u64::from(ones));
        assert_eq!(uut.code.val(), (2 + number % 4 + 2 + 1) % 16);
        assert_eq!(uut.above.val(), number + number + 255 > 400);
        assert_eq!(uut.same.val(), number);
    }
}

#[test]
fn conversions_are_found_in_the_tree_of_a_kernel() {
    use ast::{VerilogExpression as Expression, VerilogStatement as Statement};
    let Verilog::Combinatorial(kernel) = Conversions::<4>::default().hdl() else {
        panic!("a kernel");
    };
    assert!(is_marked(&kernel));
    let sum = kernel.iter().find_map(|statement| match statement {
        Statement::Assignment(_, value) => Some(value),
        _ => None,
    });
    // A width in `to_bits` becomes a `bit_cast`, which keeps it.
    let Some(Expression::Cast(sum, 16)) = sum else { panic!("{sum:?}") };
    let Some((Conversion::Bits, Expression::Binary(left, _, right))) = decode_conversion(sum)
    else {
        panic!("{sum:?}");
    };
    assert!(matches!(decode_conversion(left), Some((Conversion::Integer, Expression::Signal(_)))));
    assert_eq!(decode_conversion(right).map(|found| found.0), None);
}

/// The same parentheses from an author.
#[derive(Clone, Debug, Default, LogicBlock)]
struct Parentheses {
    pub a: Signal<In, Bits<8>>,
    pub y: Signal<Out, Bits<8>>,
}

impl Logic for Parentheses {
    #[allow(clippy::double_parens)]
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val() + 1) << 1;
    }
}

#[test]
fn a_kernel_of_rust_hdl_alone_is_not_marked() {
    let Verilog::Combinatorial(kernel) = Parentheses::default().hdl() else {
        panic!("a kernel");
    };
    assert!(!is_marked(&kernel));
}
