//! Outputs without a type that processes assign: nets by the standard.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Change, Facts, targets};
use crate::sources::tokens::Tokens;

/// `output y` becomes `output logic y`, in the header of a module and behind it.
pub(super) fn assigned(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let places = 0..tokens.tokens.len();
    let modules = places.filter(|place| ["module", "macromodule"].contains(&tokens.text(*place)));
    modules.flat_map(|module| of_module(tokens, module)).collect()
}

fn of_module(tokens: &Tokens, module: usize) -> Vec<Change> {
    let header = module..tokens.find(";", module);
    let body = header.end..tokens.find("endmodule", header.end);
    let assigned = assigned_names(tokens, body.clone());
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
    let declared = body.filter(|place| tokens.text(*place) == "output");
    let declared = declared.filter(|place| is_untyped_declaration(tokens, *place, &assigned));
    let insert = |place: usize| Change::replace(tokens.end(place)..tokens.end(place), " logic");
    outputs.filter(is_untyped).chain(declared).map(insert).collect()
}

/// Whether a declaration behind the header has an assigned name, and none that has a type at
/// another place.
fn is_untyped_declaration(tokens: &Tokens, output: usize, assigned: &BTreeSet<&str>) -> bool {
    let Some(module) = tokens.module_around(output) else { return false };
    let names = declared_names(tokens, output + 1);
    let types = ["reg", "logic", "wire", "tri", "integer", "bit", "int"];
    let mut others = module.filter(|place| types.contains(&tokens.text(*place)));
    let other = others.any(|place| {
        declared_names(tokens, place + 1)
            .iter()
            .flatten()
            .any(|name| names.as_ref().is_some_and(|names| names.contains(name)))
    });
    !other && names.is_some_and(|names| names.iter().any(|name| assigned.contains(name)))
}

/// The names of a declaration; `None` for one of another form.
fn declared_names<'t>(tokens: &Tokens<'t>, mut place: usize) -> Option<Vec<&'t str>> {
    while ["[", "signed"].contains(&tokens.text(place)) {
        place = tokens.after(place);
    }
    let mut names = vec![];
    loop {
        names.push(tokens.text(place));
        let is_name = tokens.is_name(place);
        place += 1;
        while tokens.text(place) == "[" || tokens.text(place) == "=" {
            place = if tokens.text(place) == "[" {
                tokens.after(place)
            } else {
                value_end(tokens, place)
            };
        }
        match tokens.text(place) {
            "," if is_name => place += 1,
            ";" if is_name => return Some(names),
            _ => return None,
        }
    }
}

/// The place behind an initial value.
fn value_end(tokens: &Tokens, mut place: usize) -> usize {
    while ![",", ";", ""].contains(&tokens.text(place)) {
        place = tokens.after(place);
    }
    place
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
            if targets::operator(tokens, place).is_some() {
                let target = place..tokens.after(place);
                names.extend(without_indices(tokens, target));
            }
        }
    }
    names
}
