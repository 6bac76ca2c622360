//! Nets with a pull-up or a pull-down.

use std::ops::Range;

use super::{Change, Facts};
use crate::sources::modules::name;
use crate::sources::tokens::{Macro, Tokens};
use rust_hdl_rtl::{VerilogTokenKind, verilog_tokens};

const NETS: [&str; 2] = ["tri0", "tri1"];

/// Nets whose pull may set their value.
pub(super) fn floating(tokens: &Tokens, facts: &Facts) -> Vec<usize> {
    let is_pull = |place: &usize| match tokens.text(*place) {
        "pullup" | "pulldown" | "trireg" => true,
        net => NETS.contains(&net) && !is_connected_input(tokens, *place, facts),
    };
    (0..tokens.tokens.len()).filter(is_pull).collect()
}

/// Inputs that each instance connects, as the files of Intel's wizard declare them: `tri1 clock;`.
pub(super) fn connected_inputs(tokens: &Tokens, facts: &Facts) -> Vec<Change> {
    let places = (0..tokens.tokens.len()).filter(|place| {
        NETS.contains(&tokens.text(*place)) && is_connected_input(tokens, *place, facts)
    });
    let wire = |place| Change::replace(tokens.start(place)..tokens.end(place), "wire");
    places.map(wire).collect()
}

fn is_connected_input(tokens: &Tokens, net: usize, facts: &Facts) -> bool {
    let Some(Range { start: module, .. }) = tokens.module_around(net) else { return false };
    let header = module + 1..tokens.find(";", module);
    let is_in_header = tokens.text(net - 1) == "input";
    let inputs: Vec<usize> = (header.end..net)
        .filter(|place| tokens.text(*place) == "input")
        .flat_map(|place| place..tokens.find(";", place))
        .collect();
    let names = declared(tokens, net + 1);
    let list = port_list(tokens, module);
    let module = (name(&tokens.tokens[module + 1]), parts(tokens, list..tokens.after(list)));
    // Nothing connects the inputs of the top module, and an instance may be in a macro.
    let is_in_macro = |one: &Macro| {
        facts.macros.contains(one.name)
            && verilog_tokens(one.body).any(|token| token.text == module.0)
    };
    let mut macros = facts.texts.iter().flat_map(|text| &text.macros);
    if facts.top.is_none_or(|top| top == module.0) || macros.any(is_in_macro) {
        return false;
    }
    let is_connected = |input: &&str| {
        let is_input = header.clone().any(|place| tokens.text(place) == *input)
            && inputs.iter().any(|place| tokens.text(*place) == *input);
        (is_in_header || is_input) && facts.texts.iter().all(|text| connects(text, module, input))
    };
    !names.is_empty() && names.iter().all(is_connected)
}

/// The parenthesis of the ports of a module, after that of its parameters.
fn port_list(tokens: &Tokens, module: usize) -> usize {
    let (mut list, mut place) = (module, module + 1);
    while ![";", ""].contains(&tokens.text(place)) {
        if tokens.text(place) == "(" {
            list = place;
        }
        place = tokens.after(place);
    }
    list
}

/// The names of a declaration: up to its semicolon, or one in the header of a module.
fn declared<'t>(tokens: &Tokens<'t>, mut place: usize) -> Vec<&'t str> {
    while ["[", "signed", "logic"].contains(&tokens.text(place)) {
        place = tokens.after(place);
    }
    let mut names = vec![tokens.text(place)];
    while tokens.text(place + 1) == "," && ![";", "input"].contains(&tokens.text(place + 2)) {
        place += 2;
        names.push(tokens.text(place));
    }
    if [";", ")", ","].contains(&tokens.text(place + 1)) { names } else { vec![] }
}

/// Whether all instances of a module in a text connect an input.
fn connects(tokens: &Tokens, (module, ports): (&str, usize), input: &str) -> bool {
    let is_declared = |place: usize| ["module", "macromodule", ":"].contains(&tokens.text(place));
    let mut places = (0..tokens.tokens.len()).filter(|place| {
        name(&tokens.tokens[*place]) == module && !place.checked_sub(1).is_some_and(is_declared)
    });
    let connects = |list: Range<usize>| {
        tokens.text(list.end) == ";"
            && match tokens.text(list.start + 1) {
                "." => names(tokens, list, input),
                _ => parts(tokens, list) == ports,
            }
    };
    places.all(|place| connections(tokens, place).is_none_or(connects))
}

/// The list of connections of an instance; `None` for another use of the name.
fn connections(tokens: &Tokens, module: usize) -> Option<Range<usize>> {
    let mut instance = module + 1;
    if tokens.text(instance) == "#" {
        instance = tokens.after(instance + 1);
    }
    let kind = tokens.tokens.get(instance)?.kind;
    let mut list = instance + 1;
    while tokens.text(list) == "[" {
        list = tokens.after(list);
    }
    let is_name = [VerilogTokenKind::Word, VerilogTokenKind::EscapedName].contains(&kind);
    (is_name && tokens.text(list) == "(").then(|| list..tokens.after(list))
}

/// Whether a list connects an input by its name.
fn names(tokens: &Tokens, list: Range<usize>, input: &str) -> bool {
    let mut place = list.start + 1;
    while place < list.end {
        let is_input = tokens.text(place) == "." && name(&tokens.tokens[place + 1]) == input;
        if is_input && !(tokens.text(place + 2) == "(" && tokens.text(place + 3) == ")") {
            return true;
        }
        place = tokens.after(place);
    }
    false
}

/// The number of parts of a list in parentheses that are not empty.
fn parts(tokens: &Tokens, list: Range<usize>) -> usize {
    let (mut parts, mut place) = (0, list.start + 1);
    while place + 1 < list.end {
        parts += usize::from(
            tokens.text(place) != "," && (place == list.start + 1 || tokens.text(place - 1) == ","),
        );
        place = tokens.after(place);
    }
    parts
}
