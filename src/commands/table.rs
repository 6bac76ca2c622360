//! Tables of plain text, and numbers in them.

use std::fmt;

/// On which side a column is ragged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Align {
    Left,
    Right,
}

/// Rows of cells in columns two spaces apart. A row may be shorter than others.
#[derive(Clone, Debug)]
pub(super) struct Table<const COLUMNS: usize> {
    columns: [Align; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    /// One with a heading.
    pub fn new(columns: [(Align, &str); COLUMNS]) -> Self {
        let heading = columns.map(|(_, name)| name.to_string());
        Table { columns: columns.map(|(align, _)| align), rows: vec![heading] }
    }

    pub fn row(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells);
    }

    /// An empty line.
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
            let cells = row.iter().zip(self.columns).zip(widths);
            let cells = cells.map(|((cell, align), width)| match align {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}

/// A whole number with commas between thousands.
pub(super) fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A fraction as a percentage with six decimals.
pub(super) fn percent(fraction: f64) -> String {
    format!("{:.6} %", 100.0 * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_345, "12,345"),
            (123_456, "123,456"),
            (4_998_398_275_503_360, "4,998,398,275,503,360"),
        ];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new([(Align::Left, "bet"), (Align::Right, "pays")]);
        table.row(["banker".into(), "1".into()]);
        table.gap();
        table.row(["tie".into(), String::new()]);
        assert_eq!(table.to_string(), "bet     pays\nbanker     1\n\ntie\n");
    }
}
