//! The modules of a Verilog text, and the names that they may refer to.
//!
//! This is not a parser: it finds `module NAME … endmodule` among the tokens, and takes a name for
//! that of an instance wherever it could be one.

use std::collections::BTreeSet;
use std::ops::Range;

use super::SourceSet;
use rust_hdl_rtl::{VerilogToken, VerilogTokenKind, is_keyword, verilog_tokens};

/// What is declared with a keyword of its own, and the keyword of its end.
const DECLARATIONS: [(&str, &str); 6] = [
    ("module", "endmodule"),
    ("macromodule", "endmodule"),
    ("primitive", "endprimitive"),
    ("package", "endpackage"),
    ("interface", "endinterface"),
    ("program", "endprogram"),
];

/// Directives that also have an effect on the text after the module that contains them.
const LASTING: [&str; 6] =
    ["`define", "`undef", "`undefineall", "`include", "`default_nettype", "`resetall"];

/// Directives that declare nothing, each with the number of its operands.
const DIRECTIVES: [(&str, usize); 12] = [
    ("`ifdef", 1),
    ("`ifndef", 1),
    ("`elsif", 1),
    ("`else", 0),
    ("`endif", 0),
    ("`undef", 1),
    ("`undefineall", 0),
    ("`default_nettype", 1),
    ("`resetall", 0),
    ("`celldefine", 0),
    ("`endcelldefine", 0),
    ("`include", 1),
];

/// A module, package or the like.
#[derive(Debug)]
pub(super) struct Item {
    /// One name, unless an `endmodule` is missing or behind an `` `ifdef ``.
    pub names: Vec<String>,
    /// Whether it has instances; a package or an interface is referred to in other ways.
    pub is_module: bool,
    /// Its place in the text, in bytes.
    pub range: Range<usize>,
    /// Whether the rest of the text means the same without it.
    pub is_removable: bool,
    pub words: Words,
    /// The words of its header; `None` if macros make some of them.
    pub header: Option<Vec<String>>,
}

/// Words that may refer to something.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// All names.
    pub all: BTreeSet<String>,
    /// Those that may be modules.
    pub modules: BTreeSet<String>,
    pub macros: BTreeSet<String>,
}

/// A text.
#[derive(Debug, Default)]
pub(super) struct Scan {
    pub items: Vec<Item>,
    /// The words outside the items.
    pub outside: Words,
    pub defines: BTreeSet<String>,
    /// Those outside the items.
    pub outer_defines: BTreeSet<String>,
    /// The names of included files.
    pub includes: Vec<String>,
    /// Whether there is more outside the items than directives and imports.
    pub has_code: bool,
}

impl SourceSet {
    /// The names that contain dots.
    pub fn dotted_names(&self) -> BTreeSet<String> {
        let tokens = self.files.iter().flat_map(|file| verilog_tokens(&file.text));
        let is_dotted = |token: &VerilogToken| {
            token.kind == VerilogTokenKind::EscapedName && token.text.contains('.')
        };
        tokens.filter(is_dotted).map(|token| name(&token).to_owned()).collect()
    }
}

impl Scan {
    pub fn of(text: &str) -> Scan {
        let tokens = verilog_tokens(text).filter(|token| token.kind != VerilogTokenKind::Comment);
        let tokens: Vec<VerilogToken> = tokens.collect();
        let mut scan = Scan::default();
        for pair in tokens.windows(2) {
            match pair[0].text {
                "`include" => scan.includes.push(pair[1].text.trim_matches('"').to_string()),
                "`define" => drop(scan.defines.insert(pair[1].text.to_string())),
                _ => {}
            }
        }
        let (mut at, mut attribute) = (0, None);
        while let Some(token) = tokens.get(at) {
            let rest = &tokens[at..];
            let declaration = DECLARATIONS.iter().find(|declaration| declaration.0 == token.text);
            let (length, is_attribute) = match (token.text, rest.get(1).map(|next| next.text)) {
                ("`define", _) => (scan.definition(text, rest), false),
                ("`timescale", _) => {
                    let end = line_end(text, token.start);
                    (rest.iter().take_while(|token| token.start < end).count(), false)
                }
                ("(", Some("*")) => {
                    let ends = |pair: &[VerilogToken]| pair[0].text == "*" && pair[1].text == ")";
                    let end = rest[1..].windows(2).skip(1).position(ends);
                    (end.map_or(rest.len(), |end| end + 4), true)
                }
                (";", _) => (1, false),
                ("import", _) => {
                    let length = rest.iter().take_while(|token| token.text != ";").count();
                    scan.outside.add(&rest[..length], false);
                    (length, false)
                }
                _ => match (declaration, operands(token.text)) {
                    (Some(declaration), _) => {
                        let (mut item, length) = Item::at_start(rest, *declaration);
                        item.range.start = attribute.unwrap_or(item.range.start);
                        scan.items.push(item);
                        (length, false)
                    }
                    (None, Some(operands)) => (operands + 1, false),
                    (None, None) => {
                        scan.has_code = true;
                        scan.outside.add(&rest[..rest.len().min(2)], false);
                        (1, false)
                    }
                },
            };
            attribute = is_attribute.then(|| attribute.unwrap_or(token.start));
            at += length.max(1);
        }
        scan
    }

