//! Comments that are text of the design for synthesis tools.

use std::path::Path;

use super::{ForeignError, read_text};

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
    let line = |line: &str| {
        let Some((before, comment)) = line.split_once("//").filter(|(one, _)| one.trim() == "")
        else {
            return line.to_owned();
        };
        let words: Vec<&str> = comment.split_whitespace().collect();
        if let [tool, "read_comments_as_HDL", state] = words[..]
            && TOOLS.contains(&tool)
        {
            is_on = state == "on";
            return line.to_owned();
        }
        if is_on { format!("{before}  {comment}") } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(line).collect()
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
}
