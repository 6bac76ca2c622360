//! Finds the `//` comments in the source text of a kernel's body.

use proc_macro2::LineColumn;
use std::collections::VecDeque;

/// One comment line.
#[derive(Debug, PartialEq)]
pub struct Comment {
    /// The position of its first slash: the line from 1, the column, in characters, from 0.
    pub start: LineColumn,
    /// Its text, without the slashes, the space after them and trailing spaces.
    pub text: String,
}

/// Returns the line comments of `source`, including doc comments, in order. `start` is the position
/// of `source` in its file.
pub fn find(source: &str, start: LineColumn) -> VecDeque<Comment> {
    let mut scanner = Scanner { rest: source, position: start };
    let mut comments = VecDeque::new();
    while let Some(character) = scanner.rest.chars().next() {
        match character {
            '/' if scanner.rest.starts_with("//") => comments.push_back(scanner.line_comment()),
            '/' if scanner.rest.starts_with("/*") => scanner.skip_block_comment(),
            '"' => scanner.skip_quoted('"'),
            '\'' => scanner.skip_character_or_lifetime(),
            c if c.is_alphanumeric() || c == '_' => scanner.skip_word(),
            c => scanner.skip(c.len_utf8()),
        }
    }
    comments
}

struct Scanner<'a> {
    rest: &'a str,
    position: LineColumn,
}

impl Scanner<'_> {
    /// Advances by `length` bytes, or to the end.
    fn skip(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        for character in passed.chars() {
            if character == '\n' {
                self.position.line += 1;
                self.position.column = 0;
            } else {
                self.position.column += 1;
            }
        }
        self.rest = rest;
    }

    fn line_comment(&mut self) -> Comment {
        let line = self.rest.lines().next().unwrap_or_default();
        let text = match line.strip_prefix("//!") {
            Some(text) => text,
            None => line.trim_start_matches('/'),
        };
        let comment = Comment {
            start: self.position,
            text: text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned(),
        };
        self.skip(line.len());
        comment
    }

    /// Skips a block comment, which may contain others.
    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        while !self.rest.is_empty() {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.skip(2);
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.skip(2);
                if depth == 0 {
                    return;
                }
            } else {
                self.skip_character();
            }
        }
    }

    fn skip_character(&mut self) {
        self.skip(self.rest.chars().next().map_or(0, char::len_utf8));
    }

    /// Skips a string or character literal with escapes, from its opening quote.
    fn skip_quoted(&mut self, quote: char) {
        self.skip_character();
        while let Some(character) = self.rest.chars().next() {
            self.skip_character();
            if character == '\\' {
                self.skip_character();
            } else if character == quote {
                return;
            }
        }
    }

    fn skip_character_or_lifetime(&mut self) {
        let mut following = self.rest.chars().skip(1);
        let is_escape = following.next() == Some('\\');
        if is_escape || following.next() == Some('\'') {
            self.skip_quoted('\'');
        } else {
            self.skip_character();
        }
    }

    /// Skips an identifier, keyword or number, or the raw string literal that it begins.
    fn skip_word(&mut self) {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let length = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(length);
        let hashes = after.len() - after.trim_start_matches('#').len();
        if matches!(word, "r" | "br" | "cr") && after[hashes..].starts_with('"') {
            let end = format!("\"{}", &after[..hashes]);
            let content = &after[hashes + 1..];
            let content_length =
                content.find(&end).map_or(content.len(), |found| found + end.len());
            self.skip(length + hashes + 1 + content_length);
        } else {
            self.skip(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<(usize, usize, String)> {
        let start = LineColumn { line: 10, column: 4 };
        find(source, start)
            .into_iter()
            .map(|comment| (comment.start.line, comment.start.column, comment.text))
            .collect()
    }

    #[test]
    fn each_comment_has_its_position_and_text() {
        for (source, expected) in [
            ("{ a; }", vec![]),
            ("{ // first\n}", vec![(10, 6, "first")]),
            ("{\n  // x\n  //y  \n}", vec![(11, 2, "x"), (12, 2, "y")]),
            ("{\n///  doc\n//! inner\n}", vec![(11, 0, " doc"), (12, 0, "inner")]),
            ("{\n//\n//////\n}", vec![(11, 0, ""), (12, 0, "")]),
            ("{ \u{e4}; // caf\u{e9} // twice\n}", vec![(10, 9, "caf\u{e9} // twice")]),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(line, column, text)| (line, column, text.to_owned()))
                .collect();
            assert_eq!(found(source), expected, "{source}");
        }
    }

    #[test]
    fn slashes_in_literals_and_block_comments_are_ignored() {
        for source in [
            r#"{ "// no" }"#,
            r#"{ "\"// no" }"#,
            r#"{ b"// no" }"#,
            r###"{ r"\" ; r#"" // no"# ; br##""# // no"## }"###,
            "{ '\"'; '/'; '\\''; '\\\\'; 'a: loop {} }",
            "{ /* // no /* nested // no */ // no\n // no */ }",
            "{ \"unclosed // no",
            "{ r#\"unclosed // no\"",
            "{ a / b / c }",
        ] {
            assert_eq!(found(source), vec![], "{source}");
        }
    }

    #[test]
    fn a_comment_after_a_literal_is_found() {
        for (source, column) in [
            (r#"{ "//" // yes"#, 11),
            (r###"{ r#""//"# // yes"###, 15),
            ("{ 'a' // yes", 10),
            ("{ 'a // yes", 9),
            ("{ '\\'' // yes", 11),
            ("{ /* // */ // yes", 15),
            ("{ r#fn // yes", 11),
        ] {
            let expected = vec![(10, column, "yes".to_owned())];
            assert_eq!(found(source), expected, "{source}");
        }
    }
}
