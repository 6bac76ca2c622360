//! Outputs without a type that processes assign: nets by the standard.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Change, Facts};
use crate::sources::tokens::Tokens;

/// `output y` in the header of a module becomes `output logic y`.
pub(super) fn assigned(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let places = 0..tokens.tokens.len();
    let modules = places.filter(|place| ["module", "macromodule"].contains(&tokens.text(*place)));
    modules.flat_map(|module| of_module(tokens, module)).collect()
}

fn of_module(tokens: &Tokens, module: usize) -> Vec<Change> {
    let header = module..tokens.find(";", module);
    let body = header.end..tokens.find("endmodule", header.end);
    let assigned = assigned_names(tokens, body);
    let is_untyped = |output: &usize| {
        let mut place = output + 1;
        while tokens.text(place) == "[" {
            place = tokens.after(place);
        }
        [",", ")"].contains(&tokens.text(place + 1)) && {
            let end = (place..header.end)
                .find(|place| ["input", "output", "inout"].contains(&tokens.text(*place)))
                .unwrap_or(header.end);
            (place..end).any(|place| assigned.contains(tokens.text(place)))
        }
    };
    let outputs = header.clone().filter(|place| tokens.text(*place) == "output");
    let insert = |place: usize| Change::replace(tokens.end(place)..tokens.end(place), " logic");
    outputs.filter(is_untyped).map(insert).collect()
}

/// The words of a target, without those in brackets.
fn without_indices<'t>(tokens: &Tokens<'t>, target: Range<usize>) -> Vec<&'t str> {
    let mut words = vec![];
    let mut place = target.start;
    while place < target.end {
        words.push(tokens.text(place));
        place = if tokens.text(place) == "[" { tokens.after(place) } else { place + 1 };
    }
    words
}

/// What the processes of a module assign.
fn assigned_names<'t>(tokens: &Tokens<'t>, body: Range<usize>) -> BTreeSet<&'t str> {
    let mut names = BTreeSet::new();
    let processes = ["always", "always_comb", "always_ff", "always_latch"];
    for process in body.filter(|place| processes.contains(&tokens.text(*place))) {
        for place in process + 1..tokens.statement_end(process + 1) {
            let starts = [";", "begin", "else", ")", ":", "*", "end", tokens.text(process)];
            let is_start =
                starts.contains(&tokens.text(place - 1)) || tokens.text(place - 2) == ":";
            let target = place..tokens.after(place);
            let mut end = target.end;
            while tokens.text(end) == "[" {
                end = tokens.after(end);
            }
            if is_start && ["=", "<="].contains(&tokens.text(end)) {
                names.extend(without_indices(tokens, target));
            }
        }
    }
    names
}
