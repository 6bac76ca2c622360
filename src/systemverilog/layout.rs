//! Columns and indentation.

/// Indents lines by `spaces`, but leaves empty ones empty.
pub(super) fn indent(lines: Vec<String>, spaces: usize) -> Vec<String> {
    let indented = |line: String| {
        if line.is_empty() { line } else { format!("{:spaces$}{line}", "") }
    };
    lines.into_iter().map(indented).collect()
}

/// Rows with their cells padded to common widths, and nothing after the last cell that is not empty.
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
            let line: Vec<String> = cells.map(|(cell, width)| format!("{cell:width$}")).collect();
            line.join(" ").trim_end().to_string()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_end_without_spaces() {
        let rows = [["a", "", "x"], ["long", "", ""]].map(|row| row.map(str::to_string).to_vec());
        assert_eq!(columns(&rows), ["a    x", "long"]);
    }
}
