//! Nets with a pull-up or a pull-down: wires, with models of the pulls.

use std::ops::Range;

use super::tokens::Tokens;

/// The keywords, and the models.
const PULLS: [(&str, &str); 4] = [
    ("tri0", "net_pull_down"),
    ("tri1", "net_pull_up"),
    ("pulldown", "net_pull_down"),
    ("pullup", "net_pull_up"),
];

type Edit = (Range<usize>, String);

/// Replaces nets and primitives with a pull, on the same lines: `tri1 a;` becomes
/// `wire a; net_pull_up #($bits(a)) pull_of_a(a);`. What has another form stays.
pub(super) fn with_models(text: &str) -> String {
    if !PULLS.iter().any(|(keyword, _)| text.contains(keyword)) {
        return text.to_owned();
    }
    let tokens = Tokens::of(text);
    let mut edits: Vec<Edit> = vec![];
    for place in 0..tokens.tokens.len() {
        let Some((keyword, model)) = PULLS.iter().find(|one| one.0 == tokens.text(place)) else {
            continue;
        };
        let change = match keyword.starts_with("tri") {
            true => net(&tokens, place, model),
            false => primitive(&tokens, place, model),
        };
        edits.extend(change.unwrap_or_default());
    }
    edits.sort_by_key(|(range, _)| range.start);
    let (mut copy, mut end) = (String::with_capacity(text.len()), 0);
    for (range, new) in edits {
        copy += &text[end..range.start];
        copy += &new;
        end = range.end;
    }
    copy + &text[end..]
}

/// The changes for a declaration.
fn net(tokens: &Tokens, net: usize, model: &str) -> Option<Vec<Edit>> {
    let module = tokens.module_around(net)?;
    let header_end = tokens.find(";", module.start);
    let mut place = net + 1;
    while ["[", "signed", "logic"].contains(&tokens.text(place)) {
        place = tokens.after(place);
    }
    let mut instances = String::new();
    let end = loop {
        if !tokens.is_name(place) {
            return None;
        }
        let name = tokens.text(place);
        instances += &format!(" {model} #($bits({name})) pull_of_{name}({name});");
        place += 1;
        let is_assigned = tokens.text(place) == "=" && net > header_end;
        while is_assigned && ![",", ";", ""].contains(&tokens.text(place)) {
            place = tokens.after(place);
        }
        match tokens.text(place) {
            "," if net > header_end || is_port(tokens, place + 1) => place += 1,
            ")" | "," if net < header_end => break header_end,
            ";" => break place,
            _ => return None,
        }
    };
    Some(vec![(bytes(tokens, net..net + 1), "wire".into()), (after(tokens, end), instances)])
}

/// Whether a port at a place is of the type of the port before it.
fn is_port(tokens: &Tokens, place: usize) -> bool {
    tokens.is_name(place) && [",", ")"].contains(&tokens.text(place + 1))
}

/// The changes for one instance of a primitive.
fn primitive(tokens: &Tokens, pull: usize, model: &str) -> Option<Vec<Edit>> {
    let is_name = tokens.is_name(pull + 1);
    let mut open = pull + 1 + usize::from(is_name);
    let is_array = is_name && tokens.text(open) == "[";
    if is_array {
        open = tokens.after(open);
    }
    let close = *tokens.closing.get(open).filter(|_| tokens.text(open) == "(")?;
    let is_net = tokens.is_name(open + 1);
    let is_index = close > open + 3
        && tokens.after(open + 2) == close
        && (open + 2..close).all(|place| tokens.text(place) != ":");
    if !is_net || tokens.text(close + 1) != ";" || !(close == open + 2 || is_index) {
        return None;
    }
    let net = tokens.text(open + 1);
    // `$bits` declares no net, the connection of a port does.
    let is_single = is_index || is_array || !may_be_declared(tokens, pull, net);
    let width = if is_single { String::new() } else { format!(" #($bits({net}))") };
    let name = if is_name { String::new() } else { format!(" pull_{pull}_of_{net}") };
    Some(vec![(bytes(tokens, pull..pull + 1), format!("{model}{width}{name}"))])
}

