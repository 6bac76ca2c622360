//! `.into()` and operators: rust-hdl's tree records neither, so what rust-hdl does not define is an
//! author's own.

use ast::{VerilogExpression as Tree, VerilogOp, VerilogOpUnary};
use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_rtl::elaborate;

use super::State;
use super::tree_block::TreeBlock;

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Light {
    Red,
    Amber,
    Green,
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Door {
    Open,
    Closed,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Pair {
    pub low: Bit,
    pub high: Bit,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Cell {
    pub state: State,
}

/// An author's own conversions, which do not keep the bits.
impl From<State> for Light {
    fn from(state: State) -> Light {
        match state {
            State::Idle => Light::Green,
            State::Run => Light::Red,
            State::Stop => Light::Amber,
        }
    }
}

impl From<Bits<2>> for Light {
    fn from(_: Bits<2>) -> Light {
        Light::Green
    }
}

impl From<Door> for bool {
    fn from(door: Door) -> bool {
        door == Door::Open
    }
}

impl From<u64> for Light {
    fn from(_: u64) -> Light {
        Light::Green
    }
}

impl From<Pair> for Light {
    fn from(_: Pair) -> Light {
        Light::Green
    }
}

impl From<State> for u64 {
    fn from(_: State) -> u64 {
        1
    }
}

impl From<State> for Bits<3> {
    fn from(_: State) -> Bits<3> {
        1.into()
    }
}

impl State {
    fn to_bits(self) -> Bits<2> {
        3.into()
    }
}

/// An author's own operators.
impl std::ops::Not for Door {
    type Output = Door;

    fn not(self) -> Door {
        self
    }
}

impl std::ops::Add<State> for Bits<2> {
    type Output = Bits<2>;

    fn add(self, _: State) -> Bits<2> {
        self
    }
}

impl PartialEq<Light> for State {
    fn eq(&self, _: &Light) -> bool {
        true
    }
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Pair) -> Option<std::cmp::Ordering> {
        other.low.partial_cmp(&self.low)
    }
}

/// A method with the name of one of rust-hdl's.
trait Reduce {
    fn any(self) -> bool;
}

impl Reduce for Signed<4> {
    fn any(self) -> bool {
        false
    }
}

rejected! { self:
    an_enum_as_another: #[hdl_gen] { pub a: Signal<In, State>, pub y: Signal<Out, Light>, } {
        self.y.next = self.a.val().into();
    } "module `device`: the enum `State` as the enum `Light` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such conversion, and does not record one of your own: write a `match`"

    an_enum_as_another_inside_a_comparison: #[hdl_gen] { pub a: Signal<In, State>, pub b: Signal<In, Light>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.b.val() == self.a.val().into();
    } "module `device`: the enum `Light` beside the enum `State` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl does not record a conversion or an operator of your own: use operands of one type"

    bits_as_an_enum: #[hdl_gen] { pub a: Signal<In, Bits<2>>, pub y: Signal<Out, Light>, } {
        self.y.next = self.a.val().into();
    } "module `device`: `Bits<2>` as the enum `Light` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such conversion, and does not record one of your own: write a `match`"

    a_number_as_an_enum: #[hdl_gen] { pub y: Signal<Out, Light>, } {
        self.y.next = 1.into();
    } "module `device`: the number 1 as the enum `Light` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such conversion, and does not record one of your own: write `Enum::Variant`, or assign the fields"

    an_enum_as_a_bit: #[hdl_gen] { pub a: Signal<In, Door>, pub y: Signal<Out, Bit>, } {
        self.y.next = false;
        if self.a.val().into() {
            self.y.next = true;
        }
    } "module `device`: the enum `Door` as `Bit` in an `if` cannot be translated to hardware; \
       rust-hdl has no such conversion, and does not record one of your own: write a `match`"

    a_struct_as_an_enum: #[hdl_gen] { pub a: Signal<In, Pair>, pub y: Signal<Out, Light>, } {
        self.y.next = self.a.val().into();
    } "module `device`: the struct `Pair` as the enum `Light` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such conversion, and does not record one of your own: write a `match`"

    an_enum_as_a_number: #[kernel] { pub a: Signal<In, State>, pub y: Signal<Out, Bits<4>>, } {
        self.y.next = bits::<4>(self.a.val().into());
    } "module `device`: the enum `State` as a Rust integer in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has `.index()` for `Bits` only, and does not record one of your own: write a `match`"

    an_enum_as_bits_of_another_width: #[kernel] { pub a: Signal<In, State>, pub y: Signal<Out, Bits<4>>, } {
        self.y.next = bit_cast::<4, 3>(self.a.val().into());
    } "module `device`: the enum `State` as `Bits<3>` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such conversion, and does not record one of your own: write a `match`"

    an_enum_s_own_to_bits: #[kernel] { pub a: Signal<In, State>, pub y: Signal<Out, Bits<2>>, } {
        self.y.next = self.a.val().to_bits();
    } "module `device`: the enum `State` as a Rust integer in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has `.index()` for `Bits` only, and does not record one of your own: write a `match`"

    an_operator_on_an_enum: #[hdl_gen] { pub a: Signal<In, Door>, pub y: Signal<Out, Door>, } {
        self.y.next = !self.a.val();
    } "module `device`: `!` on the enum `Door` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such operator, and does not record one of your own: use one on `Bits`"

    an_operator_with_an_enum: #[hdl_gen] { pub a: Signal<In, State>, pub b: Signal<In, Bits<2>>, pub y: Signal<Out, Bits<2>>, } {
        self.y.next = self.b.val() + self.a.val();
    } "module `device`: `Bits<2>` beside the enum `State` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl does not record a conversion or an operator of your own: use operands of one type"

    a_comparison_of_two_enums: #[hdl_gen] { pub a: Signal<In, State>, pub b: Signal<In, Light>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() == self.b.val();
    } "module `device`: the enum `State` beside the enum `Light` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl does not record a conversion or an operator of your own: use operands of one type"

    an_order_of_structs: #[hdl_gen] { pub a: Signal<In, Pair>, pub b: Signal<In, Pair>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val() < self.b.val();
    } "module `device`: `<` on the struct `Pair` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such operator, and does not record one of your own: use one on `Bits`"

    a_method_of_an_author: #[hdl_gen] { pub a: Signal<In, Signed<4>>, pub y: Signal<Out, Bit>, } {
        self.y.next = self.a.val().any();
    } "module `device`: `any` on `Signed<4>` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such operator, and does not record one of your own: use one on `Bits`"

    a_function_of_an_author: #[hdl_gen] { pub a: Signal<In, Signed<4>>, pub y: Signal<Out, Bits<4>>, } {
        self.y.next = bits_of_magnitude(self.a.val());
    } "module `device`: `Signed<4>` as `Bits<4>` in the assignment to `y` cannot be translated to hardware; \
       rust-hdl has no such conversion, and does not record one of your own: write a `match`"
}

