//! Functions and tasks whose variables are shared by all of their calls.

use std::ops::Range;

use super::{Change, Facts, targets};
use crate::sources::tokens::Tokens;

/// `function f` becomes `function automatic f`, and so does a task that assigns none of its
/// variables with `<=`.
pub(super) fn shared(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let is_shared = |place: &usize| {
        let end = match tokens.text(*place) {
            "function" => "endfunction",
            "task" => "endtask",
            _ => return false,
        };
        let before = place.checked_sub(1).map_or("", |before| tokens.text(before));
        let is_declaration = !["extern", "virtual", "import", "export"].contains(&before);
        let has_lifetime = ["automatic", "static"].contains(&tokens.text(place + 1));
        let body = *place..tokens.find(end, *place);
        let is_complete = tokens.text(body.end) == end;
        is_declaration
            && !has_lifetime
            && is_complete
            && !body.clone().any(|place| {
                let mut targets = nonblocking(tokens, place);
                end == "endtask" && targets.any(|place| is_own(tokens, body.start, place))
            })
    };
    let insert = |place: usize| Change::replace(tokens.end(place)..tokens.end(place), " automatic");
    (0..tokens.tokens.len()).filter(is_shared).map(insert).collect()
}

/// The variables that a statement assigns with `<=`, if one begins at a place.
fn nonblocking(tokens: &Tokens, place: usize) -> Range<usize> {
    let operator = targets::operator(tokens, place).filter(|at| tokens.text(*at) == "<=");
    place..operator.unwrap_or(place)
}

/// Whether a task that begins at a place may declare the variable at another place.
fn is_own(tokens: &Tokens, task: usize, variable: usize) -> bool {
    let name = tokens.text(variable);
    let declares = ["output", "inout", "reg", "logic", "integer", "int", "bit"];
    let mut declarations = (task..variable).filter(|place| declares.contains(&tokens.text(*place)));
    declarations.any(|place| {
        let end = (place..variable).find(|end| [";", ")"].contains(&tokens.text(*end)));
        (place..end.unwrap_or(variable)).any(|place| tokens.text(place) == name)
    })
}