    /// Takes the words of a macro. Returns the number of its tokens.
    fn definition(&mut self, text: &str, tokens: &[VerilogToken]) -> usize {
        let end = line_end(text, tokens[0].start);
        let length = tokens.iter().take_while(|token| token.start < end).count();
        self.outside.add(&tokens[..length], true);
        self.outer_defines.extend(tokens.get(1).map(|name| name.text.to_string()));
        // Where a module begins or ends is not known.
        let is_keyword = |token: &VerilogToken| {
            DECLARATIONS.iter().any(|(start, end)| [*start, *end].contains(&token.text))
        };
        self.has_code |= tokens[..length].iter().any(is_keyword);
        length
    }
}

impl Item {
    /// The declaration at the start of some tokens, and the number of its tokens.
    fn at_start(tokens: &[VerilogToken], (start, end): (&str, &str)) -> (Item, usize) {
        let ends = |token: &VerilogToken| token.text == end;
        let mut length = tokens.iter().position(ends).map_or(tokens.len(), |end| end + 1);
        if tokens.get(length).is_some_and(|token| token.text == ":") {
            length = (length + 2).min(tokens.len());
        }
        let tokens = &tokens[..length];
        let named = tokens.windows(3).filter(|window| window[0].text == start);
        let names = named.filter_map(|window| {
            let is_lifetime = ["automatic", "static"].contains(&window[1].text);
            let token = &window[if is_lifetime { 2 } else { 1 }];
            let is_name =
                matches!(token.kind, VerilogTokenKind::Word | VerilogTokenKind::EscapedName);
            is_name.then(|| name(token).to_string())
        });
        let mut words = Words::default();
        words.add(tokens, false);
        let header = tokens.iter().take_while(|token| token.text != ";");
        let header: Vec<&str> = header.map(name).collect();
        let is_plain = |word: &&str| !word.starts_with('`');
        let header = header.iter().all(is_plain).then_some(header);
        let item = Item {
            names: names.collect(),
            is_module: ["module", "macromodule", "primitive"].contains(&start),
            range: tokens[0].start..tokens[length - 1].end(),
            is_removable: is_removable(tokens),
            words,
            header: header.map(|words| words.into_iter().map(str::to_owned).collect()),
        };
        (item, length)
    }

    /// Whether its header has ports, or may have them.
    pub fn has_ports(&self) -> bool {
        let parentheses = |words: &Vec<String>| words.iter().any(|word| word == "(");
        let is_empty = |words: &Vec<String>| words.windows(2).any(|pair| pair == ["(", ")"]);
        self.header.as_ref().is_none_or(|words| parentheses(words) && !is_empty(words))
    }
}

impl Words {
    /// Adds the words of some tokens. `are_modules`: all of them may be modules.
    fn add(&mut self, tokens: &[VerilogToken], are_modules: bool) {
        let calls_macro =
            tokens.windows(2).any(|pair| pair[0].text.starts_with('`') && pair[1].text == "(");
        // For each open parenthesis, whether parameters are in it.
        let mut open = Vec::new();
        // Whether the last token may be the name of a module, or ends its parameters.
        let mut follows_module = false;
        for (index, token) in tokens.iter().enumerate() {
            let is_name = match token.kind {
                VerilogTokenKind::Word => !token.text.starts_with(['$', '`']),
                kind => kind == VerilogTokenKind::EscapedName,
            };
            let is_instance = follows_module;
            follows_module = match token.text {
                "(" => {
                    open.push(index > 0 && tokens[index - 1].text == "#");
                    false
                }
                ")" => open.pop() == Some(true),
                text => is_name && !is_keyword(text),
            };
            if let Some(used) = token.text.strip_prefix('`') {
                self.macros.insert(used.to_string());
            }
            if !is_name {
                continue;
            }
            let is_port = index > 0 && tokens[index - 1].text == ".";
            let precedes_instance = tokens.get(index + 1).is_some_and(|next| match next.kind {
                VerilogTokenKind::Word | VerilogTokenKind::EscapedName => true,
                _ => next.text == "#" || next.text == "(" && !is_instance,
            });
            if are_modules || calls_macro || precedes_instance && !is_port {
                self.modules.insert(name(token).to_string());
            }
            self.all.insert(name(token).to_string());
        }
    }
}

