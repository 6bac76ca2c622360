//! The variables of loops, whose constants Yosys's own reader gives the width and the sign of the
//! step, not those of the variable.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

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

/// Variables of a module that only loops use, of several processes: each loop gets its own one, as
/// in `begin : loop_7 logic [2:0] k; for (k = 0; …) … end`.
pub(super) fn shared(tokens: &Tokens, facts: &Facts) -> Vec<Change> {
    let always = ["always", "always_ff", "always_comb", "always_latch"];
    let processes = (0..tokens.tokens.len()).filter(|place| always.contains(&tokens.text(*place)));
    let processes: Vec<Range<usize>> =
        processes.map(|place| place..tokens.statement_end(place + 1)).collect();
    let loops = loops(tokens);
    let mut variables: BTreeMap<usize, Vec<&Loop>> = BTreeMap::new();
    for one in loops.iter().filter(|one| tokens.text(one.open + 2) == "=") {
        let declaration = declaration(tokens, one.open, tokens.text(one.open + 1));
        // Those of a process or a subroutine are its own.
        let of_module = declaration
            .filter(|place| tokens.text(*place) != "genvar" && is_of_module(tokens, *place));
        of_module.into_iter().for_each(|place| variables.entry(place).or_default().push(one));
    }
    let mut changes = vec![];
    for (declaration, loops) in variables {
        for name in loops.iter().map(|one| tokens.text(one.open + 1)).collect::<BTreeSet<_>>() {
            let loops: Vec<&Loop> =
                loops.iter().filter(|one| tokens.text(one.open + 1) == name).copied().collect();
            let has = |process: &&Range<usize>| loops.iter().any(|one| process.contains(&one.open));
            if processes.iter().filter(has).count() > 1
                && !facts.macro_words.contains(name)
                && let Some(kind) = of_loops_only(tokens, declaration, name, &loops)
            {
                changes.extend(loops.iter().map(|one| {
                    let range = tokens.start(one.open - 1)..tokens.end(one.end - 1);
                    let mut label = format!("loop_{}", one.open);
                    while tokens.tokens.iter().any(|token| token.text == label) {
                        label.push('_');
                    }
                    let before = format!("begin : {label} {kind} {name}; ");
                    Change::surround(range, before, " end")
                }));
            }
        }
    }
    changes
}

/// The type of a variable, if nothing but these loops uses it.
fn of_loops_only(tokens: &Tokens, declared: usize, name: &str, loops: &[&Loop]) -> Option<String> {
    let module = tokens.module_around(declared)?;
    let (start, end) = (tokens.start(module.start), tokens.start(module.end));
    let names = (declared..tokens.find(";", declared))
        .find(|place| tokens.is_name(*place) && [",", ";"].contains(&tokens.text(*place + 1)))?;
    let is_plain = (declared..names).all(|place| tokens.text(place) != "=");
    let joins = |one: &&Loop| (one.open..one.semicolons[0]).any(|place| tokens.text(place) == ",");
    let is_included = tokens.includes.iter().any(|place| (start..end).contains(place));
    // `.k` connects the port to the variable, `.k(…)` does not.
    let is_name_only = |place: usize| {
        tokens.text(place - 1) == "."
            && (tokens.text(place + 1) == "(" || !["(", ","].contains(&tokens.text(place - 2)))
    };
    let is_other = |place: &usize| {
        tokens.text(*place) == name
            && !is_name_only(*place)
            && !(declared..tokens.find(";", declared)).contains(place)
            && !loops.iter().any(|one| (one.open..one.end).contains(place))
            // A port has no declaration of these, and a second one may be behind an `ifdef.
            && declaration(tokens, *place, name)
                .is_none_or(|place| place == declared || is_of_module(tokens, place))
    };
    let connects_all = |place: usize| tokens.text(place) == "." && tokens.text(place + 1) == "*";
    let is_used = module.clone().any(|place| is_other(&place) || connects_all(place));
    let is_port = declared < tokens.find(";", module.start);
    if is_port || !is_plain || is_included || is_used || loops.iter().any(joins) {
        return None;
    }
    let words = (declared..names).map(|place| tokens.text(place));
    Some(words.collect::<Vec<_>>().join(" "))
}

/// What begins and ends a scope of names. Modules and the like do not lie in each other.
const SCOPES: [(&str, &str); 3] =
    [("begin", "end"), ("function", "endfunction"), ("task", "endtask")];
const OUTER: [&str; 4] = ["module", "package", "interface", "program"];

/// Whether a place is in no block, function or task.
fn is_of_module(tokens: &Tokens, place: usize) -> bool {
    let mut depth = 0_i32;
    for before in (0..place).rev().map(|before| tokens.text(before)) {
        if OUTER.contains(&before) {
            break;
        }
        depth += i32::from(SCOPES.iter().any(|(begin, _)| *begin == before));
        depth -= i32::from(SCOPES.iter().any(|(_, end)| *end == before));
    }
    depth == 0
}

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
