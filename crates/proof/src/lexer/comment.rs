//! Comments. They have no meaning, except those that synthesis tools and linters obey.

use crate::error::Problem;

/// The first words of comments that tools obey.
const TOOLS: [&str; 8] =
    ["altera", "ambit", "cadence", "exemplar", "pragma", "synopsys", "synthesis", "xilinx"];

/// Rejects a comment that is a directive to a tool, such as `// synopsys translate_off`.
pub(super) fn check(comment: &str) -> Result<(), Problem> {
    let text = comment.trim_start_matches(['/', '*']).trim_end_matches(['/', '*']);
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return Ok(()) };
    let is = |tool: &str| first.eq_ignore_ascii_case(tool);
    let is_directive = second.contains('_') || ["on", "off"].contains(&second);
    // Verilator rejects a word that it does not know.
    if is("verilator") || TOOLS.into_iter().any(is) && is_directive {
        return Err(Problem::DirectiveComment(format!("{first} {second}")));
    }
    Ok(())
}
