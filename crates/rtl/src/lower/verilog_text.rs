//! Verilog text of black boxes: the modules in it, their ports, and the names that it mentions.

use super::super::design::SignalKind;
use super::super::identifiers::is_keyword;
use super::super::verilog_tokens::{VerilogToken, VerilogTokenKind, verilog_tokens};

/// A module in a text.
pub(super) struct TextModule<'t> {
    pub name: &'t str,
    /// The module with the comments, attributes and directives above it; the last one also has what
    /// follows it.
    pub text: &'t str,
    pub ports: Vec<TextPort<'t>>,
}

/// A port of a module in a text.
#[derive(Debug, PartialEq)]
pub(super) struct TextPort<'t> {
    pub name: &'t str,
    pub kind: SignalKind,
    /// The width in bits, if the range is written with numbers.
    pub width: Option<u32>,
}

/// Splits a text into its modules. The error is a predicate of the text.
pub(super) fn modules(text: &str) -> Result<Vec<TextModule<'_>>, String> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(token) = tokens.get(at) {
        let rest = &tokens[at..];
        let outside = || format!("has `{}` outside a module", token.text);
        at += match token.text {
            "module" | "macromodule" => {
                let end = rest.iter().position(|token| token.text == "endmodule");
                let end = end.ok_or("has a `module` without `endmodule`")?;
                let inside = rest.get(2..end).ok_or("has a `module` without a name")?;
                found.push((start, rest[1].text, ports(inside)));
                let is_labelled = rest.get(end + 1).is_some_and(|token| token.text == ":");
                let length = if is_labelled { end + 3 } else { end + 1 };
                // A comment behind `endmodule` belongs to it.
                start = rest[length.min(rest.len()) - 1].end;
                start += text[start..]
                    .find('\n')
                    .filter(|line| rest.get(length).is_some_and(|next| start + line < next.start))
                    .unwrap_or(0);
                length
            }
            "(" => {
                let is_end = |pair: &[Token]| pair[0].text == "*" && pair[1].text == ")";
                let end = rest.windows(2).skip(1).position(is_end).ok_or_else(outside)?;
                end + 3
            }
            // Each file has to be complete.
            "`ifdef" | "`ifndef" | "`elsif" | "`else" | "`endif" => return Err(outside()),
            directive if directive.starts_with('`') => {
                let line = text[token.start..].find('\n').unwrap_or(text.len());
                rest.iter().take_while(|next| next.start < token.start + line).count()
            }
            _ => return Err(outside()),
        };
    }
    let ends = found.iter().skip(1).map(|(start, ..)| *start).chain([text.len()]);
    let ends: Vec<usize> = ends.collect();
    let modules = found.into_iter().zip(ends).map(|((start, name, ports), end)| TextModule {
        name,
        text: &text[start..end],
        ports,
    });
    Ok(modules.collect())
}

/// Whether two texts are equal, but for white space and comments.
pub(super) fn same(left: &str, right: &str) -> bool {
    let words = |text| tokens(text).into_iter().map(|token| token.text);
    words(left).eq(words(right))
}

/// Returns the names in a text that can be those of signals.
pub(super) fn names(text: &str) -> Vec<&str> {
    let tokens = tokens(text);
    // After a dot, it is the port of an instance or inside one.
    let after_dot = |at: usize| at > 0 && tokens[at - 1].text == ".";
    let names = tokens.iter().enumerate().filter(|(at, token)| token.is_name() && !after_dot(*at));
    names.map(|(_, token)| token.text).collect()
}

/// Returns the ports of a module, from the tokens between its name and `endmodule`.
fn ports<'t>(mut rest: &[Token<'t>]) -> Vec<TextPort<'t>> {
    if rest.first().is_some_and(|token| token.text == "#") {
        rest = &rest[1 + bracketed(&rest[1..])..];
    }
    let (header, body) = rest.split_at(bracketed(rest));
    let ports = declarations(header);
    if !ports.is_empty() {
        return ports;
    }
    // The header has names only, and the body declares them.
    let is_port = |port: &TextPort| header.iter().any(|token| token.text == port.name);
    declarations(body).into_iter().filter(is_port).collect()
}

/// Returns the ports that tokens declare.
fn declarations<'t>(tokens: &[Token<'t>]) -> Vec<TextPort<'t>> {
    let mut ports = Vec::new();
    let (mut kind, mut width) = (None, Some(1));
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let mut length = 1;
        match (token.text, kind) {
            ("input", _) => (kind, width) = (Some(SignalKind::Input), Some(1)),
            ("output", _) => (kind, width) = (Some(SignalKind::Output), Some(1)),
            ("inout", _) => (kind, width) = (Some(SignalKind::InOut), Some(1)),
            (";", _) => kind = None,
            ("[", Some(_)) => {
                length = bracketed(&tokens[at..]);
                width = if width == Some(1) { range_width(&tokens[at..at + length]) } else { None };
            }
            (_, Some(kind)) if token.is_name() => {
                if tokens.get(at + 1).is_some_and(Token::is_name) {
                    // The name of a type.
                    width = None;
                } else {
                    ports.push(TextPort { name: token.text, kind, width });
                    // An initial value, or the range of an array.
                    while tokens
                        .get(at + length)
                        .is_some_and(|next| ![",", ";", ")"].contains(&next.text))
                    {
                        length += bracketed(&tokens[at + length..]).max(1);
                    }
                }
            }
            ("integer" | "time" | "real" | "byte" | "shortint" | "int" | "longint", _) => {
                width = None
            }
            _ => {}
        }
        at += length;
    }
    ports
}

