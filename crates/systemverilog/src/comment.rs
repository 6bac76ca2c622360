//! Documentation and comments as SystemVerilog comment lines.
//!
//! Tools obey comments that begin with certain words. In comments of authors such a word is put in
//! quotation marks: `// "synopsys" translate_off` is a comment only.

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
            } else if 3 + harmless(&line).len() <= limit || in_code {
                lines.push(format!("// {}", harmless(&line)));
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
    let unchanged: Vec<String> =
        lines.iter().map(|line| format!("// {}", harmless(line)).trim_end().to_string()).collect();
    if unchanged.iter().all(|line| line.len() <= limit) {
        return unchanged;
    }
    wrap(&lines.join(" "), limit, "")
}

/// Returns the text as a comment after code, if it is a single line.
pub(super) fn trailing(text: &str) -> Option<String> {
    (!text.is_empty() && !text.contains('\n')).then(|| format!("// {}", harmless(&plain(text))))
}

/// Wraps words into comment lines; `hang` indents the lines after the first.
fn wrap(paragraph: &str, limit: usize, hang: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut words = paragraph.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            last => {
                let hang = if last.is_some() { hang } else { "" };
                let next = words.peek().copied().unwrap_or_default();
                lines.push(format!("// {hang}{}", harmless_word(word, next)));
            }
        }
    }
    lines
}

/// Returns a line with its first word in quotation marks if tools would obey it as a comment.
fn harmless(line: &str) -> String {
    let text = line.trim_start();
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    let next = rest.split_whitespace().next().unwrap_or_default();
    format!("{}{}{rest}", &line[..line.len() - text.len()], harmless_word(word, next))
}

/// Returns the first word of a comment, in quotation marks if it is a directive with the word that
/// follows.
fn harmless_word(word: &str, next: &str) -> String {
    let begins_tool_name = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let (name, rest) = word.split_at(word.find(begins_tool_name).unwrap_or(word.len()));
    match is_directive(&name.to_ascii_lowercase(), &next.to_ascii_lowercase()) {
        true => format!("\"{name}\"{rest}"),
        false => word.to_string(),
    }
}

/// The tools and kinds of tools that obey comments beginning with their names.
const OBEDIENT: [&str; 16] = [
    "altera",
    "ambit",
    "cadence",
    "exemplar",
    "leda",
    "mentor",
    "pragma",
    "slang",
    "spyglass",
    "svlint",
    "synopsys",
    "synplify",
    "synthesis",
    "vcs",
    "verible",
    "xilinx",
];

/// The words that are directives of any tool if the word after them is one of [`SWITCHES`].
const TOPICS: [&str; 4] = ["coverage", "formal", "lint", "rtl"];

/// See [`TOPICS`].
const SWITCHES: [&str; 8] =
    ["disable", "enable", "off", "on", "restore", "save", "waive", "ignore"];

/// Whether tools may obey a comment that begins with these two words, in lower case. `verilator`
/// does it for any word that begins with its name; others for `synthesis_off`, too.
fn is_directive(first: &str, second: &str) -> bool {
    let stem = first.split('_').next().unwrap_or(first);
    first.starts_with("verilator")
        || OBEDIENT.contains(&stem)
        || first.starts_with("translate_")
        || ["verilint", "verilog_format", "verilog_lint", "lint_checking"].contains(&first)
        || first != stem && TOPICS.contains(&stem)
        || TOPICS.contains(&stem) && SWITCHES.contains(&second)
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
    fn no_comment_is_a_directive() {
        for (text, comment) in [
            ("verilator lint_off WIDTH", "// \"verilator\" lint_off WIDTH"),
            ("Verilator's lint", "// \"Verilator\"'s lint"),
            ("verilator_off", "// \"verilator_off\""),
            ("synopsys translate_off", "// \"synopsys\" translate_off"),
            ("SYNTHESIS ATTRIBUTE x", "// \"SYNTHESIS\" ATTRIBUTE x"),
            ("pragma: translate_on", "// \"pragma\": translate_on"),
            ("translate_off", "// \"translate_off\""),
            ("rtl_synthesis off", "// \"rtl_synthesis\" off"),
            ("coverage off", "// \"coverage\" off"),
            ("coverage of all states", "// coverage of all states"),
            ("lint_off WIDTH", "// \"lint_off\" WIDTH"),
            ("the verilator option", "// the verilator option"),
            ("pragmatic", "// pragmatic"),
        ] {
            assert_eq!(documentation(text, 100), [comment]);
            assert_eq!(from_kernel(&[text.to_string()], 100), [comment]);
            assert_eq!(trailing(text).as_deref(), Some(comment));
            // Where a line breaks, and in a list or in code that is indented.
            let lines = documentation(&format!("{} {text}", "x".repeat(97)), 100);
            assert_eq!(lines[1], comment);
            let lines = documentation(&format!("```text\n  {text}\n```"), 100);
            assert_eq!(lines[1], comment.replacen("// ", "//   ", 1));
        }
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
