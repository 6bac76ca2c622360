//! Documentation and comments as SystemVerilog comment lines.

/// Formats documentation as comment lines of at most `limit` columns. Paragraphs are wrapped;
/// lists, tables and code keep their line breaks.
pub(super) fn documentation(text: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut paragraph = String::new();
    let mut in_code = false;
    for line in text.lines() {
        let line = plain(line.trim_end());
        let is_fence = line.trim_start().starts_with("```");
        if in_code || is_fence || line.is_empty() || keeps_line_break(&line) {
            lines.extend(wrap(&std::mem::take(&mut paragraph), limit, ""));
            if line.is_empty() {
                lines.push("//".to_string());
            } else if 3 + line.len() <= limit || in_code {
                lines.push(format!("// {line}"));
            } else {
                lines.extend(wrap(&line, limit, "  "));
            }
            in_code ^= is_fence;
        } else {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(&line);
        }
    }
    lines.extend(wrap(&paragraph, limit, ""));
    while lines.last().is_some_and(|line| line == "//") {
        lines.pop();
    }
    lines
}

/// Whether the line is part of a list, a table row, a heading or a licence identifier.
fn keeps_line_break(line: &str) -> bool {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with([' ', '|', '#'])
        || line.starts_with("- ")
        || line.starts_with("* ")
        || line.starts_with("SPDX-")
        || after_number.len() < line.len() && after_number.starts_with(". ")
}

/// Formats a kernel's comment as comment lines of at most `limit` columns, with the author's line
/// breaks unless a line is too long.
pub(super) fn from_kernel(lines: &[String], limit: usize) -> Vec<String> {
    let lines: Vec<String> = lines.iter().map(|line| plain(line)).collect();
    if lines.iter().all(|line| 3 + line.len() <= limit) {
        return lines.iter().map(|line| format!("// {line}")).collect();
    }
    wrap(&lines.join(" "), limit, "")
}

/// Returns the text as a comment after code, if it is a single line.
pub(super) fn trailing(text: &str) -> Option<String> {
    (!text.is_empty() && !text.contains('\n')).then(|| format!("// {}", plain(text)))
}

/// Wraps words into comment lines; `hang` indents the lines after the first.
fn wrap(paragraph: &str, limit: usize, hang: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("// {hang}{word}")),
            None => lines.push(format!("// {word}")),
        }
    }
    lines
}

/// Removes the markup of Rust documentation and converts it to ASCII.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.peek().is_some_and(char::is_ascii_punctuation) => {
                plain.extend(characters.next())
            }
            '\u{2018}' | '\u{2019}' => plain.push('\''),
            '\u{201c}' | '\u{201d}' => plain.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{2026}' => plain.push_str("..."),
            '\u{2192}' => plain.push_str("->"),
            '\u{00d7}' => plain.push('x'),
            '\u{00a0}' => plain.push(' '),
            character if character.is_ascii_control() => plain.push(' '),
            character if character.is_ascii() => plain.push(character),
            character => plain.extend(character.escape_unicode()),
        }
    }
    plain.replace("[`", "`").replace("`]", "`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_and_lists_keep_their_line_breaks() {
        let long = "word ".repeat(30);
        let text = format!("SPDX-License-Identifier: MIT\n{long}\n{long}\n\n- one\n- two\n\n");
        let lines = documentation(&text, 60);
        assert!(lines.iter().all(|line| line.len() <= 60));
        assert_eq!(lines[0], "// SPDX-License-Identifier: MIT");
        assert_eq!(lines[lines.len() - 3..], ["//", "// - one", "// - two"]);
    }

    #[test]
    fn output_is_ascii_without_markup() {
        for (text, comment) in [
            (r"KEY\[0\] steps", "// KEY[0] steps"),
            ("see [`State`] \u{2013} it\u{2019}s 2\u{00d7}3", "// see `State` - it's 2x3"),
            ("gr\u{fc}n", r"// gr\u{fc}n"),
        ] {
            assert_eq!(documentation(text, 100), [comment]);
        }
    }
}
