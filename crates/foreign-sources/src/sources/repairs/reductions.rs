//! Methods that join all elements of an unpacked array, such as `sum`.

use std::ops::Range;

use super::{Change, Facts};
use crate::sources::tokens::Tokens;

/// The methods, each with its operator.
const METHODS: [(&str, &str); 5] =
    [("sum", "+"), ("product", "*"), ("and", "&"), ("or", "|"), ("xor", "^")];

/// The most elements that are written out.
const ELEMENTS: u32 = 1024;

/// `a.sum()` becomes `{a[0] + a[1] + a[2]}`, which has the width of an element.
pub(super) fn methods(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    (0..tokens.tokens.len()).filter_map(|place| method(tokens, place)).collect()
}

fn method(tokens: &Tokens, array: usize) -> Option<Change> {
    let is_member = array > 0 && tokens.text(array - 1) == ".";
    if is_member || tokens.text(array + 1) != "." || !tokens.is_name(array) {
        return None;
    }
    let (_, operator) = METHODS.iter().find(|method| method.0 == tokens.text(array + 2))?;
    let mut end = array + 3;
    if tokens.text(end) == "(" {
        (tokens.text(end + 1) == ")").then_some(())?;
        end += 2;
    }
    if tokens.text(end) == "with" {
        return None;
    }
    let name = tokens.text(array);
    let numbers = elements(tokens, array, name)?;
    let elements: Vec<String> = numbers.map(|number| format!("{name}[{number}]")).collect();
    let joined = format!("{{{}}}", elements.join(&format!(" {operator} ")));
    Some(Change::replace(tokens.start(array)..tokens.end(end - 1), joined))
}

/// The numbers of the elements, if the only declaration of an array in the module has elements of
/// unsigned bits, and numbers as its bounds.
fn elements(tokens: &Tokens, place: usize, name: &str) -> Option<Range<u32>> {
    let module = tokens.module_around(place)?;
    let mut declarations = module
        .filter(|place| tokens.text(*place) == name && *place > 0 && is_declared(tokens, *place));
    let declaration = declarations.next().filter(|_| declarations.next().is_none())?;
    let mut kind = declaration - 1;
    if tokens.text(kind) == "]" {
        kind = tokens.opening(kind)?.checked_sub(1)?;
    }
    let open = declaration + 1;
    let close = *tokens.closing.get(open)?;
    let is_plain = ["logic", "reg", "bit"].contains(&tokens.text(kind))
        && tokens.text(open) == "["
        && [";", ",", ")", "="].contains(&tokens.text(close + 1));
    let number = |place: usize| tokens.text(place).parse::<u32>().ok();
    let bounds = match close - open {
        2 => 0..number(open + 1)?,
        4 if tokens.text(open + 2) == ":" => {
            let (first, last) = (number(open + 1)?, number(open + 3)?);
            first.min(last)..first.max(last).checked_add(1)?
        }
        _ => return None,
    };
    (is_plain && (1..=ELEMENTS).contains(&(bounds.end - bounds.start))).then_some(bounds)
}

/// Whether a name stands where a declaration has it.
fn is_declared(tokens: &Tokens, place: usize) -> bool {
    let kinds = ["logic", "reg", "bit", "wire", "int", "integer", "byte", "signed", "unsigned"];
    match tokens.text(place - 1) {
        "]" => true,
        "," => tokens.around(place).is_none_or(|open| tokens.text(open) == "("),
        kind => kinds.contains(&kind) || tokens.is_name(place - 1),
    }
}
