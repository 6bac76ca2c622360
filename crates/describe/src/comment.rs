//! Comments of kernels: the statement that holds one, and the way back to its text.

/// A comment in a kernel. It does nothing in a simulation, and reaches the tree as a `VerilogStatement::Comment`.
///
/// [`#[kernel]`](macro@crate::kernel) writes it for each `//` comment. By hand, it works under `#[hdl_gen]` as well.
#[macro_export]
macro_rules! comment {
    ($($text:tt)*) => {
        ()
    };
}

/// Begins the text of every comment that `#[kernel]` has encoded, as in `encoding.rs` of `rust-hdl-describe-macros`.
const MARKER: &str = "rust-hdl-describe: ";

/// Begins what is no comment, but the line of the statement that follows.
const LINE_MARKER: &str = "rust-hdl-describe line ";

/// The text of a comment, from what a `VerilogStatement::Comment` holds.
///
/// What [`#[kernel]`](macro@crate::kernel) put there comes back exactly. `comment!("text")` and `println!("text")` under rust-hdl's own
/// `#[hdl_gen]` arrive as the remains of their source: their text comes back too, but for each `")` in it, which rust-hdl
/// removes; of a call with arguments the format string alone comes back. `None` means that there is no text: the remains of an
/// `assert!`, of a call without a string, an encoding that does not hold, or a line, which is for [`decode_line`].
///
/// ```
/// use rust_hdl_describe::decode_comment;
///
/// assert_eq!(decode_comment(r#"comment! ("say \"hello\""#).as_deref(), Some("say \"hello\""));
/// assert_eq!(decode_comment("comment! (\"rust-hdl-describe: 50%25; done").as_deref(), Some("50% done"));
/// assert_eq!(decode_comment("assert! (self.a.val ())"), None);
/// ```
pub fn decode_comment(comment: &str) -> Option<String> {
    let literal = match ["comment", "println", "assert"]
        .iter()
        .find_map(|name| Some((name, macro_arguments(comment, name)?)))
    {
        Some((&"assert", _)) => return None,
        Some((_, arguments)) => literal(arguments)?,
        // With the token spacing that rust-hdl was written for, it takes the call off up to the opening quote.
        None => Literal { content: comment, raw_end: None },
    };
    let text = literal.text();
    match text.strip_prefix(MARKER) {
        Some(encoded) => decode(encoded),
        None if text.starts_with(LINE_MARKER) => None,
        None => Some(text),
    }
}

/// The line, from 1, of the statement that follows, from what a `VerilogStatement::Comment` holds.
///
/// [`#[kernel]`](macro@crate::kernel) puts one before each statement at the top of the kernel. `None` means that it is something
/// else.
///
/// ```
/// use rust_hdl_describe::decode_line;
///
/// assert_eq!(decode_line("comment! (\"rust-hdl-describe line 31"), Some(31));
/// assert_eq!(decode_line("comment! (\"rust-hdl-describe: at the door"), None);
/// ```
pub fn decode_line(comment: &str) -> Option<u32> {
    let content = match macro_arguments(comment, "comment") {
        Some(arguments) => arguments.strip_prefix('"')?,
        None => comment,
    };
    let digits = content.strip_prefix(LINE_MARKER)?;
    digits.split('"').next()?.parse().ok()
}

/// What follows `name! (`, whatever the spaces.
fn macro_arguments<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let rest = comment.strip_prefix(name)?.trim_start();
    let rest = rest.strip_prefix('!')?.trim_start();
    Some(rest.strip_prefix(['(', '[', '{'])?.trim_start())
}

/// A string literal without its opening quote, and perhaps without its closing one.
struct Literal<'a> {
    content: &'a str,
    /// How a raw literal ends.
    raw_end: Option<String>,
}

fn literal(arguments: &str) -> Option<Literal<'_>> {
    if let Some(content) = arguments.strip_prefix('"') {
        return Some(Literal { content, raw_end: None });
    }
    let rest = arguments.strip_prefix('r')?;
    let content = rest.trim_start_matches('#');
    let hashes = &rest[..rest.len() - content.len()];
    Some(Literal { content: content.strip_prefix('"')?, raw_end: Some(format!("\"{hashes}")) })
}

impl Literal<'_> {
    fn text(&self) -> String {
        match &self.raw_end {
            Some(end) => {
                let length = self.content.find(end).unwrap_or(self.content.len());
                self.content[..length].to_owned()
            }
            None => unescape(self.content),
        }
    }
}

/// The text up to the closing quote, if there is one. What is no escape of Rust stays as it is.
fn unescape(content: &str) -> String {
    let mut text = String::new();
    let mut rest = content;
    while let Some(character) = rest.chars().next() {
        if character == '"' {
            break;
        }
        let (replacement, length) = match character {
            '\\' => escape(rest).unwrap_or((Some('\\'), 1)),
            _ => (Some(character), character.len_utf8()),
        };
        text.extend(replacement);
        rest = &rest[length..];
    }
    text
}

