//! Comments of kernels: the statement that carries one, and how to decode it.

/// Adds a comment to a kernel. It has no effect in a simulation and becomes a
/// `VerilogStatement::Comment` in the tree.
///
/// [`#[kernel]`](macro@crate::kernel) inserts one for each `//` comment. It also works under
/// `#[hdl_gen]`.
#[macro_export]
macro_rules! comment {
    ($($text:tt)*) => {
        ()
    };
}

/// The prefix of every comment that `#[kernel]` encoded, as in `encoding.rs` of
/// `rust-hdl-describe-macros`.
const MARKER: &str = "rust-hdl-describe: ";

/// The prefix of the line number of the next statement.
const LINE_MARKER: &str = "rust-hdl-describe line ";

/// The prefix of the property whose condition an `if` has.
const PROPERTY_MARKER: &str = "rust-hdl-describe property ";

/// Returns the text of a `VerilogStatement::Comment`.
///
/// A comment from [`#[kernel]`](macro@crate::kernel) is returned exactly. `comment!("text")` and
/// `println!("text")` under rust-hdl's own `#[hdl_gen]` work, too, but rust-hdl removes each `")`
/// from the text. For a call with arguments, only the format string is returned. The result is
/// `None` if there is no text: for an `assert!`, a call without a string, an invalid encoding, a
/// property, or a line number, which [`decode_line`] returns.
///
/// ```
/// use rust_hdl_describe::decode_comment;
///
/// assert_eq!(decode_comment(r#"comment! ("say \"hello\""#).as_deref(), Some("say \"hello\""));
/// let encoded = "comment! (\"rust-hdl-describe: 50%25; done";
/// assert_eq!(decode_comment(encoded).as_deref(), Some("50% done"));
/// assert_eq!(decode_comment("assert! (self.a.val ())"), None);
/// ```
pub fn decode_comment(comment: &str) -> Option<String> {
    let literal = match ["comment", "println", "assert"]
        .iter()
        .find_map(|name| Some((name, macro_arguments(comment, name)?)))
    {
        Some((&"assert", _)) => return None,
        Some((_, arguments)) => literal(arguments)?,
        // With older compilers, rust-hdl removes the call up to the opening quote.
        None => Literal { content: comment, raw_end: None },
    };
    let text = literal.text();
    match text.strip_prefix(MARKER) {
        Some(encoded) => decode(encoded),
        None if text.starts_with(LINE_MARKER) || text.starts_with(PROPERTY_MARKER) => None,
        None => Some(text),
    }
}

/// Returns the source line, from 1, of the next statement, if a `VerilogStatement::Comment`
/// contains one.
///
/// [`#[kernel]`](macro@crate::kernel) inserts one before each statement at the top level of the
/// kernel.
///
/// ```
/// use rust_hdl_describe::decode_line;
///
/// assert_eq!(decode_line("comment! (\"rust-hdl-describe line 31"), Some(31));
/// assert_eq!(decode_line("comment! (\"rust-hdl-describe: count up"), None);
/// ```
pub fn decode_line(comment: &str) -> Option<u32> {
    let content = match macro_arguments(comment, "comment") {
        Some(arguments) => arguments.strip_prefix('"')?,
        None => comment,
    };
    let digits = content.strip_prefix(LINE_MARKER)?;
    digits.split('"').next()?.parse().ok()
}

/// Returns the kind, the clock and the label of the property that a `VerilogStatement::Comment`
/// contains.
pub(crate) fn decode_property_marker(comment: &str) -> Option<(String, Option<String>, String)> {
    let content = match macro_arguments(comment, "comment") {
        Some(arguments) => arguments.strip_prefix('"')?,
        None => comment,
    };
    let content = content.strip_prefix(PROPERTY_MARKER)?;
    let mut words = content.split('"').next()?.split(' ').map(str::to_string);
    let (kind, clock, label) = (words.next()?, words.next()?, words.next()?);
    Some((kind, Some(clock).filter(|clock| clock != "-"), label))
}

/// Returns what follows `name! (`, with any spacing.
fn macro_arguments<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let rest = comment.strip_prefix(name)?.trim_start();
    let rest = rest.strip_prefix('!')?.trim_start();
    Some(rest.strip_prefix(['(', '[', '{'])?.trim_start())
}

/// A string literal without its opening quote; the closing one may be missing.
struct Literal<'a> {
    content: &'a str,
    /// The end of a raw literal.
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

/// Returns the text up to the closing quote, with Rust's escapes replaced. Invalid escapes stay.
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

/// Returns the character of the escape at the start of `text`, and its length in bytes.
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
        // A literal may continue on the next line.
        b'\n' => Some((None, text.len() - text[1..].trim_start().len())),
        _ => None,
    }
}

/// Decodes a comment that `#[kernel]` encoded.
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
    fn comments_of_plain_rust_hdl_are_decoded_in_any_token_spacing() {
        for (comment, expected) in [
            ("comment! (\"count up", "count up"),
            ("comment ! (\"count up", "count up"),
            ("comment!(\"count up", "count up"),
            // The compiler breaks the line of a long call.
            ("comment!\n(\"count up", "count up"),
            ("comment! { \"count up\" }", "count up"),
            ("println! (\"count up", "count up"),
            ("println ! (\"count {}\", self.count)", "count {}"),
            // With older compilers.
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
    fn the_escapes_of_a_literal_are_replaced() {
        for (literal, expected) in [
            (r#"a \"b\" c"#, "a \"b\" c"),
            (r"\\ \' \n \r \t \0", "\\ ' \n \r \t \0"),
            (r"\x41\u{e9}\u{1F600}", "A\u{e9}\u{1f600}"),
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
    fn statements_without_text_give_none() {
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
    fn line_numbers_are_decoded_in_any_token_spacing() {
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
    fn text_without_the_marker_is_not_decoded() {
        assert_eq!(decode_comment("comment! (\"50%25; off").as_deref(), Some("50%25; off"));
        assert_eq!(
            decode_comment("comment! (\"rust-hdl-describe: 50%25; off").as_deref(),
            Some("50% off")
        );
    }
}
