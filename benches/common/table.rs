//! The table of results.

use std::fmt;
use std::time::Duration;

/// The result of a simulator.
pub struct Measured {
    /// The number of hands or frames.
    pub count: usize,
    /// The number of those whose outputs differ from the answer.
    pub wrong: usize,
    pub time: Duration,
}

impl Measured {
    fn per_second(&self) -> f64 {
        self.count as f64 / self.time.as_secs_f64()
    }
}

/// Simulators with their results or errors. Rates are relative to the first.
pub struct Table {
    /// What is counted.
    unit: &'static str,
    rows: Vec<(&'static str, anyhow::Result<Measured>)>,
}

impl Table {
    /// Makes an empty table of simulators whose hands or frames are counted.
    pub fn of(unit: &'static str) -> Table {
        Table { unit, rows: vec![] }
    }

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
            "simulator",
            self.unit,
            "wrong",
            "seconds",
            format!("{}/s", self.unit),
            "x Verilator"
        )?;
        for (simulator, measured) in &self.rows {
            match measured {
                Ok(measured) => {
                    let rate = measured.per_second();
                    let ratio =
                        base.map_or_else(|| "-".to_string(), |base| format!("{:.4}", rate / base));
                    writeln!(
                        f,
                        "{simulator:<22} {:>12} {:>7} {:>10.3} {:>15.1} {ratio:>12}",
                        measured.count,
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
