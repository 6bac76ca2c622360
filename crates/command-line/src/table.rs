//! Tables of plain text, and numbers in them.

use std::fmt;

/// Rows of cells in columns that are two spaces apart. Trailing empty cells leave no spaces.
#[derive(Clone, Debug)]
pub struct Table<const COLUMNS: usize> {
    is_right_aligned: [bool; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
    max_width: Option<usize>,
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    /// A table with the names of the columns as heading. `>` before a name aligns its column to the
    /// right, `<` to the left, as nothing does.
    pub fn new(heading: [&str; COLUMNS]) -> Self {
        let mut table = Table::without_heading(heading);
        table.row(heading.map(|name| name.strip_prefix(['<', '>']).unwrap_or(name).to_string()));
        table
    }

    /// A table with the alignments of a heading, but without it.
    pub fn without_heading(heading: [&str; COLUMNS]) -> Self {
        let is_right_aligned = heading.map(|name| name.starts_with('>'));
        Table { is_right_aligned, rows: Vec::new(), max_width: None }
    }

    /// Moves the last cell of a row that is wider than this to a line of its own.
    pub fn max_width(mut self, width: Option<usize>) -> Self {
        self.max_width = width;
        self
    }

    pub fn row(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells);
    }

    /// Adds an empty line.
    pub fn gap(&mut self) {
        self.rows.push([const { String::new() }; COLUMNS]);
    }
}

impl<const COLUMNS: usize> fmt::Display for Table<COLUMNS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: [usize; COLUMNS] = std::array::from_fn(width);
        for row in &self.rows {
            let cells = row.iter().zip(self.is_right_aligned).zip(widths);
            let cells = cells.map(|((cell, is_right_aligned), width)| match is_right_aligned {
                true => format!("{cell:>width$}"),
                false => format!("{cell:<width$}"),
            });
            let cells: Vec<String> = cells.collect();
            let line = cells.join("  ");
            let is_too_wide =
                self.max_width.is_some_and(|width| line.trim_end().chars().count() > width);
            match cells.split_last() {
                Some((last, others)) if is_too_wide => {
                    writeln!(f, "{}\n    {}", others.join("  ").trim_end(), last.trim())?;
                }
                _ => writeln!(f, "{}", line.trim_end())?,
            }
        }
        Ok(())
    }
}

/// The fraction as a percentage with six decimals.
pub fn percent(fraction: f64) -> String {
    format!("{:.6} %", 100.0 * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(["bet", ">pays"]);
        table.row(["banker".into(), "1".into()]);
        table.gap();
        table.row(["tie".into(), String::new()]);
        assert_eq!(table.to_string(), "bet     pays\nbanker     1\n\ntie\n");
    }

    #[test]
    fn a_row_that_is_too_wide_has_its_last_cell_on_the_next_line() {
        let mut table = Table::new(["press", ">score", "rule"]);
        table.row(["1".into(), "7".into(), "player 7 stands".into()]);
        let text = table.max_width(Some(20)).to_string();
        assert_eq!(text, "press  score  rule\n1          7\n    player 7 stands\n");
    }
}
