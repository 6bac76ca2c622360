//! How a comment's text travels through rust-hdl. `#[hdl_gen]` keeps a comment as the printed form of its macro call, with Rust's
//! escapes, and removes every `")` from it. `rust_hdl_describe::decode_comment` and `decode_line` are the other direction.

use std::fmt::Write;

/// Begins every encoded comment, so that no other comment is taken for one.
const MARKER: &str = "rust-hdl-describe: ";

/// Begins what is no comment, but the line of the statement that follows.
const LINE_MARKER: &str = "rust-hdl-describe line ";

/// The line of a statement, short enough for rust-hdl's own Verilog to have it on one line.
pub fn encode_line(line: usize) -> String {
    format!("{LINE_MARKER}{line}")
}

/// Printable ASCII stands for itself, but for `"`, `\` and `%`. These and all other characters are `%`, the code point in
/// hexadecimal, and `;`.
pub fn encode(text: &str) -> String {
    let mut encoded = String::from(MARKER);
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
