//! Expressions of type `Bits`.

use super::block::{Block, Loop};
use super::expression::{Level, Term};
use super::types::{Type, Width};

/// The greatest width of a shift amount. In Rust, a left shift by a large number takes much memory.
const SHIFT_AMOUNT: u32 = 6;

impl Block<'_> {
    /// Returns an expression of type `Bits` that has a signal in it, so that its type is known to
    /// Rust and to the backend.
    pub fn bits(&mut self, width: Width, depth: u32) -> Term {
        if depth == 0 || self.chance(15) {
            return match self.leaf(Type::Bits(width)) {
                Some(leaf) => leaf,
                None => self.converted_bits(width),
            };
        }
        let depth = depth - 1;
        match self.weighted(&[12, 2, 5, 4, 4, 3, 3, 2, 3, 1, 2]) {
            0 => self.arithmetic(width, depth),
            1 => {
                self.uses("! on Bits");
                let operand = self.bits(width, depth);
                self.unary("!", operand)
            }
            2 => self.shift(width, depth),
            3 => self.cast(width, depth),
            4 => self.slice(width, depth),
            5 => self.replaced_bit(width, depth),
            6 => self.concatenation(width, depth),
            7 => {
                self.uses("Bits + Bit");
                let left = self.bits(width, depth);
                let right = self.bit(depth);
                self.binary(left, "+", right, Level::Sum)
            }
            8 => {
                self.uses("unsigned_cast");
                let operand = self.signed(width, depth);
                Term::atom(format!("unsigned_cast({})", operand.text))
            }
            9 => self.product(width, depth),
            _ => self.number_of_loop(width, depth),
        }
    }

    /// Converts a signal of another type. Without such a signal, converts a number.
    fn converted_bits(&mut self, width: Width) -> Term {
        let is_number = |ty| matches!(ty, Type::Bits(_) | Type::Signed(_) | Type::Bit);
        let from = self.outside_loops(|block| block.leaf_of(is_number));
        match from {
            Some((leaf, Type::Bits(from))) => {
                self.uses("bit_cast");
                Term::atom(format!("bit_cast::<{width}, {from}>({})", leaf.text))
            }
            Some((leaf, Type::Signed(from))) => {
                self.uses("unsigned_cast");
                Term::atom(format!("bit_cast::<{width}, {from}>(unsigned_cast({}))", leaf.text))
            }
            Some((leaf, _)) => Term::atom(format!("bit_cast::<{width}, 1>({}.into())", leaf.text)),
            None => {
                self.uses("bits::<N>(number)");
                let number = self.some_number(width.bits);
                Term::atom(format!("bits::<{width}>({})", self.number(number)))
            }
        }
    }

    /// `+`, `-`, `&`, `|` or `^`, on either side of which may be a number.
    fn arithmetic(&mut self, width: Width, depth: u32) -> Term {
        let (operator, level, construct) = self.pick(&[
            ("+", Level::Sum, "+ on Bits"),
            ("-", Level::Sum, "- on Bits"),
            ("&", Level::And, "& on Bits"),
            ("|", Level::Or, "| on Bits"),
            ("^", Level::Xor, "^ on Bits"),
        ]);
        self.uses(construct);
        let left = self.bits(width, depth);
        let number = self.some_number(width.bits);
        match self.weighted(&[6, 3, 1]) {
            0 => {
                let right = self.bits(width, depth);
                self.binary(left, operator, right, level)
            }
            1 => {
                self.uses("numbers on the right");
                let right = Term::atom(self.number(number));
                self.binary(left, operator, right, level)
            }
            _ => {
                self.uses("numbers on the left");
                let right = Term::atom(self.number(number));
                self.binary(right, operator, left, level)
            }
        }
    }

    fn shift(&mut self, width: Width, depth: u32) -> Term {
        let (operator, construct) = self.pick(&[("<<", "<<"), (">>", ">>")]);
        self.uses(construct);
        let base = self.bits(width, depth);
        let amount = if self.chance(50) {
            Term::atom(self.up_to(width.bits as usize + 1).to_string())
        } else {
            self.uses("shifts by Bits");
            let amount = self.design.random.u32(1..=SHIFT_AMOUNT);
            self.bits(Width::fixed(amount), depth.min(1))
        };
        self.binary(base, operator, amount, Level::Shift)
    }

    /// `bit_cast` from another type.
    fn cast(&mut self, width: Width, depth: u32) -> Term {
        match self.weighted(&[6, 2, 2]) {
            1 => self.bit_as_bits(width, depth),
            2 => {
                let is_own = |ty| matches!(ty, Type::Enum(_) | Type::Struct(_));
                let found = self.outside_loops(|block| block.leaf_of(is_own));
                let Some((leaf, ty)) = found else {
                    return self.bits(width, 0);
                };
                let is_enum = matches!(ty, Type::Enum(_));
                self.uses(if is_enum { "enums as Bits" } else { "structs as Bits" });
                let from = self.types().width(ty);
                Term::atom(format!("bit_cast::<{width}, {from}>({}.into())", leaf.text))
            }
            _ => {
                self.uses("bit_cast");
                let from = self.some_width();
                let operand = self.outside_loops(|block| block.bits(from, depth));
                Term::atom(format!("bit_cast::<{width}, {from}>({})", operand.text))
            }
        }
    }

    /// `get_bits`.
    fn slice(&mut self, width: Width, depth: u32) -> Term {
        self.uses("get_bits of Bits");
        let from = self.some_width();
        let base = self.bits(from, depth);
        let offset = self.index(from, depth);
        self.method(base, &format!("get_bits::<{width}>({offset})"))
    }

    fn replaced_bit(&mut self, width: Width, depth: u32) -> Term {
        self.uses("replace_bit");
        let base = self.bits(width, depth);
        let index = self.index(width, depth);
        let bit = self.bit(depth);
        self.method(base, &format!("replace_bit({index}, {})", bit.text))
    }

    /// Values that are widened, shifted and joined.
    fn concatenation(&mut self, width: Width, depth: u32) -> Term {
        let (high, low) = (self.some_width(), self.some_width());
        if high.bits + low.bits > width.bits {
            return self.arithmetic(width, depth);
        }
        self.uses("concatenations with << and |");
        let [high_bits, low_bits] =
            [high, low].map(|part| self.outside_loops(|block| block.bits(part, depth.min(1))).text);
        let upper = format!("bit_cast::<{width}, {high}>({high_bits})");
        let lower = Term::atom(format!("bit_cast::<{width}, {low}>({low_bits})"));
        let shift = Term::atom(low.bits.to_string());
        let shifted = self.binary(Term::atom(upper), "<<", shift, Level::Shift);
        self.binary(shifted, "|", lower, Level::Or)
    }

    /// A product. `rust-hdl` has one of 16 by 16 bits only.
    fn product(&mut self, width: Width, depth: u32) -> Term {
        self.uses("products of Bits");
        let product = self.outside_loops(|block| {
            let [left, right] = [depth; 2].map(|depth| block.bits(Width::fixed(16), depth));
            block.binary(left, "*", right, Level::Product)
        });
        if width == Width::fixed(32) {
            return product;
        }
        Term::atom(format!("bit_cast::<{width}, 32>({})", product.text))
    }

    /// An operator on a number made of a loop's variable.
    fn number_of_loop(&mut self, width: Width, depth: u32) -> Term {
        let left = self.bits(width, depth);
        let Some(found) = self.loops.last() else {
            return left;
        };
        let Loop { variable, iterations, is_index } = *found;
        // 2^i and i + 1 have at most as many bits as there are iterations.
        if iterations.bits > width.bits || iterations.is_generic {
            return left;
        }
        self.uses("loop variables as numbers");
        let number = match is_index {
            false => Term::atom(variable),
            true if self.chance(50) => Term::atom(format!("(1_usize << {variable}).to_bits()")),
            true => Term::atom(format!("({variable} + 1_usize).to_bits()")),
        };
        let (operator, level) = self.pick(&[("+", Level::Sum), ("^", Level::Xor)]);
        self.binary(left, operator, number, level)
    }
}