/// The number of tokens after a directive that belong to it.
pub(super) fn operands(directive: &str) -> Option<usize> {
    let known = DIRECTIVES.iter().find(|known| known.0 == directive);
    known.map(|(_, operands)| *operands)
}

/// A name without the backslash of an escaped one.
pub(super) fn name<'t>(token: &VerilogToken<'t>) -> &'t str {
    match token.kind {
        VerilogTokenKind::EscapedName => &token.text[1..],
        _ => token.text,
    }
}

/// Whether the text around some tokens means the same without them.
fn is_removable(tokens: &[VerilogToken]) -> bool {
    let mut depth = 0;
    let keeps_balance = tokens.iter().all(|token| {
        match token.text {
            "`ifdef" | "`ifndef" => depth += 1,
            "`endif" => depth -= 1,
            "`else" | "`elsif" => return depth > 0,
            _ => {}
        }
        depth >= 0
    });
    keeps_balance && depth == 0 && tokens.iter().all(|token| !LASTING.contains(&token.text))
}

/// Where a line ends that may be continued with backslashes.
pub(super) fn line_end(text: &str, start: usize) -> usize {
    let mut end = start;
    for line in text[start..].split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_with_what_they_may_contain() {
        let text = "`timescale 1ns / 1ps\n`include \"w.vh\"\n`define ADD(x) adder x\n\
            import p::*;\n(* keep *) module a #(parameter N = 4) (input clk);\n\
            /* b u0(); */ c #(2) u1(.d(clk)); if (N) n(clk); else o(clk); \\e  u2 (); f g = h; string s = \"i j\";\n\
            endmodule : a\n\
            `ifdef SIM module tb; endmodule\n`endif module automatic k(); endmodule";
        let scan = Scan::of(text);
        let names: Vec<&[String]> = scan.items.iter().map(|item| item.names.as_slice()).collect();
        assert_eq!(names, [["a"], ["tb"], ["k"]]);
        let modules: Vec<&str> = scan.items[0].words.modules.iter().map(String::as_str).collect();
        for name in ["c", "e", "f", "n", "o"] {
            assert!(modules.contains(&name), "{name}: {modules:?}");
        }
        for name in ["b", "d", "g", "h", "i", "u1", "u2"] {
            assert!(!modules.contains(&name), "{name}: {modules:?}");
        }
        assert!(text[scan.items[0].range.clone()].starts_with("(* keep *) module a"));
        assert!(text[scan.items[0].range.clone()].ends_with("endmodule : a"));
        let ports: Vec<bool> = scan.items.iter().map(Item::has_ports).collect();
        assert_eq!(ports, [true, false, false]);
        assert_eq!(scan.includes, ["w.vh"]);
        assert_eq!(scan.defines, BTreeSet::from(["ADD".to_string()]));
        assert!(scan.outside.modules.contains("adder") && scan.outside.all.contains("p"));
        assert!(!scan.has_code);
    }

    #[test]
    fn what_cannot_be_left_out_is_known() {
        let cases = [
            ("module a; `ifdef X wire x; `else wire y; `endif endmodule", true, false),
            ("`ifdef X module a(input x); `else module a; `endif endmodule", false, false),
            ("module a; `define W 4\nendmodule", false, false),
            ("module a; `include \"x.vh\"\nendmodule", false, false),
            ("module a; wire x;", true, false),
            ("module a; endmodule typedef logic t;", true, true),
            ("`define M module a;\n module b; endmodule", true, true),
        ];
        for (text, is_removable, has_code) in cases {
            let scan = Scan::of(text);
            assert_eq!(
                (scan.items[0].is_removable, scan.has_code),
                (is_removable, has_code),
                "{text}"
            );
        }
    }
}
