//! From text to tokens: IEEE 1800-2012, clause 5.

mod comment;
mod number;

use crate::error::{Position, Problem, ReadError};
pub(crate) use number::{Digits, Number};
use rust_hdl_rtl::is_keyword;

/// A token with its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<'t> {
    pub at: Position,
    pub kind: TokenKind<'t>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TokenKind<'t> {
    Name(&'t str),
    Keyword(&'t str),
    /// A system function, such as `$signed`.
    System(&'t str),
    /// A compiler directive, such as `` `endif``.
    Directive(&'t str),
    Number(Number),
    /// A string literal with its quotation marks.
    Text(&'t str),
    Symbol(&'static str),
    /// One of the texts that are not read, by index.
    Verbatim(usize),
    End,
}

/// Operators and punctuation, those with more characters first. Some are here only because they are
/// not a sequence of shorter ones.
const SYMBOLS: [&str; 72] = [
    "<<<=", ">>>=", "===", "!==", "==?", "!=?", "<->", "&&&", "<<<", ">>>", "<<=", ">>=", "->>",
    "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "->", "~&", "~|", "~^", "^~", "**", "++", "--",
    "+:", "-:", "::", ":=", ":/", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", "(*", "*)",
    "'{", "'", "(", ")", "[", "]", "{", "}", ";", ":", ",", ".", "=", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", "<", ">", "?", "@",
];

/// Splits text into tokens; the last one is [`TokenKind::End`]. A text of `verbatim` that stands
/// between two line breaks is one token.
pub(crate) fn tokens<'t>(text: &'t str, verbatim: &[&str]) -> Result<Vec<Token<'t>>, ReadError> {
    let mut lexer = Lexer { text, offset: 0, line: 1, line_start: 0 };
    let mut tokens = Vec::with_capacity(text.len() / 4);
    loop {
        if lexer.skip_blank(verbatim)? {
            continue;
        }
        let at = lexer.position();
        let kind = match lexer.verbatim(verbatim) {
            Some(index) => {
                lexer.advance(verbatim[index].len());
                TokenKind::Verbatim(index)
            }
            None => lexer.token().map_err(|problem| problem.at(at))?,
        };
        let is_end = kind == TokenKind::End;
        tokens.push(Token { at, kind });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    offset: usize,
    line: u32,
    line_start: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    fn position(&self) -> Position {
        let column = self.text[self.line_start..self.offset].chars().count() as u32 + 1;
        Position { line: self.line, column }
    }

    /// Moves over text and counts its lines.
    fn advance(&mut self, length: usize) {
        for (index, byte) in self.rest().as_bytes()[..length].iter().enumerate() {
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.offset + index + 1;
            }
        }
        self.offset += length;
    }

    /// Takes the longest text whose characters all match.
    fn take_while(&mut self, matches: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !matches(c)).unwrap_or(rest.len())];
        self.advance(taken.len());
        taken
    }

    /// Skips a line break, spaces or a comment, and returns whether there was one.
    fn skip_blank(&mut self, verbatim: &[&str]) -> Result<bool, ReadError> {
        let rest = self.rest();
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let length = if self.verbatim(verbatim).is_some() {
            return Ok(false);
        } else if rest.starts_with('\n') {
            1
        } else if spaces > 0 {
            spaces
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(body) = rest.strip_prefix("/*") {
            let end = body.find("*/").map(|end| end + 4);
            end.ok_or_else(|| Problem::UnterminatedComment.at(self.position()))?
        } else {
            return Ok(false);
        };
        if rest.starts_with('/') {
            comment::check(&rest[..length]).map_err(|problem| problem.at(self.position()))?;
        }
        self.advance(length);
        Ok(true)
    }

    /// Finds the longest of the texts that are not read, if one begins and ends here with a line.
    fn verbatim(&self, texts: &[&str]) -> Option<usize> {
        if self.offset != self.line_start {
            return None;
        }
        let is_here = |text: &str| {
            let after = self.rest().strip_prefix(text);
            !text.is_empty()
                && after.is_some_and(|after| after.is_empty() || after.starts_with('\n'))
        };
        (0..texts.len())
            .filter(|index| is_here(texts[*index]))
            .max_by_key(|index| texts[*index].len())
    }

    fn token(&mut self) -> Result<TokenKind<'t>, Problem> {
        let Some(first) = self.rest().chars().next() else { return Ok(TokenKind::End) };
        match first {
            'a'..='z' | 'A'..='Z' | '_' => {
                let word = self.word();
                Ok(if is_keyword(word) { TokenKind::Keyword(word) } else { TokenKind::Name(word) })
            }
            '0'..='9' => self.number().map(TokenKind::Number),
            '\'' if self.rest().starts_with("'0") => self.zeros().map(TokenKind::Number),
            '$' | '`' => {
                let start = self.offset;
                self.offset += 1;
                self.word();
                let word = &self.text[start..self.offset];
                Ok(if first == '$' { TokenKind::System(word) } else { TokenKind::Directive(word) })
            }
            '"' => self.string(),
            _ => {
                let symbol = SYMBOLS.iter().find(|symbol| self.rest().starts_with(**symbol));
                let symbol = symbol.ok_or(Problem::UnexpectedCharacter(first))?;
                self.offset += symbol.len();
                Ok(TokenKind::Symbol(symbol))
            }
        }
    }

    fn word(&mut self) -> &'t str {
        self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'))
    }

    fn string(&mut self) -> Result<TokenKind<'t>, Problem> {
        let mut escaped = true; // The opening quotation mark.
        for (index, character) in self.rest().char_indices() {
            match character {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    let text = &self.rest()[..=index];
                    self.offset += text.len();
                    return Ok(TokenKind::Text(text));
                }
                _ => {}
            }
        }
        Err(Problem::UnterminatedString)
    }
}

impl std::fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            TokenKind::Keyword(word) => write!(f, "the keyword `{word}`"),
            TokenKind::Name(text)
            | TokenKind::System(text)
            | TokenKind::Directive(text)
            | TokenKind::Text(text)
            | TokenKind::Symbol(text) => write!(f, "`{text}`"),
            TokenKind::Number(_) => write!(f, "a number"),
            TokenKind::Verbatim(_) => write!(f, "Verilog supplied as text"),
            TokenKind::End => write!(f, "the end of the file"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_symbol_is_hidden_by_a_shorter_one() {
        for (index, symbol) in SYMBOLS.iter().enumerate() {
            let earlier = SYMBOLS[..index].iter().find(|earlier| symbol.starts_with(**earlier));
            assert_eq!(earlier, None, "{symbol}");
        }
    }

    #[test]
    fn tokens_have_their_line_and_column() {
        let text = "a // b\n  /* c\n */ if \"x\\\"y\" ~^b";
        let found: Vec<_> = tokens(text, &[]).unwrap();
        let described: Vec<String> = found
            .iter()
            .map(|token| format!("{}:{} {}", token.at.line, token.at.column, token.kind))
            .collect();
        assert_eq!(
            described,
            [
                "1:1 `a`",
                "3:5 the keyword `if`",
                "3:8 `\"x\\\"y\"`",
                "3:15 `~^`",
                "3:17 `b`",
                "3:18 the end of the file"
            ]
        );
    }
}
