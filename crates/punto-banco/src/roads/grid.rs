//! The layout of columns on six rows.

use std::collections::HashSet;

use serde::Serialize;

/// The number of rows of every road.
pub const ROWS: usize = 6;

/// A cell of a road, counted from 0: columns from the left, [`ROWS`] rows from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cell {
    pub column: usize,
    pub row: usize,
}

/// Returns the cells of columns of these lengths, one column after another.
///
/// A column starts in the first free cell of the top row. It goes down to the bottom or to a taken
/// cell, then right along its row. That row is always free: a tail from the left in it has ended
/// before this column, or passes below the cell where this column turns.
pub(super) fn lay_out(lengths: impl IntoIterator<Item = usize>) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut taken = HashSet::new();
    let mut start = 0;
    for length in lengths {
        while taken.contains(&Cell { column: start, row: 0 }) {
            start += 1;
        }
        let mut cell = Cell { column: start, row: 0 };
        let mut has_turned = false;
        for _ in 0..length {
            cells.push(cell);
            taken.insert(cell);
            let below = Cell { row: cell.row + 1, ..cell };
            has_turned |= below.row == ROWS || taken.contains(&below);
            cell = if has_turned { Cell { column: cell.column + 1, ..cell } } else { below };
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws the columns as letters, and `.` for free cells.
    fn drawing(lengths: &[usize]) -> String {
        let cells = lay_out(lengths.iter().copied());
        let owners = lengths
            .iter()
            .zip('a'..)
            .flat_map(|(length, letter)| std::iter::repeat_n(letter, *length));
        let width = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        let mut rows = vec![vec!['.'; width]; ROWS];
        for (cell, owner) in cells.iter().zip(owners) {
            rows[cell.row][cell.column] = owner;
        }
        rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    #[test]
    fn columns_are_side_by_side() {
        assert_eq!(drawing(&[]), "\n\n\n\n\n\n");
        assert_eq!(drawing(&[1, 3, 6]), "abc\n.bc\n.bc\n..c\n..c\n..c\n");
    }

    #[test]
    fn a_full_column_turns_right_at_the_bottom() {
        assert_eq!(drawing(&[9, 2]), "ab..\nab..\na...\na...\na...\naaaa\n");
    }

    #[test]
    fn a_column_turns_right_above_the_tail_of_another() {
        assert_eq!(drawing(&[9, 7, 6]), "abc..\nabc..\nabc..\nabccc\nabbb.\naaaa.\n");
    }

    #[test]
    fn a_column_in_the_top_row_moves_the_next_one_right() {
        // Tails in the five rows below leave the sixth column the top row only.
        let rows =
            ["abcdeffffg", "abcdeeeeeg", "abcdddddd.", "abccccccc.", "abbbbbbbb.", "aaaaaaaaa."];
        assert_eq!(drawing(&[14, 12, 10, 8, 6, 4, 2]), rows.join("\n") + "\n");
    }

    #[test]
    fn a_column_right_of_a_tail_reaches_the_bottom() {
        assert_eq!(drawing(&[7, 1, 6]), "abc\na.c\na.c\na.c\na.c\naac\n");
    }

    #[test]
    fn no_cell_is_used_twice_and_every_column_is_connected() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let longest = random.usize(1..=20);
            let lengths: Vec<usize> =
                (0..random.usize(0..60)).map(|_| random.usize(1..=longest)).collect();
            let cells = lay_out(lengths.iter().copied());
            assert_eq!(cells.len(), lengths.iter().sum::<usize>());
            let different: HashSet<&Cell> = cells.iter().collect();
            assert_eq!(different.len(), cells.len(), "{lengths:?}");
            let mut rest = cells.as_slice();
            let mut last_start = None;
            for length in lengths {
                let (column, others) = rest.split_at(length);
                rest = others;
                assert_eq!(column[0].row, 0);
                assert!(last_start < Some(column[0].column));
                last_start = Some(column[0].column);
                for (one, next) in column.iter().zip(&column[1..]) {
                    let went_down = (next.column, next.row) == (one.column, one.row + 1);
                    let went_right = (next.column, next.row) == (one.column + 1, one.row);
                    assert!(next.row < ROWS && (went_down || went_right));
                }
            }
        }
    }
}
