//! Edges of inverted signals, and names that are keywords of SystemVerilog.

use super::{Edit, Facts};
use crate::sources::tokens::Tokens;

/// Keywords of SystemVerilog that are plain names in Verilog 2001.
const KEYWORDS: [&str; 24] = [
    "bit", "break", "byte", "checker", "class", "const", "context", "continue", "do", "export",
    "extends", "final", "global", "import", "int", "local", "new", "package", "priority", "rand",
    "ref", "return", "this", "unique",
];

/// `posedge !clk` becomes `negedge clk`.
pub(super) fn inverted_edges(tokens: &Tokens, _: &Facts) -> Vec<Edit> {
    let mut edits = vec![];
    for place in 0..tokens.tokens.len() {
        let other = match tokens.text(place) {
            "posedge" => "negedge",
            "negedge" => "posedge",
            _ => continue,
        };
        let is_plain = [")", "or", ","].contains(&tokens.text(place + 3));
        if ["!", "~"].contains(&tokens.text(place + 1)) && is_plain {
            edits.push(Edit(tokens.start(place)..tokens.end(place + 1), format!("{other} ")));
        }
    }
    edits
}

/// The keywords that a file in Verilog declares as names.
pub(super) fn keywords_as_names<'t>(tokens: &Tokens<'t>) -> Vec<&'t str> {
    let is_name = |place: &usize| {
        let (before, after) = (tokens.text(place.wrapping_sub(1)), tokens.text(place + 1));
        let kinds = ["wire", "reg", "integer", "input", "output", "inout", "]", "parameter"];
        KEYWORDS.contains(&tokens.text(*place))
            && kinds.contains(&before)
            && (["=", ";", ",", ")"].contains(&after) || after == "[" && before == "]")
    };
    (0..tokens.tokens.len()).filter(is_name).map(|place| tokens.text(place)).collect()
}

/// Such a name gets a backslash: in other files where it is that of a port.
pub(super) fn names(tokens: &Tokens, facts: &Facts) -> Vec<Edit> {
    let is_port = |place: usize| place > 0 && tokens.text(place - 1) == ".";
    let places = (0..tokens.tokens.len()).filter(|place| {
        facts.names.contains(&tokens.text(*place)) && (facts.is_verilog || is_port(*place))
    });
    places
        .map(|place| {
            let range = tokens.start(place)..tokens.end(place);
            Edit(range, format!("\\{} ", tokens.text(place)))
        })
        .collect()
}
