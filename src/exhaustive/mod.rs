//! Exhaustive verification: every hand, played at the pins of the engine.
//!
//! The hardware has no input for cards. The card dealt is the value of the shoe's counter when KEY\[0\] is released, so a
//! hand is dealt by waiting for the right number of cycles before each press. After every press LEDR and the six displays
//! are compared with the rules in [`game`](crate::game).
//!
//! | module | contents |
//! |---|---|
//! | `pin_driver` | driving keys and clock to deal a card, in both clockings |
//! | `batch` | the hand of each lane, and its waits |
//! | `expected` | the expected outputs of each lane, from the rules |
//! | `every_hand` | all hands, on all cores |
//! | `prepared` | all hands on one thread with precomputed answers, for benchmarks |
//! | `replay` | one hand on a [`Machine`](crate::machine::Machine), for diagnosis |
//! | `results` | outcomes counted and weighted |

mod batch;
mod every_hand;
mod expected;
mod pin_driver;
mod prepared;
mod replay;
mod results;

pub use batch::{BATCHES, HANDS_PER_BATCH};
pub use every_hand::{Mismatch, play_every_hand, play_every_hand_on_gates};
pub use prepared::{Answers, TimedRunner};
pub use replay::{PressResult, Replay, replay};
pub use results::Results;

/// The number of sequences of six ranks: 13^6.
pub const HANDS: usize = 4_826_809;
