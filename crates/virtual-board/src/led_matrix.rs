//! A display with 16 × 16 LEDs, each red and green, at the header GPIO_1, as courses use it.
//!
//! GPIO_1\[35:32\] selects a row. GPIO_1\[31:16\] are its green LEDs, and GPIO_1\[15:0\] the red
//! ones: the highest bit of each is column 0. So only one row is lit at a time, and a design has to
//! select them in turn.

use serde::Serialize;

use super::devices::Device;
use super::window::{Levels, Window};
use de1_soc::{CLOCK_50_HZ, GPIO_1_BITS};

/// The number of rows, and of LEDs in a row.
const SIDE: usize = 16;

/// For how many cycles of CLOCK_50 an LED appears lit after its row is deselected. So a row that is
/// selected at least 20 times a second appears lit all the time.
const SEEN: u64 = CLOCK_50_HZ as u64 / 20;

/// The LEDs that are seen. Bit 0 of a row is column 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Leds {
    pub red: [u16; SIDE],
    pub green: [u16; SIDE],
}

/// The LEDs of a row: red in the lower half, green above.
type Columns = u32;

/// A row that was selected.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    columns: Columns,
    /// The cycle in which its selection ended.
    end: u64,
}

/// Follows the pins. While a row is selected, its columns may change, also for a moment because a
/// design changes the row and the columns in different cycles. What it had for the longest part is
/// what is seen.
#[derive(Clone, Debug, Default)]
pub struct LedMatrix {
    rows: [Option<Row>; SIDE],
    selected: usize,
    columns: Columns,
    /// Since when the selected row has had these columns.
    since: u64,
    /// The columns that it had longest before, and how long.
    longest: (u64, Columns),
}

impl LedMatrix {
    /// The LEDs that are seen in a cycle.
    pub fn leds(&self, cycle: u64) -> Leds {
        let mut leds = Leds::default();
        for row in 0..SIDE {
            let seen = self.rows[row].filter(|row| row.end + SEEN > cycle);
            let columns = match seen.map(|row| row.columns) {
                _ if row == self.selected => self.longest(cycle).1,
                seen => seen.unwrap_or(0),
            };
            (leds.red[row], leds.green[row]) = (columns as u16, (columns >> SIDE) as u16);
        }
        leds
    }

    /// How long the selected row has had the columns that it had longest, and these columns.
    fn longest(&self, cycle: u64) -> (u64, Columns) {
        let last = cycle - self.since;
        if last >= self.longest.0 { (last, self.columns) } else { self.longest }
    }

    /// The pins have these levels since a cycle, the lowest bit first.
    fn set(&mut self, levels: u64, cycle: u64) {
        let row = (levels >> (2 * SIDE)) as usize % SIDE;
        let [green, red] = [levels >> SIDE, levels].map(|row| (row as u16).reverse_bits());
        let columns = u32::from(green) << SIDE | u32::from(red);
        if (row, columns) == (self.selected, self.columns) {
            return;
        }
        let longest = self.longest(cycle);
        self.longest = longest;
        if row != self.selected {
            self.rows[self.selected] = Some(Row { columns: longest.1, end: cycle });
            self.longest = (0, 0);
        }
        (self.selected, self.columns, self.since) = (row, columns, cycle);
    }
}

impl Device for LedMatrix {
    fn settle(&mut self, levels: &Levels, cycle: u64) {
        self.set(levels.value(GPIO_1_BITS), cycle);
    }

    fn observe(&mut self, window: &Window, first: u64) {
        for change in window.changes(GPIO_1_BITS) {
            self.set(change.value, first + window.cycle(&change));
        }
    }

    fn skip(&mut self, cycles: u64, period: u64, cycle: u64) {
        // Rows that were selected in the last period will be selected in the next ones.
        let begin = cycle.saturating_sub(period);
        for row in self.rows.iter_mut().flatten().filter(|row| row.end > begin) {
            row.end += cycles;
        }
        if self.since > begin {
            self.since += cycles;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pins with a row and its columns, bit 0 of which is column 0.
    fn pins(row: u64, red: u16, green: u16) -> u64 {
        row << 32 | u64::from(green.reverse_bits()) << 16 | u64::from(red.reverse_bits())
    }

    /// What is seen in a cycle after some changes of the pins.
    fn seen(changes: &[(u64, u64)], cycle: u64) -> Leds {
        let mut matrix = LedMatrix::default();
        for (cycle, pins) in changes {
            matrix.set(*pins, *cycle);
        }
        matrix.leds(cycle)
    }

    #[test]
    fn a_row_is_seen_while_it_is_selected_and_a_moment_longer() {
        let changes = [(10, pins(3, 0x8001, 2)), (1_000, pins(15, 0, 0x00ff))];
        let both = seen(&changes, 2_000);
        assert_eq!((both.red[3], both.green[3]), (0x8001, 2));
        assert_eq!((both.red[15], both.green[15]), (0, 0x00ff));
        assert_eq!(both.red.iter().filter(|row| **row != 0).count(), 1);
        assert_eq!(seen(&changes, 1_000 + SEEN - 1), both);
        let later = seen(&changes, 1_000 + SEEN);
        assert_eq!((later.red[3], later.green[15]), (0, 0x00ff), "row 15 is still selected");
    }

    #[test]
    fn columns_that_change_a_cycle_before_or_after_the_row_are_not_seen() {
        let changes = [
            (0, pins(0, 1, 0)),
            (100, pins(0, 2, 0)),
            (101, pins(1, 2, 0)),
            (200, pins(2, 2, 0)),
            (201, pins(2, 4, 0)),
        ];
        assert_eq!(seen(&changes, 300).red[..3], [1, 2, 4]);
    }

    #[test]
    fn rows_that_are_selected_in_every_period_are_seen_after_periods_that_are_left_out() {
        let mut matrix = LedMatrix::default();
        let changes = [(0, pins(5, 7, 0)), (100, pins(1, 1, 0)), (200, pins(0, 2, 0))];
        for (cycle, pins) in changes {
            matrix.set(pins, cycle);
        }
        matrix.skip(100 * SEEN, 200, 300);
        let leds = matrix.leds(300 + 100 * SEEN);
        assert_eq!((leds.red[0], leds.red[1]), (2, 1));
        assert_eq!(leds.red[5], 0, "it was not selected in the last period");
    }
}
