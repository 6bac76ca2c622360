//! Where statements assign variables.

use crate::sources::tokens::Tokens;

/// What is before a statement: these tokens, or a label.
const BEFORE: [&str; 15] = [
    ";",
    "begin",
    "end",
    "else",
    ")",
    ":",
    "default",
    "endcase",
    "join",
    "fork",
    "do",
    "forever",
    "always_comb",
    "always_ff",
    "always_latch",
];

/// The place of the operator `=` or `<=`, if a statement begins at a place that assigns something
/// with it.
pub(super) fn operator(tokens: &Tokens, start: usize) -> Option<usize> {
    let before = |back: usize| start.checked_sub(back).map_or("", |place| tokens.text(place));
    let is_start = BEFORE.contains(&before(1))
        || ["always", "initial", "final"].contains(&before(1))
        || before(1) == "*" && before(2) == "@"
        // A label, or a delay.
        || [":", "#"].contains(&before(2));
    let operator = target_end(tokens, start)?;
    (is_start && ["=", "<="].contains(&tokens.text(operator))).then_some(operator)
}

/// The place behind a target: `q`, `q[1]`, `s.q` or `{q, r}`.
pub(super) fn target_end(tokens: &Tokens, start: usize) -> Option<usize> {
    let mut end = tokens.after(start);
    loop {
        match tokens.text(end) {
            "[" => end = tokens.after(end),
            "." => end += 2,
            "" => return None,
            _ => return Some(end),
        }
    }
}
