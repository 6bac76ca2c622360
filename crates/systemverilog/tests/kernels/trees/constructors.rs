//! The operators that have a given result type, with the types of their operands.

use super::term::{Term, Type};
use rust_hdl::prelude::ast::{VerilogOp, VerilogOpUnary};

/// An operator, some of whose operands may be literals.
pub struct Constructor {
    /// The types of the remaining operands.
    pub places: Vec<Type>,
    make: Box<dyn Fn(Vec<Term>) -> Term>,
}

impl Constructor {
    /// Applies the operator to its remaining operands.
    pub fn make(&self, operands: Vec<Term>) -> Term {
        (self.make)(operands)
    }

    /// An operand made of one input for each remaining operand.
    pub fn leaves(&self, width: u32) -> Vec<Term> {
        let places = self.places.iter().enumerate();
        places.map(|(place, ty)| Term::leaf(*ty, width, place + 1)).collect()
    }
}

#[derive(Default)]
struct List(Vec<Constructor>);

impl List {
    fn unary(&mut self, place: Type, make: impl Fn(Box<Term>) -> Term + 'static) {
        let make = move |operands: Vec<Term>| {
            let [operand] = <[Term; 1]>::try_from(operands).expect("one operand");
            make(operand.into())
        };
        self.0.push(Constructor { places: vec![place], make: Box::new(make) });
    }

    fn binary(&mut self, places: [Type; 2], make: impl Fn(Box<Term>, Box<Term>) -> Term + 'static) {
        let make = move |operands: Vec<Term>| {
            let [left, right] = <[Term; 2]>::try_from(operands).expect("two operands");
            make(left.into(), right.into())
        };
        self.0.push(Constructor { places: places.to_vec(), make: Box::new(make) });
    }

    /// An operator on two values of a type, and with a literal on either side where Rust supports
    /// that.
    fn operator(&mut self, operator: VerilogOp, ty: Type) {
        let number = Box::new(Term::Number(1, ty));
        let (with_right, with_left) =
            ((number.clone(), operator.clone()), (number, operator.clone()));
        self.binary([ty; 2], move |left, right| Term::Binary(operator.clone(), left, right));
        // At one bit, ordering against a literal is constant.
        let order =
            matches!(with_right.1, VerilogOp::Lt | VerilogOp::Le | VerilogOp::Gt | VerilogOp::Ge);
        if ty == Type::Bit || (ty.width() == 1 && order) {
            return;
        }
        let (number, operator) = with_right;
        self.unary(ty, move |left| Term::Binary(operator.clone(), left, number.clone()));
        if let Type::Bits(_) = ty {
            let (number, operator) = with_left;
            self.unary(ty, move |right| Term::Binary(operator.clone(), number.clone(), right));
        }
    }

    fn operators(&mut self, operators: impl IntoIterator<Item = VerilogOp>, ty: Type) {
        operators.into_iter().for_each(|operator| self.operator(operator, ty));
    }
}

/// All constructors of a type, for inputs of `width` bits. Not included, but tested elsewhere:
/// products, which exist at one width only, and `signed_bit_cast`, which recurses without end in
/// Rust for the most negative number.
pub fn constructors(ty: Type, width: u32) -> Vec<Constructor> {
    let mut list = List::default();
    match ty {
        Type::Bit => bit(&mut list, width),
        Type::Bits(result) => bits(&mut list, result, width),
        Type::Signed(result) => signed(&mut list, result, width),
    }
    list.0
}

fn bit(list: &mut List, width: u32) {
    use VerilogOp::*;
    let comparisons = || [Eq, Ne, Lt, Le, Gt, Ge];
    list.operators([LogicalAnd, LogicalOr, BitAnd, BitOr, BitXor], Type::Bit);
    list.operators(comparisons(), Type::Bit);
    list.unary(Type::Bit, |operand| Term::Unary(VerilogOpUnary::Not, operand));
    for ty in [Type::Bits(width), Type::Signed(width), Type::Bits(width + 3)] {
        list.operators(comparisons(), ty);
        let highest = number(ty.width() - 1);
        list.unary(ty, move |base| Term::Bit(base, highest.clone()));
        if let Some(index) = place_in(ty.width(), width) {
            list.unary(ty, move |base| Term::Bit(base, index.clone()));
        }
    }
    for operator in [VerilogOpUnary::All, VerilogOpUnary::Any, VerilogOpUnary::Xor] {
        list.unary(Type::Bits(width), move |operand| Term::Unary(operator.clone(), operand));
    }
    if width <= 4 {
        let base = Box::new(Term::leaf(Type::Bits(1 << width), width, 0));
        list.unary(Type::Bits(width), move |index| Term::Bit(base.clone(), index));
    }
}

fn bits(list: &mut List, result: u32, width: u32) {
    use VerilogOp::*;
    let ty = Type::Bits(result);
    list.operators([Add, Sub, BitAnd, BitOr, BitXor], ty);
    // rust-hdl panics on wider amounts.
    let amount = Type::Bits(width.min(64));
    for operator in [Shl, Shr] {
        let (by_1, one) = (operator.clone(), number(1));
        list.unary(ty, move |base| Term::Binary(by_1.clone(), base, one.clone()));
        list.binary([ty, amount], move |base, amount| Term::Binary(operator.clone(), base, amount));
    }
    list.unary(ty, |operand| Term::Unary(VerilogOpUnary::Not, operand));
    list.binary([ty, Type::Bit], |left, right| Term::Binary(Add, left, right));
    list.unary(Type::Signed(result), Term::Unsigned);
    list.unary(Type::Bit, move |operand| Term::Cast(operand, result));
    for from in [width, width + 3] {
        let from = Type::Bits(from);
        list.unary(from, move |operand| Term::Cast(operand, result));
        list.unary(from, move |base| Term::Slice(base, result, number(1)));
        if let Some(offset) = place_in(from.width(), width) {
            list.unary(from, move |base| Term::Slice(base, result, offset.clone()));
        }
    }
    let highest = number(result - 1);
    list.binary([ty, Type::Bit], move |base, bit| Term::ReplaceBit(base, highest.clone(), bit));
    if let Some(index) = place_in(result, width) {
        list.binary([ty, Type::Bit], move |base, bit| Term::ReplaceBit(base, index.clone(), bit));
    }
}

fn signed(list: &mut List, result: u32, width: u32) {
    let ty = Type::Signed(result);
    list.operators([VerilogOp::Add, VerilogOp::Sub], ty);
    list.unary(ty, |operand| Term::Unary(VerilogOpUnary::Neg, operand));
    list.unary(Type::Bits(result), Term::Signed);
    let from = Type::Signed(width);
    list.unary(from, move |base| Term::Slice(base, result, number(1)));
    if let Some(offset) = place_in(width, width) {
        list.unary(from, move |base| Term::Slice(base, result, offset.clone()));
    }
}

/// A plain integer: a shift amount or a bit index.
fn number(value: u32) -> Box<Term> {
    Box::new(Term::Number(value.into(), Type::Bits(64)))
}

/// An expression that is always a valid index into `size` bits, or `None` if there is only one bit.
fn place_in(size: u32, width: u32) -> Option<Box<Term>> {
    (size > 1).then(|| Box::new(Term::leaf(Type::Bits(size.ilog2()), width, 1)))
}
