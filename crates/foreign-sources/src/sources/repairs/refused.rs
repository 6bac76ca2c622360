//! Constructs without another form that a reader reads rightly.

use super::Facts;
use super::values::{cast, constants, has_width};
use crate::sources::tokens::Tokens;

fn places(tokens: &Tokens, is: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..tokens.tokens.len()).filter(|place| is(*place)).collect()
}

pub(super) fn interfaces(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    places(tokens, |place| tokens.text(place) == "interface")
}

pub(super) fn charges(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    places(tokens, |place| tokens.text(place) == "trireg")
}

/// What [`pulls`](crate::sources::pulls) has left.
pub(super) fn pulls(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    places(tokens, |place| ["tri0", "tri1", "pullup", "pulldown"].contains(&tokens.text(place)))
}

pub(super) fn signed_casts(tokens: &Tokens, facts: &Facts) -> Vec<usize> {
    let is_signed = |place| facts.signed_types.contains(&tokens.text(place));
    places(tokens, |place| is_signed(place) && cast(tokens, place).is_some())
}

/// `'1` in an expression of a constant, or as an argument by itself; or a macro with it.
pub(super) fn unsized_parts(tokens: &Tokens, facts: &Facts) -> Vec<usize> {
    let is_macro = |place: usize| {
        tokens.text(place).strip_prefix('`').is_some_and(|name| facts.ones.contains(name))
    };
    let is_one = |place: &usize| tokens.text(*place) == "'1" || is_macro(*place);
    let in_constants = constants(tokens).into_iter().filter(|(equals, end)| {
        *end > equals + 2 || is_macro(equals + 1) && has_width(tokens, *equals)
    });
    let in_constants = in_constants.flat_map(|(equals, end)| equals + 1..end).filter(is_one);
    let arguments = places(tokens, |place| {
        is_one(&place)
            && place > 0
            && ["(", ","].contains(&tokens.text(place - 1))
            && [")", ","].contains(&tokens.text(place + 1))
            && is_argument(tokens, place)
    });
    in_constants.chain(arguments).collect()
}

/// Whether the parentheses around a place are those of a call, or of a parameter's value.
fn is_argument(tokens: &Tokens, place: usize) -> bool {
    let around = tokens.around(place).filter(|open| *open > 0 && tokens.text(*open) == "(");
    let Some(open) = around else { return false };
    let is_port = open > 1 && tokens.text(open - 2) == ".";
    let is_parameter = is_port && {
        let outer = tokens.around(open);
        outer.is_some_and(|outer| outer > 0 && tokens.text(outer - 1) == "#")
    };
    let is_call = tokens.is_name(open - 1) && !is_port && !is_instance(tokens, open);
    tokens.text(open - 1) == "#" || is_parameter || is_call
}

/// Whether a parenthesis begins the ports of an instance: `sub u (`.
fn is_instance(tokens: &Tokens, open: usize) -> bool {
    open > 1 && (tokens.is_name(open - 2) || tokens.text(open - 2) == ")")
}

pub(super) fn sizes(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    let functions = ["$bits", "$size", "$high", "$low", "$left", "$right"];
    places(tokens, |place| {
        functions.contains(&tokens.text(place)) && tokens.text(place + 1) == "(" && {
            let argument = place + 2..tokens.closing[place + 1];
            argument.into_iter().any(|place| ["[", "."].contains(&tokens.text(place)))
        }
    })
}

pub(super) fn inouts(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    places(tokens, |place| {
        tokens.text(place) == "inout" && {
            let start = (0..place).rev().find(|before| {
                ["module", "task", "function", "endtask", "endfunction"]
                    .contains(&tokens.text(*before))
            });
            start.is_some_and(|start| ["task", "function"].contains(&tokens.text(start)))
        }
    })
}

pub(super) fn ascending_members(tokens: &Tokens, _: &Facts) -> Vec<usize> {
    let is_ascending = |place: usize| {
        ["[", "0", ":"].iter().enumerate().all(|(n, t)| tokens.text(place + n) == *t)
    };
    let mut found = vec![];
    for open in places(tokens, |place| tokens.text(place) == "{") {
        if tokens.is_structure(open) {
            found.extend((open..tokens.closing[open]).filter(|place| is_ascending(*place)));
        }
    }
    found.retain(|place| tokens.text(place + 3) != "0");
    found
}
