//! Expression trees: conversion to `rust-hdl`'s syntax tree, and evaluation.

use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// The greatest number of `width` bits.
pub fn mask(width: u32) -> u128 {
    (1 << width) - 1
}

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
    /// A value of a type, made of one input of `width` bits. `which` chooses between two inputs, so that operands differ.
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
                Type::Signed(width) if *pattern > mask(width - 1) => {
                    let magnitude = mask(*width) - pattern + 1;
                    Tree::Unary(VerilogOpUnary::Neg, Box::new(Tree::Literal(magnitude.into())))
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
    pub fn value(&self, inputs: &[u128]) -> u128 {
        let width = self.ty().width();
        match self {
            Term::Input(index, _) => inputs[*index],
            Term::Number(pattern, _) => *pattern,
            Term::Unary(operator, operand) => {
                let (value, all) = (operand.value(inputs), mask(operand.ty().width()));
                match operator {
                    VerilogOpUnary::Not => !value & all,
                    VerilogOpUnary::Neg => value.wrapping_neg() & all,
                    VerilogOpUnary::All => (value == all).into(),
                    VerilogOpUnary::Any => (value != 0).into(),
                    VerilogOpUnary::Xor => (value.count_ones() % 2).into(),
                }
            }
            Term::Binary(operator, left, right) => {
                binary(operator, left.ty(), left.value(inputs), right.value(inputs))
            }
            Term::Bit(base, index) => base.value(inputs) >> index.value(inputs) & 1,
            Term::Slice(base, _, offset) => {
                base.value(inputs) >> offset.value(inputs) & mask(width)
            }
            Term::ReplaceBit(base, index, bit) => {
                let (index, bit) = (index.value(inputs), bit.value(inputs));
                base.value(inputs) & !(1 << index) | bit << index
            }
            Term::Cast(operand, _) => operand.value(inputs) & mask(width),
            Term::Signed(operand) | Term::Unsigned(operand) => operand.value(inputs),
        }
    }
}

pub fn is_comparison(operator: &VerilogOp) -> bool {
    use VerilogOp::*;
    matches!(operator, Eq | Ne | Lt | Le | Gt | Ge)
}

/// Results have the width of the left operand; shifts by the width or more give 0.
fn binary(operator: &VerilogOp, ty: Type, left: u128, right: u128) -> u128 {
    let all = mask(ty.width());
    let number = |pattern: u128| match ty {
        Type::Signed(width) if pattern >> (width - 1) == 1 => pattern as i128 - (1 << width),
        _ => pattern as i128,
    };
    let order = number(left).cmp(&number(right));
    let shift = u32::try_from(right).ok().filter(|amount| *amount < ty.width());
    match operator {
        VerilogOp::Add => left.wrapping_add(right) & all,
        VerilogOp::Sub => left.wrapping_sub(right) & all,
        VerilogOp::Mul => unreachable!("products have tests of their own"),
        VerilogOp::LogicalAnd | VerilogOp::BitAnd => left & right,
        VerilogOp::LogicalOr | VerilogOp::BitOr => left | right,
        VerilogOp::BitXor => left ^ right,
        VerilogOp::Shl => shift.map_or(0, |amount| left << amount & all),
        VerilogOp::Shr => shift.map_or(0, |amount| left >> amount),
        VerilogOp::Eq => order.is_eq().into(),
        VerilogOp::Ne => order.is_ne().into(),
        VerilogOp::Lt => order.is_lt().into(),
        VerilogOp::Le => order.is_le().into(),
        VerilogOp::Gt => order.is_gt().into(),
        VerilogOp::Ge => order.is_ge().into(),
    }
}
