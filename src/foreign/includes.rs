//! The files that a Verilog text reads: `` `include `` and `$readmemh`.
//!
//! The file names have to be plain strings, so that this scan sees what Yosys will see.

use super::ForeignError;

/// A file that a text reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directive {
    /// Its name in the text.
    pub file: String,
    /// Where: `lab.sv:12`.
    pub place: String,
    /// Whether it is Verilog, not data.
    pub is_source: bool,
}

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    /// A keyword, a name, a directive with its `` ` `` or a system task with its `$`.
    Word(&'t str),
    /// Without its quotation marks.
    String(&'t str),
    /// Two backquotes.
    Join,
    Other(char),
}

/// The files that a text reads. `name` is the name of the text, for messages.
///
/// # Errors
///
/// [`ForeignError::Computed`], [`ForeignError::JoinedTokens`], [`ForeignError::ForeignCode`]
pub(super) fn directives(text: &str, name: &str) -> Result<Vec<Directive>, ForeignError> {
    let mut found = Vec::new();
    let mut tokens = Scanner { rest: text, line: 1 }.peekable();
    while let Some((line, token)) = tokens.next() {
        let place = format!("{name}:{line}");
        let (directive, is_source) = match token {
            Token::Join => return Err(ForeignError::JoinedTokens { place }),
            Token::String(text) if text.starts_with("DPI") => {
                return Err(ForeignError::ForeignCode { place });
            }
            Token::Word("`include") => ("`include", true),
            Token::Word(task @ ("$readmemh" | "$readmemb")) => {
                tokens.next_if(|(_, token)| *token == Token::Other('('));
                (task, false)
            }
            _ => continue,
        };
        match tokens.peek() {
            Some((_, Token::String(file))) if !file.contains('\\') => {
                found.push(Directive { file: file.to_string(), place, is_source });
            }
            _ => {
                let example = if is_source { "cards.svh" } else { "rom.hex" };
                return Err(ForeignError::Computed { place, directive: directive.into(), example });
            }
        }
    }
    Ok(found)
}

/// Whether a text declares a module of this name.
pub(super) fn declares_module(text: &str, name: &str) -> bool {
    let tokens: Vec<Token> = Scanner { rest: text, line: 1 }.map(|(_, token)| token).collect();
    tokens.windows(2).any(|pair| pair == [Token::Word("module"), Token::Word(name)])
}

/// The tokens of a text with their lines, without comments.
struct Scanner<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Scanner<'t> {
    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn skip_blanks_and_comments(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.take(blanks);
            let end = if self.rest.starts_with("//") {
                self.rest.find('\n')
            } else if self.rest.starts_with("/*") {
                self.rest[2..].find("*/").map(|end| end + 4)
            } else {
                return;
            };
            self.take(end.unwrap_or(self.rest.len()));
        }
    }
}

impl<'t> Iterator for Scanner<'t> {
    type Item = (usize, Token<'t>);

    fn next(&mut self) -> Option<(usize, Token<'t>)> {
        self.skip_blanks_and_comments();
        let line = self.line;
        let first = self.rest.chars().next()?;
        let is_word = |character: char| character.is_alphanumeric() || "_$".contains(character);
        let token = if self.rest.starts_with("``") {
            self.take(2);
            Token::Join
        } else if first == '"' {
            let mut is_escaped = false;
            let end = self.rest[1..].find(|character| {
                let ends = character == '"' && !is_escaped;
                is_escaped = character == '\\' && !is_escaped;
                ends
            });
            let length = end.map_or(self.rest.len(), |end| end + 2);
            Token::String(self.take(length).trim_matches('"'))
        } else if first == '`' || is_word(first) {
            let tail = &self.rest[first.len_utf8()..];
            let length = tail.find(|character| !is_word(character)).unwrap_or(tail.len());
            Token::Word(self.take(first.len_utf8() + length))
        } else {
            self.take(first.len_utf8());
            Token::Other(first)
        };
        Some((line, token))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Vec<(String, String, bool)>, String> {
        let directives = directives(text, "lab.sv").map_err(|error| error.to_string())?;
        let parts = |directive: Directive| (directive.file, directive.place, directive.is_source);
        Ok(directives.into_iter().map(parts).collect())
    }

    #[test]
    fn files_are_found_outside_comments_and_strings() {
        let text = "// `include \"a\"\n/* `include \"b\"\n*/ `include \"cards.svh\"\n\
                    initial $display(\"`include\");\ninitial $readmemh ( \"rom.hex\", rom);";
        let expected = [("cards.svh", "lab.sv:3", true), ("rom.hex", "lab.sv:5", false)];
        let expected = expected.map(|(file, place, kind)| (file.into(), place.into(), kind));
        assert_eq!(found(text), Ok(expected.to_vec()));
    }

    #[test]
    fn what_the_scan_cannot_follow_is_refused() {
        let cases = [
            (
                "`define INC `include\n`INC \"/etc/passwd\"",
                "lab.sv:1: the file name after `include ",
            ),
            ("`include `FILE", "lab.sv:1: the file name after `include "),
            ("`include <cards.svh>", "lab.sv:1: the file name after `include "),
            ("\n$readmemh(FILE, rom);", "lab.sv:2: the file name after $readmemh "),
            ("$readmemb(\"\\057etc\", rom);", "lab.sv:1: the file name after $readmemb "),
            ("`define J(a, b) a``b", "lab.sv:1: tokens that are joined"),
            (
                "import \"DPI-C\" function int system(string s);",
                "lab.sv:1: functions in other languages",
            ),
        ];
        for (text, message) in cases {
            let error = found(text).expect_err(text);
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn a_declared_module_is_found() {
        assert!(declares_module("/* x */ module\n task5 (input a);", "task5"));
        for text in ["module task5b;", "// module task5", "task5 dut ();", "\"module task5\""] {
            assert!(!declares_module(text, "task5"), "{text}");
        }
    }
}
