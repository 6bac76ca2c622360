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
    /// A keyword, a name, a number, a directive with its `` ` `` or a system task with its `$`.
    Word(&'t str),
    /// Without its quotation marks.
    String(&'t str),
    Comment(&'t str),
    /// Two backquotes.
    Join,
    /// A character, or an escaped name.
    Other(&'t str),
}

/// What makes Yosys read another file. No text of another kind may contain these words.
const READING: [&str; 2] = ["include", "readmem"];

/// The copy of a text for Yosys, and the files that it reads. `name` is the name of the text, for messages.
///
/// The copy has no carriage returns, and no comments with the words of [`READING`]: every other place with one of these words has to be
/// a directive with a plain file name. So it does not matter whether Yosys splits the text into the same tokens.
///
/// # Errors
///
/// [`ForeignError::Computed`], [`ForeignError::JoinedTokens`], [`ForeignError::ForeignCode`], [`ForeignError::Control`]
pub(super) fn copy(text: &str, name: &str) -> Result<(String, Vec<Directive>), ForeignError> {
    let text = text.replace('\r', "");
    let is_control = |character: char| character.is_control() && !"\n\t\x0c".contains(character);
    if let Some(index) = text.find(is_control) {
        let line = text[..index].matches('\n').count() + 1;
        return Err(ForeignError::Control { place: format!("{name}:{line}") });
    }
    let mut copy = String::with_capacity(text.len());
    let mut found = Vec::new();
    let mut tokens = Scanner { text: &text, start: 0, line: 1 }.peekable();
    let mut before = Token::Join;
    while let Some(piece) = tokens.next() {
        let place = format!("{name}:{}", piece.line);
        let reads = READING.iter().any(|word| piece.text.contains(word));
        copy.push_str(piece.blanks);
        match piece.token {
            Token::Join => return Err(ForeignError::JoinedTokens { place }),
            Token::String(text)
                if text.starts_with("DPI")
                    && matches!(before, Token::Word("import" | "export")) =>
            {
                return Err(ForeignError::ForeignCode { place });
            }
            Token::Comment(comment) if reads => {
                copy.extend(comment.chars().map(|one| if one == '\n' { one } else { ' ' }));
                continue;
            }
            _ => copy.push_str(piece.text),
        }
        if !matches!(piece.token, Token::Comment(_)) {
            before = piece.token;
        }
        if !reads || matches!(piece.token, Token::Comment(_)) {
            continue;
        }
        let (directive, is_source) = match piece.token {
            Token::Word("`include") => ("`include", true),
            Token::Word(task @ ("$readmemh" | "$readmemb")) => (task, false),
            // A string that names a file with such a word was taken with its directive.
            _ => return Err(ForeignError::Word { place, text: piece.text.to_string() }),
        };
        let example = if is_source { "cards.svh" } else { "rom.hex" };
        let computed = || ForeignError::Computed {
            place: place.clone(),
            directive: directive.into(),
            example,
        };
        let mut expect = |is_expected: &dyn Fn(Token) -> bool| {
            let piece = tokens.next_if(|piece| is_expected(piece.token)).ok_or_else(computed)?;
            copy.push_str(piece.blanks);
            copy.push_str(piece.text);
            Ok::<_, ForeignError>(piece.token)
        };
        if !is_source {
            expect(&|token| token == Token::Other("("))?;
        }
        let file = expect(&|token| matches!(token, Token::String(file) if !file.contains('\\')))?;
        if !is_source {
            expect(&|token| token == Token::Other(","))?;
        }
        if let Token::String(file) = file {
            found.push(Directive { file: file.to_string(), place, is_source });
        }
    }
    Ok((copy, found))
}

/// Whether a text declares a module of this name.
pub(super) fn declares_module(text: &str, name: &str) -> bool {
    let pieces = Scanner { text, start: 0, line: 1 }.map(|piece| piece.token);
    let tokens: Vec<Token> = pieces.filter(|token| !matches!(token, Token::Comment(_))).collect();
    tokens.windows(2).any(|pair| pair == [Token::Word("module"), Token::Word(name)])
}

/// A token and where it is.
struct Piece<'t> {
    /// The blanks before it.
    blanks: &'t str,
    /// The whole token.
    text: &'t str,
    line: usize,
    token: Token<'t>,
}

/// The tokens of a text.
struct Scanner<'t> {
    text: &'t str,
    start: usize,
    line: usize,
}

impl<'t> Scanner<'t> {
    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'t str {
        let taken = &self.text[self.start..self.start + length];
        self.start += length;
        self.line += taken.matches('\n').count();
        taken
    }
}

