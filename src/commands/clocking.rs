//! The option `--clocking`, which several commands have.

use clap::ValueEnum;

use crate::engine;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Clocking {
    /// CLOCK_50 clocks all registers; the keys are synchronised
    Synchronised,
    /// KEY[0] is a clock, as in the lab handout; the clock domain crossing is unsafe
    Direct,
}

impl From<Clocking> for engine::Clocking {
    fn from(clocking: Clocking) -> Self {
        match clocking {
            Clocking::Synchronised => engine::Clocking::Synchronised,
            Clocking::Direct => engine::Clocking::Direct,
        }
    }
}