/// What the escape at the start of `text` stands for, and its length in bytes.
fn escape(text: &str) -> Option<(Option<char>, usize)> {
    let simple = |character| Some((Some(character), 2));
    match text.as_bytes().get(1)? {
        b'n' => simple('\n'),
        b'r' => simple('\r'),
        b't' => simple('\t'),
        b'0' => simple('\0'),
        b'\\' => simple('\\'),
        b'\'' => simple('\''),
        b'"' => simple('"'),
        b'x' => Some((Some(code_point(text.get(2..4)?)?), 4)),
        b'u' => {
            let digits = text[2..].strip_prefix('{')?;
            let length = digits.find('}')?;
            Some((Some(code_point(&digits[..length])?), length + 4))
        }
        // A literal may go on in the next line.
        b'\n' => Some((None, text.len() - text[1..].trim_start().len())),
        _ => None,
    }
}

/// Undoes the encoding of `#[kernel]`.
fn decode(encoded: &str) -> Option<String> {
    let mut parts = encoded.split('%');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let (code, rest) = part.split_once(';')?;
        text.push(code_point(code)?);
        text.push_str(rest);
    }
    Some(text)
}

fn code_point(hexadecimal: &str) -> Option<char> {
    u32::from_str_radix(hexadecimal, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_of_plain_rust_hdl_keeps_its_text_in_any_token_spacing() {
        for (comment, expected) in [
            ("comment! (\"count up", "count up"),
            ("comment ! (\"count up", "count up"),
            ("comment!(\"count up", "count up"),
            // The compiler breaks the line of a long call.
            ("comment!\n(\"count up", "count up"),
            ("comment! { \"count up\" }", "count up"),
            ("println! (\"count up", "count up"),
            ("println ! (\"count {}\", self.count)", "count {}"),
            // As the compilers of rust-hdl's time left it.
            ("count up", "count up"),
            ("", ""),
            ("comment! (\"", ""),
            (r#"comment! (r"C:\new" "#, r"C:\new"),
            (r###"comment! (r#"a "b" c"# "###, "a \"b\" c"),
            (r##"comment! (r#"cut"##, "cut"),
            ("commentary", "commentary"),
        ] {
            assert_eq!(decode_comment(comment).as_deref(), Some(expected), "{comment}");
        }
    }

    #[test]
    fn the_escapes_of_a_literal_are_undone() {
        for (literal, expected) in [
            (r#"a \"b\" c"#, "a \"b\" c"),
            (r"\\ \' \n \r \t \0", "\\ ' \n \r \t \0"),
            (r"\x41\u{e9}\u{1F0A1}", "A\u{e9}\u{1f0a1}"),
            ("one \\\n   two", "one two"),
            // The remains of `\")`.
            (r"(say \", r"(say \"),
            (r"\q \x4 \u{} \u{110000} \u41", r"\q \x4 \u{} \u{110000} \u41"),
            ("caf\u{e9} \\\u{e9}", "caf\u{e9} \\\u{e9}"),
            ("\\x\u{e9}", "\\x\u{e9}"),
        ] {
            let comment = format!("comment! (\"{literal}");
            assert_eq!(decode_comment(&comment).as_deref(), Some(expected), "{literal}");
        }
    }

    #[test]
    fn what_holds_no_text_has_none() {
        for comment in [
            "assert! (self.a.val () == self.b.val ())",
            "assert ! (\"text",
            "println! ()",
            "comment! (self)",
            "comment! (\"rust-hdl-describe: 50%25",
            "comment! (\"rust-hdl-describe: %zz;",
            "comment! (\"rust-hdl-describe: %d800;",
            "comment! (\"rust-hdl-describe line 31",
        ] {
            assert_eq!(decode_comment(comment), None, "{comment}");
        }
    }

    #[test]
    fn a_line_is_read_in_any_token_spacing_and_nothing_else_is_one() {
        for (comment, expected) in [
            ("comment! (\"rust-hdl-describe line 31", Some(31)),
            ("comment ! (\"rust-hdl-describe line 31\")", Some(31)),
            ("comment!\n(\"rust-hdl-describe line 4294967295", Some(u32::MAX)),
            ("rust-hdl-describe line 7", Some(7)),
            ("comment! (\"rust-hdl-describe line 4294967296", None),
            ("comment! (\"rust-hdl-describe line ", None),
            ("comment! (\"rust-hdl-describe: line 31", None),
            ("comment! (\"line 31", None),
            ("println! (\"rust-hdl-describe line 31", None),
            ("", None),
        ] {
            assert_eq!(decode_line(comment), expected, "{comment}");
        }
    }

    #[test]
    fn only_the_marker_makes_an_encoding() {
        assert_eq!(decode_comment("comment! (\"50%25; off").as_deref(), Some("50%25; off"));
        assert_eq!(
            decode_comment("comment! (\"rust-hdl-describe: 50%25; off").as_deref(),
            Some("50% off")
        );
    }
}