impl<'t> Iterator for Scanner<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let rest = &self.text[self.start..];
        let blanks = self.take(rest.len() - rest.trim_start().len());
        let (rest, line) = (&self.text[self.start..], self.line);
        let first = rest.chars().next()?;
        let is_word = |character: char| character.is_alphanumeric() || "_$".contains(character);
        let until = |end: Option<usize>| end.unwrap_or(rest.len());
        let tail = &rest[first.len_utf8()..];
        let word = || first.len_utf8() + tail.find(|one| !is_word(one)).unwrap_or(tail.len());
        let (length, kind): (usize, fn(&'t str) -> Token<'t>) = if rest.starts_with("``") {
            (2, |_| Token::Join)
        } else if rest.starts_with("//") {
            (until(rest.find('\n')), Token::Comment)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            (until(comment.find("*/").map(|end| end + 4)), Token::Comment)
        } else if first == '"' {
            let mut is_escaped = false;
            let end = tail.find(|character| {
                let ends = character == '"' && !is_escaped;
                is_escaped = character == '\\' && !is_escaped;
                ends
            });
            (until(end.map(|end| end + 2)), |text| Token::String(text.trim_matches('"')))
        } else if first == '\\' {
            (until(rest.find(char::is_whitespace)), Token::Other)
        } else if first == '`' || is_word(first) {
            (word(), Token::Word)
        } else {
            (first.len_utf8(), Token::Other)
        };
        let text = self.take(length);
        Some(Piece { blanks, text, line, token: kind(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Result<Vec<(String, String, bool)>, String> {
        let (_, directives) = copy(text, "lab.sv").map_err(|error| error.to_string())?;
        let parts = |directive: Directive| (directive.file, directive.place, directive.is_source);
        Ok(directives.into_iter().map(parts).collect())
    }

    #[test]
    fn files_are_found_outside_comments_and_strings() {
        let text = "// `include \"a\"\n/* `include \"b\"\n*/ `include \"cards.svh\"\n\
                    initial $display(\"hello\");\ninitial $readmemh ( \"rom.hex\", rom);";
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
            (
                "\n$readmemh(\"rom.hex\" != 0 ? \"/tmp/x\" : \"y\", rom);",
                "lab.sv:2: the file name after $readmemh ",
            ),
            ("initial #1$readmemh(\"/tmp/x\", rom);", "lab.sv:1: `1$readmemh` reads a file"),
            ("x = \"`include\";", "lab.sv:1: `\"`include\"` reads a file"),
            ("module m;\n\u{1}endmodule", "lab.sv:2: a control character"),
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
    fn an_escaped_name_may_contain_a_quotation_mark() {
        let expected = [("x.svh".into(), "lab.sv:1".into(), true)];
        assert_eq!(found("wire \\a\" ; `include \"x.svh\""), Ok(expected.to_vec()));
    }

    #[test]
    fn a_copy_keeps_its_lines_and_most_comments() {
        let text = "a // keep\r\n/* `include\n \"x\" */ b // readmem\nc \"// no comment\"";
        let (copy, _) = copy(text, "lab.sv").expect("a copy");
        let lines: Vec<&str> = copy.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["a // keep", "", "        b", "c \"// no comment\""]);
        // Carriage returns join what they are inside of, as in Yosys.
        let error = found("`inc\rlude `FILE").expect_err("an error");
        assert!(error.contains("`include"), "{error}");
    }

    #[test]
    fn a_declared_module_is_found() {
        assert!(declares_module("/* x */ module\n task5 (input a);", "task5"));
        for text in ["module task5b;", "// module task5", "task5 dut ();", "\"module task5\""] {
            assert!(!declares_module(text, "task5"), "{text}");
        }
    }
}
