//! The commands of a Tcl script, as Quartus writes and reads them.
//!
//! Quartus takes the brackets of `KEY[0]` literally. Of the substitutions of Tcl, only
//! `$::quartus(qip_path)` and `[file join …]` are made.

use std::iter::Peekable;
use std::str::Chars;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub line: usize,
    pub words: Vec<String>,
}

/// The commands of a script in a folder, which is the value of `$::quartus(qip_path)`.
pub(super) fn commands(text: &str, folder: &str) -> Vec<Command> {
    let mut parser = Parser { rest: text.chars().peekable(), line: 1, folder };
    let mut commands = Vec::new();
    while parser.rest.peek().is_some() {
        let line = parser.line;
        let words = parser.command(false);
        if !words.is_empty() {
            commands.push(Command { line, words });
        }
    }
    commands
}

struct Parser<'t> {
    rest: Peekable<Chars<'t>>,
    line: usize,
    folder: &'t str,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.line += usize::from(next == Some('\n'));
        next
    }

    fn skip_line(&mut self) {
        let mut is_continued = false;
        while let Some(next) = self.next() {
            if next == '\n' && !is_continued {
                break;
            }
            is_continued = next == '\\' || is_continued && next == '\r';
        }
    }

    /// The words up to the end of the line, or up to the bracket that closes a nested command.
    fn command(&mut self, is_nested: bool) -> Vec<String> {
        let mut words = Vec::new();
        while let Some(first) = self.rest.peek().copied() {
            match first {
                ']' if is_nested => {
                    self.next();
                    break;
                }
                '\n' | ';' => {
                    self.next();
                    if !is_nested {
                        break;
                    }
                }
                '#' if words.is_empty() && !is_nested => {
                    self.skip_line();
                    break;
                }
                '{' => words.push(self.braced()),
                '"' => words.push(self.quoted()),
                '[' if !is_nested && self.is_file_join() => {
                    self.next();
                    words.push(self.command(true).get(2..).unwrap_or_default().join("/"));
                }
                space if space.is_whitespace() => drop(self.next()),
                '\\' if self.is_end_of_line() => while self.next() != Some('\n') {},
                _ => words.push(self.plain(is_nested)),
            }
        }
        words
    }

    fn is_file_join(&self) -> bool {
        let mut rest = self.rest.clone().skip(1).skip_while(|one| *one == ' ');
        "file join".chars().all(|one| rest.next() == Some(one))
    }

    /// Whether a backslash is the last character of its line.
    fn is_end_of_line(&self) -> bool {
        let mut rest = self.rest.clone().skip(1);
        match rest.next() {
            Some('\r') => rest.next() == Some('\n'),
            next => next == Some('\n'),
        }
    }

    fn braced(&mut self) -> String {
        let (mut depth, mut word) = (0, String::new());
        while let Some(next) = self.next() {
            match next {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            if depth > 1 || next != '{' {
                word.push(next);
            }
        }
        word
    }

    fn quoted(&mut self) -> String {
        self.next();
        let mut word = String::new();
        while let Some(next) = self.next() {
            match next {
                '"' => break,
                '\\' => self.escape(&mut word),
                _ => word.push(next),
            }
        }
        self.substituted(&word)
    }

    fn plain(&mut self, is_nested: bool) -> String {
        let mut word = String::new();
        while let Some(next) = self.rest.peek().copied() {
            let ends = next.is_whitespace() || next == ';' || is_nested && next == ']';
            if ends || next == '\\' && self.is_end_of_line() {
                break;
            }
            self.next();
            match next {
                '\\' => self.escape(&mut word),
                _ => word.push(next),
            }
        }
        self.substituted(&word)
    }

    /// What follows a backslash. In front of letters it belongs to a path of Windows.
    fn escape(&mut self, word: &mut String) {
        match self.rest.peek() {
            Some(next) if "[]{}\"$;\\ ".contains(*next) => word.extend(self.next()),
            _ => word.push('\\'),
        }
    }

    fn substituted(&self, word: &str) -> String {
        word.replace("$::quartus(qip_path)", self.folder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_quartus_reads_them() {
        type Words<'t> = (usize, &'t [&'t str]);
        let cases: [(&str, &[Words]); 9] = [
            ("set_x -to KEY[0]\r\nb", &[(1, &["set_x", "-to", "KEY[0]"]), (2, &["b"])]),
            ("# a \"comment\n  # b \\\n still\nc; # d\n", &[(4, &["c"])]),
            ("a \\\n  b\\\r\n c\nd", &[(1, &["a", "b", "c"]), (4, &["d"])]),
            ("a \"b c\" {d {e} \"f\"} \"\"", &[(1, &["a", "b c", "d {e} \"f\"", ""])]),
            ("a \"b\\\"c\" KEY\\[1\\] \"x\\\\y\"", &[(1, &["a", "b\"c", "KEY[1]", "x\\y"])]),
            ("a ..\\src\\x.v", &[(1, &["a", "..\\src\\x.v"])]),
            ("a [file join $::quartus(qip_path) \"pll\" x.v] b", &[(1, &["a", "ip/pll/x.v", "b"])]),
            ("a $::quartus(qip_path)/x.v", &[(1, &["a", "ip/x.v"])]),
            (
                "if {$x} {\n a\n}\nb \"unfinished",
                &[(1, &["if", "$x", "\n a\n"]), (4, &["b", "unfinished"])],
            ),
        ];
        for (text, expected) in cases {
            let found = commands(text, "ip");
            let found: Vec<(usize, Vec<&str>)> = found
                .iter()
                .map(|one| (one.line, one.words.iter().map(String::as_str).collect()))
                .collect();
            let expected: Vec<(usize, Vec<&str>)> =
                expected.iter().map(|(line, words)| (*line, words.to_vec())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
