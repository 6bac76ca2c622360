//! A row of the table of results.

use std::fmt;
use std::time::Duration;

/// The names of the columns.
pub const HEADER: &str = "design                     Verilator MHz   board MHz  x Verilator    frames/s  start-up s    page MHz  x Verilator    x board";

/// Cycles of CLOCK_50 in a frame of 640 x 480 pixels: two for a pixel, with blanking.
const CYCLES_PER_FRAME: f64 = 2.0 * 800.0 * 525.0;

/// The cycles of a simulator and the time that they took.
pub struct Rate {
    pub cycles: u64,
    pub time: Duration,
}

impl Rate {
    fn hertz(&self) -> f64 {
        self.cycles as f64 / self.time.as_secs_f64()
    }
}

/// The results of a design.
pub struct Measured {
    pub verilator: Rate,
    pub board: Rate,
    /// The page that `export` writes, without a browser.
    pub page: Rate,
    pub has_monitor: bool,
    /// The time to read the design and to make the board.
    pub start_up: Duration,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [verilator, board, page] = [&self.verilator, &self.board, &self.page].map(Rate::hertz);
        let frames = if self.has_monitor {
            format!("{:.1}", board / CYCLES_PER_FRAME)
        } else {
            "-".to_string()
        };
        write!(
            f,
            "{:>13.3} {:>11.3} {:>12.3} {frames:>11} {:>11.1} {:>11.3} {:>12.3} {:>10.3}",
            verilator / 1e6,
            board / 1e6,
            board / verilator,
            self.start_up.as_secs_f64(),
            page / 1e6,
            page / verilator,
            page / board
        )
    }
}
