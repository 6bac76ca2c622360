//! Values that Yosys's own reader takes for others.

use std::ops::Range;

use super::{Change, Edit, Facts};
use crate::sources::tokens::Tokens;

/// The signed types with keywords, and their widths.
const SIGNED: [(&str, u32); 5] =
    [("byte", 8), ("shortint", 16), ("int", 32), ("integer", 32), ("longint", 64)];

/// Whether a word makes a declaration signed.
pub(super) fn is_signed(word: &str) -> bool {
    word == "signed" || SIGNED.iter().any(|(name, _)| *name == word)
}

/// `int'(a)` becomes `$signed(32'(a))`.
pub(super) fn signed_casts(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let mut changes = vec![];
    for place in 0..tokens.tokens.len() {
        let Some((_, width)) = SIGNED.iter().find(|(name, _)| *name == tokens.text(place)) else {
            continue;
        };
        let Some(open) = cast(tokens, place) else { continue };
        let end = tokens.end(tokens.closing[open]);
        changes.push(Change(vec![
            Edit(tokens.start(place)..tokens.start(open), format!("$signed({width}'")),
            Edit(end..end, ")".into()),
        ]));
    }
    changes
}

/// The parenthesis of a cast to the type at this place.
pub(super) fn cast(tokens: &Tokens, place: usize) -> Option<usize> {
    (tokens.text(place + 1) == "'" && tokens.text(place + 2) == "(").then_some(place + 2)
}

/// The value `'1` of a parameter or an enumerator with a width becomes `~0`.
pub(super) fn unsized_constants(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let ones = constants(tokens).into_iter().filter(|(equals, end)| {
        *end == equals + 2 && tokens.text(equals + 1) == "'1" && has_width(tokens, *equals)
    });
    ones.map(|(equals, _)| {
        let place = equals + 1;
        Change::replace(tokens.start(place)..tokens.end(place), "~0")
    })
    .collect()
}

/// Whether the constant before this `=` has a type of its own. Without one, `'1` has one bit.
pub(super) fn has_width(tokens: &Tokens, equals: usize) -> bool {
    let begins = ["parameter", "localparam", "enum", ";", "module"];
    let begin = (0..equals).rev().find(|place| begins.contains(&tokens.text(*place)));
    begin.is_none_or(|begin| {
        !["parameter", "localparam"].contains(&tokens.text(begin)) || tokens.text(begin + 2) != "="
    })
}

/// Whether a text may declare a parameter of that name: the word `parameter` may be left out in the
/// list of a module.
pub(super) fn may_declare_parameter(tokens: &Tokens, name: &str) -> bool {
    let is_declared =
        |place| tokens.text(place) == name && ["=", "["].contains(&tokens.text(place + 1));
    (0..tokens.tokens.len()).any(is_declared)
}

/// The values of parameters and enumerators: the places of `=` and of the token after the value.
pub(super) fn constants(tokens: &Tokens) -> Vec<(usize, usize)> {
    let mut found = vec![];
    let mut place = 0;
    while place < tokens.tokens.len() {
        let end = match tokens.text(place) {
            "parameter" | "localparam" => {
                let ends = |at: &usize| [";", ")", ""].contains(&tokens.text(*at));
                let mut at = place + 1;
                while !ends(&at) && !["parameter", "localparam"].contains(&tokens.text(at)) {
                    at = tokens.after(at);
                }
                at
            }
            "enum" => {
                while !["{", ";", ""].contains(&tokens.text(place)) {
                    place = tokens.after(place);
                }
                place += 1;
                tokens.closing.get(place - 1).copied().unwrap_or(place)
            }
            _ => {
                place += 1;
                continue;
            }
        };
        let mut equals = None;
        while place < end {
            match tokens.text(place) {
                "=" => equals = equals.or(Some(place)),
                "," => found.extend(equals.take().map(|equals| (equals, place))),
                _ => {}
            }
            place = tokens.after(place);
        }
        found.extend(equals.map(|equals| (equals, end)));
        place = end.max(place);
    }
    found
}

/// The value of `y[i +: 4] = v;` becomes `(4)'(v)`, which extends a signed one.
pub(super) fn part_selects(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let single = |(value, width): (Range<usize>, String)| {
        let range = tokens.start(value.start)..tokens.end(value.end - 1);
        let is_single = is_operand(tokens, &value);
        is_single.then(|| Change::surround(range, format!("({width})'("), ")"))
    };
    part_values(tokens).into_iter().filter_map(single).collect()
}

/// Values of several operands, all of which may be signed. As the operand of a cast, such a value
/// would have the width of the operands.
pub(super) fn signed_part_values(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    let values = part_values(tokens).into_iter().map(|(value, _)| value);
    let is_signed = |value: &Range<usize>| {
        let mut operands = value.clone().filter(|place| {
            let text = tokens.text(*place);
            text.starts_with(|first: char| first.is_ascii_alphanumeric() || "_$\\".contains(first))
        });
        !is_operand(tokens, value) && operands.all(|place| may_be_signed(tokens, place))
    };
    values.filter(is_signed).map(|value| value.start).collect()
}

