//! Conversions between `Bits` and Rust integers, and `past`, which `#[kernel]` marks in rust-hdl's
//! tree.

use rust_hdl::prelude::ast::{VerilogBlock, VerilogExpression, VerilogStatement};

use crate::decode_line;

/// A conversion that `#[kernel]` marks. rust-hdl's tree has nothing but its operand, in
/// parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `.index()`: `Bits` that become a Rust integer. Also the `.into()` in `bits(x.into())`.
    Integer,
    /// `.to_bits()`: a Rust integer that becomes `Bits`.
    Bits,
    /// The `.into()` in `bit_cast::<M, N>(x.into())`: a value that becomes `Bits<N>`, in a cast to
    /// that width.
    Operand,
    /// The `unsigned_cast(signed_bit_cast(…))` that takes the place of a `signed_bit_cast`, in a
    /// cast to its width and a `signed_cast`.
    Signed,
    /// The operand of `past` in a property: its value at the rising edge before.
    Past,
}

/// Returns the conversion that an expression is, and its operand. The expression has to be from a
/// kernel for which [`is_marked`] is true: elsewhere, an author may have written the parentheses.
pub fn decode_conversion(tree: &VerilogExpression) -> Option<(Conversion, &VerilogExpression)> {
    fn inside(tree: &VerilogExpression) -> Option<&VerilogExpression> {
        match tree {
            VerilogExpression::Paren(inner) => Some(inner),
            _ => None,
        }
    }
    let pairs = std::iter::successors(Some(tree), |tree| inside(tree)).count() - 1;
    // As in `conversions.rs` of `rust-hdl-describe-macros`.
    let (conversion, own) = match pairs % PAST {
        2 => (Conversion::Integer, 2),
        3 => (Conversion::Bits, 3),
        4 => (Conversion::Operand, 4),
        5 => (Conversion::Signed, 5),
        0 if pairs > 0 => (Conversion::Past, PAST),
        _ => return None,
    };
    let operand = std::iter::successors(Some(tree), |tree| inside(tree)).nth(own)?;
    Some((conversion, operand))
}

/// The pairs of parentheses around the operand of `past`.
const PAST: usize = 6;

/// Whether the kernel has `#[kernel]`, which marks every conversion, and not rust-hdl's
/// `#[hdl_gen]` alone.
pub fn is_marked(kernel: &VerilogBlock) -> bool {
    kernel.iter().any(|statement| {
        matches!(statement, VerilogStatement::Comment(text) if decode_line(text).is_some())
    })
}

/// Returns the name of the number that an empty loop records, by the loop's index. Its bounds are
/// the value. `#[kernel]` puts such a loop before the statements for each constant. `Self::K` is
/// `Self$K`, as in rust-hdl's tree.
pub fn decode_constant(index: &str) -> Option<String> {
    let path = || Some(index.strip_prefix("_value_at_")?.replace("__", "$"));
    index.strip_prefix("_value_of_").map(str::to_string).or_else(path)
}
