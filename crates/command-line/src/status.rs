//! Messages on stderr: status, warnings and errors, for people.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use textwrap::WordSplitter;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// How much is printed on stderr. Errors always are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Verbosity {
    Quiet,
    #[default]
    Normal,
    Verbose,
}

/// Prints what `--quiet` and `--verbose` let through.
#[derive(Clone, Copy, Debug, Default)]
pub struct Status {
    verbosity: Verbosity,
    stdout_width: Option<usize>,
}

impl Status {
    pub fn new(is_quiet: bool, is_verbose: bool) -> Status {
        let verbosity = match (is_quiet, is_verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        let stdout_width = io::stdout().is_terminal().then(textwrap::termwidth);
        Status { verbosity, stdout_width }
    }

    pub fn is_quiet(self) -> bool {
        self.verbosity == Verbosity::Quiet
    }

    pub fn is_verbose(self) -> bool {
        self.verbosity == Verbosity::Verbose
    }

    /// The width of the terminal that stdout is, if it is one.
    pub fn stdout_width(self) -> Option<usize> {
        self.stdout_width
    }

    /// Prints a message unless `--quiet` is given.
    pub fn print(self, text: impl Display) {
        if !self.is_quiet() {
            print(&wrapped(&text.to_string()));
        }
    }

    /// Prints a message as it is, without wrapping it: a command line or a line of another program.
    pub fn print_verbatim(self, text: impl Display) {
        if !self.is_quiet() {
            print(&printable(&text.to_string()));
        }
    }

    /// Prints a message if `--verbose` is given.
    pub fn detail(self, text: impl Display) {
        if self.is_verbose() {
            self.print(text);
        }
    }

    /// Prints a warning unless `--quiet` is given.
    pub fn warn(self, text: impl Display) {
        if !self.is_quiet() {
            print_labelled(WARNING, "warning", &text.to_string());
        }
    }
}

/// Prints an error with its causes.
pub fn print_error(error: &anyhow::Error) {
    print_labelled(ERROR, "error", &format!("{error:#}"));
}

fn print_labelled(style: Style, label: &str, text: &str) {
    let text = wrapped(&format!("{label}: {text}"));
    let rest = text.strip_prefix(label).unwrap_or(&text);
    print(&format!("{style}{label}{style:#}{rest}"));
}

fn print(text: &str) {
    // A closed stderr is not a reason to stop: the exit code still reports the result.
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Wraps printable text at the width of the terminal that stderr is, if it is one.
fn wrapped(text: &str) -> String {
    let text = printable(text);
    if io::stderr().is_terminal() { wrap(&text, textwrap::termwidth()) } else { text }
}

/// Escapes control characters, which could act on the terminal. Names in other people's sources and
/// messages about them may contain some.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_control() && !"\n\t".contains(character) {
            true => printable.extend(character.escape_default()),
            false => printable.push(character),
        }
    }
    printable
}

/// Wraps each line between words, and indents what follows a break like the line itself.
pub fn wrap(text: &str, width: usize) -> String {
    let lines = text.split('\n').map(|line| {
        let indent = &line[..line.len() - line.trim_start().len()];
        let options = textwrap::Options::new(width)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation)
            .subsequent_indent(indent);
        textwrap::fill(line, options)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let cases = [
            ("a `b`:\n\tc é", "a `b`:\n\tc é"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("a\rb\u{7}\u{8}\u{9b}2J", "a\\rb\\u{7}\\u{8}\\u{9b}2J"),
        ];
        for (text, expected) in cases {
            assert_eq!(printable(text), expected);
        }
    }

    #[test]
    fn lines_wrap_between_words_and_keep_their_indentation() {
        let text = "error: nothing here builds:\n  yosys is not installed\nhttps://example.org/a/long/path";
        let wrapped = "error: nothing here\nbuilds:\n  yosys is not\n  installed\n\
                       https://example.org/a/long/path";
        assert_eq!(wrap(text, 20), wrapped);
    }

    #[test]
    fn boxes_and_suits_are_one_column_wide() {
        let cards = "\u{250c}\u{2500}\u{2500}\u{2510} \u{2660}\u{2665} \u{2666}\u{2663}";
        assert_eq!(wrap(cards, 10), cards);
    }
}
