//! Functions and tasks whose variables are shared by all of their calls.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Change, Facts, definite};
use crate::sources::tokens::Tokens;

/// `function f` becomes `function automatic f`, and so does a task, if several processes or
/// assignments may call it and no call reads a value of another one.
pub(super) fn shared(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let is_shared = |body: &Range<usize>| {
        !["automatic", "static"].contains(&tokens.text(body.start + 1))
            && has_several_callers(tokens, body.clone())
            && definite::is_independent(tokens, body.clone())
    };
    let insert = |body: Range<usize>| {
        let end = tokens.end(body.start);
        Change::replace(end..end, " automatic")
    };
    declared(tokens).filter(is_shared).map(insert).collect()
}

/// Where functions and tasks use the value that a static variable has from the call before.
pub(super) fn kept(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    let is_static = |body: &Range<usize>| tokens.text(body.start + 1) != "automatic";
    declared(tokens).filter(is_static).flat_map(|body| definite::kept(tokens, body)).collect()
}

/// Where a static variable of a function or a task has an initial value that reads an argument or a
/// variable: the value is taken once, before any call.
pub(super) fn initial_values(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    let is_static = |body: &Range<usize>| tokens.text(body.start + 1) != "automatic";
    declared(tokens).filter(is_static).flat_map(|body| changing_values(tokens, body)).collect()
}

/// The variables of a subroutine whose initial values read what it declares.
fn changing_values(tokens: &Tokens, body: Range<usize>) -> Vec<usize> {
    let (mut names, mut values) = (BTreeSet::new(), vec![]);
    let ends = |place: usize| [";", ")", ""].contains(&tokens.text(place));
    let mut place = body.start + 1;
    while place < body.end {
        let is_type = definite::TYPES.contains(&tokens.text(place));
        // The variables of loops and automatic ones get their values each time.
        let before = [2, 1].map(|count| place.checked_sub(count).map_or("", |at| tokens.text(at)));
        let is_kept = before != ["for", "("] && !["automatic", "localparam"].contains(&before[1]);
        while is_type && place < body.end && !ends(place) {
            match tokens.text(place) {
                "[" => place = tokens.after(place),
                "=" => {
                    let start = place;
                    while !ends(place) && tokens.text(place) != "," {
                        place = tokens.after(place);
                    }
                    values.extend(is_kept.then_some((start - 1, start..place)));
                }
                text => {
                    names.extend(tokens.is_name(place).then_some(text));
                    place += 1;
                }
            }
        }
        place += 1;
    }
    // Not a member, one of a package, a type, or the width of a variable.
    let is_read = |place: usize| {
        let before = [2, 1].map(|count| tokens.text(place - count));
        let after = [1, 2].map(|count| tokens.text(place + count));
        let is_width = before[1] == "(" && ["$bits", "$size"].contains(&before[0]);
        before[1] != "."
            && after[0] != "'"
            && before != [":", ":"]
            && after != [":", ":"]
            && !is_width
    };
    let reads = |(_, value): &(usize, Range<usize>)| {
        value.clone().any(|place| names.contains(tokens.text(place)) && is_read(place))
    };
    values.into_iter().filter(reads).map(|(variable, _)| variable).collect()
}

/// The functions and tasks of a text, each from its keyword up to its end.
fn declared(tokens: &Tokens) -> impl Iterator<Item = Range<usize>> {
    (0..tokens.tokens.len()).filter_map(|place| {
        let end = match tokens.text(place) {
            "function" => "endfunction",
            "task" => "endtask",
            _ => return None,
        };
        let before = place.checked_sub(1).map_or("", |before| tokens.text(before));
        let is_declaration = !["extern", "virtual", "import", "export"].contains(&before);
        let body = place..tokens.find(end, place);
        (is_declaration && tokens.text(body.end) == end).then_some(body)
    })
}

/// Whether several processes or assignments may call a subroutine: those of its module, or unknown
/// ones.
fn has_several_callers(tokens: &Tokens, body: Range<usize>) -> bool {
    let mut name = body.start + 1;
    while !["(", ";", ""].contains(&tokens.text(name)) {
        name = tokens.after(name);
    }
    let name = tokens.text(name - 1);
    let Some(module) = tokens.module_around(body.start) else { return true };
    let bytes = tokens.start(module.start)..tokens.start(module.end);
    if tokens.includes.iter().any(|place| bytes.contains(place)) {
        return true;
    }
    let processes = ["always", "always_ff", "always_comb", "always_latch", "initial", "final"];
    let processes = module.clone().filter(|place| processes.contains(&tokens.text(*place)));
    let processes: Vec<Range<usize>> =
        processes.map(|place| place..tokens.statement_end(place + 1)).collect();
    let mut callers = BTreeSet::new();
    for call in module.filter(|place| tokens.text(*place) == name && !body.contains(place)) {
        // `f.x` is a variable of the subroutine.
        if tokens.text(call + 1) == "." {
            return false;
        }
        let process = processes.iter().find(|process| process.contains(&call));
        callers.insert(process.map_or(call, |process| process.start));
    }
    // A call in a loop of a module, a macro or another subroutine may be many.
    let is_many = |place: usize| {
        let text = tokens.text(place);
        ["genvar", "function", "task"].contains(&text) && place != body.start
            || text.starts_with('`')
    };
    callers.len() > 1
        || tokens.module_around(body.start).is_some_and(|module| module.into_iter().any(is_many))
}
