//! The time of `generate`, and of the proof of the text in it.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use baccarat::generator::{self, Folders};
use baccarat_hdl::top::{Clocking, Top};
use rust_hdl_systemverilog::prove;

/// The number of times that each is measured.
const ROUNDS: u32 = 20;

/// The mean times for one clocking.
pub struct Generation {
    /// Elaboration, comparison with the Rust simulation, printing and proof of all files.
    all: Duration,
    proof: Duration,
}

/// Measures without writing files.
pub fn measure(clocking: Clocking) -> Result<Generation> {
    let tops = [clocking.into(), Top::Casino];
    let start = Instant::now();
    for _ in 0..ROUNDS {
        generator::artifacts(&tops, &Folders::default())?;
    }
    let all = start.elapsed() / ROUNDS;
    let mut proof = Duration::ZERO;
    for top in tops {
        let design = baccarat_sim::design(top)?;
        let mut files = generator::print_unproven(&design);
        files.extend(generator::print_checkers(&design));
        let start = Instant::now();
        for _ in 0..ROUNDS {
            prove(&design, &files)?;
        }
        proof += start.elapsed() / ROUNDS;
    }
    Ok(Generation { all, proof })
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let (all, proof) = (milliseconds(self.all), milliseconds(self.proof));
        writeln!(
            f,
            "generate {all:.1} ms, of which the proof {proof:.1} ms ({:.0} %)",
            proof / all * 100.0
        )
    }
}
