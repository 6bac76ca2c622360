//! Every hand there is, played at the pins of the engine: keys in, lights and displays out.
//!
//! The machine has no input for cards. A card is what the shoe's counter shows when KEY\[0\] is released, so a hand is
//! dealt by waiting: so many cycles of CLOCK_50, then the key. After every press all of LEDR and the six displays are
//! compared with [`rules`](crate::game).
//!
//! | room | what happens there |
//! |---|---|
//! | `pin_driver` | keys and clock: how a card is dealt, in either clocking |
//! | `batch` | which lane plays which hand, and how long it waits for each card |
//! | `every_hand` | all of it, on all cores |
//! | `prepared` | the same on one thread with the answers at hand, for measuring |
//! | `replay` | one hand again, on a [`Machine`](crate::machine::Machine) |
//! | `results` | what the lights said, counted and weighted |

mod batch;
mod every_hand;
mod pin_driver;
mod prepared;
mod replay;
mod results;

pub use batch::{BATCHES, HANDS_PER_BATCH};
pub use every_hand::{Mismatch, play_every_hand, play_every_hand_on_gates};
pub use prepared::{Answers, Timed};
pub use replay::{PressResult, Replay, replay};
pub use results::Results;

/// How many sequences of six ranks there are: 13^6.
pub const HANDS: usize = 4_826_809;
