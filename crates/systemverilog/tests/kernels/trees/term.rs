//! Expression trees: conversion to `rust-hdl`'s syntax tree, and evaluation.

use std::cmp::Ordering;

use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};
use rust_hdl_rtl::{Value, mask};

/// The inputs of every block, in order.
pub const INPUTS: [&str; 3] = ["a", "b", "c"];

/// A rust-hdl type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Type {
    Bit,
    Bits(u32),
    Signed(u32),
}

impl Type {
    pub fn width(self) -> u32 {
        match self {
            Type::Bit => 1,
            Type::Bits(width) | Type::Signed(width) => width,
        }
    }
}

/// An expression of the kernel.
#[derive(Clone, Debug)]
pub enum Term {
    /// The input with this index.
    Input(usize, Type),
    /// A literal: its Rust text and its bit pattern.
    Number(u128, Type),
    Unary(VerilogOpUnary, Box<Term>),
    Binary(VerilogOp, Box<Term>, Box<Term>),
    /// `get_bit`
    Bit(Box<Term>, Box<Term>),
    /// `get_bits`
    Slice(Box<Term>, u32, Box<Term>),
    ReplaceBit(Box<Term>, Box<Term>, Box<Term>),
    /// `bit_cast`, or `into` from a boolean
    Cast(Box<Term>, u32),
    /// `signed_cast`
    Signed(Box<Term>),
    /// `unsigned_cast`
    Unsigned(Box<Term>),
}

impl Term {
    /// A value of a type, made of one input of `width` bits. `which` chooses between two inputs, so
    /// that operands differ.
    pub fn leaf(ty: Type, width: u32, which: usize) -> Term {
        let word = Term::Input(which % 2, Type::Bits(width));
        match ty {
            Type::Bit => Term::Bit(word.into(), Term::Number(0, Type::Bits(8)).into()),
            Type::Bits(wanted) if wanted == width => word,
            Type::Bits(wanted) => Term::Cast(word.into(), wanted),
            Type::Signed(wanted) if wanted == width && which == 0 => Term::Input(2, ty),
            Type::Signed(wanted) => {
                Term::Signed(Term::leaf(Type::Bits(wanted), width, which).into())
            }
        }
    }

