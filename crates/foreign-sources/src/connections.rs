//! Connections of ports that Yosys's own reader evaluates with too few bits.
//!
//! The value of `.x(a + b)` has the bits of the port. Yosys's own reader takes those of the
//! operands, and extends the result. Its warning about the width has the names, but no place.

use super::ForeignError;
use super::sources::{FOLDER, SourceSet, Tokens};
use super::warnings::RESIZED;
use rust_hdl_rtl::VerilogTokenKind;

/// Operators whose result has other upper bits if the operands are extended before.
const OPERATORS: [&str; 6] = ["+", "-", "*", "<<", "<<<", "~"];

/// Checks that no port is connected to a value that has more bits than Yosys's own reader gives it.
/// `printed` are its warnings.
///
/// # Errors
///
/// [`ForeignError::Misread`]
pub(super) fn check(printed: &str, sources: &SourceSet) -> Result<(), ForeignError> {
    let place = printed.lines().filter_map(extended).find_map(|(instance, port)| {
        let mut own = sources.files.iter().filter(|file| file.name.starts_with(FOLDER));
        own.find_map(|file| {
            let tokens = Tokens::of(&file.text);
            let start = tokens.tokens[connection(&tokens, instance, port)?].start;
            Some(sources.place(file, start))
        })
    });
    place.map_or(Ok(()), |place| {
        Err(ForeignError::Misread {
            place,
            construct: "operator in the connection of a wider port",
            reader: "Yosys's own reader",
            why: "the value has too few bits",
            remedy: "connect a signal that has the width of the port and this value",
            is_tried_by_slang: false,
        })
    })
}

/// The instance and the port of a warning that a connection is extended.
fn extended(line: &str) -> Option<(&str, &str)> {
    let (_, names) = line.split_once(RESIZED)?;
    let (names, widths) = names.split_once(" from ")?;
    let (from, to) = widths.split_once(" bits to ")?;
    let (from, to): (u32, u32) = (from.parse().ok()?, to.strip_suffix(" bits.")?.parse().ok()?);
    let (path, port) = names.rsplit_once('.')?;
    let instance = path.rsplit('.').next()?.split('[').next()?;
    (from < to).then_some((instance, port))
}

/// The place of an operator in the connection of an instance's port. Connections without
/// names are all taken for that of the port.
fn connection(tokens: &Tokens, instance: &str, port: &str) -> Option<usize> {
    (0..tokens.tokens.len()).filter(|place| tokens.text(*place) == instance).find_map(|place| {
        // An array of instances has a range.
        let open = if tokens.text(place + 1) == "[" { tokens.after(place + 1) } else { place + 1 };
        if tokens.text(open) != "(" || is_call(tokens, place) {
            return None;
        }
        let range = open + 1..tokens.closing[open];
        if tokens.text(open + 1) != "." {
            return operator(tokens, range);
        }
        let named = range.clone().find(|at| {
            tokens.text(*at) == "." && tokens.text(at + 1) == port && tokens.text(at + 2) == "("
        })?;
        operator(tokens, named + 3..tokens.closing[named + 2])
    })
}

/// Whether a name before a parenthesis is that of a function: an instance has its module's name, or
/// parameters, before its own.
fn is_call(tokens: &Tokens, place: usize) -> bool {
    let before = place.checked_sub(1);
    !before.is_some_and(|before| tokens.text(before) == ")" || tokens.is_name(before))
}

/// The first operator in an expression that extended operands change.
fn operator(tokens: &Tokens, range: std::ops::Range<usize>) -> Option<usize> {
    let mut place = range.start;
    while place < range.end {
        let is_argument = tokens.text(place) == "("
            && place > range.start
            && tokens.tokens[place - 1].kind == VerilogTokenKind::Word;
        match tokens.text(place) {
            text if OPERATORS.contains(&text) => return Some(place),
            "[" | "{" => place = tokens.after(place),
            "(" if is_argument => place = tokens.after(place),
            _ => place += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_in_a_short_connection_is_found() {
        let line = |from, to| {
            format!("Warning: Resizing cell port top.g[0].u.x from {from} bits to {to} bits.")
        };
        assert_eq!(extended(&line(4, 5)), Some(("u", "x")));
        assert_eq!(extended(&line(5, 4)), None);
        for (text, is_found) in [
            ("sub u (.x(a + b), .y(y));", true),
            ("sub #(3) u (a, b + 1, y);", true),
            ("sub u [1:0] (.x(~a), .y(y));", true),
            ("sub u (.y(~a), .x(b));", false),
            ("sub u (.x({a + b, c[i + 1]}), .y(a & b));", false),
            ("sub u (.x(f(a + b) | c), .y(y));", false),
            ("assign y = u (a + b);", false),
        ] {
            assert_eq!(connection(&Tokens::of(text), "u", "x").is_some(), is_found, "{text}");
        }
    }
}
