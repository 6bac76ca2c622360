//! The tokens of a text, and which brackets belong together.

use std::ops::Range;

use super::modules::{line_end, operands};
use rust_hdl_rtl::{VerilogToken, VerilogTokenKind, is_keyword, verilog_tokens};

/// The tokens of a text without comments, directives and macros' definitions.
pub(crate) struct Tokens<'t> {
    pub tokens: Vec<VerilogToken<'t>>,
    /// For each opening bracket the place of the closing one; for other tokens their own place.
    pub closing: Vec<usize>,
    pub macros: Vec<Macro<'t>>,
    /// Where files are included, in bytes.
    pub includes: Vec<usize>,
    /// Where `` `ifdef `` and the like are, in bytes. The texts of all branches are among the
    /// tokens.
    pub conditionals: Vec<usize>,
}

const CONDITIONALS: [&str; 4] = ["`ifdef", "`ifndef", "`elsif", "`else"];

/// The definition of a macro.
pub(crate) struct Macro<'t> {
    pub name: &'t str,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Its arguments and its text.
    pub body: &'t str,
}

impl<'t> Tokens<'t> {
    pub fn of(text: &'t str) -> Tokens<'t> {
        let mut all =
            verilog_tokens(text).filter(|token| token.kind != VerilogTokenKind::Comment).peekable();
        let (mut tokens, mut macros) = (Vec::new(), Vec::new());
        let (mut includes, mut conditionals) = (Vec::new(), Vec::new());
        while let Some(token) = all.next() {
            if ["`define", "`timescale"].contains(&token.text) {
                let end = line_end(text, token.start);
                if let ("`define", Some(name)) = (token.text, all.peek()) {
                    let body = text.get(name.end()..end).unwrap_or_default();
                    macros.push(Macro { name: name.text, start: token.start, body });
                }
                while all.next_if(|next| next.start < end).is_some() {}
            } else if let Some(operands) = operands(token.text) {
                includes.extend((token.text == "`include").then_some(token.start));
                let is_conditional = CONDITIONALS.contains(&token.text);
                conditionals.extend(is_conditional.then_some(token.start));
                all.by_ref().take(operands).for_each(drop);
            } else {
                tokens.push(token);
            }
        }
        let mut closing: Vec<usize> = (0..tokens.len()).collect();
        let mut open: Vec<usize> = Vec::new();
        for (place, token) in tokens.iter().enumerate() {
            let opening = match token.text {
                "(" | "[" | "{" => {
                    open.push(place);
                    continue;
                }
                "endmodule" => {
                    open.clear();
                    continue;
                }
                ")" => "(",
                "]" => "[",
                "}" => "{",
                _ => continue,
            };
            if let Some(start) = open.pop_if(|start| tokens[*start].text == opening) {
                closing[start] = place;
            }
        }
        Tokens { tokens, closing, macros, includes, conditionals }
    }

    /// The text of a token; nothing after the last one.
    pub fn text(&self, place: usize) -> &'t str {
        self.tokens.get(place).map_or("", |token| token.text)
    }

    /// The place after a group in brackets, or after another token.
    pub fn after(&self, place: usize) -> usize {
        self.closing.get(place).map_or(place, |closing| closing + 1)
    }

    /// The opening bracket of a closing one.
    pub fn opening(&self, close: usize) -> Option<usize> {
        (0..close).rev().find(|open| self.closing[*open] == close)
    }

    /// The innermost opening bracket around a place.
    pub fn around(&self, place: usize) -> Option<usize> {
        (0..place).rev().find(|open| self.closing[*open] > place)
    }

    /// The module around a place: from its keyword up to its `endmodule`, which is not part of it.
    pub fn module_around(&self, place: usize) -> Option<Range<usize>> {
        let limits = ["module", "macromodule", "endmodule"];
        let start = (0..place).rev().find(|limit| limits.contains(&self.text(*limit)))?;
        (self.text(start) != "endmodule").then(|| start..self.find("endmodule", place))
    }

    /// Whether a token is a plain name.
    pub fn is_name(&self, place: usize) -> bool {
        let token = self.tokens.get(place);
        token.is_some_and(|token| token.kind == VerilogTokenKind::Word && !is_keyword(token.text))
    }

    /// Whether a brace begins the members of a structure: `struct packed signed {`.
    pub fn is_structure(&self, open: usize) -> bool {
        let words = [1, 2, 3].map(|back| open.checked_sub(back).map_or("", |at| self.text(at)));
        words.iter().any(|word| ["struct", "union"].contains(word))
    }

    /// The first place with this token; `endmodule` or the end of the text without one.
    pub fn find(&self, end: &str, place: usize) -> usize {
        let ends = |token: &VerilogToken| [end, "endmodule"].contains(&token.text);
        let rest = &self.tokens[place..];
        place + rest.iter().position(ends).unwrap_or(rest.len())
    }

    /// The place after a keyword and the label that it may have.
    pub fn after_label(&self, place: usize) -> usize {
        place + if self.text(place + 1) == ":" { 3 } else { 1 }
    }

    /// The place after the statement of a process, which begins at this place.
    pub fn statement_end(&self, mut place: usize) -> usize {
        // The depth of groups, and the conditions outside of groups that may have an `else`.
        let (mut depth, mut conditions) = (0_usize, 0_usize);
        while place < self.tokens.len() {
            let text = self.text(place);
            let is_end = ["end", "endcase", "join"].contains(&text);
            match text {
                "endmodule" => return place,
                "begin" | "case" | "casez" | "casex" | "fork" => depth += 1,
                "if" if depth == 0 => conditions += 1,
                _ if is_end => depth = depth.saturating_sub(1),
                _ => {}
            }
            place = if is_end { self.after_label(place) } else { self.after(place) };
            if depth == 0 && (is_end || text == ";") {
                if conditions == 0 || self.text(place) != "else" {
                    return place;
                }
                conditions -= 1;
            }
        }
        place
    }
}
