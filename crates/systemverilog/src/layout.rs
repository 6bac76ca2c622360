//! Columns and indentation.

/// Indents lines by `spaces`; empty lines stay empty.
pub(super) fn indent(lines: Vec<String>, spaces: usize) -> Vec<String> {
    let indented = |line: String| {
        if line.is_empty() { line } else { format!("{:spaces$}{line}", "") }
    };
    lines.into_iter().map(indented).collect()
}

/// Pads the cells of each column to a common width. Lines have no trailing spaces, and empty
/// columns are dropped.
pub(super) fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0)
        })
        .collect();
    rows.iter()
        .map(|row| {
            let cells = row.iter().zip(&widths).filter(|(_, width)| **width > 0);
            // `format!` pads to 65535 columns at most.
            let pad =
                |(cell, width): (&String, &usize)| cell.clone() + &" ".repeat(width - cell.len());
            let line: Vec<String> = cells.map(pad).collect();
            line.join(" ").trim_end().to_string()
        })
        .collect()
}

/// Puts `before` in front of the first line and `after` at the end of the last; the lines stay
/// aligned.
pub(super) fn wrapped(before: &str, lines: Vec<String>, after: &str) -> Vec<String> {
    let last = lines.len().saturating_sub(1);
    let enclose = |(index, line): (usize, String)| {
        let start = if index == 0 { before.to_string() } else { " ".repeat(before.len()) };
        let end = if index == last { after } else { "" };
        format!("{start}{line}{end}")
    };
    lines.into_iter().enumerate().map(enclose).collect()
}

/// Fills lines of at most `limit` columns with cells, separated by commas.
pub(super) fn listed(cells: &[String], limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        let comma = if index + 1 == cells.len() { "" } else { "," };
        match lines.last_mut() {
            Some(line) if line.len() + 1 + cell.len() + comma.len() <= limit => {
                line.push_str(&format!(" {cell}{comma}"));
            }
            _ => lines.push(format!("{cell}{comma}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_without_trailing_spaces() {
        let rows = [["a", "", "x"], ["long", "", ""]].map(|row| row.map(str::to_string).to_vec());
        assert_eq!(columns(&rows), ["a    x", "long"]);
    }
}
