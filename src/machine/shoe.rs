//! The shoe's counter: how long it takes from one rank to another.

use super::card_code::card_code;
use crate::engine::Clocking;
use crate::game::Rank;

/// How many ranks the shoe goes round.
pub const RANKS: usize = 13;

/// The fewest cycles of CLOCK_50 from one card to the next: with one clock, a press takes three to pass the synchroniser
/// and one to deal.
pub fn shortest_wait(clocking: Clocking) -> usize {
    match clocking {
        Clocking::Synchronised => 4,
        Clocking::Direct => 1,
    }
}

/// The rank that the shoe counts on from after a reset: as if it had dealt that one last.
pub fn rank_after_reset(clocking: Clocking) -> usize {
    match clocking {
        // The cycle that resets brings the ace up, so the shortest count is one less.
        Clocking::Synchronised => 0,
        Clocking::Direct => 1,
    }
}

/// How many cycles more than the shortest wait there are from one rank to the next.
pub fn extra_wait(from: usize, to: usize, shortest: usize) -> usize {
    (to + 2 * RANKS - from - shortest) % RANKS
}

/// How many cycles after the release of KEY\[0\] the card is on top that it deals.
pub(super) fn lag(clocking: Clocking) -> u64 {
    match clocking {
        Clocking::Synchronised => 2,
        Clocking::Direct => 0,
    }
}

/// How many cycles to wait before a release deals a rank, when the counter stands at `top` now: 0 to 12. At power-up it
/// stands at 0, before the ace.
pub(super) fn wait(top: u64, rank: Rank, clocking: Clocking) -> u64 {
    let ranks = RANKS as u64;
    (card_code(Some(rank)) + 2 * ranks - top % ranks - lag(clocking)) % ranks
}
