//! The tokens of Verilog text.

/// A token or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerilogToken<'t> {
    /// The whole token.
    pub text: &'t str,
    /// Where it begins in the text, in bytes.
    pub start: usize,
    /// What it is.
    pub kind: VerilogTokenKind,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerilogTokenKind {
    /// A keyword, a name, a directive with its `` ` `` or a system task with its `$`.
    Word,
    /// A name with its backslash.
    EscapedName,
    /// A number with its width and base, if they are written without blanks.
    Number,
    /// With its quotation marks.
    String,
    /// Of either kind.
    Comment,
    /// An operator, a punctuation mark or any other character.
    Symbol,
}

impl VerilogToken<'_> {
    /// Returns where the token ends in the text, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The symbols of several characters, longer ones first. Others are split into their characters.
const SYMBOLS: [&str; 13] =
    ["<<<", ">>>", "===", "!==", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "``"];

/// Splits any text into tokens and comments. Only blanks are between them. A string or a comment
/// without an end extends to the end of the text.
pub fn verilog_tokens(text: &str) -> impl Iterator<Item = VerilogToken<'_>> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let rest = text[end..].trim_start();
        let (length, kind) = first_token(rest)?;
        let start = text.len() - rest.len();
        end = start + length;
        Some(VerilogToken { text: &text[start..end], start, kind })
    })
}

/// Returns the length and the kind of the token at the start of a text.
fn first_token(text: &str) -> Option<(usize, VerilogTokenKind)> {
    let mut characters = text.chars();
    let (first, second) = (characters.next()?, characters.next().unwrap_or(' '));
    let until = |end: &dyn Fn(char) -> bool| {
        let tail = &text[first.len_utf8()..];
        first.len_utf8() + tail.find(end).unwrap_or(tail.len())
    };
    let is_outside_word = |c: char| !c.is_ascii_alphanumeric() && !"_$".contains(c);
    let is_outside_number = |c: char| is_outside_word(c) && !"'?".contains(c);
    Some(match (first, second) {
        ('/', '/') => (until(&|c| c == '\n'), VerilogTokenKind::Comment),
        ('/', '*') => {
            let end = text[2..].find("*/").map_or(text.len(), |end| end + 4);
            (end, VerilogTokenKind::Comment)
        }
        ('"', _) => (string_length(text), VerilogTokenKind::String),
        ('\\', _) => (until(&char::is_whitespace), VerilogTokenKind::EscapedName),
        ('0'..='9', _) => (until(&is_outside_number), VerilogTokenKind::Number),
        ('\'', next) if next.is_ascii_alphanumeric() => {
            (until(&is_outside_number), VerilogTokenKind::Number)
        }
        ('`', '`') => (2, VerilogTokenKind::Symbol),
        ('a'..='z' | 'A'..='Z' | '_' | '$' | '`', _) => {
            (until(&is_outside_word), VerilogTokenKind::Word)
        }
        _ => {
            let symbol = SYMBOLS.iter().find(|symbol| text.starts_with(**symbol));
            (symbol.map_or(first.len_utf8(), |symbol| symbol.len()), VerilogTokenKind::Symbol)
        }
    })
}

/// Returns the length of the string literal at the start of a text.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text[1..].find(|character| {
        let ends = character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::VerilogTokenKind::{Comment, EscapedName, Number, String, Symbol, Word};
    use super::*;

    #[test]
    fn any_text_is_split_into_tokens() {
        let cases = [
            ("a$b `include $signed", vec![(Word, "a$b"), (Word, "`include"), (Word, "$signed")]),
            ("a<<<=b", vec![(Word, "a"), (Symbol, "<<<"), (Symbol, "="), (Word, "b")]),
            ("4'b1?0 '0 1$x", vec![(Number, "4'b1?0"), (Number, "'0"), (Number, "1$x")]),
            (
                "t'{1}",
                vec![(Word, "t"), (Symbol, "'"), (Symbol, "{"), (Number, "1"), (Symbol, "}")],
            ),
            ("a``b", vec![(Word, "a"), (Symbol, "``"), (Word, "b")]),
            ("// a\nb", vec![(Comment, "// a"), (Word, "b")]),
            ("/*/ a */b", vec![(Comment, "/*/ a */"), (Word, "b")]),
            ("/* a", vec![(Comment, "/* a")]),
            (r#""\\\"a"b"#, vec![(String, r#""\\\"a""#), (Word, "b")]),
            ("\"a", vec![(String, "\"a")]),
            ("\\a\" é", vec![(EscapedName, "\\a\""), (Symbol, "é")]),
        ];
        for (text, expected) in cases {
            let tokens: Vec<_> = verilog_tokens(text).collect();
            let found: Vec<_> = tokens.iter().map(|token| (token.kind, token.text)).collect();
            assert_eq!(found, expected, "{text}");
            assert!(tokens.iter().all(|token| &text[token.start..token.end()] == token.text));
        }
    }
}