/// Whether a value is a single operand, which may have selects or be in brackets.
fn is_operand(tokens: &Tokens, value: &Range<usize>) -> bool {
    let mut end = tokens.after(value.start);
    while ["[", "(", "."].contains(&tokens.text(end)) && end < value.end {
        end = if tokens.text(end) == "." { end + 2 } else { tokens.after(end) };
    }
    end == value.end && tokens.text(value.start) != "("
}

/// Whether an operand may be signed: a number without a base, or what is declared so.
fn may_be_signed(tokens: &Tokens, operand: usize) -> bool {
    let text = tokens.text(operand);
    if text.starts_with(|first: char| first.is_ascii_digit()) || text.starts_with('$') {
        return !text.contains('\'') || text.contains("'s") || text.contains("'S");
    }
    let ends = [";", "begin", "end", ")", "(", "=", "<=", "module"];
    let is_declared_signed = |place: usize| {
        let before = (0..place).rev().map(|before| tokens.text(before));
        let mut words = before.take_while(|text| !ends.contains(text));
        words.any(|word| word == "genvar" || is_signed(word))
    };
    (0..tokens.tokens.len()).any(|place| tokens.text(place) == text && is_declared_signed(place))
}

/// The values that are assigned to parts as `y[i +: 4]`, and the widths of these.
fn part_values(tokens: &Tokens) -> Vec<(Range<usize>, String)> {
    let mut values = vec![];
    for equals in 1..tokens.tokens.len() {
        if !["=", "<="].contains(&tokens.text(equals)) || tokens.text(equals - 1) != "]" {
            continue;
        }
        let Some(open) = tokens.opening(equals - 1) else { continue };
        let is_part = |place: &usize| {
            ["+", "-"].contains(&tokens.text(*place)) && tokens.text(place + 1) == ":"
        };
        let Some(part) = (open..equals).find(is_part) else { continue };
        let mut end = equals + 1;
        while ![";", ",", ")", "", "endmodule"].contains(&tokens.text(end)) {
            end = tokens.after(end);
        }
        // A comparison is in parentheses.
        if tokens.text(end) != ";" || end == equals + 1 || !is_target(tokens, open) {
            continue;
        }
        let width = (part + 2..equals - 1).map(|place| tokens.text(place)).collect::<Vec<_>>();
        values.push((equals + 1..end, width.join(" ")));
    }
    values
}

/// Whether the brackets at this place end the target of an assignment.
fn is_target(tokens: &Tokens, mut open: usize) -> bool {
    // Back over `a.b[1]`.
    loop {
        open = match open.checked_sub(1) {
            None => return false,
            Some(before) if tokens.text(before) == "]" => match tokens.opening(before) {
                None => return false,
                Some(open) => open,
            },
            Some(name) => match name.checked_sub(1).map(|before| (before, tokens.text(before))) {
                Some((dot, ".")) => dot,
                Some((_, before)) => {
                    let starts = [
                        ";",
                        "begin",
                        "else",
                        ")",
                        "*",
                        ":",
                        "assign",
                        "end",
                        ",",
                        "initial",
                        "always_comb",
                        "always_latch",
                    ];
                    return starts.contains(&before);
                }
                None => return false,
            },
        };
    }
}

/// The values that the user sets of parameters of the top module.
pub(super) fn parameters(tokens: &Tokens, facts: &Facts) -> Vec<Change> {
    let Some(top) = facts.top.filter(|_| !facts.parameters.is_empty()) else { return vec![] };
    let is_top = |place: &usize| tokens.text(*place) == "module" && tokens.text(place + 1) == top;
    let Some(module) = (0..tokens.tokens.len()).find(is_top) else { return vec![] };
    let end = tokens.find("endmodule", module);
    let mut changes = vec![];
    for (equals, after) in constants(tokens) {
        let set = facts.parameters.iter().find(|(name, _)| *name == tokens.text(equals - 1));
        let keyword = (module..equals)
            .rev()
            .find(|place| ["parameter", "localparam"].contains(&tokens.text(*place)));
        let is_parameter = keyword.is_some_and(|place| tokens.text(place) == "parameter");
        let is_set = is_parameter && equals < end && after > equals + 1;
        if let (Some((_, value)), true) = (set, is_set) {
            let range = tokens.start(equals + 1)..tokens.end(after - 1);
            changes.push(Change::replace(range, *value));
        }
    }
    changes
}

/// Each file begins with the default type of nets.
pub(super) fn net_type(_: &Tokens, facts: &Facts) -> Vec<Change> {
    let begins = !facts.is_included;
    begins.then(|| Change::replace(0..0, "`default_nettype wire ")).into_iter().collect()
}
