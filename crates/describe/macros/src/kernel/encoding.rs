//! Encodes comments so that they survive rust-hdl: `#[hdl_gen]` stores a comment as the printed
//! macro call, with Rust's escapes, and removes every `")` from it.
//! `rust_hdl_describe::decode_comment` and `decode_line` are the inverse.

use std::fmt::Write;

/// The prefix of every encoded comment, which distinguishes it from other comments.
const MARKER: &str = "rust-hdl-describe: ";

/// The prefix of the line number of the next statement.
const LINE_MARKER: &str = "rust-hdl-describe line ";

/// The prefix of the property whose condition an `if` has.
const PROPERTY_MARKER: &str = "rust-hdl-describe property ";

/// Encodes a property: its kind, its clock, if it is given, and its name.
pub fn encode_property(kind: &str, clock: Option<&str>, name: &str) -> String {
    format!("{PROPERTY_MARKER}{kind} {} {}", clock.unwrap_or("-"), escaped(name))
}

/// Encodes the line of a statement. The result is short enough to fit on one line of rust-hdl's own
/// Verilog.
pub fn encode_line(line: usize) -> String {
    format!("{LINE_MARKER}{line}")
}

/// Encodes a comment. Printable ASCII except `"`, `\` and `%` is unchanged. Any other character
/// becomes `%`, its code point in hexadecimal, and `;`.
pub fn encode(text: &str) -> String {
    format!("{MARKER}{}", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut encoded = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' | '%' => escape(&mut encoded, character),
            ' '..='~' => encoded.push(character),
            _ => escape(&mut encoded, character),
        }
    }
    encoded
}

fn escape(encoded: &mut String, character: char) {
    // Writing to a string cannot fail.
    let _ = write!(encoded, "%{:x};", u32::from(character));
}
