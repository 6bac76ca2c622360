//! The timing of `dealcard`, the shoe of `task5`: a counter that advances by one rank in each cycle
//! of CLOCK_50.

use super::card_code::rank_code;
use baccarat_hdl::top::Clocking;
use punto_banco::Rank;

/// The number of ranks that the counter cycles through.
pub const RANKS: usize = 13;

/// Returns the cycles from the release of KEY\[0\] until the dealt card is on top of the shoe.
pub(super) fn lag(clocking: Clocking) -> u64 {
    match clocking {
        Clocking::Synchronised => 2,
        Clocking::Direct => 0,
    }
}

/// Returns the cycles to wait, 0 to 12, until a release deals a rank. `top` is the current counter
/// value, 0 at power-up.
pub(super) fn wait(top: u64, rank: Rank, clocking: Clocking) -> u64 {
    let ranks = RANKS as u64;
    (rank_code(Some(rank)) + 2 * ranks - top % ranks - lag(clocking)) % ranks
}