/// Returns the width of `[7:0]`.
fn range_width(tokens: &[Token]) -> Option<u32> {
    match tokens {
        [_, high, colon, low, _] if colon.text == ":" => {
            let (high, low): (u32, u32) = (high.text.parse().ok()?, low.text.parse().ok()?);
            Some(high.abs_diff(low) + 1)
        }
        _ => None,
    }
}

/// Returns the number of tokens from an opening bracket to the one that closes it; 0 if the first
/// token is not a bracket.
fn bracketed(tokens: &[Token]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return if at == 0 { 0 } else { at + 1 };
        }
    }
    tokens.len()
}

/// A token, and the bytes of the text that it occupies.
struct Token<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl Token<'_> {
    fn is_name(&self) -> bool {
        self.text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && !is_keyword(self.text)
    }
}

/// Returns the tokens of a text, without comments. An escaped identifier loses its backslash.
fn tokens<'t>(text: &'t str) -> Vec<Token<'t>> {
    let tokens = verilog_tokens(text).filter(|token| token.kind != VerilogTokenKind::Comment);
    let token = |token: VerilogToken<'t>| Token {
        text: token.text.trim_start_matches('\\'),
        start: token.start,
        end: token.end(),
    };
    tokens.map(token).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of_modules(text: &str) -> Result<Vec<&str>, String> {
        Ok(modules(text)?.iter().map(|module| module.name).collect())
    }

    #[test]
    fn a_text_is_split_into_its_modules() {
        let text = "`timescale 1ns/1ps\n// The first module.\n(* keep = \"endmodule\" *) module a; endmodule // a\n\n\
                    /* module x; */\nmacromodule b(input c);\n  // endmodule\n  initial $display(\"endmodule\");\n\
                    endmodule : b\n`resetall\n";
        let found = modules(text).unwrap();
        assert_eq!(found.iter().map(|module| module.name).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(found.iter().map(|module| module.text).collect::<String>(), text);
        assert!(found[0].text.ends_with("endmodule // a"), "{}", found[0].text);
        assert!(found[1].text.ends_with("`resetall\n"), "{}", found[1].text);
        assert_eq!(names_of_modules("\n// nothing\n"), Ok(vec![]));
        for text in [
            "module",
            "module endmodule",
            "module a; ",
            "wire a;",
            "(* a *",
            "( a )",
            "module a; endmodule module",
        ] {
            assert!(names_of_modules(text).is_err(), "{text}");
        }
    }

    #[test]
    fn ports_are_found_in_every_style_of_declaration() {
        use SignalKind::{InOut, Input, Output};
        let port = |name, kind, width| TextPort { name, kind, width };
        let cases = [
            ("module m; endmodule", vec![]),
            ("module m(); endmodule", vec![]),
            (
                "module m #(parameter W = (1 + 2), X = \"a\") (input wire [7:0] a, b, output reg c = 1'b0, inout d); endmodule",
                vec![
                    port("a", Input, Some(8)),
                    port("b", Input, Some(8)),
                    port("c", Output, Some(1)),
                    port("d", InOut, Some(1)),
                ],
            ),
            (
                "module m(a, b$c, d); input a; output [0:3] b$c; reg [0:3] b$c; inout [W-1:0] d; wire e;
                 function f; input g; f = g; endfunction endmodule",
                vec![port("a", Input, Some(1)), port("b$c", Output, Some(4)), port("d", InOut, None)],
            ),
            (
                "module m(input logic signed [3:0] a [0:1], input [1:0][2:0] b, input my_type c, output integer d); endmodule",
                vec![
                    port("a", Input, Some(4)),
                    port("b", Input, None),
                    port("c", Input, None),
                    port("d", Output, None),
                ],
            ),
            ("module m(input \\a$b , input [`W:0] c); endmodule", vec![port("a$b", Input, Some(1)), port("c", Input, None)]),
        ];
        for (text, ports) in cases {
            assert_eq!(modules(text).unwrap()[0].ports, ports, "{text}");
        }
    }

    #[test]
    fn names_are_those_outside_comments_strings_numbers_and_connections() {
        let text = "buffer b0(.port(signal), .q(a$b)); // comment\nassign x = 4'b1 /* block */ ^ \\y ^ `macro; \
                    initial $display(\"string\");";
        assert_eq!(names(text), ["buffer", "b0", "signal", "a$b", "x", "y"]);
    }

    #[test]
    fn texts_are_compared_without_white_space_and_comments() {
        assert!(same(
            "module a(input b);endmodule",
            "// x\nmodule a (\n  input b\n) ;\nendmodule\n"
        ));
        assert!(!same("module a(input b);endmodule", "module a(input c);endmodule"));
        assert!(!same("\"a b\"", "\"a  b\""));
    }
}
