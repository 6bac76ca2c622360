//! Expressions of type `Bit`.

use super::block::Block;
use super::expression::{Level, Term};
use super::types::{Type, Width};

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Block<'_> {
    /// Returns an expression of type `Bit`.
    pub fn bit(&mut self, depth: u32) -> Term {
        if depth == 0 || self.chance(12) {
            if let Some(leaf) = self.leaf(Type::Bit) {
                return leaf;
            }
            return self.bit_of_number(0);
        }
        let depth = depth - 1;
        match self.weighted(&[8, 4, 4, 3, 2, 4, 4, 1, 1, 2, 2]) {
            0 => self.comparison_of_bits(depth),
            1 => self.comparison_of_signed(depth),
            2 => self.comparison_of_enums(),
            3 => self.comparison_of_structs(),
            4 => {
                self.uses("! on Bit");
                let operand = self.bit(depth);
                self.unary("!", operand)
            }
            5 => self.combination_of_bits(depth),
            6 => self.reduction(depth),
            7 => {
                self.uses("comparisons of Bit");
                let operator = self.pick(&COMPARISONS);
                let (left, right) = (self.bit(depth), self.bit(depth));
                self.binary(left, operator, right, Level::Comparison)
            }
            8 => self.comparison_of_index(),
            9 => self.comparison_of_loop_variable(),
            _ => self.bit_of_number(depth),
        }
    }

    /// `&&`, `||`, `&`, `|` or `^`.
    fn combination_of_bits(&mut self, depth: u32) -> Term {
        let (operator, level) = self.pick(&[
            ("&&", Level::LogicalAnd),
            ("||", Level::LogicalOr),
            ("&", Level::And),
            ("|", Level::Or),
            ("^", Level::Xor),
        ]);
        let is_logical = level <= Level::LogicalAnd;
        self.uses(if is_logical { "&& and || on Bit" } else { "&, | and ^ on Bit" });
        let (left, right) = (self.bit(depth), self.bit(depth));
        self.binary(left, operator, right, level)
    }

    fn comparison_of_bits(&mut self, depth: u32) -> Term {
        self.uses("comparisons of Bits");
        let operator = self.pick(&COMPARISONS);
        let width = self.some_width();
        let left = self.bits(width, depth);
        let right = match self.weighted(&[5, 4]) {
            0 => self.bits(width, depth),
            _ => {
                let number = self.some_number(width.bits);
                Term::atom(self.number(number))
            }
        };
        if self.chance(15) {
            return self.binary(right, operator, left, Level::Comparison);
        }
        self.binary(left, operator, right, Level::Comparison)
    }

    fn comparison_of_signed(&mut self, depth: u32) -> Term {
        self.uses("comparisons of Signed");
        let operator = self.pick(&COMPARISONS);
        let width = self.some_width();
        let left = self.signed(width, depth);
        let right = match self.weighted(&[5, 4]) {
            0 => self.signed(width, depth),
            _ => self.signed_number(width),
        };
        self.binary(left, operator, right, Level::Comparison)
    }

    fn comparison_of_enums(&mut self) -> Term {
        let Some((left, Type::Enum(index))) = self.leaf_of(|ty| matches!(ty, Type::Enum(_))) else {
            return self.bit(0);
        };
        self.uses("comparisons of enums");
        let operator = self.pick(&COMPARISONS[..2]);
        let right = self.variant(index);
        self.binary(left, operator, right, Level::Comparison)
    }

    fn comparison_of_structs(&mut self) -> Term {
        let left = self.leaf_of(|ty| matches!(ty, Type::Struct(_)));
        let both = left.and_then(|(left, ty)| Some((left, self.leaf(ty)?)));
        let Some((left, right)) = both else {
            return self.bit(0);
        };
        self.uses("comparisons of structs");
        let operator = self.pick(&COMPARISONS[..2]);
        self.binary(left, operator, right, Level::Comparison)
    }

    /// An index is a `usize` in Rust, so it may be compared with numbers that do not fit into its
    /// bits. `#[hdl_gen]` does not record the `.index()`, so the backend rejects such a comparison
    /// in it.
    fn comparison_of_index(&mut self) -> Term {
        let is_short = |ty| matches!(ty, Type::Bits(width) if width.bits <= 8);
        let Some((left, Type::Bits(width))) = self.leaf_of(is_short) else {
            return self.bit(0);
        };
        self.uses("comparisons of index()");
        let operator = self.pick(&COMPARISONS);
        let is_wider = self.is_described && self.chance(20);
        let limit = if is_wider { 2 << width.bits } else { 1 << width.bits };
        let number = self.design.random.u64(..limit);
        let left = self.method(left, "index()");
        self.binary(left, operator, Term::atom(number.to_string()), Level::Comparison)
    }

    fn comparison_of_loop_variable(&mut self) -> Term {
        let Some(found) = self.loops.last() else {
            return self.bit(0);
        };
        let (variable, iterations) = (found.variable, found.iterations);
        self.uses("loop variables in conditions");
        let operator = self.pick(&COMPARISONS);
        let number = self.design.random.u32(..iterations.bits);
        let right = Term::atom(number.to_string());
        self.binary(Term::atom(variable), operator, right, Level::Comparison)
    }

    /// `any`, `all` or `xor`.
    fn reduction(&mut self, depth: u32) -> Term {
        let width = self.some_width();
        let operand = self.bits(width, depth);
        let (call, construct) = self.pick(&[("any()", "any"), ("all()", "all"), ("xor()", "xor")]);
        self.uses(construct);
        self.method(operand, call)
    }

    /// `get_bit`.
    fn bit_of_number(&mut self, depth: u32) -> Term {
        let width = self.some_width();
        let base = if self.chance(25) {
            self.uses("get_bit of Signed");
            self.signed(width, depth)
        } else {
            self.uses("get_bit of Bits");
            self.bits(width, depth)
        };
        let index = self.index(width, depth);
        self.method(base, &format!("get_bit({index})"))
    }

    /// Returns a wide number with a bit at its lowest place.
    pub fn bit_as_bits(&mut self, width: Width, depth: u32) -> Term {
        self.uses("bit_cast of Bit");
        let bit = self.outside_loops(|block| block.bit(depth));
        let bit = self.method(bit, "into()");
        Term::atom(format!("bit_cast::<{width}, 1>({})", bit.text))
    }
}