    pub fn ty(&self) -> Type {
        match self {
            Term::Input(_, ty) | Term::Number(_, ty) => *ty,
            Term::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, operand) => operand.ty(),
            Term::Unary(..) | Term::Bit(..) => Type::Bit,
            Term::Binary(operator, left, _) => {
                if is_comparison(operator) {
                    Type::Bit
                } else {
                    left.ty()
                }
            }
            Term::Slice(base, width, _) => match base.ty() {
                Type::Signed(_) => Type::Signed(*width),
                _ => Type::Bits(*width),
            },
            Term::ReplaceBit(base, ..) => base.ty(),
            Term::Cast(_, width) => Type::Bits(*width),
            Term::Signed(operand) => Type::Signed(operand.ty().width()),
            Term::Unsigned(operand) => Type::Bits(operand.ty().width()),
        }
    }

    /// The syntax tree that `#[hdl_gen]` would produce.
    pub fn tree(&self) -> VerilogExpression {
        use VerilogExpression as Tree;
        let boxed = |term: &Term| Box::new(term.tree());
        match self {
            Term::Input(index, _) => Tree::Signal(INPUTS[*index].to_string()),
            Term::Number(pattern, ty) => match ty {
                // The only negative literal.
                Type::Signed(1) if *pattern == 1 => {
                    Tree::Unary(VerilogOpUnary::Neg, Box::new(Tree::Literal(1_u128.into())))
                }
                _ => Tree::Literal((*pattern).into()),
            },
            Term::Unary(operator, operand) => Tree::Unary(operator.clone(), boxed(operand)),
            Term::Binary(operator, left, right) => {
                Tree::Binary(boxed(left), operator.clone(), boxed(right))
            }
            Term::Bit(base, index) => Tree::Index(boxed(base), boxed(index)),
            Term::Slice(base, width, offset) => {
                Tree::Slice(boxed(base), *width as usize, boxed(offset))
            }
            Term::ReplaceBit(base, index, bit) => {
                Tree::IndexReplace(boxed(base), boxed(index), boxed(bit))
            }
            Term::Cast(operand, width) => Tree::Cast(boxed(operand), *width as usize),
            Term::Signed(operand) => Tree::Signed(boxed(operand)),
            Term::Unsigned(operand) => Tree::Unsigned(boxed(operand)),
        }
    }

    /// The value as a bit pattern, for these inputs.
    pub fn value(&self, inputs: &[Value]) -> Value {
        let width = self.ty().width();
        match self {
            Term::Input(index, _) => inputs[*index].clone(),
            Term::Number(pattern, _) => (*pattern).into(),
            Term::Unary(operator, operand) => {
                let (value, width) = (operand.value(inputs), operand.ty().width());
                match operator {
                    VerilogOpUnary::Not => value.inverted(width),
                    VerilogOpUnary::Neg => Value::ZERO.wrapping_sub(&value, width),
                    VerilogOpUnary::All => (value == mask(width)).into(),
                    VerilogOpUnary::Any => (!value.is_zero()).into(),
                    VerilogOpUnary::Xor => (value.count_ones() % 2 == 1).into(),
                }
            }
            Term::Binary(operator, left, right) => {
                binary(operator, left.ty(), &left.value(inputs), &right.value(inputs))
            }
            Term::Bit(base, index) => base.value(inputs).bit(small(&index.value(inputs))).into(),
            Term::Slice(base, _, offset) => {
                base.value(inputs).slice(small(&offset.value(inputs)), width)
            }
            Term::ReplaceBit(base, index, bit) => {
                let bit = !bit.value(inputs).is_zero();
                base.value(inputs).with_bit(small(&index.value(inputs)), bit)
            }
            Term::Cast(operand, _) => operand.value(inputs).truncated(width),
            Term::Signed(operand) | Term::Unsigned(operand) => operand.value(inputs),
        }
    }
}

/// An index, which is always in range.
fn small(index: &Value) -> u32 {
    index.to_u64().expect("an index") as u32
}

pub fn is_comparison(operator: &VerilogOp) -> bool {
    use VerilogOp::*;
    matches!(operator, Eq | Ne | Lt | Le | Gt | Ge)
}

/// Results have the width of the left operand; shifts by the width or more give 0.
fn binary(operator: &VerilogOp, ty: Type, left: &Value, right: &Value) -> Value {
    let width = ty.width();
    let shift = right.to_index(width);
    match operator {
        VerilogOp::Add => left.wrapping_add(right, width),
        VerilogOp::Sub => left.wrapping_sub(right, width),
        VerilogOp::Mul => unreachable!("products have tests of their own"),
        VerilogOp::LogicalAnd | VerilogOp::BitAnd => left & right,
        VerilogOp::LogicalOr | VerilogOp::BitOr => left | right,
        VerilogOp::BitXor => left ^ right,
        VerilogOp::Shl => shift.map_or(Value::ZERO, |amount| (left << amount).truncated(width)),
        VerilogOp::Shr => shift.map_or(Value::ZERO, |amount| left >> amount),
        VerilogOp::Eq => (left == right).into(),
        VerilogOp::Ne => (left != right).into(),
        VerilogOp::Lt => order(ty, left, right).is_lt().into(),
        VerilogOp::Le => order(ty, left, right).is_le().into(),
        VerilogOp::Gt => order(ty, left, right).is_gt().into(),
        VerilogOp::Ge => order(ty, left, right).is_ge().into(),
    }
}

/// The order of two numbers. Offset by half of their range, signed ones compare like unsigned ones.
fn order(ty: Type, left: &Value, right: &Value) -> Ordering {
    match ty {
        Type::Signed(width) => {
            let half = &Value::from(1) << (width - 1);
            (left ^ &half).cmp(&(right ^ &half))
        }
        _ => left.cmp(right),
    }
}
