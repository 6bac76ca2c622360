//! Comments that are text of the design for synthesis tools.

use std::path::Path;

use super::{ForeignError, read_text};
use rust_hdl_rtl::{VerilogTokenKind, verilog_tokens};

/// The words that begin a directive in a comment.
const TOOLS: [&str; 4] = ["synthesis", "synopsys", "altera", "pragma"];

/// Reads a source.
///
/// # Errors
///
/// Those of [`read_text`].
pub(super) fn read_source(path: &Path) -> Result<String, ForeignError> {
    read_text(path).map(with_text_in_comments)
}

/// The text without `//` between `// synthesis read_comments_as_HDL on` and `off`.
fn with_text_in_comments(text: String) -> String {
    if !text.contains("read_comments_as_HDL") {
        return text;
    }
    let mut is_on = false;
    let (mut new, mut end) = (String::with_capacity(text.len()), 0);
    for token in verilog_tokens(&text).filter(|token| token.kind == VerilogTokenKind::Comment) {
        let line = text[..token.start].rsplit('\n').next().unwrap_or_default();
        let Some(comment) = token.text.strip_prefix("//").filter(|_| line.trim() == "") else {
            continue;
        };
        let words: Vec<&str> = comment.split_whitespace().collect();
        match words[..] {
            [tool, "read_comments_as_HDL", state] if TOOLS.contains(&tool) => is_on = state == "on",
            // Another directive.
            [tool, ..] if TOOLS.contains(&tool) => {}
            _ if is_on => {
                new += &text[end..token.start];
                new += "  ";
                end = token.start + 2;
            }
            _ => {}
        }
    }
    new + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_between_directives_are_read() {
        let on = "//synthesis read_comments_as_HDL on\n";
        let off = "// synthesis read_comments_as_HDL off\r\n";
        let before = format!("// a\n{on}  // assign b = c; // d\nwire e; // f\n{off}// g\n");
        let after = format!("// a\n{on}     assign b = c; // d\nwire e; // f\n{off}// g\n");
        assert_eq!(with_text_in_comments(before), after);
    }

    #[test]
    fn a_directive_in_a_block_comment_or_a_region_is_no_text() {
        let on = "// synthesis read_comments_as_HDL on\n";
        let block = format!("/*\n{on}*/\n// assign b = c;\n");
        assert_eq!(with_text_in_comments(block.clone()), block);
        let before = format!("{on}// synthesis translate_off\n// wire e;\nassign f = 1; // g\n");
        let after = before.replace("// wire", "   wire");
        assert_eq!(with_text_in_comments(before), after);
    }
}
