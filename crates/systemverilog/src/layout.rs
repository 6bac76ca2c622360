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
            // A format's own padding ends at 65535 columns, and a line may be longer.
            let pad =
                |(cell, width): (&String, &usize)| cell.clone() + &" ".repeat(width - cell.len());
            let line: Vec<String> = cells.map(pad).collect();
            line.join(" ").trim_end().to_string()
        })
        .collect()
}

/// `before` in front of the first line, `behind` at the end of the last one; the lines between stay aligned.
pub(super) fn wrapped(before: &str, lines: Vec<String>, behind: &str) -> Vec<String> {
    let last = lines.len().saturating_sub(1);
    let place = |(index, line): (usize, String)| {
        let start = if index == 0 { before.to_string() } else { " ".repeat(before.len()) };
        let end = if index == last { behind } else { "" };
        format!("{start}{line}{end}")
    };
    lines.into_iter().enumerate().map(place).collect()
}

/// Cells one after the other, separated by commas, on lines of at most `room` columns.
pub(super) fn listed(cells: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        let comma = if index + 1 == cells.len() { "" } else { "," };
        match lines.last_mut() {
            Some(line) if line.len() + 1 + cell.len() + comma.len() <= room => {
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
    fn columns_are_aligned_and_end_without_spaces() {
        let rows = [["a", "", "x"], ["long", "", ""]].map(|row| row.map(str::to_string).to_vec());
        assert_eq!(columns(&rows), ["a    x", "long"]);
    }
}
