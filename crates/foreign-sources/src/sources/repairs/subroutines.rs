//! Functions and tasks whose variables are shared by all of their calls.

use super::{Change, Facts};
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
                end == "endtask"
                    && is_nonblocking(tokens, place)
                    && is_own(tokens, body.start, place)
            })
    };
    let insert = |place: usize| Change::replace(tokens.end(place)..tokens.end(place), " automatic");
    (0..tokens.tokens.len()).filter(is_shared).map(insert).collect()
}

/// Whether a statement begins at a place that assigns a variable with `<=`.
fn is_nonblocking(tokens: &Tokens, place: usize) -> bool {
    let starts = [";", "begin", "else", ")", ":"];
    let mut operator = place + 1;
    while tokens.text(operator) == "[" {
        operator = tokens.after(operator);
    }
    starts.contains(&tokens.text(place.saturating_sub(1))) && tokens.text(operator) == "<="
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