fn bits_of_magnitude(a: Signed<4>) -> Bits<4> {
    unsigned_cast(if a.get_bit(3) { -a } else { a })
}

/// Whether a block with `a`, `b` and `y` of these types may assign that value to `y`.
fn is_accepted<A: Synth, B: Synth, Y: Synth>(value: Tree) -> bool {
    elaborate(&[("device", &TreeBlock::<A, B, Y>::of(value))]).is_ok()
}

fn signal(name: &str) -> Box<Tree> {
    Box::new(Tree::Signal(name.to_string()))
}

/// Calls a macro for each pair of types.
macro_rules! for_each_pair {
    ($visit:ident) => {
        for_each_pair! { @from $visit
            [Bit][Clock][Bits<1>][Bits<2>][Signed<1>][Signed<2>][State][Light][Door][Pair][Cell]
        }
    };
    (@from $visit:ident $([$from:ty])*) => {
        $(for_each_pair! { @to $visit [$from] })*
    };
    (@to $visit:ident [$from:ty]) => {
        $visit!($from, Bit);
        $visit!($from, Clock);
        $visit!($from, Bits<1>);
        $visit!($from, Bits<2>);
        $visit!($from, Signed<1>);
        $visit!($from, Signed<2>);
        $visit!($from, State);
        $visit!($from, Light);
        $visit!($from, Door);
        $visit!($from, Pair);
        $visit!($from, Cell);
    };
}

/// The name of a pair of types, with no spaces in the types.
fn pair(first: &str, between: &str, second: &str) -> String {
    let [first, second] = [first, second].map(|ty| ty.replace(' ', ""));
    format!("{first} {between} {second}")
}

