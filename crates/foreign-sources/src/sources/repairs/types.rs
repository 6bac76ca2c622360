//! The names of types, and packed arrays of them.

use super::Facts;
use crate::sources::tokens::Tokens;

/// A type with a name.
pub(super) struct NamedType<'t> {
    name: &'t str,
    /// Whether it is a structure or a union.
    is_structure: bool,
    /// Whether it has several packed dimensions.
    is_array: bool,
}

/// The types that a text declares.
pub(super) fn declared<'t>(tokens: &Tokens<'t>) -> Vec<NamedType<'t>> {
    let typedefs = (0..tokens.tokens.len()).filter(|place| tokens.text(*place) == "typedef");
    let types = typedefs.filter_map(|place| {
        let (mut at, mut dimensions, mut name) = (place + 1, 0, None);
        let is_structure = ["struct", "union"].contains(&tokens.text(at));
        // Unpacked dimensions are after the name.
        while ![";", ""].contains(&tokens.text(at)) {
            match tokens.text(at) {
                "[" if name.is_none() => dimensions += 1,
                text if tokens.is_name(at) && !tokens.is_name(at + 1) => name = Some(text),
                _ => {}
            }
            at = tokens.after(at);
        }
        Some(NamedType { name: name?, is_structure, is_array: dimensions > 1 })
    });
    types.collect()
}

/// Packed arrays of types that Yosys's own reader takes for arrays of bits: those that are types
/// themselves, those of structures and of arrays, and arrays in structures.
pub(super) fn arrays(tokens: &Tokens, facts: &Facts) -> Vec<usize> {
    let is_misread = |place: &usize| {
        let has_name = |one: &&NamedType| one.name == tokens.text(*place);
        let mut types = facts.types.iter().filter(has_name).peekable();
        if types.peek().is_none() {
            return false;
        }
        let (is_structure, is_array) = types
            .fold((false, false), |all, one| (all.0 || one.is_structure, all.1 || one.is_array));
        let mut after = place + 1;
        while tokens.text(after) == "[" {
            after = tokens.after(after);
        }
        if !tokens.is_name(after) {
            return false;
        }
        // With a package, as in `p::t`.
        let of_package =
            *place > 2 && tokens.text(place - 1) == ":" && tokens.text(place - 2) == ":";
        let first = if of_package { place - 3 } else { *place };
        let is_typedef = first > 0 && tokens.text(first - 1) == "typedef";
        match after > place + 1 {
            true => is_typedef || is_structure || is_array,
            false => is_array && is_member(tokens, *place),
        }
    };
    (0..tokens.tokens.len()).filter(is_misread).collect()
}

/// Whether a place is among the members of a structure.
fn is_member(tokens: &Tokens, place: usize) -> bool {
    let around = tokens.around(place);
    around.is_some_and(|open| tokens.text(open) == "{" && tokens.is_structure(open))
}
