//! Edges of inverted signals, and names that are keywords of SystemVerilog.

use super::{Change, Facts};
use crate::sources::tokens::Tokens;
use rust_hdl_rtl::is_keyword;

/// Keywords of SystemVerilog until 2005 that are plain names in Verilog 2001.
const KEYWORDS: [&str; 22] = [
    "bit", "break", "byte", "class", "const", "context", "continue", "do", "export", "extends",
    "final", "import", "int", "local", "new", "package", "priority", "rand", "ref", "return",
    "this", "unique",
];

/// Keywords that SystemVerilog has since 2009: names in Quartus, which reads that of 2005.
const NEW_KEYWORDS: [&str; 14] = [
    "checker",
    "endchecker",
    "eventually",
    "global",
    "implements",
    "implies",
    "interconnect",
    "let",
    "nettype",
    "soft",
    "strong",
    "until",
    "untyped",
    "weak",
];

/// `posedge !clk` becomes `negedge clk`.
pub(super) fn inverted_edges(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let mut changes = vec![];
    for place in 0..tokens.tokens.len() {
        let other = match tokens.text(place) {
            "posedge" => "negedge",
            "negedge" => "posedge",
            _ => continue,
        };
        let is_plain = [")", "or", ","].contains(&tokens.text(place + 3));
        if ["!", "~"].contains(&tokens.text(place + 1)) && is_plain {
            let range = tokens.start(place)..tokens.end(place + 1);
            changes.push(Change::replace(range, format!("{other} ")));
        }
    }
    changes
}

/// `inout logic d` of a module becomes `inout wire d`.
pub(super) fn inouts(tokens: &Tokens, _: &Facts) -> Vec<Change> {
    let mut changes = vec![];
    let mut is_in_subroutine = false;
    for place in 0..tokens.tokens.len() {
        match tokens.text(place) {
            "task" | "function" => is_in_subroutine = true,
            "endtask" | "endfunction" | "module" => is_in_subroutine = false,
            "inout" if tokens.text(place + 1) == "logic" && !is_in_subroutine => {
                let range = tokens.start(place + 1)..tokens.end(place + 1);
                changes.push(Change::replace(range, "wire"));
            }
            _ => {}
        }
    }
    changes
}

/// The keywords that a file declares as names of ports, signals and parameters.
pub(super) fn objects<'t>(tokens: &Tokens<'t>, is_verilog: bool) -> Vec<&'t str> {
    let kinds = ["wire", "reg", "logic", "integer", "input", "output", "inout", "]", "parameter"];
    declared(tokens, is_verilog, |before, after| {
        kinds.contains(&before)
            && (["=", ";", ",", ")"].contains(&after) || after == "[" && before == "]")
    })
}

/// The keywords that a file in Verilog declares as names of modules.
pub(super) fn modules<'t>(tokens: &Tokens<'t>) -> Vec<&'t str> {
    declared(tokens, true, |before, after| before == "module" && ["(", "#", ";"].contains(&after))
}

/// Whether a word is a keyword since 2009.
pub(super) fn is_new(word: &str) -> bool {
    NEW_KEYWORDS.contains(&word)
}

fn declared<'t>(
    tokens: &Tokens<'t>,
    is_verilog: bool,
    is: impl Fn(&str, &str) -> bool,
) -> Vec<&'t str> {
    let is_keyword = |word| is_new(word) || is_verilog && KEYWORDS.contains(&word);
    let places = (1..tokens.tokens.len()).filter(|place| {
        is_keyword(tokens.text(*place)) && is(tokens.text(place - 1), tokens.text(place + 1))
    });
    places.map(|place| tokens.text(place)).collect()
}

/// Such a name gets a backslash. In other files, only connected ports and the modules of instances
/// have it.
pub(super) fn names(tokens: &Tokens, facts: &Facts) -> Vec<Change> {
    let is_name = |place: &usize| {
        let [name, next, second] = [0, 1, 2].map(|offset| tokens.text(place + offset));
        let before = place.checked_sub(1).map_or("", |before| tokens.text(before));
        let is_instance = next == "#" || second == "(" && !is_keyword(next) && next != "(";
        facts.names.contains(&name)
            || before == "." && facts.ports.contains(&name)
            || (before == "module" || is_instance) && facts.modules.contains(&name)
    };
    let places = (0..tokens.tokens.len()).filter(is_name);
    places
        .map(|place| {
            let range = tokens.start(place)..tokens.end(place);
            Change::replace(range, format!("\\{} ", tokens.text(place)))
        })
        .collect()
}
