//! The option `--clocking`, which several commands have.

use clap::ValueEnum;

use crate::engine;

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Clocking {
    /// Everything on CLOCK_50; the keys pass synchronisers
    Synchronised,
    /// KEY[0] is a clock, as the lab handout draws it; unsafe between clock domains
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
