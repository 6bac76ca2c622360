//! Conversions between `Bits` and Rust integers, which `#[kernel]` marks in rust-hdl's tree.

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
}

/// Returns the conversion that an expression is, and its operand. The expression has to be from a
/// kernel for which [`is_marked`] is true: elsewhere, an author may have written the parentheses.
pub fn decode_conversion(tree: &VerilogExpression) -> Option<(Conversion, &VerilogExpression)> {
    let (mut operand, mut pairs) = (tree, 0);
    while let VerilogExpression::Paren(inner) = operand {
        (operand, pairs) = (inner, pairs + 1);
    }
    // As in `conversions.rs` of `rust-hdl-describe-macros`.
    match pairs {
        2 => Some((Conversion::Integer, operand)),
        3 => Some((Conversion::Bits, operand)),
        4 => Some((Conversion::Operand, operand)),
        5 => Some((Conversion::Signed, operand)),
        _ => None,
    }
}

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
