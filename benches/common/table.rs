//! The table of results.

use std::fmt;
use std::time::Duration;

/// The result of a simulator.
pub struct Measured {
    /// The number of hands played.
    pub hands: usize,
    /// The number of hands whose outputs differ from the answer.
    pub wrong: usize,
    pub time: Duration,
}

impl Measured {
    fn per_second(&self) -> f64 {
        self.hands as f64 / self.time.as_secs_f64()
    }
}

/// Simulators with their results or errors. Rates are relative to the first.
#[derive(Default)]
pub struct Table {
    rows: Vec<(&'static str, anyhow::Result<Measured>)>,
}

impl Table {
    pub fn add(&mut self, simulator: &'static str, measured: anyhow::Result<Measured>) {
        self.rows.push((simulator, measured));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = self
            .rows
            .first()
            .and_then(|(_, measured)| measured.as_ref().ok())
            .map(Measured::per_second);
        writeln!(
            f,
            "{:<22} {:>12} {:>7} {:>10} {:>15} {:>12}",
            "simulator", "hands", "wrong", "seconds", "hands/s", "x Verilator"
        )?;
        for (simulator, measured) in &self.rows {
            match measured {
                Ok(measured) => {
                    let rate = measured.per_second();
                    let ratio =
                        base.map_or_else(|| "-".to_string(), |base| format!("{:.4}", rate / base));
                    writeln!(
                        f,
                        "{simulator:<22} {:>12} {:>7} {:>10.3} {:>15.0} {ratio:>12}",
                        measured.hands,
                        measured.wrong,
                        measured.time.as_secs_f64(),
                        rate
                    )?;
                }
                Err(error) => writeln!(f, "{simulator:<22} {error:#}")?,
            }
        }
        Ok(())
    }
}
