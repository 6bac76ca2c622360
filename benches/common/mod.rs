//! What the benchmarks of simulators have in common.

mod table;
pub mod tools;

pub use table::{Measured, Table};

use std::fs;

/// Returns the model of the CPU.
pub fn processor() -> String {
    let information = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        information.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(|| std::env::consts::ARCH.to_string(), |(_, name)| name.to_string())
}
