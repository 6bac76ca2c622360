//! Expressions of type `Signed`.

use super::block::Block;
use super::expression::{Level, Term};
use super::types::{Type, Width};

impl Block<'_> {
    /// Returns an expression of type `Signed` that has a signal in it.
    pub fn signed(&mut self, width: Width, depth: u32) -> Term {
        if depth == 0 || self.chance(20) {
            return match self.leaf(Type::Signed(width)) {
                Some(leaf) => leaf,
                None => {
                    self.uses("signed_cast");
                    Term::atom(format!("signed_cast({})", self.bits(width, 0).text))
                }
            };
        }
        let depth = depth - 1;
        match self.weighted(&[6, 2, 3, 2, 1]) {
            0 => {
                let (operator, construct) =
                    self.pick(&[("+", "+ on Signed"), ("-", "- on Signed")]);
                self.uses(construct);
                let left = self.signed(width, depth);
                let right = match self.weighted(&[3, 2]) {
                    0 => self.signed(width, depth),
                    _ => self.signed_number(width),
                };
                self.binary(left, operator, right, Level::Sum)
            }
            1 => {
                self.uses("- of Signed");
                let operand = self.signed(width, depth);
                self.unary("-", operand)
            }
            2 => {
                self.uses("signed_cast");
                Term::atom(format!("signed_cast({})", self.bits(width, depth).text))
            }
            3 => {
                self.uses("get_bits of Signed");
                let from = self.some_width();
                let base = self.signed(from, depth);
                let offset = self.index(from, depth);
                self.method(base, &format!("get_bits::<{width}>({offset})"))
            }
            _ => self.signed_product(width, depth),
        }
    }

    /// A product. `rust-hdl` has one of 16 by 16 bits only.
    fn signed_product(&mut self, width: Width, depth: u32) -> Term {
        self.uses("products of Signed");
        let product = self.outside_loops(|block| {
            let [left, right] = [depth; 2].map(|depth| block.signed(Width::fixed(16), depth));
            block.binary(left, "*", right, Level::Product)
        });
        if width == Width::fixed(32) {
            return product;
        }
        Term::atom(format!("signed_cast(bit_cast::<{width}, 32>(unsigned_cast({})))", product.text))
    }

    /// Returns a number as an operand: `(-3).into()`.
    pub fn signed_number(&mut self, width: Width) -> Term {
        self.uses("signed numbers");
        let magnitude = 1_i64 << (width.bits - 1).min(30);
        let number = match self.weighted(&[3, 1]) {
            0 => self.design.random.i64(-magnitude.min(4)..magnitude.min(4)),
            _ => self.design.random.i64(-magnitude..magnitude),
        };
        let number = if number < 0 { format!("({number})") } else { number.to_string() };
        // `to_signed_bits` of an `i32` panics above 32 bits.
        if width.bits <= 32 && self.chance(20) {
            return Term::atom(format!("{number}.to_signed_bits::<{width}>()"));
        }
        Term::atom(format!("{number}.into()"))
    }

    /// Returns a `signed_bit_cast`, which is only legal as the whole right-hand side of an
    /// assignment: the tree lacks its width.
    ///
    /// In Rust it recurses without end for a type's most negative number. The operand never has
    /// that value: it is a number whose highest bit is 0, or the negative of one.
    pub fn signed_width(&mut self, width: Width) -> Term {
        self.uses("signed_bit_cast");
        let from = self.some_width();
        let operand = self.signed(from, 1);
        let positive = self.method(operand, &format!("get_bits::<{from}>(1)"));
        let operand = if self.chance(50) { self.unary("-", positive) } else { positive };
        Term::atom(format!("signed_bit_cast::<{width}, {from}>({})", operand.text))
    }
}
