//! The tokens of a text, and which brackets belong together.

use super::modules::{line_end, operands};
use rust_hdl_rtl::{VerilogToken, VerilogTokenKind, verilog_tokens};

/// The tokens of a text without comments, directives and macros' definitions.
pub(super) struct Tokens<'t> {
    pub tokens: Vec<VerilogToken<'t>>,
    /// For each opening bracket the place of the closing one; for other tokens their own place.
    pub closing: Vec<usize>,
}

impl<'t> Tokens<'t> {
    pub fn of(text: &'t str) -> Tokens<'t> {
        let mut all =
            verilog_tokens(text).filter(|token| token.kind != VerilogTokenKind::Comment).peekable();
        let mut tokens = Vec::new();
        while let Some(token) = all.next() {
            if ["`define", "`timescale"].contains(&token.text) {
                let end = line_end(text, token.start);
                while all.next_if(|next| next.start < end).is_some() {}
            } else if let Some(operands) = operands(token.text) {
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
        Tokens { tokens, closing }
    }

    /// The text of a token; nothing after the last one.
    pub fn text(&self, place: usize) -> &'t str {
        self.tokens.get(place).map_or("", |token| token.text)
    }

    /// The place after a group in brackets, or after another token.
    pub fn after(&self, place: usize) -> usize {
        self.closing.get(place).map_or(place, |closing| closing + 1)
    }
}
