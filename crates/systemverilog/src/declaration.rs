//! Rows of declarations, with their documentation and their attributes.

use rust_hdl_rtl::Attribute;

use super::comment;
use super::context::Context;
use super::layout::columns;

/// A port, a signal, an enum variant or a field of a struct.
pub(super) struct Row<'a> {
    pub documentation: &'a str,
    pub attributes: &'a [Attribute],
    /// The parts that are aligned with those of the other rows.
    pub cells: Vec<String>,
}

impl<'a> Row<'a> {
    /// Returns a row without attributes.
    pub fn new(documentation: &'a str, cells: Vec<String>) -> Row<'a> {
        Row { documentation, attributes: &[], cells }
    }
}

/// Aligns rows in columns. Each row's documentation follows it, or is above it if any is too long.
/// Attributes are above their row.
pub(super) fn documented(rows: Vec<Row>, context: Context) -> Vec<String> {
    let code: Vec<Vec<String>> = rows.iter().map(|row| row.cells.clone()).collect();
    let padded = columns(&code);
    let widest = padded.iter().map(String::len).max().unwrap_or(0);
    let notes: Vec<Option<String>> =
        rows.iter().map(|row| comment::trailing(row.documentation)).collect();
    let all_fit = rows.iter().zip(&notes).all(|(row, note)| match note {
        Some(note) => widest + 2 + note.len() <= context.limit(),
        None => row.documentation.is_empty(),
    });
    let mut lines = Vec::new();
    for ((row, line), note) in rows.into_iter().zip(padded).zip(notes) {
        let line = match note {
            Some(note) if all_fit => format!("{line:widest$}  {note}"),
            _ => {
                lines.extend(comment::documentation(row.documentation, context.limit()));
                line
            }
        };
        lines.extend(
            row.attributes
                .iter()
                .map(|Attribute { name, value }| format!("(* {name} = \"{}\" *)", escaped(value))),
        );
        lines.push(line);
    }
    lines
}

/// Escapes a text for a string literal.
pub(super) fn escaped(text: &str) -> String {
    let escape = |character: char| match character {
        '"' | '\\' => format!("\\{character}"),
        ' '..='~' => character.to_string(),
        _ => "?".to_string(),
    };
    text.chars().map(escape).collect()
}