/// Words that begin declarations of nets, or are in them.
const NETS: [&str; 17] = [
    "wire", "tri", "tri0", "tri1", "triand", "trior", "trireg", "wand", "wor", "uwire", "supply0",
    "supply1", "input", "output", "inout", "logic", "reg",
];

/// Whether the module around a place may declare a net, itself or in a file that it includes.
fn may_be_declared(tokens: &Tokens, place: usize, net: &str) -> bool {
    let Some(module) = tokens.module_around(place) else { return true };
    let first = |place: usize| tokens.tokens[place].start;
    let end = tokens.tokens.get(module.end).map_or(usize::MAX, |token| token.start);
    if tokens.includes.iter().any(|include| (first(module.start)..end).contains(include)) {
        return true;
    }
    module.into_iter().any(|start| {
        // `t net` may be of a type with a name.
        let is_named = tokens.is_name(start) && tokens.is_name(start + 1);
        if !NETS.contains(&tokens.text(start)) && !is_named {
            return false;
        }
        let mut at = start + 1;
        while ![";", ")", ""].contains(&tokens.text(at)) {
            let before = tokens.text(at - 1);
            let is_first = tokens.is_name(at - 1)
                || NETS.contains(&before)
                || [",", "]", "signed", "unsigned"].contains(&before);
            if tokens.text(at) == net && is_first {
                return true;
            }
            at = tokens.after(at);
        }
        false
    })
}

fn bytes(tokens: &Tokens, places: Range<usize>) -> Range<usize> {
    tokens.tokens[places.start].start..tokens.tokens[places.end - 1].end()
}

/// The place behind a token, in bytes.
fn after(tokens: &Tokens, place: usize) -> Range<usize> {
    let end = tokens.tokens[place].end();
    end..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_with_a_pull_get_models() {
        let pull = |name: &str| format!(" net_pull_up #($bits({name})) pull_of_{name}({name});");
        for (before, after) in [
            ("input a; tri1 a;", format!("input a; wire a;{}", pull("a"))),
            ("input tri1 [3:0] a, b;", format!("input wire [3:0] a, b;{}{}", pull("a"), pull("b"))),
            (
                "tri1 a = e ? {b, c} : 'z, d;",
                format!("wire a = e ? {{b, c}} : 'z, d;{}{}", pull("a"), pull("d")),
            ),
            (
                "wire [1:0] b, a = 2; pullup p(a);",
                "wire [1:0] b, a = 2; net_pull_up #($bits(a)) p(a);".into(),
            ),
            ("t a; pullup p(a);", "t a; net_pull_up #($bits(a)) p(a);".into()),
            ("input a; pullup p(a);", "input a; net_pull_up #($bits(a)) p(a);".into()),
            (
                "wire d = a, e = f(d, a); pullup p(a);",
                "wire d = a, e = f(d, a); net_pull_up p(a);".into(),
            ),
            ("pullup (a[3]);", "net_pull_up pull_6_of_a (a[3]);".into()),
            ("pullup p[1:0](a);", "net_pull_up p[1:0](a);".into()),
            ("tri1 \\a+b ;", "tri1 \\a+b ;".into()),
            ("pullup (strong1) p(a);", "pullup (strong1) p(a);".into()),
            ("tri1 #3 a;", "tri1 #3 a;".into()),
        ] {
            let text = |body: &str| format!("module m(a);\n{body} wire z;\nendmodule");
            assert_eq!(with_models(&text(before)), text(&after));
        }
        let header = "module m(input tri1 a, b, input tri1 [1:0] c, output d);\n";
        let expected = format!(
            "module m(input wire a, b, input wire [1:0] c, output d);{}{}{}\n",
            pull("a"),
            pull("b"),
            pull("c")
        );
        assert_eq!(with_models(header), expected);
    }
}