#[test]
fn a_value_converts_to_its_own_type_and_where_rust_hdl_defines_it() {
    const DEFINED: [&str; 8] = [
        "Bit to Bits<1>",
        "Bit to Clock",
        "Bits<1> to Bit",
        "State to Bits<2>",
        "Light to Bits<2>",
        "Door to Bits<1>",
        "Pair to Bits<2>",
        "Cell to Bits<2>",
    ];
    let mut pairs = 0;
    macro_rules! check {
        ($from:ty, $to:ty) => {
            let name = pair(stringify!($from), "to", stringify!($to));
            let is_defined =
                stringify!($from) == stringify!($to) || DEFINED.contains(&name.as_str());
            assert_eq!(is_accepted::<$from, Bit, $to>(*signal("a")), is_defined, "{name}");
            pairs += 1;
        };
    }
    for_each_pair!(check);
    assert_eq!(pairs, 11 * 11);
}

#[test]
fn values_of_one_type_are_compared() {
    macro_rules! check {
        ($left:ty, $right:ty) => {
            let name = pair(stringify!($left), "and", stringify!($right));
            // `Bits` of two widths are compared by their `.index()`.
            let is_defined = stringify!($left) == stringify!($right)
                || [
                    "Bit and Bits<1>",
                    "Bits<1> and Bit",
                    "Bits<1> and Bits<2>",
                    "Bits<2> and Bits<1>",
                ]
                .contains(&name.as_str());
            let equal = Tree::Binary(signal("a"), VerilogOp::Eq, signal("b"));
            assert_eq!(is_accepted::<$left, $right, Bit>(equal), is_defined, "{name}");
        };
    }
    for_each_pair!(check);
}

#[test]
fn each_type_has_the_operators_that_rust_hdl_defines() {
    macro_rules! operators {
        ($($ty:ty: $expected:literal)*) => {$(
            let binary = [
                ("+", VerilogOp::Add), ("-", VerilogOp::Sub), ("&", VerilogOp::BitAnd),
                ("|", VerilogOp::BitOr), ("^", VerilogOp::BitXor),
            ];
            let binary = binary.map(|(name, operator)| {
                (name, is_accepted::<$ty, $ty, $ty>(Tree::Binary(signal("a"), operator, signal("b"))))
            });
            let shift = Tree::Binary(signal("a"), VerilogOp::Shl, Box::new(Tree::Literal(1.into())));
            let less = Tree::Binary(signal("a"), VerilogOp::Lt, signal("b"));
            let bit = Tree::Index(signal("a"), Box::new(Tree::Literal(0.into())));
            let slice = Tree::Slice(signal("a"), 1, Box::new(Tree::Literal(1.into())));
            let replaced = Tree::IndexReplace(
                signal("a"), Box::new(Tree::Literal(0.into())), Box::new(Tree::Literal(true.into())),
            );
            let unary = |operator| Tree::Unary(operator, signal("a"));
            let others = [
                ("<<", is_accepted::<$ty, $ty, $ty>(shift)),
                ("<", is_accepted::<$ty, $ty, Bit>(less)),
                ("!", is_accepted::<$ty, $ty, $ty>(unary(VerilogOpUnary::Not))),
                ("neg", is_accepted::<$ty, $ty, $ty>(unary(VerilogOpUnary::Neg))),
                ("all", is_accepted::<$ty, $ty, Bit>(unary(VerilogOpUnary::All))),
                ("any", is_accepted::<$ty, $ty, Bit>(unary(VerilogOpUnary::Any))),
                ("xor", is_accepted::<$ty, $ty, Bit>(unary(VerilogOpUnary::Xor))),
                ("get_bit", is_accepted::<$ty, $ty, Bit>(bit)),
                ("get_bits", is_accepted::<$ty, $ty, Bits<1>>(slice.clone())
                    || is_accepted::<$ty, $ty, Signed<1>>(slice)),
                ("replace_bit", is_accepted::<$ty, $ty, $ty>(replaced)),
            ];
            let found: Vec<&str> =
                binary.iter().chain(&others).filter(|found| found.1).map(|found| found.0).collect();
            assert_eq!(found.join(" "), $expected, stringify!($ty));
        )*};
    }
    operators! {
        Bit: "& | ^ < !"
        Clock: "!"
        Bits<2>: "+ - & | ^ << < ! all any xor get_bit get_bits replace_bit"
        Signed<2>: "+ - < neg get_bit get_bits"
        State: "<"
        Cell: ""
    }
}
