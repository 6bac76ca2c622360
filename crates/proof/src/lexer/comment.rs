//! Comments. They have no meaning, except those that synthesis tools and linters obey.

use crate::error::Problem;

/// The first words of comments that tools obey.
const TOOLS: [&str; 9] = [
    "altera",
    "ambit",
    "cadence",
    "exemplar",
    "pragma",
    "synopsys",
    "synthesis",
    "verilator",
    "xilinx",
];

/// Rejects a comment that is a directive to a tool, such as `// synopsys translate_off`.
pub(super) fn check(comment: &str) -> Result<(), Problem> {
    let text = comment.trim_start_matches(['/', '*']).trim_end_matches(['/', '*']);
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return Ok(()) };
    let is_tool = TOOLS.iter().any(|tool| first.eq_ignore_ascii_case(tool));
    if is_tool && (second.contains('_') || ["on", "off"].contains(&second)) {
        return Err(Problem::DirectiveComment(format!("{first} {second}")));
    }
    Ok(())
}
