//! Tcl as Quartus and nextpnr read it: words, paths and comments.

use std::path::{Component, Path};

use super::{BoardError, Generator};

/// Longest line of a comment, in columns.
const LINE_LENGTH: usize = 98;

/// Characters that are special to Tcl or to the tools' parsers, even in quotes.
pub(super) const FORBIDDEN: &str = "\" \\ $ [ ] { } ; # * ?";

/// The first comment of every file.
pub(super) fn header(generator: Generator, name: &str, what: &str) -> String {
    format!("# {name}: {}; edits are lost. {what}\n", generator.marker)
}

/// A value as one word, quoted if necessary.
pub(super) fn word(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./+-|".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) {
        value.to_owned()
    } else {
        format!("\"{value}\"")
    }
}

/// The path of a file in a relative folder, as one word.
pub(super) fn path(folder: &Path, file: &str) -> Result<String, BoardError> {
    let whole = folder.join(file);
    let shown = || whole.to_string_lossy().into_owned();
    let mut parts = Vec::new();
    for component in whole.components() {
        match component {
            Component::Prefix(_) | Component::RootDir => {
                return Err(BoardError::AbsolutePath { path: shown() });
            }
            Component::CurDir => {}
            Component::ParentDir => parts.push(".."),
            Component::Normal(name) => match name.to_str() {
                Some(name) if is_expressible(name) => parts.push(name),
                _ => return Err(BoardError::Path { path: shown() }),
            },
        }
    }
    // A leading `-` would be an option, a leading `~` a home directory.
    let here = match parts.first() {
        Some(first) if first.starts_with(['-', '~']) => "./",
        Some(_) => "",
        None => return Err(BoardError::Path { path: shown() }),
    };
    Ok(word(&format!("{here}{}", parts.join("/"))))
}

fn is_expressible(name: &str) -> bool {
    name.chars().all(|c| (c.is_ascii_graphic() && !FORBIDDEN.contains(c)) || c == ' ')
}

/// Whether a text can be a comment: not blank, ASCII, and without backslashes, which would continue the comment
/// on the next line.
pub(super) fn is_comment(text: &str) -> bool {
    !text.trim().is_empty()
        && text.chars().all(|c| (c.is_ascii_graphic() && c != '\\') || c == ' ' || c == '\n')
}

/// A text as comment lines, wrapped.
pub(super) fn comment(text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > LINE_LENGTH && line.len() > 1 {
            lines += &line;
            lines.push('\n');
            line.truncate(1);
        }
        line.push(' ');
        line += word;
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::{comment, is_comment, path, word};
    use std::path::Path;

    #[test]
    fn words_are_quoted_only_if_necessary() {
        for (value, expected) in [
            ("FBGA", "FBGA"),
            ("../constraints/task5.sdc", "../constraints/task5.sdc"),
            ("Cyclone V", "\"Cyclone V\""),
            ("", "\"\""),
        ] {
            assert_eq!(word(value), expected);
        }
    }

    #[test]
    fn paths_are_relative_words() {
        for (folder, expected) in [
            ("../constraints", "../constraints/a.sdc"),
            ("../constraints/", "../constraints/a.sdc"),
            ("", "a.sdc"),
            (".", "a.sdc"),
            ("./c", "c/a.sdc"),
            ("../my pins (old)", "\"../my pins (old)/a.sdc\""),
            ("-c", "./-c/a.sdc"),
            ("~c", "\"./~c/a.sdc\""),
        ] {
            assert_eq!(path(Path::new(folder), "a.sdc").as_deref(), Ok(expected), "{folder:?}");
        }
    }

    #[test]
    fn paths_with_special_characters_are_refused() {
        for folder in [
            "a\"b",
            "a\\b",
            "$HOME",
            "a[0]",
            "a{b",
            "a}b",
            "a;b",
            "a#b",
            "a*",
            "a?",
            "a\nb",
            "\u{e9}t\u{e9}",
        ] {
            // A backslash is a separator on Windows.
            if cfg!(windows) && folder.contains('\\') {
                continue;
            }
            let error = path(Path::new(folder), "a.sdc").unwrap_err().to_string();
            assert!(
                error.contains(&format!("{folder}/a.sdc").escape_debug().to_string()),
                "{error}"
            );
        }
    }

    #[test]
    fn absolute_paths_are_refused() {
        let error = path(Path::new("/c"), "a.sdc").unwrap_err().to_string();
        assert!(error.contains("\"/c/a.sdc\" is not relative"), "{error}");
    }

    #[test]
    fn comments_are_wrapped_at_words() {
        let text = comment(&"word ".repeat(40));
        assert!(text.lines().all(|line| line.len() <= 98 && line.starts_with("# word")));
        assert_eq!(text.lines().count(), 3);
        assert_eq!(text.matches("word").count(), 40);
    }

    #[test]
    fn comments_are_printable_and_end_with_the_line() {
        for (text, expected) in [
            ("Because.", true),
            ("Two\nlines.", true),
            ("", false),
            (" \n", false),
            ("ends in \\", false),
            ("caf\u{e9}", false),
            ("bell\u{7}", false),
        ] {
            assert_eq!(is_comment(text), expected, "{text:?}");
        }
    }
}
