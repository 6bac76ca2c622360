//! The variables of loops, whose constants Yosys's own reader gives the width and the sign of the
//! step, not those of the variable.

use super::{Change, Facts};
use crate::sources::tokens::Tokens;
use rust_hdl_rtl::VerilogTokenKind;

/// A `for` loop: the places of its parentheses, its semicolons, and the end of its body.
struct Loop {
    open: usize,
    semicolons: [usize; 2],
    close: usize,
    end: usize,
}

fn loops(tokens: &Tokens) -> Vec<Loop> {
    let places = (0..tokens.tokens.len()).filter(|place| tokens.text(*place) == "for");
    places.filter_map(|place| of(tokens, place)).collect()
}

fn of(tokens: &Tokens, place: usize) -> Option<Loop> {
    let open = Some(place + 1).filter(|open| tokens.text(*open) == "(")?;
    let close = tokens.closing[open];
    let mut semicolons = (open..close).filter(|place| tokens.text(*place) == ";");
    let semicolons = [semicolons.next()?, semicolons.next()?];
    Some(Loop { open, semicolons, close, end: tokens.statement_end(close + 1) })
}

/// Numbers with a width in a step, as in `i = i + 1'b1`, lose it.
pub(super) fn steps(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let mut changes = vec![];
    for one in loops(tokens) {
        let ranges = [one.open + 1..one.semicolons[0], one.semicolons[1] + 1..one.close];
        for place in ranges.into_iter().flatten() {
            // A number that is joined with others needs its width.
            let is_joined = (one.open..place)
                .any(|open| tokens.text(open) == "{" && tokens.closing[open] > place);
            if let (Some(value), false) = (unsigned(tokens, place), is_joined) {
                let range = tokens.start(place)..tokens.end(place);
                changes.push(Change::replace(range, value.to_string()));
            }
        }
    }
    changes
}

/// The value of a number such as `4'd1` or `'h1`.
fn unsigned(tokens: &Tokens, place: usize) -> Option<u32> {
    let token = tokens.tokens.get(place)?;
    if token.kind != VerilogTokenKind::Number {
        return None;
    }
    let (_, digits) = token.text.split_once('\'')?;
    let digits = digits.replace('_', "").to_lowercase();
    let radix = match digits.chars().next()? {
        'b' => 2,
        'o' => 8,
        'd' => 10,
        'h' => 16,
        _ => return None,
    };
    u32::from_str_radix(digits[1..].trim(), radix).ok().filter(|value| *value < 1 << 31)
}

/// In the body, `k` of `logic [2:0] k;` becomes `{(2-0+1)'(k)}`.
pub(super) fn variables(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let mut changes = vec![];
    for one in loops(tokens) {
        let declared = tokens.text(one.open + 1);
        // The name, and where its declaration begins.
        let (name, declaration) = match tokens.text(one.open + 2) {
            "=" => (declared, declaration(tokens, one.open, declared)),
            _ => {
                let equals = (one.open..one.semicolons[0]).find(|place| tokens.text(*place) == "=");
                let Some(equals) = equals else { continue };
                (tokens.text(equals - 1), Some(one.open + 1))
            }
        };
        let Some((is_signed, width)) = declaration.and_then(|place| width(tokens, place, name))
        else {
            continue;
        };
        let value = format!("({width})'({name})");
        let value = if is_signed { format!("({value})") } else { format!("{{{value}}}") };
        for place in one.close + 1..one.end {
            if tokens.text(place) == name && tokens.text(place - 1) != "." {
                let range = tokens.start(place)..tokens.end(place);
                changes.push(Change::replace(range, value.clone()));
            }
        }
    }
    changes
}

/// What begins and ends a scope of names. Modules and the like do not lie in each other.
const SCOPES: [(&str, &str); 3] =
    [("begin", "end"), ("function", "endfunction"), ("task", "endtask")];
const OUTER: [&str; 4] = ["module", "package", "interface", "program"];

/// The last declaration of a variable that is visible at a place of its module.
fn declaration(tokens: &Tokens, before: usize, name: &str) -> Option<usize> {
    let starts = ["reg", "logic", "bit", "int", "integer", "genvar", "byte", "shortint"];
    // How many scopes contain a token that end before the place.
    let mut ended = 0_usize;
    for place in (0..before).rev() {
        let text = tokens.text(place);
        if OUTER.contains(&text) {
            return None;
        }
        if SCOPES.iter().any(|(_, end)| *end == text) {
            ended += 1;
        } else if SCOPES.iter().any(|(begin, _)| *begin == text) {
            ended = ended.saturating_sub(1);
        }
        let is_declaration = starts.contains(&text) && tokens.text(place + 1) != "'";
        if ended == 0 && is_declaration && !is_of_ended_loop(tokens, place, before) {
            let mut at = place + 1;
            while ![";", ")", "", "="].contains(&tokens.text(at)) || tokens.text(at) == "=" {
                if tokens.text(at) == name && [",", ";", "=", ")"].contains(&tokens.text(at + 1)) {
                    return Some(place);
                }
                at = tokens.after(at);
            }
        }
    }
    None
}

/// Whether the declaration at `place` is that of a `for` loop that ends before another place.
fn is_of_ended_loop(tokens: &Tokens, place: usize, before: usize) -> bool {
    let keyword = place.checked_sub(2).filter(|keyword| tokens.text(*keyword) == "for");
    keyword.and_then(|keyword| of(tokens, keyword)).is_some_and(|one| one.end <= before)
}

/// Whether a variable is signed, and its width; `None` if that is 32 with a sign.
fn width(tokens: &Tokens, place: usize, name: &str) -> Option<(bool, String)> {
    let width = match tokens.text(place) {
        "byte" => "8".into(),
        "shortint" => "16".into(),
        "reg" | "logic" | "bit" => "1".to_string(),
        "int" | "integer" if tokens.text(place + 1) == "unsigned" => "32".into(),
        _ => return None,
    };
    let is_signed = tokens.text(place + 1) == "signed"
        || ["byte", "shortint"].contains(&tokens.text(place))
            && tokens.text(place + 1) != "unsigned";
    let open = (place + 1..tokens.tokens.len())
        .take_while(|place| tokens.text(*place) != name)
        .find(|place| tokens.text(*place) == "[");
    let Some(open) = open else { return Some((is_signed, width)) };
    let colon = (open..tokens.closing[open]).find(|place| tokens.text(*place) == ":")?;
    let joined = |range: std::ops::Range<usize>| {
        range.map(|place| tokens.text(place)).collect::<Vec<_>>().join(" ")
    };
    let (high, low) = (joined(open + 1..colon), joined(colon + 1..tokens.closing[open]));
    Some((is_signed, format!("({high})-({low})+1")))
}
