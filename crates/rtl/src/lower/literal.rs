//! Numbers in `rust-hdl`'s tree.

use rust_hdl::prelude::VerilogLiteral;

use super::super::design::Value;

/// Returns the value of a literal of the tree, or `None` if it is negative.
///
/// Its fields are private, so its `Display` form is parsed: `32'h2a`, `7'b101010`.
pub fn value_of(literal: &VerilogLiteral) -> Option<Value> {
    parse_sized(&literal.to_string())
}

/// Whether a literal of the tree has the width of a `usize` or `u64`. One without a suffix has 32
/// bits, whatever its type in Rust.
pub(super) fn has_64_bits(literal: &VerilogLiteral) -> bool {
    literal.to_string().starts_with("64'")
}

/// Parses a sized Verilog literal in base 2 or 16.
pub(super) fn parse_sized(text: &str) -> Option<Value> {
    let (_, rest) = text.split_once('\'')?;
    let radix = match rest.chars().next()? {
        'b' => 2,
        'h' => 16,
        _ => return None,
    };
    Value::from_str_radix(&rest[1..], radix)
}

/// Parses a Rust integer literal: any base, underscores, a type suffix.
pub(super) fn parse_rust_integer(text: &str) -> Option<u128> {
    let text: String = text.chars().filter(|c| *c != '_' && !c.is_whitespace()).collect();
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0b") => (2, &text[2..]),
        Some("0o") => (8, &text[2..]),
        _ => (10, text.as_str()),
    };
    // `u` and `i` are not hexadecimal digits, so they start the suffix.
    let digits = digits.split(['u', 'i']).next()?;
    u128::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_the_tree_are_parsed() {
        for (literal, value) in [
            (VerilogLiteral::from(true), 1),
            (VerilogLiteral::from(42_i32), 42),
            (VerilogLiteral::from(0xdead_beef_u64), 0xdead_beef),
            (VerilogLiteral::from(rust_hdl::prelude::bits::<7>(0b101_0101)), 0b101_0101),
        ] {
            assert_eq!(value_of(&literal), Some(Value::from(value)), "{literal}");
        }
        assert_eq!(value_of(&VerilogLiteral::from(-1_i32)), None);
    }

    #[test]
    fn rust_integers_are_parsed() {
        for (text, value) in [
            ("7", 7),
            ("0x1F", 31),
            ("0b1010_1010", 170),
            ("0o17", 15),
            ("1_000u32", 1000),
            ("0xffu8", 255),
            ("9usize", 9),
        ] {
            assert_eq!(parse_rust_integer(text), Some(value), "{text}");
        }
        for text in ["", "State", "0x", "x1", "-1"] {
            assert_eq!(parse_rust_integer(text), None, "{text}");
        }
    }
}
